/*
 * Delivery of a cancellation out of a stock function (D11).
 *
 * A wait inside a stock function that is cancelled fails with ECANCELED; the function takes its own failure path. The
 * cancellation itself is thrown when control is back in PHP code: through the VM interrupt, which the engine checks
 * right after the internal call. Until then every further wait of the coroutine is refused, and an exception that the
 * function throws on its way becomes the cancellation's previous.
 */
#ifndef ASYNC_IO_DELIVERY_H
#define ASYNC_IO_DELIVERY_H

#include "engine/part.h"

/* The current coroutine's wait was cancelled in the middle of a stock function. Neither suspends nor runs PHP. */
void async_delivery_request(void);

/* Is a cancellation on its way out of the stock function that runs now? Inside of coroutines only. */
bool async_delivery_is_pending(void);

/* Does the stock function keep waiting although its waits fail? Some retry until their own time limit (TLS streams);
 * the caller then has to end what they wait for. */
bool async_delivery_is_ignored(void);

/* Listens to interrupts, to exceptions that are thrown, and to errors. */
extern const async_part_t async_delivery_part;

#endif

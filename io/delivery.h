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
#include "scheduler/scheduler.h"

/* Have the cancellation thrown when the stock function that runs now has returned to PHP code. Called for each of its
 * waits that was cancelled. The caller makes the wait fail with ECANCELED (or as files.h says).
 * suspends: no
 * runs PHP: no
 * errors:   none; while frames are being unwound nothing happens, the engine's own exception is pending already */
void async_delivery_request(void);

/* Is a cancellation on its way out of the stock function that runs now? Not outside of coroutines, where a Fiber may
 * return from a function that it has called in one. */
static zend_always_inline bool async_delivery_is_pending(void)
{
	return EXPECTED(ASYNC_G(current) != NULL) && (ASYNC_G(current)->flags & ASYNC_COROUTINE_DELIVERY) != 0;
}

/* Does an error handler of PHP code run now, before a cancellation is thrown? What it reads, it sees. */
bool async_delivery_runs_handler(void);

/* Does the stock function keep waiting although its waits fail? Some functions retry until their own time limit has
 * passed (TLS streams). The caller then has to end the connection that they wait for. */
bool async_delivery_is_ignored(void);

/* Is the stock function that runs now being left because exit() unwinds all frames? Its wait has failed, and the
 * function may repeat a call that blocks: that has to fail as well. Not true for destructors that run meanwhile. */
bool async_delivery_is_unwinding(void);

/* A stock function has thrown over the cancellation that leaves it, and PHP code is about to look at the exception:
 * bring the cancellation to the front again. The engine calls on_throw() for the first exception of the stock function
 * only; another one comes in front, with the cancellation as its previous one. For the interrupt of a coroutine whose
 * mark `thrown_inside` is set; `next` is that of a listener (engine/interrupt.h). suspends: no; runs PHP: no */
void async_delivery_lead_thrown(zend_execute_data *frame, const zend_op *next);

/* A stock function that may have called PHP code has returned. When a cancellation has left that code, bring it in
 * front of the exceptions that the function has thrown over it. suspends: no; runs PHP: no */
void async_delivery_lead_slow(void);

static zend_always_inline void async_delivery_lead(void)
{
	if (UNEXPECTED(EG(exception) != NULL) && ASYNC_G(current) && ASYNC_G(current)->thrown_back) {
		async_delivery_lead_slow();
	}
}

/* The call that make_due() has noted is over, also in the eyes of observers that are told of it next: throw now what is
 * due, over an exception of the function. suspends: no; runs PHP: no */
void async_delivery_throw(void);

/* A function of ext/soap has returned, with an exception or without: on its way, SoapFaults stay in front of the
 * cancellation. Now the cancellation comes to the front. suspends: no; runs PHP: no */
void async_delivery_supersede(void);

/* Listens to interrupts, to exceptions that are thrown, and to errors. */
extern const async_part_t async_delivery_part;

#endif

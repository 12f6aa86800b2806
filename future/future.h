/*
 * Futures for other parts of the extension: the state behind an Async\Future, and how C code settles it.
 */
#ifndef ASYNC_FUTURE_FUTURE_H
#define ASYNC_FUTURE_FUTURE_H

#include "async_classes.h"

typedef struct async_future_state async_future_state_t;

/* Whoever will settle a future from C. `gone` is called once, when nobody needs the result any more: the future was
 * cancelled or its last handle is gone. The state must not be used from then on, nor after it was settled.
 * runs PHP: `gone` must not. */
typedef struct {
	void (*gone)(void *producer);
	bool external;      /* comes from outside of the process: keeps the request alive while somebody waits for it */
} async_future_producer_ops_t;

/* New Async\Future, not thrown away before its time by anybody but its holders.
 * owns: the caller owns the reference; *state is borrowed, see above */
zend_object *async_future_new(async_future_state_t **state, const async_future_producer_ops_t *ops, void *producer);

/* Settle it: wakes who waits. suspends: no; runs PHP: no.
 * owns: takes its own reference on the value or exception */
void async_future_complete(async_future_state_t *state, zval *value);
void async_future_fail(async_future_state_t *state, zend_object *exception);

#endif

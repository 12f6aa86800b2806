/*
 * Deferred release of values whose destructors may wait or throw.
 *
 * A coroutine that was cancelled before its start leaves its closure and arguments, a scope that has ended its handlers
 * and its reason. The canceller may be in the middle of a list, or in the reactor, where no PHP code may run. So these
 * values are put on a list. The caller releases them when PHP code has asked for the cancellation, else a service
 * coroutine does.
 */
#ifndef ASYNC_SCHEDULER_DEFERRED_RELEASE_H
#define ASYNC_SCHEDULER_DEFERRED_RELEASE_H

#include "scheduler/coroutine.h"

typedef struct async_deferred async_deferred_t;

/* The callable of a coroutine and its arguments, or a single value in `callable`. */
typedef struct {
	zval callable;
	zval *params;
	HashTable *named_params;
	uint32_t param_count;
} async_body_t;

/* Move the body out of the record: destructors, which may wait, do not find it there. False: there is none left.
 * suspends: no; runs PHP: no */
static zend_always_inline bool async_body_take(async_coroutine_t *coroutine, async_body_t *body)
{
	if (!coroutine->params && !coroutine->named_params && Z_TYPE(coroutine->callable) == IS_UNDEF) {
		return false;
	}
	ZVAL_COPY_VALUE(&body->callable, &coroutine->callable);
	body->params = coroutine->params;
	body->named_params = coroutine->named_params;
	body->param_count = coroutine->param_count;
	ZVAL_UNDEF(&coroutine->callable);
	coroutine->params = NULL;
	coroutine->named_params = NULL;
	coroutine->param_count = 0;
	coroutine->target.function = NULL;
	return true;
}

/* runs PHP: destructors; suspends: in them */
void async_body_release(async_body_t *body);

/* Defer the body of a coroutine, if it has one. suspends: no; runs PHP: no */
void async_deferred_add_body(async_coroutine_t *coroutine);

/* Defer a value. owns: takes over the reference; suspends: no; runs PHP: no */
void async_deferred_add(const zval *value);

/* Drop a reference where no PHP code may run. If it is the last one, a service coroutine drops it.
 * suspends: no; runs PHP: no; past the asynchronous part of the request: destructors */
void async_deferred_drop(zend_object *object);

/* Release all deferred values now. Exceptions of destructors are thrown.
 * runs PHP: destructors; suspends: in them */
void async_deferred_release(void);

/* Queue a service coroutine that releases them. Exceptions of destructors are uncaught there.
 * suspends: no; runs PHP: no */
void async_deferred_schedule(void);

/* There is no stack for this coroutine. True: it is that service coroutine, and the next coroutine that returns from a
 * switch releases the values instead. suspends: no; runs PHP: no */
bool async_deferred_give_up(async_coroutine_t *releaser);

/* Forget the values without releasing them: after a fatal error, and in a forked child. */
void async_deferred_forget(void);

#endif

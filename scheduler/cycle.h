/*
 * Cycles through connections (D44): a wait that is about to begin would never end, whatever timers and listeners do.
 */
#ifndef ASYNC_SCHEDULER_CYCLE_H
#define ASYNC_SCHEDULER_CYCLE_H

#include "scheduler/lock.h"

/* The current coroutine is about to wait, without a time limit and without a token. Would the wait close a cycle of
 * coroutines that wait for each other, in which one of them waits for a connection? Cycles without a connection are
 * left to the deadlock report. Makes a few steps where no coroutine waits for a connection.
 * subject:  as in async_wait_t
 * returns:  true after an AsyncException that names the coroutine in the way
 * suspends: no; runs PHP: no */
bool async_cycle_refuse_slow(async_wait_kind_t kind, void *subject);

/* The same question without the exception. */
bool async_cycle_closed_by_wait(async_wait_kind_t kind, void *subject);

static zend_always_inline bool async_cycle_refuse(async_wait_kind_t kind, void *subject, const zend_object *token)
{
	return UNEXPECTED(ASYNC_G(connection_waiters) > 0) && token == NULL && async_cycle_refuse_slow(kind, subject);
}

/* The same for a wait for a connection, which has an owner. */
bool async_cycle_refuse_connection(const async_lock_t *connection);

#endif

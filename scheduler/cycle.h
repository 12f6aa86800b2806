/*
 * Cycles through connections (D44), and through classes and files that are being loaded (D35): a wait that is about to
 * begin would never end, whatever timers and listeners do.
 */
#ifndef ASYNC_SCHEDULER_CYCLE_H
#define ASYNC_SCHEDULER_CYCLE_H

#include "scheduler/lock.h"

/* The current coroutine is about to wait, without a time limit and without a token. Would the wait close a cycle of
 * coroutines that wait for each other, in which one of them waits for a connection? Cycles without a connection are
 * left to the deadlock report. A coroutine of the cycle that waits for a class is woken instead: the class is "not
 * found" for it. One that waits for the run of a file is woken before all others, and goes on.
 * subject, detail: as in async_wait_t
 * is_limited: the wait has a token. Then only coroutines that wait for files are woken
 * returns:  true after an AsyncException that names the coroutine in the way
 * suspends: no; runs PHP: no */
bool async_cycle_refuse_slow(async_wait_kind_t kind, void *subject, int64_t detail, bool is_limited);

/* Makes a few steps where no coroutine waits for a connection, a class or a file. */
static zend_always_inline bool async_cycle_refuse_for(async_wait_kind_t kind, void *subject, int64_t detail,
	const zend_object *token)
{
	return UNEXPECTED(ASYNC_G(connection_waiters) + ASYNC_G(load_waiters) > 0)
		&& async_cycle_refuse_slow(kind, subject, detail, token != NULL);
}

static zend_always_inline bool async_cycle_refuse(async_wait_kind_t kind, void *subject, const zend_object *token)
{
	return async_cycle_refuse_for(kind, subject, 0, token);
}

/* The current coroutine is a source of the object, or a task of the group, and is about to wait for it. Can only the
 * end of the coroutine itself end the wait (D26)? detail: as in async_wait_t */
bool async_cycle_is_own(zend_object *object, int64_t detail);

/* Does the coroutine wait, directly or through others, for the current one, so that no event from outside can end the
 * wait? Those of them that wait for the run of a file are woken. */
bool async_cycle_is_stuck(const async_coroutine_t *coroutine);

/* Does it wait for the current one, whatever else may end the wait? */
bool async_cycle_leads_back(const async_coroutine_t *coroutine);

/* The same for a wait for a connection, which has an owner. */
bool async_cycle_refuse_connection(const async_lock_t *connection);

#endif

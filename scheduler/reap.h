/*
 * Reaping: references on coroutines that have ended are dropped where PHP code may run. And the current coroutine, held
 * over a call of user code, with or without a shield.
 */
#ifndef ASYNC_SCHEDULER_REAP_H
#define ASYNC_SCHEDULER_REAP_H

#include "scheduler/coroutine.h"
#include "scheduler/globals.h"

/* Take over a reference on a completed coroutine that is not in the run queue, and drop it later: the last reference
 * also releases the result, whose destructor may run PHP code. */
void async_scheduler_reap_later(async_coroutine_t *coroutine);

/* Drop a reference where no PHP code may run. If it is the last one of a coroutine that has ended, it is dropped later,
 * unless the request is past its asynchronous part: there is no later then.
 * suspends: no; runs PHP: no; past the asynchronous part: destructors */
void async_scheduler_release_quietly(async_coroutine_t *coroutine);

/* The caller is about to drop its reference on a coroutine that has ended, in the last steps of that coroutine or of
 * another one, where no PHP code may run. True: it would be the last one and run destructors, so a service coroutine
 * drops it. suspends: no; runs PHP: no */
bool async_scheduler_defer_last(async_coroutine_t *coroutine);

/* The current coroutine, held over a call of user code; NULL outside of the scheduler. User code may suspend a Fiber
 * that goes on when this coroutine is over: in another coroutine, in none, or to be destroyed. So code that needs its
 * coroutine after the call holds it, and does not take it for the current one.
 * owns: the caller owns a reference, and gives it to async_self_release() */
static zend_always_inline async_coroutine_t *async_self_hold(void)
{
	async_coroutine_t *self = ASYNC_G(current);

	if (EXPECTED(self != NULL)) {
		async_coroutine_addref(self);
	}
	return self;
}

static zend_always_inline void async_self_release(async_coroutine_t *self)
{
	if (EXPECTED(self != NULL)) {
		async_scheduler_release_quietly(self);
	}
}

/* Shield the current coroutine over a call of user code, or of a library that calls user code: a cancellation that
 * comes meanwhile ends its first wait after async_self_unshield(). NULL, and nothing is done, outside of the scheduler.
 * owns: as async_self_hold(); the two that undo it take the reference back */
static zend_always_inline async_coroutine_t *async_self_shield(void)
{
	async_coroutine_t *self = async_self_hold();

	if (EXPECTED(self != NULL)) {
		self->protect_depth++;
	}
	return self;
}

/* suspends: no; runs PHP: no */
static zend_always_inline void async_self_unshield(async_coroutine_t *self)
{
	if (EXPECTED(self != NULL)) {
		async_coroutine_unprotect(self);
		async_self_release(self);
	}
}

/* The same, and throw the cancellation that came meanwhile, unless another exception is on its way.
 * suspends: no; runs PHP: no */
void async_self_unshield_and_throw(async_coroutine_t *self);

/* Reap the completed coroutines: drop those references. Records that may run destructors are left to a service
 * coroutine (scheduler/deferred_release.h), so that the caller does not have to wait in a destructor. suspends, runs
 * PHP: no; but destructors if there was no stack for the service coroutine */
void async_scheduler_reap_all(void);

/* Reap at the end of the request, and release all deferred values now. runs PHP: destructors */
void async_scheduler_reap_here(void);

static zend_always_inline void async_scheduler_reap(void)
{
	if (UNEXPECTED(ASYNC_G(unreaped) != NULL) && EXPECTED(ASYNC_G(end) == ASYNC_END_NONE)) {
		async_scheduler_reap_all();
	}
}

#endif

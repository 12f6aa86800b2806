/*
 * The scheduler: run queue, switching, and what happens when nothing is ready.
 *
 * There is no scheduler fiber. The coroutine that parks picks the next ready one and switches straight to it;
 * if the queue is empty it turns the reactor on its own stack.
 */
#ifndef ASYNC_SCHEDULER_SCHEDULER_H
#define ASYNC_SCHEDULER_SCHEDULER_H

#include "engine/engine_state.h"
#include "scheduler/globals.h"

/* Make the main flow a coroutine. Called by the first async call of a request; cheap afterwards.
 * errors: false (with a warning or exception of the caller's choice) once the request's asynchronous part is over */
bool async_scheduler_start_slow(void);

static zend_always_inline bool async_scheduler_start(void)
{
	if (EXPECTED(ASYNC_G(current) != NULL)) {
		return EXPECTED(ASYNC_G(phase) < ASYNC_PHASE_UNWINDING);
	}
	return async_scheduler_start_slow();
}

/* Does the scheduler run in this request? */
static zend_always_inline bool async_scheduler_is_running(void)
{
	return ASYNC_G(current) != NULL;
}

/* Is the request past its asynchronous part? After a fatal error lists of waiters may hold nodes of abandoned frames
 * then, so free handlers must not touch the lists. */
static zend_always_inline bool async_scheduler_is_over(void)
{
	return ASYNC_G(phase) == ASYNC_PHASE_OVER;
}

/* May the current code park? False outside the scheduler, while compiling or linking a class, in an output handler, and
 * while frames are being unwound: then the stock blocking call is made. */
static zend_always_inline bool async_can_park(void)
{
	return ASYNC_G(current) != NULL
		&& EXPECTED(ASYNC_G(phase) < ASYNC_PHASE_UNWINDING)
		&& async_engine_allows_switch();
}

/* May the current coroutine make the blocking system call itself instead of parking? True only where that makes no
 * difference: no other coroutine is ready, and no event but the one that it waits for can make one ready or end its
 * wait. */
bool async_scheduler_is_alone(void);

/* The reactor, opened when first needed. errors: NULL with errno */
async_reactor_t *async_scheduler_reactor(void);

/* Are at least `count` coroutines ready? Looks at no more than that number. */
bool async_scheduler_has_ready(size_t count);

/* Put at the end of the run queue; the coroutine is in state QUEUED. */
void async_run_queue_push(async_coroutine_t *coroutine);

/* Move a queued coroutine to the front. Linear; for asHiPriority(). */
void async_run_queue_promote(async_coroutine_t *coroutine);

/* Hand a new coroutine to the scheduler: it joins the scope and the run queue. owns: takes over one reference of the
 * caller */
void async_scheduler_enqueue(async_coroutine_t *coroutine, async_scope_t *scope, bool front);

/* Let the other ready coroutines run before the current one goes on (suspend()). Returns at once when there are none.
 * suspends: yes; cancel: CANCELLED, to be thrown by the caller */
async_wait_result_t async_yield(void);

/* The same for suspend(), which the engine itself calls: not for C functions that are called from several places. */
async_wait_result_t async_yield_from_code(void);

/* Switch away from the current coroutine, which is in state SUSPENDED or QUEUED, until it is picked again. */
void async_switch_away(async_coroutine_t *self);

/* The current coroutine has ended on `context`: switch to the next one. Returns the coroutine that is to run on this
 * context next, either at once or after other contexts have run. */
async_coroutine_t *async_scheduler_continue(async_fiber_context_t *context);

/* Resume one coroutine at once, in front of the run queue (unwinding). Returns when it has ended. */
void async_scheduler_resume_now(async_coroutine_t *coroutine);

/* In a forked child: have the main flow abandon its frames and wait for the others at the end of the request. The
 * current coroutine goes on when it is next in the run queue. */
void async_scheduler_let_main_end(void);

/* exit() or a fatal error in a coroutine: switch to the main flow at once. Does not return. */
ZEND_NORETURN void async_scheduler_end_in_main(async_end_t end);

/* Take over a reference on a completed coroutine that is not in the run queue, and drop it later: the last reference
 * also releases the result, whose destructor may run PHP code. */
void async_scheduler_reap_later(async_coroutine_t *coroutine);

/* Drop a reference where no PHP code may run. If it is the last one of a coroutine that has ended, it is dropped later.
 * suspends: no; runs PHP: no */
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

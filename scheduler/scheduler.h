/*
 * The scheduler: run queue, switching, and what happens when nothing is ready.
 *
 * There is no scheduler fiber. The coroutine that parks picks the next ready one and switches straight to it;
 * if the queue is empty it turns the reactor on its own stack.
 */
#ifndef ASYNC_SCHEDULER_SCHEDULER_H
#define ASYNC_SCHEDULER_SCHEDULER_H

#include "engine/comparisons.h"
#include "engine/engine_state.h"
#include "scheduler/globals.h"
#include "scheduler/reap.h"

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

/* Is the request past its asynchronous part? */
static zend_always_inline bool async_scheduler_is_over(void)
{
	return ASYNC_G(phase) == ASYNC_PHASE_OVER;
}

/* … and may lists of waiters hold nodes of frames that were left? Then free handlers must not touch the lists. */
static zend_always_inline bool async_scheduler_left_frames(void)
{
	return async_scheduler_is_over() && ASYNC_G(frames_are_left);
}

/* May async_yield_from_code() be called here? */
static zend_always_inline bool async_can_yield(void)
{
	return ASYNC_G(current) != NULL
		&& EXPECTED(ASYNC_G(phase) < ASYNC_PHASE_UNWINDING)
		&& async_engine_allows_switch();
}

/* Is no comparison of values under way here? Remembers for the switch that follows what it found out. */
static zend_always_inline bool async_frames_allow_parking(void)
{
	if (EXPECTED(!async_recursion_marks_are_possible())) {
		ASYNC_G(plain_frame) = EG(current_execute_data);
		return true;
	}
	ASYNC_G(plain_frame) = NULL;
	return !async_compares_parts();
}

/* May the current code park? False outside the scheduler, while compiling or linking a class, in an output handler,
 * inside a comparison of values or the conversion of an operand, and while frames are being unwound: then the stock
 * blocking call is made. */
static zend_always_inline bool async_can_park(void)
{
	return async_can_yield() && async_frames_allow_parking();
}

/* May the current coroutine make the blocking system call itself instead of parking? True only where that makes no
 * difference: no other coroutine is ready, and no event but the one that it waits for can make one ready or end its
 * wait. */
bool async_scheduler_is_alone(void);

/* Call `fn`, which may fail for want of memory: for completion functions of the reactor that allocate, or that drop
 * references on objects, which never starts the cycle collector here. They run on the stack of the coroutine that turns
 * the reactor. The jump out of a fatal error must not leave out libuv's frames, nor those of the main flow, whose
 * memory is used again while its nodes are in lists of waiters. So the error, which is reported already, takes its
 * course when the turn is over.
 * suspends: no; runs PHP: no */
void async_scheduler_shield(void (*fn)(void *), void *argument);

/* The reactor, opened when first needed (turns.c). errors: NULL with errno */
async_reactor_t *async_scheduler_reactor(void);

/* The process ends: what it has of reactors goes, if there ever was one. */
void async_scheduler_process_end(void);

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
 * The caller has checked async_can_park().
 * suspends: yes; cancel: CANCELLED, to be thrown by the caller */
async_wait_result_t async_yield(void);

/* The same for suspend(), which the engine itself calls: not for C functions that are called from several places. The
 * caller has checked async_can_yield(). Inside of a comparison of values it returns at once. */
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

#endif

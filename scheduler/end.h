/*
 * The end: how a request leaves its asynchronous part.
 *
 * The drain is the first shutdown function of the request (registered at its start), so it runs after the main
 * script and before the user's shutdown functions, destructors and the final flush. It waits until no active
 * coroutine is left; exit() and fatal errors take short cuts. See docs/design.md for the sequence.
 */
#ifndef ASYNC_SCHEDULER_END_H
#define ASYNC_SCHEDULER_END_H

#include "scheduler/globals.h"

/* Registers the drain when a request starts. */
extern const async_part_t async_end_part;

/* Are frames being released after exit() or a fatal error, or is the request past its asynchronous part? No coroutine
 * may park then. */
static zend_always_inline bool async_is_unwinding(void)
{
	return ASYNC_G(phase) >= ASYNC_PHASE_UNWINDING;
}

/* An exception was neither caught nor awaited. The first one starts the graceful shutdown and is raised at the end; a
 * second one starts the forced phase and is reported as a warning at the end (P7). `source` is the coroutine that it
 * came from, for the spawn chain; NULL: none.
 * suspends: no; runs PHP: no */
void async_end_uncaught(zend_object *exception, const async_coroutine_t *source);

/* Raise a warning for each exception after the first one that was neither caught nor awaited, in order.
 * suspends: no; runs PHP: yes, the user's error handler; errors: exit() of that handler is in EG(exception) */
void async_end_warn_of_further(void);

/* Start the graceful shutdown without an exception to report (D21). NULL: a reason is made. Does nothing once a
 * shutdown has started. suspends: no; runs PHP: no */
void async_end_shut_down(zend_object *reason);

/* The last active coroutine of all scopes ended, or the last zombie: wake the drain. */
void async_end_forest_drained(void);

/* Called by a coroutine that was just resumed from a park. True: its frames are to be unwound, and EG(exception) is set
 * for that. Does not return when the drain has to bail out, or the main flow of a forked child. */
bool async_end_reached_slow(async_coroutine_t *self);

static zend_always_inline bool async_end_reached(async_coroutine_t *self)
{
	if (EXPECTED(ASYNC_G(end) == ASYNC_END_NONE) && EXPECTED(!(self->flags & ASYNC_COROUTINE_UNWIND))) {
		return false;
	}
	return async_end_reached_slow(self);
}

/* In the main flow of a forked child, when its wait has unlinked its nodes. Does not return when the frames of the main
 * flow are to be jumped over. */
void async_end_wait_is_over(void);

/* The main flow of a forked child has left its frames, or will stay in them: continue the child (fork.h).
 * suspends: no; runs PHP: no */
void async_end_enter_child(void);

/* In the drain: wait until no coroutine is left. False: some are left and cannot go on. suspends: yes; runs PHP: no */
bool async_end_wait_for_all(void);

/* In the main flow, while frames are being unwound: release one coroutine and its frames without running its code.
 * suspends: no; runs PHP: destructors */
void async_end_unwind(async_coroutine_t *coroutine);

/* No coroutine is ready and no event can wake one: make one ready, by the deadlock report at first, by the forced phase
 * later. suspends: no; runs PHP: no */
void async_end_stuck(void);

#endif

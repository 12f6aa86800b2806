/*
 * Handlers of pcntl_signal() while the loop sleeps (D32).
 *
 * pcntl's own signal handler only notes the signal and asks the engine for an interrupt, which PHP code looks for
 * between instructions. While no coroutine is ready no PHP code runs: then the event loop wakes up, and a service
 * coroutine calls the engine's interrupt handler.
 */
#ifndef ASYNC_SCHEDULER_USER_SIGNALS_H
#define ASYNC_SCHEDULER_USER_SIGNALS_H

#include "scheduler/observers.h"

extern const async_part_t async_user_signals_part;

/* Has this request installed handlers? A handler may wake a coroutine, so no deadlock is reported then (D21). */
static inline bool async_user_signals_exist(void)
{
	return async_is_observed_by(ASYNC_OBSERVER_USER_SIGNALS);
}

/* Note the signals that have arrived for handlers of pcntl_signal(), and wake the coroutines whose wait they end.
 * suspends: no; runs PHP: no */
void async_user_signals_note(void);

/* In a process that was forked to begin a program of its own: the handlers of its parent are not called, neither for
 * signals that come nor for those that have come. Their signals have the default action.
 * suspends: no; runs PHP: no */
void async_user_signals_drop_handlers(void);

/* A call begins that waits as a call of the system would, and that signals end as they would end that one (D41). Those
 * that came before do not count. The call passes the record to each of its waits (`signals` of async_wait_t); one that
 * such a signal ends is SIGNALLED. */
static zend_always_inline void async_call_signals_begin(async_call_signals_t *call, async_ended_by_t by)
{
	if (UNEXPECTED(async_user_signals_exist())) {
		async_user_signals_note();
	}
	call->by = by;
	call->caught_before = ASYNC_G(caught_signals);
	call->ending_before = ASYNC_G(ending_signals);
}

/* From here on all signals end the call: it has transferred a part of its data. */
static inline void async_call_signals_add_all(async_call_signals_t *call)
{
	if (call->by != ASYNC_ENDED_BY_ALL) {
		call->by = ASYNC_ENDED_BY_ALL;
		/* A signal that ends it already still does; those after which the kernel restarts it are over. */
		call->caught_before = ASYNC_G(ending_signals) != call->ending_before
			? call->caught_before : ASYNC_G(caught_signals);
	}
}

/* Has a signal come that ends the call? */
bool async_user_signals_end(const async_call_signals_t *call);

/* Called when no coroutine is ready.
 * returns:  true when a signal has arrived: the coroutine that runs its handlers is queued. Else a blocked turn of the
 *           reactor returns as soon as one arrives
 * suspends: no; runs PHP: no */
bool async_user_signals_due(void);

#endif

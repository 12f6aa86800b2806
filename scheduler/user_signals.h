/*
 * Handlers of pcntl_signal() while the loop sleeps (D32).
 *
 * pcntl's own signal handler only notes the signal and asks the engine for an interrupt; PHP code looks for that
 * between instructions. While no coroutine is ready there is no PHP code: then the loop wakes, and a coroutine of the
 * scheduler's own lets the engine's interrupt handler run.
 */
#ifndef ASYNC_SCHEDULER_USER_SIGNALS_H
#define ASYNC_SCHEDULER_USER_SIGNALS_H

#include "scheduler/globals.h"

/* Module start-up: notice calls of pcntl_signal(). */
void async_user_signals_startup(void);

/* Has this request installed handlers? They may wake somebody: no deadlock is reported then (D21). */
static inline bool async_user_signals_exist(void)
{
	return ASYNC_G(has_user_signals);
}

/* How many signals have come in this request whose handlers end the calls of the system that wait (EINTR): those
 * installed with restart_syscalls: false, and SIGALRM. A wait that has begun before one of them ends. */
uint32_t async_user_signals_ends(void);

/* Handlers are about to run for all that have come. */
void async_user_signals_dispatched(void);

/* Can there be such signals in this request? Nobody tells of them: look from time to time. */
static inline bool async_user_signals_may_end_waits(void)
{
	return ASYNC_G(has_ending_signals);
}

/* Nothing is ready. True: a signal came, and the coroutine that runs its handlers is queued now. Otherwise a blocked
 * turn of the reactor returns when one comes. suspends: no; runs PHP: no */
bool async_user_signals_due(void);

#endif

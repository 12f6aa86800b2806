/*
 * Handlers of pcntl_signal() while the loop sleeps (D32).
 *
 * pcntl's own signal handler only notes the signal and asks the engine for an interrupt, which PHP code looks for
 * between instructions. While no coroutine is ready no PHP code runs: then the event loop wakes up, and a service
 * coroutine calls the engine's interrupt handler.
 */
#ifndef ASYNC_SCHEDULER_USER_SIGNALS_H
#define ASYNC_SCHEDULER_USER_SIGNALS_H

#include "scheduler/globals.h"

/* Module start-up: notice calls of pcntl_signal(). */
void async_user_signals_startup(void);

/* Has this request installed handlers? A handler may wake a coroutine, so no deadlock is reported then (D21). */
static inline bool async_user_signals_exist(void)
{
	return ASYNC_G(has_user_signals);
}

/* How many signals have arrived in this request whose handlers end waiting system calls (EINTR): handlers installed
 * with restart_syscalls: false, and SIGALRM. A wait that began before such a signal ends. */
uint32_t async_user_signals_ends(void);

/* Handlers are about to run for all signals that have arrived. */
void async_user_signals_dispatched(void);

/* Can there be such signals in this request? There is no notification of them: the caller looks from time to time. */
static inline bool async_user_signals_may_end_waits(void)
{
	return ASYNC_G(has_ending_signals);
}

/* Called when no coroutine is ready.
 * returns:  true when a signal has arrived: the coroutine that runs its handlers is queued. Else a blocked turn of the
 *           reactor returns as soon as one arrives
 * suspends: no; runs PHP: no */
bool async_user_signals_due(void);

#endif

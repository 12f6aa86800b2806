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

/* Nothing is ready. True: a signal came, and the coroutine that runs its handlers is queued now. Otherwise a blocked
 * turn of the reactor returns when one comes. suspends: no; runs PHP: no */
bool async_user_signals_due(void);

#endif

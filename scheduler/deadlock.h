/*
 * Deadlock report: every coroutine waits and nothing can wake one (DL-01 … DL-03).
 */
#ifndef ASYNC_SCHEDULER_DEADLOCK_H
#define ASYNC_SCHEDULER_DEADLOCK_H

#include "scheduler/globals.h"

/* Queue a coroutine of the scheduler's own that prints one warning for each waiting coroutine and starts the graceful
 * shutdown with an Async\DeadlockError. (The warnings may run a user error handler, which may suspend.)
 * suspends: no; runs PHP: not now */
void async_deadlock_report_later(void);

#endif

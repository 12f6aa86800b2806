/*
 * Deadlock report: all coroutines wait, and no event can wake one of them (DL-01 … DL-03).
 */
#ifndef ASYNC_SCHEDULER_DEADLOCK_H
#define ASYNC_SCHEDULER_DEADLOCK_H

#include "scheduler/globals.h"

/* Queue a service coroutine that prints one warning for each waiting coroutine and starts the graceful shutdown with an
 * Async\DeadlockError. A user error handler that gets the warnings may suspend.
 * suspends: no; runs PHP: no, only the coroutine does */
void async_deadlock_report_later(void);

#endif

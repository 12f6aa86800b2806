/*
 * Watchdog: a warning when one coroutine holds the thread for longer than async.max_activity_interval.
 *
 * An activity is the time from one point where control is given up to the next. A helper thread looks from time to
 * time whether the number of the activity has changed. If it has not for too long, it sets the VM interrupt; the
 * warning is raised by the coroutine itself, at the next point where the engine looks for interrupts. No signal, no
 * timer of the process: system calls, time limits and pcntl see nothing of it. While the loop sleeps the helper
 * sleeps, too. Without the setting there is no thread.
 */
#ifndef ASYNC_SCHEDULER_WATCHDOG_H
#define ASYNC_SCHEDULER_WATCHDOG_H

#include "scheduler/globals.h"

/* Follow the setting: start, change or stop the watching of this thread's coroutines.
 * suspends: no
 * runs PHP: only the error handler, for the warning of `errors`
 * errors:   a warning when there is no thread to be had */
void async_watchdog_update(void);

/* Stop watching; the helper thread has ended on return. Harmless when there is none. */
void async_watchdog_stop(void);

/* The loop is about to sleep, or woke up. Called only while there is a watchdog.
 * suspends: no; runs PHP: no */
void async_watchdog_set_idle(bool is_idle);

/* Control is given up here: a new activity begins. */
static zend_always_inline void async_watchdog_next_activity(void)
{
	/* Only this thread writes. */
	__atomic_store_n(&ASYNC_G(activity), ASYNC_G(activity) + 1, __ATOMIC_RELAXED);
}

static zend_always_inline void async_watchdog_enter_idle(void)
{
	if (UNEXPECTED(ASYNC_G(watchdog) != NULL)) {
		async_watchdog_set_idle(true);
	}
}

static zend_always_inline void async_watchdog_leave_idle(void)
{
	if (UNEXPECTED(ASYNC_G(watchdog) != NULL)) {
		async_watchdog_set_idle(false);
	}
}

/* Listen to interrupts; once per process. */
void async_watchdog_startup(void);

#endif

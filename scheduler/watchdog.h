/*
 * Watchdog: a warning when one coroutine holds the thread for longer than async.max_activity_interval.
 *
 * An activity is the time from one point where a coroutine gives up control to the next. A helper thread looks from
 * time to time whether the number of the activity has changed. If it has not changed for too long, the helper sets the
 * VM interrupt, and the coroutine itself raises the warning when the engine next looks for interrupts. There is no
 * signal and no timer of the process, so system calls, time limits and pcntl are not disturbed. The helper sleeps while
 * the event loop sleeps. Without the setting there is no thread.
 */
#ifndef ASYNC_SCHEDULER_WATCHDOG_H
#define ASYNC_SCHEDULER_WATCHDOG_H

#include "scheduler/globals.h"

/* Follow the setting: start, change or stop the watching of this thread's coroutines.
 * suspends: no
 * runs PHP: only the error handler, for the warning of `errors`
 * errors:   a warning when no thread can be made */
void async_watchdog_update(void);

/* Stop watching; the helper thread has ended on return. Harmless when there is none. */
void async_watchdog_stop(void);

/* The event loop is about to sleep, or has woken up. Called only while there is a watchdog.
 * suspends: no; runs PHP: no */
void async_watchdog_set_idle(bool is_idle);

/* The current coroutine gives up control: a new activity begins. */
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

/* Set by io/ at module start: the extension of a function, if its waits block in place; NULL for all others. */
extern const char *(*async_watchdog_extension)(const zend_function *function);

extern const async_part_t async_watchdog_part;

#endif

/*
 * Observers: what has a part in each wait of this thread, so that no coroutine may sleep in the kernel by itself.
 *
 * Programs usually have none. So the paths of I/O look at one word, in which each observer has a bit. The observer that
 * owns a bit sets it where it begins and clears it where it ends.
 */
#ifndef ASYNC_SCHEDULER_OBSERVERS_H
#define ASYNC_SCHEDULER_OBSERVERS_H

#include "scheduler/globals.h"

typedef enum {
	ASYNC_OBSERVER_USER_SIGNALS = 1 << 0,   /* pcntl_signal() was called in this request (user_signals.c) */
	ASYNC_OBSERVER_DUMP_SIGNAL = 1 << 1,    /* a signal prints a dump in this request (dump_signal.c) */
	ASYNC_OBSERVER_INSPECTOR = 1 << 2,      /* this thread answers questions from outside (inspect.c) */
	ASYNC_OBSERVER_ACTIVITY = 1 << 3,       /* the activity clock runs (activity.c) */
	ASYNC_OBSERVER_WATCHDOG = 1 << 4,       /* a helper thread watches this one (watchdog.c) */
	ASYNC_OBSERVER_SCHEDULE = 1 << 5,       /* a test chooses the order of the run queue (schedule.c) */
	ASYNC_OBSERVER_CLOCK = 1 << 6           /* the clock stands while anything runs (schedule.c) */
} async_observer_t;

static zend_always_inline bool async_is_observed(void)
{
	return ASYNC_G(observers) != 0;
}

static zend_always_inline bool async_is_observed_by(async_observer_t observer)
{
	return (ASYNC_G(observers) & observer) != 0;
}

/* The observer begins (true) or ends. Harmless when it has done so already. */
static inline void async_observe(async_observer_t observer, bool begins)
{
	ASYNC_G(observers) = (uint8_t) (begins ? ASYNC_G(observers) | observer : ASYNC_G(observers) & ~observer);
}

#endif

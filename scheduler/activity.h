/*
 * The activity clock: since when each coroutine is in its state, and how long it has run.
 *
 * It reads the clock at each switch, so it runs only while something asks for it: tracing, metrics, the inspector.
 * async_activity_clock tells. The times are kept aside, because a record of a coroutine fills its size class of the
 * allocator. While the clock stands, a switch does nothing for it: the scheduler counts the switches to its next look
 * at events down, and with the clock on, each of them is a look.
 */
#ifndef ASYNC_SCHEDULER_ACTIVITY_H
#define ASYNC_SCHEDULER_ACTIVITY_H

#include "scheduler/globals.h"

/* Does the activity clock of this thread run? */
#define async_activity_clock ASYNC_G(activity_clock).is_on

/* What is known of one coroutine. All times are those of async_reactor_now(). */
typedef struct {
	uint64_t id;       /* of the coroutine: objects of other ids had the same handle before */
	uint64_t since;    /* when its state began */
	uint64_t ran;      /* nanoseconds: it had control, calls that waited in place included */
} async_activity_record_t;

/* Let the clock run until the matching release. It may run already. Both may be called at any time on the thread whose
 * coroutines are meant, also before the scheduler has started. What began before the clock is not known.
 * suspends: no; runs PHP: no; errors: none */
void async_activity_require(void);
void async_activity_release(void);

/* Since when is the coroutine in its state, and how long has it run since the clock is on?
 * errors: false: not known; *since and *ran are 0 then */
bool async_activity_of(const async_coroutine_t *coroutine, uint64_t *since, uint64_t *ran);

/* For the scheduler, while the clock is on. They allocate by malloc(), when a coroutine is seen for the first time.
 * suspends: no; runs PHP: no; errors: none, without memory the times of a coroutine are not known */

/* The current coroutine gives up control; its new state is set. Harmless when it goes on or has ended, unless the caller
 * is sure that another coroutine runs next. */
void async_activity_leave(bool is_sure);
/* A coroutine has completed, the current one or one that has never run. It still exists. */
void async_activity_end(const async_coroutine_t *coroutine);
/* The coroutine is ready now: it was spawned or woken. */
void async_activity_ready(const async_coroutine_t *coroutine);
/* The reactor has been turned: the next coroutine runs from now on. */
void async_activity_turned(uint64_t now);

extern const async_part_t async_activity_part;

#endif

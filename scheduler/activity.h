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

#include "scheduler/observers.h"

/* Does the activity clock of this thread run? */
#define async_activity_clock async_is_observed_by(ASYNC_OBSERVER_ACTIVITY)

/* What a wait is for, in two words of memory that stay valid when the wait is over. */
typedef struct {
	uint8_t kind;      /* async_wait_kind_t; FOR_TURN: no wait */
	bool has_text;
	union {
		const char *text;  /* a name that lives as long as the process */
		int64_t detail;    /* descriptor, process, number of sources, or id of the awaited coroutine */
	} of;
} async_activity_wait_t;

/* What is known of one coroutine. All times are those of async_reactor_real_now(), 0: not known. */
typedef struct {
	uint64_t id;          /* of the coroutine: objects of other ids had the same handle before */
	uint64_t since;       /* when its state began */
	uint64_t ran;         /* nanoseconds: it had control, calls that waited in place included */
	/* the way to its next run */
	uint64_t parked_at;   /* 0: it does not wait */
	uint64_t ready_at;    /* when it was spawned or woken, or gave up its turn */
	uint64_t waker;       /* the coroutine that did so; 0: an event, or itself */
	uint64_t left_ticket; /* of the latest park that was noted */
	async_activity_wait_t wait;
} async_activity_record_t;

/* The run of a coroutine from one switch to the next, and the record as it was before. */
typedef struct {
	const async_coroutine_t *coroutine;
	const async_activity_record_t *record;
	uint64_t start;
	uint64_t end;
} async_activity_run_t;

/* Things that happen at one moment, in the running coroutine. */
typedef enum {
	ASYNC_MARK_CANCEL,      /* number: the coroutine that is cancelled */
	ASYNC_MARK_BLOCKED,     /* a wait blocks the thread */
	ASYNC_MARK_GARBAGE,     /* garbage was collected; number: the values that were freed */
	ASYNC_MARK_FATAL,       /* a fatal error */
} async_activity_mark_t;

/* Let the clock run until the matching release. It may run already. Both may be called at any time on the thread whose
 * coroutines are meant, also before the scheduler has started. What began before the clock is not known.
 * suspends: no; runs PHP: no; errors: none */
void async_activity_require(void);
void async_activity_release(void);

/* Since when is the coroutine in its state, and how long has it run since the clock is on?
 * errors: false: not known; *since and *ran are 0 then */
bool async_activity_of(const async_coroutine_t *coroutine, uint64_t *since, uint64_t *ran);

/* What is known of a coroutine; NULL: nothing. Borrowed until the next call of this file. */
const async_activity_record_t *async_activity_find(const async_coroutine_t *coroutine);

/* The coroutine that causes what happens now; NULL: an event. *at: receives the time, within a run of it. */
const async_coroutine_t *async_activity_doer(uint64_t *at);

/* For the scheduler, while the clock is on. They allocate by malloc(), when a coroutine is seen for the first time.
 * suspends: no; runs PHP: no; errors: none, without memory the times of a coroutine are not known */

/* The current coroutine gives up control; its new state is set. Harmless when it goes on or has ended, unless the
 * caller is sure that another coroutine runs next. */
void async_activity_leave(bool is_sure);
/* A coroutine has ended, and is about to wake its waiters. It may have never run. */
void async_activity_end(const async_coroutine_t *coroutine);
/* The coroutine is in the run queue now. */
void async_activity_spawned(const async_coroutine_t *coroutine);
/* Returns true always: a caller that ends with the call needs no frame for it. */
bool async_activity_woken(const async_coroutine_t *coroutine);
/* A fatal error has ended all of them; they are still members of their scopes. */
void async_activity_fatal(void);
/* The reactor is about to be turned; it has been turned. */
void async_activity_turn_begins(void);
void async_activity_turn_ends(void);

void async_activity_mark_now(async_activity_mark_t kind, uint64_t number);

/* Something happens now. Nothing is done while the clock stands.
 * suspends: no; runs PHP: no; errors: none */
static zend_always_inline void async_activity_mark(async_activity_mark_t kind, uint64_t number)
{
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_mark_now(kind, number);
	}
}

/* Tracers may have attached to probes, or have gone. */
#ifdef ASYNC_HAVE_PROBES
void async_activity_look_for_probes(void);
#else
# define async_activity_look_for_probes() ((void) 0)
#endif

extern const async_part_t async_activity_part;

#endif

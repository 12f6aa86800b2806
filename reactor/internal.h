/*
 * What the files of the reactor share, and nobody else includes.
 *
 * A completion counts in `deliveries`, so that a blocked turn knows that it has something to return for.
 * Every uv handle counts in `open_handles` from its init until its close callback ran.
 */
#ifndef ASYNC_REACTOR_INTERNAL_H
#define ASYNC_REACTOR_INTERNAL_H

#ifndef _GNU_SOURCE
# define _GNU_SOURCE   /* ppoll() */
#endif

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <uv.h>

#include "debug_assert.h"
#include "reactor.h"
#include "ring.h"

/* libuv's loop in memory of its own: it may outlive the reactor while a worker still runs one of its jobs. */
typedef struct async__loop {
	uv_loop_t uv;
	struct async__loop *next;   /* list of orphans (reactor.c) */
	pthread_t thread;           /* the only thread that may touch the loop */
} async__loop_t;

typedef struct async__descriptor async__descriptor_t;   /* poll.c */

/* What outlives the registration of a descriptor number. */
typedef struct {
	uint32_t closes;                        /* how often it was closed, as far as we were told */
	uint32_t holds;                         /* async_fd_hold() */
} async__fd_use_t;
typedef struct async__signal async__signal_t;           /* signal.c */
typedef struct async__job async__job_t;                 /* job.c */
typedef struct async__child async__child_t;             /* child.c */

/* One timer in the heap. */
typedef struct {
	uint64_t deadline;
	uint64_t content;                       /* even: address of the timer; odd: it was stopped, see timer.c. As wide
	                                           as sequence numbers, wherever addresses are narrower */
} async__timer_entry_t;

struct async_reactor {
	async__loop_t *loop;           /* NULL after a failed async_reactor_after_fork() */
	pid_t pid;                     /* process that the loop belongs to */
	size_t refs;
	size_t open_handles;           /* initialised uv handles whose close callback has not run */
	size_t closing_handles;        /* part of them that wait for the close callback only */
	uint64_t turns;
	uint64_t deliveries;           /* completion functions called by turns */
	bool blocking;                 /* this turn may sleep */
	bool turning;                  /* a turn does not nest */
	bool stale;                    /* libuv has registrations to tell the kernel in its next run */
	const volatile bool *interrupt;

	/* Workers ring it when a queued slow job may start (job.c). It is also the one referenced handle that
	 * libuv always has: without it, uv_run() would not sleep. */
	uv_async_t doorbell;
	uv_timer_t alarm;              /* wakes a long sleep for the first timer */
	uint64_t alarm_deadline;       /* what the alarm is set for, 0 while it is not */

	/* timer.c */
	async__timer_entry_t *timers;   /* heap in an array */
	size_t timer_count;            /* entries in use, holes included */
	size_t timer_holes;            /* those of stopped timers */
	size_t timer_capacity;
	uint64_t timer_sequence;
	async_timer_t *late_timers;    /* armed by a firing timer and due at once: FIFO until the turn is over */
	async_timer_t **late_tail;
	uint64_t firing_until;
	bool timers_firing;

	/* poll.c */
	async__descriptor_t **descriptors;      /* by descriptor number */
	async__fd_use_t *descriptor_uses;       /* the same; stays when the registration goes */
	size_t descriptor_capacity;
	size_t descriptor_count;
	size_t descriptors_armed;               /* those that the kernel may report */
	async__descriptor_t *fresh_descriptors; /* armed since libuv ran last */
	uint64_t registrations;

	/* signal.c */
	async__signal_t *signals[NSIG];
	size_t signal_count;
	async_signal_found_fn signal_found;     /* see async_signal_on_found() */

	/* job.c, own_thread.c */
	async_ring_t jobs;             /* all that exist, oldest first */
	size_t job_count;
	async_ring_t slow_jobs;        /* those that wait for a slot, oldest first */
	async_reactor_t *next_waiting; /* ring of reactors with such jobs, under the lock of its file */
	bool waits_for_slot;
	bool workers_started;
	async__job_t *own_ran;         /* jobs whose own thread is done, under the lock of its file */

	/* child.c */
	async_ring_t children;         /* one for each waiter, oldest first */
	size_t child_count;
};

/* reactor.c: one more uv handle exists; its close callback must be async__handle_closed() or call it. */
void async__handle_opened(async_reactor_t *reactor);
void async__handle_close(async_reactor_t *reactor, uv_handle_t *handle, uv_close_cb closed);
void async__handle_closed(async_reactor_t *reactor);

/* The _drop functions end everything of their kind without calling anybody. `owners_alive`: the structs of the
 * callers are still in place, so mark them as not armed; otherwise they must not be touched. */

/* timer.c */
bool async__timer_first(async_reactor_t *reactor, uint64_t *deadline);
size_t async__timers_fire(async_reactor_t *reactor);
void async__timers_admit(async_reactor_t *reactor);
void async__timers_drop(async_reactor_t *reactor, bool owners_alive);

/* virtual_clock.c: the virtual time, or 0; one turn passed; jump to the deadline instead of sleeping, or not */
#ifdef ASYNC_TESTING
uint64_t async__clock_virtual_now(void);
void async__clock_pass_turn(void);
bool async__clock_jump(async_reactor_t *reactor, uint64_t deadline);
#else
static inline uint64_t async__clock_virtual_now(void)
{
	return 0;
}

static inline void async__clock_pass_turn(void)
{
}

static inline bool async__clock_jump(async_reactor_t *reactor, uint64_t deadline)
{
	(void) reactor;
	(void) deadline;
	return false;
}
#endif

/* poll.c */
void async__fds_settle(async_reactor_t *reactor);
void async__fds_drop(async_reactor_t *reactor, bool owners_alive);

/* signal.c */
void async__signals_drop(async_reactor_t *reactor, bool owners_alive);

/* In a forked child, whose loop has a new pipe for signals: what was caught but not read from the old one never comes,
 * and libuv would wait for it before it closes a handle. */
void async__signals_forget_caught(async_reactor_t *reactor);

/* job.c */
void async__jobs_start_queued(async_reactor_t *reactor);
void async__jobs_collect_own(async_reactor_t *reactor);
void async__jobs_drop(async_reactor_t *reactor);
bool async__jobs_forget(async_reactor_t *reactor);

/* child.c: before async__fds_drop() and async__signals_drop(), which it uses */
void async__children_drop(async_reactor_t *reactor, bool owners_alive);

#endif

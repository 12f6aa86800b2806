/*
 * The state of a reactor and the functions that its files share. Only reactor/ includes this.
 *
 * Each call of a completion function counts in `deliveries`, so that a blocked turn knows that it has to return.
 * Every uv handle counts in `open_handles` from its init until its close callback has run, so that the close of the
 * reactor knows when the loop can be closed.
 */
#ifndef ASYNC_REACTOR_INTERNAL_H
#define ASYNC_REACTOR_INTERNAL_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <uv.h>

#include "debug_assert.h"
#include "reactor.h"
#include "ring.h"

typedef struct async__descriptor async__descriptor_t;   /* poll.c */
typedef struct async__shard async__shard_t;             /* shard.c */
typedef struct async__signal async__signal_t;           /* signal.c */
typedef struct async__job async__job_t;                 /* job_record.h */
typedef struct async__child async__child_t;             /* child.c */

/* State of a descriptor number that stays when its registration goes. */
typedef struct {
	uint32_t closes;                        /* calls of async_fd_forget() */
	uint32_t holds;                         /* async_fd_hold() without its release, since the last close */
	uint32_t outlived_holds;                /* … from before it: of descriptors that had the number before */
} async__fd_use_t;

/* libuv's loop in memory of its own: in a forked child it may have to outlive the reactor. */
typedef struct async__loop {
	uv_loop_t uv;
	struct async__loop *next;   /* list of lost loops (reactor.c) … */
	async__shard_t *shards;     /* … and the shards of a lost loop */
	pthread_t thread;           /* the only thread that may touch the loop */
} async__loop_t;

/* One place of the heap of timers: an armed timer, or the hole of a stopped one. */
typedef struct {
	uint64_t deadline;
	uint32_t order;                         /* the lower half of the timer's sequence number */
	uint32_t slot;                          /* where the timer is found, see timer.c */
} async__timer_entry_t;

struct async_reactor {
	async__loop_t *loop;           /* NULL after a failed async_reactor_after_fork() */
	pid_t pid;                     /* process that the loop belongs to */
	size_t refs;                   /* async_reactor_ref() */
	size_t open_handles;           /* initialised uv handles whose close callback has not run */
	size_t closing_handles;        /* those of them that only wait for the close callback */
	uint64_t turns;
	uint64_t deliveries;           /* calls of completion functions */
	size_t readied;                /* those of them for descriptors, in this turn, … */
	size_t last_readied;           /* … and in the turn before */
	bool blocking;                 /* the current turn may sleep */
	bool turning;                  /* a turn goes on: turns do not nest */
	bool woken_by_event;           /* the last sleep ended with an event, not at its deadline (turn.c) */
	bool stale;                    /* libuv has registrations that it tells the kernel in its next run only */
	bool (*interrupt)(void);       /* async_reactor_set_interrupt(), or NULL */
	size_t (*visits[ASYNC_VISITORS])(void);   /* async_reactor_set_visitor(), or NULL */

	/* Workers ring it when a job is done (worker.c, own_thread.c). It is also the one referenced handle that libuv
	 * always has: without it, uv_run() would not sleep. */
	uv_async_t doorbell;
	bool can_be_woken;             /* atomic: the doorbell may be rung from a signal handler … */
	bool is_woken;                 /* … atomic: and that has happened */
	bool is_rung;                  /* atomic: visitors are to be called */
	uv_timer_t alarm;              /* wakes a long sleep for the first timer */
	uint64_t alarm_deadline;       /* the deadline that the alarm is set for, 0 while it is not set */

	/* timer.c */
	async__timer_entry_t *timers;   /* heap in an array */
	size_t timer_count;            /* entries in use, holes included */
	size_t timer_holes;            /* entries of stopped timers */
	size_t timer_capacity;         /* of both arrays */
	uintptr_t *timer_slots;        /* content of each slot, see timer.c */
	uint32_t timer_slots_used;     /* slots [0, used) were in use at least once */
	uint32_t timer_free_slot;      /* first free one of them, plus one; 0: none */
	uint64_t timer_sequence;       /* of the next timer that is armed */
	async_timer_t *late_timers;    /* armed by a firing timer and due at once: FIFO until the turn is over */
	async_timer_t **late_tail;     /* where the next late timer is linked */
	uint64_t firing_until;         /* while timers fire: those with a later deadline are not due */
	bool timers_firing;
	uint64_t turned_at;            /* the clock at the end of the last turn */

	/* poll.c */
	async__descriptor_t **descriptors;      /* by descriptor number */
	async__fd_use_t *descriptor_uses;       /* by descriptor number, too */
	size_t descriptor_capacity;
	size_t descriptor_count;
	size_t descriptors_armed;               /* descriptors that the kernel may report */
	async__descriptor_t *fresh_descriptors; /* armed since libuv ran last */
	uint64_t registrations;

	/* shard.c */
	async__shard_t *shards;
	async__shard_t *next_shard;             /* runs next under load; NULL: the main loop does */
	size_t shard_count;
	bool one_loop;                          /* the main loop runs without the shards that have an event */
	size_t main_descriptors;                /* descriptors that have their handle in the main loop */

	/* signal.c */
	async__signal_t *signals[NSIG];
	size_t signal_count;

	/* job.c, worker.c, own_thread.c */
	async_ring_t jobs;             /* all that exist, oldest first */
	size_t job_count;
	async_ring_t ran;              /* jobs that a worker is done with, oldest first; under the lock of worker.c */
	async__job_t *own_ran;         /* jobs whose own thread is done, by next_ran; under the lock of own_thread.c */

	/* child.c */
	async_ring_t children;         /* one for each waiter, oldest first */
	size_t child_count;

	/* foreign.c */
	size_t foreign_waits;          /* async_reactor_wait_foreign() */
};

/* standard_fds.c. Placeholders at the numbers 0 to 2 where these are free. */
typedef struct {
	int fds[3];
	unsigned count;
} async__standard_fds_t;

/* Take the free ones of the numbers 0 to 2, and give them back. errno may change. */
void async__standard_fds_take(async__standard_fds_t *taken);
void async__standard_fds_give_back(async__standard_fds_t *taken);

/* Open something, to have its number. errors: -1 with errno */
int async__open_placeholder(void);

/* Open a loop, whose descriptors have no standard numbers. errors: -errno, nothing is left behind */
int async__loop_init(uv_loop_t *loop);

/* In a forked child: give the loop descriptors of its own. errors: false, only its descriptors can be closed */
bool async__loop_fork(uv_loop_t *loop);

/* Close the descriptors of a loop that can never be closed itself. It must not be used again. */
void async__loop_close_descriptors(const uv_loop_t *loop);

/* uv_poll_init(), after which libuv has memory for its table. errors: -errno, the handle was not initialised */
int async__poll_init(uv_loop_t *loop, uv_poll_t *poll, int fd);

/* Would malloc() find this number of bytes now? */
static inline bool async__has_memory(size_t size)
{
	void *volatile memory = malloc(size);   /* volatile: compilers know malloc() and leave out the call */
	const bool found = memory != NULL;

	free(memory);
	return found;
}

/* A loop has at most this number of descriptors of its own. */
#define LOOP_DESCRIPTORS 8

/* libuv aborts the process when it has no memory for its table of descriptors. The size of a table in which this number
 * has a place: at least as much as libuv asks for. */
static inline size_t async__libuv_table_size(int fd)
{
	return 2 * ((size_t) fd + 4) * sizeof(void *);
}

/* Count a uv handle that was initialised (reactor.c). */
void async__handle_opened(async_reactor_t *reactor);

/* Close a handle. `closed` runs in a later uv_run() and calls async__handle_closed().
 * owns: the handle's memory is libuv's until then */
void async__handle_close(async_reactor_t *reactor, uv_handle_t *handle, uv_close_cb closed);
void async__handle_closed(async_reactor_t *reactor);

/* The _drop functions end everything of their kind without calling completion functions. `owners_alive`: the structs of
 * the callers are still in place and are marked as not armed; otherwise they must not be touched. */

/* Deadline of the timer that fires first (timer.c). errors: false when none is armed */
bool async__timer_first(async_reactor_t *reactor, uint64_t *deadline);

static inline bool async__timers_are_armed(const async_reactor_t *reactor)
{
	return reactor->timer_count > reactor->timer_holes;
}

/* Fire all timers that are due at this time, in order. Timers that these arm wait for the next turn, even when they are
 * due, so that a timer that arms itself again cannot keep the turn from ending.
 * returns: how many have fired */
size_t async__timers_fire(async_reactor_t *reactor, uint64_t now);

/* End of a turn: put the timers that firing timers have armed into the heap. */
void async__timers_admit(async_reactor_t *reactor);
void async__timers_drop(async_reactor_t *reactor, bool owners_alive);

/* virtual_clock.c. Has a thread of this process ever set its clock? Then the clock is not the kernel's. */
extern bool async__clock_was_changed __attribute__((visibility("hidden")));

/* What the clock of this thread shows when the kernel's clock shows this. Does it stand? */
uint64_t async__clock_of(uint64_t kernel_now);
bool async__clock_stands(void);

/* For a clock that stands: count what a turn takes; jump to the deadline instead of sleeping.
 * errors: false from the jump when the turn has to sleep */
void async__clock_pass_turn(void);
bool async__clock_jump(async_reactor_t *reactor, uint64_t deadline);

/* Let a clock that stands run until async__clock_stop(), at the end of the sleep. Both do nothing for any other
 * clock. */
void async__clock_let_go(void);
void async__clock_stop(void);

/* outside.c. Is a child waited for, a foreign lock, or a descriptor that leads out of this process? */
bool async__waits_outside(const async_reactor_t *reactor);

/* The numbers of descriptors below this one are looked through. */
int async__numbers_in_use(void);

/* foreign.c. Does a child live that async_reactor_note_fork() has been told of? errno may change. */
bool async__forked_child_lives(void);

/* The next number after `fd` of a descriptor that has waiters; -1: there is none (poll.c). */
int async__fd_next_awaited(const async_reactor_t *reactor, int fd);

/* The loop for the handle of one more descriptor: the main loop, with NULL as the shard, or that of a shard. */
uv_loop_t *async__shard_take(async_reactor_t *reactor, async__shard_t **shard);
void async__shard_give_back(async_reactor_t *reactor, async__shard_t *shard);

/* A handle of the shard (NULL: of the main loop) was started, stopped or closed: the shard runs before the next
 * sleep. */
void async__shard_changed(async__shard_t *shard);

/* Before the main loop runs: run the shards in which something was changed. May call completion functions. */
void async__shards_settle(async_reactor_t *reactor);

/* Under load: run the next one of the loops that has an event, the main loop among them. Does not sleep.
 * returns: it has called completion functions, and the turn is over; false also when there is no load */
bool async__shards_run_one(async_reactor_t *reactor);

/* In a forked child: new epoll sets, before a handle is closed. errors: false, the shards cannot be used */
bool async__shards_fork(async_reactor_t *reactor);

/* In a forked child that cannot close the loops: close the descriptors of the shards, and let go of their memory. It is
 * the caller's then. */
async__shard_t *async__shards_leak(async_reactor_t *reactor);

/* After async__fds_drop(): close all. The memory goes when the main loop has run. */
void async__shards_close(async_reactor_t *reactor);

/* Before libuv runs: report descriptors that were closed without async_fd_forget() after they were armed (poll.c). */
void async__fds_settle(async_reactor_t *reactor);
void async__fds_drop(async_reactor_t *reactor, bool owners_alive);

/* signal.c */
void async__signals_drop(async_reactor_t *reactor, bool owners_alive);

/* In a forked child, whose loop has a new pipe for signals: forget the signals that were caught and not read from the
 * old pipe. They never come, and libuv would wait for them before it closes a handle. */
void async__signals_forget_caught(async_reactor_t *reactor);

/* The doorbell rang: deliver the jobs that a worker (job.c) or their own thread (own_thread.c) is done with. */
void async__jobs_collect(async_reactor_t *reactor);
void async__jobs_collect_own(async_reactor_t *reactor);

/* Close: withdraw the queued jobs, and separate the others from the reactor. A running job is destroyed when its work
 * has returned, which may be after the reactor is gone. */
void async__jobs_drop(async_reactor_t *reactor);

/* In a forked child, where no worker exists: cut all jobs off. Their owners destroy them with async_job_abandon().
 * returns: whether there were some. A worker of the parent may have been about to ring the doorbell then, which must
 * not be closed: libuv would wait for that worker */
bool async__jobs_forget(async_reactor_t *reactor);

/* Before async__fds_drop() and async__signals_drop(), whose registrations it gives back (child.c). */
void async__children_drop(async_reactor_t *reactor, bool owners_alive);

#endif

/*
 * The reactor: all events of the operating system, on top of libuv.
 *
 * Plain C: no zval, no zend_object, no coroutine. The caller hands in a struct that it owns (usually in the frame
 * of a parked coroutine), with a completion function. Completion functions run on the reactor's thread from
 * inside async_reactor_turn(); they may mark things as ready and call back into this API, and must not run PHP code.
 * So no function here suspends, and none runs PHP; the contracts below do not repeat that.
 *
 *     async_timer_t timer = {0};                              zero: not armed
 *     async_timer_start(reactor, &timer, deadline, fired);
 *     async_reactor_ref(reactor);                             a wait that will end: no deadlock
 *     async_reactor_turn(reactor, true);                      sleeps, calls fired(&timer)
 *     async_reactor_unref(reactor);
 *     async_timer_stop(reactor, &timer);                      always, before the struct goes
 *
 * One reactor belongs to one thread. Only async_reactor_t is shared with worker threads, and only inside worker.c
 * and own_thread.c.
 */
#ifndef ASYNC_REACTOR_REACTOR_H
#define ASYNC_REACTOR_REACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "ring.h"

typedef struct async_reactor async_reactor_t;

/* ---- life cycle (reactor.c) ---- */

/* Make a reactor with its event loop.
 * owns:   the caller owns the result until async_reactor_close()
 * errors: NULL with errno set (EMFILE, ENOMEM …); nothing is left behind */
async_reactor_t *async_reactor_open(void);

/* Close every handle, run the loop until all close callbacks came, free the reactor (lifetime rule 9).
 * Waiters and timers that are still registered are dropped without being called or written to: their owners may be
 * gone. Jobs that still run on a worker keep their own memory; a later open or close frees it.
 * errors: none; afterwards the pointer is invalid */
void async_reactor_close(async_reactor_t *reactor);

/* In the child after fork(): drop what belongs to the parent and make the loop usable again. Timers and waiters are
 * disarmed without being called, and jobs are forgotten (async_job_abandon() destroys them then). No reference is left:
 * the owner of a dropped waiter does not give its reference back. Call it outside of a turn, and before the stacks of
 * dropped coroutines are given back, because the timers and waiters in them are written to.
 * errors: false with errno set; the reactor can only be closed then */
bool async_reactor_after_fork(async_reactor_t *reactor);

/* Version of the event library in use, for phpinfo(). */
const char *async_reactor_library_version(void);

/* Monotonic time in nanoseconds, never cached. */
uint64_t async_reactor_now(void);

/* The same clock for measurements: it is never set, also while that of the thread stands or jumps. */
uint64_t async_reactor_real_now(void);

/* Tests only: from now on, in this thread, time stands still while anything runs and jumps when a turn would sleep. Or
 * it runs again, from where it stands. returns: stood it before? */
bool async_reactor_set_virtual_clock(bool stands);
bool async_reactor_clock_is_virtual(void);

/* Tests only: a process has been forked that goes on with what is open here. In the parent. */
void async_reactor_note_fork(pid_t child);

/* Tests only: does another process hold a lock of a file that is open here? Reads a file of /proc. errno may change. */
bool async_reactor_lock_is_foreign(void);

/* Tests only: a wait begins, or is over, that another process will end, though it is one for a time: the clock goes on
 * as the real one meanwhile. */
void async_reactor_wait_foreign(async_reactor_t *reactor, bool begins);

/* Milliseconds, not less than 0, as nanoseconds. Times of more than 146 years are cut to that, so that sums with the
 * clock do not overflow. */
static inline uint64_t async_ns_from_ms(int64_t ms)
{
	const int64_t most = INT64_MAX / 2 / 1000000;

	ASYNC_ASSERT(ms >= 0 && "the caller knows what a negative time means");
	return (uint64_t) (ms < most ? ms : most) * 1000000;
}

/* Deadline of a time limit: the given number of nanoseconds after this call, never earlier (D24). A limit of 10 s or
 * more is usually set for each read and stopped long before it passes. So it is measured with the kernel's coarse
 * clock, which is cheaper, and passes later by up to a 256th. */
uint64_t async_reactor_limit_after(uint64_t nanoseconds);

/* Process what is ready; when nothing is and `block` is set, sleep until something is.
 * Fires due timers first and last. Returns after the first batch of events.
 * A blocked turn makes no wake-up of its own. It is exact to well under a millisecond for timers that are due within a
 * few milliseconds, and for all timers unless an event has ended the sleep before; else a timer may be late by one.
 * owns:    nothing; turns do not nest, so a completion function does not call it
 * errors:  none; errno is kept
 * returns: how many waiters for descriptors it has called; each look reports these descriptors again, until they were
 *          read from */
size_t async_reactor_turn(async_reactor_t *reactor, bool block);

/* The clock at the end of the last turn, which has read it. */
uint64_t async_reactor_turned_at(const async_reactor_t *reactor);

/* Fire due timers: the part of a turn that makes no system call except to read the clock. Not from inside a turn. */
void async_reactor_fire_timers(async_reactor_t *reactor);

/* References count the waits that an event can end: for a deadline, a watched descriptor, a job.
 * No references and no ready coroutine means deadlock. Timers and registrations do not count by themselves:
 * the caller takes a reference when a coroutine waits for them, and gives it back after the wait (lifetime rule 10). */
void async_reactor_ref(async_reactor_t *reactor);
void async_reactor_unref(async_reactor_t *reactor);
bool async_reactor_has_refs(const async_reactor_t *reactor);

/* Can no turn deliver or finish anything, now or later? Watched descriptors do not count by themselves: a wait for one
 * holds a reference. */
bool async_reactor_is_idle(const async_reactor_t *reactor);

/* Let signal handlers of other extensions (pcntl, D32) end a blocked turn, in which libuv would sleep on. While a
 * function is set here, a blocked turn returns as soon as a handler has run after which is_due() is true, and does not
 * sleep when it is true already. NULL turns this off. It costs three more system calls for each blocked turn: set it
 * only while there are such handlers.
 * owns:   nothing; is_due() is called before the sleep with all signals blocked, and again after it with the caller's
 *         mask. It makes no system call. */
void async_reactor_set_interrupt(async_reactor_t *reactor, bool (*is_due)(void));

/* Who may have a visitor. */
typedef enum {
	ASYNC_VISITOR_INSPECTOR,   /* questions of the inspector */
	ASYNC_VISITOR_WAKES,       /* wake-ups by other threads */
	ASYNC_VISITORS
} async_visitor_t;

/* Let another thread have a function called in the thread of the reactor: after async_reactor_ring(), visit() is called
 * in the turn that sleeps now, or else in the next one. Rings that come close together may be one visit.
 * visit: as a completion function. It returns how many waits it has ended: with 0 the turn goes on. NULL: none */
void async_reactor_set_visitor(async_reactor_t *reactor, async_visitor_t visitor, size_t (*visit)(void));

/* Any thread may call this, while the reactor is open and has a visitor. */
void async_reactor_ring(async_reactor_t *reactor);

/* End a blocked turn, or the next one, from a signal handler that runs on the reactor's thread. Async-signal-safe.
 * Without effect while the reactor is being closed, or made anew in a forked child. */
void async_reactor_wake(async_reactor_t *reactor);

/* Numbers of what is registered and in flight, for reports and leak tests. */
typedef struct {
	size_t timers;           /* armed timers */
	size_t descriptors;      /* registered, with those that child.c opens */
	size_t signals;          /* signals whose disposition is taken over */
	size_t children;         /* waiters for children */
	size_t jobs;             /* submitted and not destroyed yet, abandoned ones included */
	uint64_t turns;          /* calls of async_reactor_turn() */
	uint64_t registrations;  /* changes of what the kernel watches; a repeated wait should not add to it */
} async_reactor_stats_t;
void async_reactor_stats(const async_reactor_t *reactor, async_reactor_stats_t *stats);

/* ---- timers (timer.c): a heap; no system call ---- */

typedef struct async_timer async_timer_t;
typedef void (*async_timer_fn)(async_timer_t *timer);

struct async_timer {
	uint64_t deadline;         /* absolute, nanoseconds of async_reactor_now() */
	async_timer_fn fire;       /* NULL while not armed */
	/* written by timer.c only */
	uint64_t sequence;         /* order of arming, for timers with the same deadline */
	async_timer_t *late_next;  /* next on the list of late timers */
	uint32_t slot;             /* where the heap finds it, unless it is late */
	bool is_late;              /* on that list instead of the heap: fires in the next turn */
};

/* Arm a timer that is not armed. It fires once, not before the deadline, and is disarmed before fire() is called.
 * Allocates only when more timers are armed than the heap has room for; the room doubles then.
 * owns:   nothing; the caller keeps *timer in place until it has fired or was stopped
 * errors: false with errno ENOMEM, the timer is not armed */
bool async_timer_start(async_reactor_t *reactor, async_timer_t *timer, uint64_t deadline, async_timer_fn fire);

/* Disarm; harmless when not armed. Afterwards fire() is not called. */
void async_timer_stop(async_reactor_t *reactor, async_timer_t *timer);

static inline bool async_timer_is_armed(const async_timer_t *timer)
{
	return timer->fire != NULL;
}

/* ---- descriptor readiness (poll.c): one registration that stays, many waiters ---- */

#define ASYNC_FD_READABLE  1u
#define ASYNC_FD_WRITABLE  2u
#define ASYNC_FD_PRIORITY  4u   /* out-of-band data */
#define ASYNC_FD_HANGUP    8u   /* reported, never asked for */
#define ASYNC_FD_ERROR    16u   /* reported, never asked for */
#define ASYNC_FD_CLOSED   32u   /* reported: async_fd_forget() was called while waiting */

typedef struct async_fd_waiter async_fd_waiter_t;
typedef void (*async_fd_fn)(async_fd_waiter_t *waiter, unsigned events);

struct async_fd_waiter {
	async_ring_t node;         /* on the ring of the descriptor, oldest first; written by poll.c only */
	void *descriptor;          /* its registration, NULL while not watching */
	unsigned events;           /* ASYNC_FD_READABLE | … asked for */
	async_fd_fn ready;         /* called once for each watch; the waiter is unlinked before */
};

/* Watch a descriptor until it is ready for one of the events, or failed, or hung up.
 * The waiter is unlinked and ready() called once, in FIFO order among the waiters of the descriptor; error and
 * hang-up reach every waiter whatever it asked for (lifetime rule 3). A hang-up may be reported as the event asked for,
 * without ASYNC_FD_HANGUP: try the operation.
 * The kernel's registration stays when the last waiter is gone, so that the next watch usually makes no system call. It
 * is reduced later, when an event arrives without a waiter for it. The descriptor's blocking mode is unchanged.
 * owns:   nothing; the caller keeps *waiter in place until ready() or async_fd_unwatch()
 * errors: -errno (EPERM: regular files cannot be watched and are always ready; EBADF; ENOMEM), nothing is registered */
int async_fd_watch(async_reactor_t *reactor, async_fd_waiter_t *waiter, int fd, unsigned events, async_fd_fn ready);

/* Stop watching; harmless when not watching. Keeps the order of the others and the registration. */
void async_fd_unwatch(async_reactor_t *reactor, async_fd_waiter_t *waiter);

/* Notice that a descriptor was closed while a woken coroutine had not run yet: its number may be that of another file
 * by then. Hold the descriptor after the watch (or when it is new); release it when the coroutine runs again, with the
 * number that hold returned.
 * owns:    the caller owns the hold until it releases it
 * returns: release: false when async_fd_forget() was called for the number in between */
uint32_t async_fd_hold(async_reactor_t *reactor, int fd);
bool async_fd_release(async_reactor_t *reactor, int fd, uint32_t held);

/* Would a watch have to register this descriptor? False also for a number above all those seen so far: it has no place
 * in the table yet, so it cannot be held. */
bool async_fd_is_new(const async_reactor_t *reactor, int fd);

/* Has the descriptor a waiter, or a holder that was woken and has not run yet (async_fd_hold())? */
bool async_fd_has_waiters(const async_reactor_t *reactor, int fd);

/* The descriptor is about to be closed: wake all its waiters with ASYNC_FD_CLOSED, from inside this call, and drop
 * the registration (lifetime rule 4). Cheap and harmless for descriptors that were never watched; errno is kept.
 * Call it before close(2): epoll forgets a closed descriptor silently. After a close without this call, the next watch
 * of the number notices, with one exception: a socket that is watched in the very turn of its last wake-up. That watch
 * would never end. */
void async_fd_forget(async_reactor_t *reactor, int fd);

/* A hint, kept with the registration: the last read took less than it asked for. The next read would most likely find
 * nothing, so its caller waits first. A wrong hint costs a turn, never an event: readiness is level triggered.
 * Without a registration the hint is not kept. */
void async_fd_set_drained(async_reactor_t *reactor, int fd, bool drained);
bool async_fd_is_drained(const async_reactor_t *reactor, int fd);

/* ---- signals (signal.c) ---- */

typedef struct async_signal_waiter async_signal_waiter_t;
typedef void (*async_signal_fn)(async_signal_waiter_t *waiter, int signo);

struct async_signal_waiter {
	async_ring_t node;         /* on the ring of the signal, oldest first; written by signal.c only */
	int signo;                 /* 0 while not watching */
	async_signal_fn ready;     /* called once for each watch; the waiter is unlinked before */
};

/* Wait for the next delivery of a signal. The first waiter of a signal takes over its disposition, and the
 * disposition found then is put back when the last waiter is gone (D32).
 * owns:   nothing; the caller keeps *waiter in place until ready() or async_signal_unwatch()
 * errors: -errno (EINVAL for SIGKILL, SIGSTOP or a bad number), nothing is registered */
int async_signal_watch(async_reactor_t *reactor, async_signal_waiter_t *waiter, int signo, async_signal_fn ready);

/* Stop waiting; harmless when not watching. */
void async_signal_unwatch(async_reactor_t *reactor, async_signal_waiter_t *waiter);

/* Set the function that calls the handler which a signal would have met without waiters here. It is called where that
 * handler would have run: as a signal handler. NULL: none. For the whole process. */
struct sigaction;
typedef void (*async_signal_found_fn)(int signo, const struct sigaction *found, void *info, void *context);
void async_signal_on_found(async_signal_found_fn fn);

/* The disposition of a signal as it is without waiters here. errors: false, there is no such signal */
bool async_signal_disposition(int signo, struct sigaction *found);

/* Another handler may have been set for a signal that has waiters: let it be the found one, and take the signal again.
 * was_missed: the signal has come in between, and met the other handler only */
void async_signal_reclaim(int signo, bool was_missed);

/* ---- worker jobs (job.c) ---- */

typedef struct async_job async_job_t;

typedef enum {
	ASYNC_JOB_FAST,   /* disk and the like: UV_THREADPOOL_SIZE (4) places in a lane */
	ASYNC_JOB_SLOW,   /* may hang for long (DNS): half as many places in a lane */
	ASYNC_JOB_OWN,    /* may wait for another job or for ever: has a thread of its own, which is cancelled
	                     (pthread_cancel()) when the job is abandoned */
	ASYNC_JOB_SURE,   /* has a thread of its own, which is never cancelled: it goes on after the job is abandoned and
	                     after the end of the request. The end of the process does not wait for it */
} async_job_kind_t;

struct async_job {
	/* set by the caller; the job is memory of its own (malloc), never of a coroutine's stack (lifetime rule 1) */
	async_job_kind_t kind;
	bool is_owed;                        /* fast and slow jobs: the end of the process waits for this one */
	uint64_t lane;                       /* fast and slow jobs: those with the same number and kind may all hang for
	                                        one reason, and share places. Jobs of other lanes do not wait for them */
	const char *name;                    /* for observers: static, or NULL */
	void (*work)(async_job_t *job);      /* on a worker thread; may block; touches the job's own memory only */
	void (*complete)(async_job_t *job);  /* on the reactor's thread, exactly once unless abandoned */
	void (*destroy)(async_job_t *job);   /* frees the job's memory, exactly once, last; on the reactor's thread, after
	                                        its close on that of a later one */
	/* written by job.c only */
	void *internal;
};

/* Hand a job over: work(), complete() and destroy() are called, in this order. Without a free place in its lane it
 * waits in a queue, FIFO.
 * Takes a reference on the reactor until the completion was delivered or the job was abandoned.
 * owns:   the reactor owns the job from here on
 * errors: -errno (EAGAIN: no thread can be made), the caller still owns the job, and may make the call itself */
int async_job_submit(async_reactor_t *reactor, async_job_t *job);

/* When and where a job has run. */
typedef struct {
	uint32_t worker;           /* number of the thread in this process */
	uint64_t start;            /* async_reactor_now() */
	uint64_t end;
} async_job_times_t;

/* Tell a function of each job that has run, on the reactor's thread before its completion, abandoned or not. NULL: no
 * function. For the whole process, before the first job. The function touches no reactor. */
typedef void (*async_job_observer_t)(const async_job_t *job, const async_job_times_t *times);
void async_job_observe(async_job_observer_t observer);

/* End the wait for a job: complete() will not be called. destroy() will be: from inside this call, or after a running
 * work() has returned, possibly after the reactor was closed. The place of a running job is free at once. Not from
 * inside complete(). */
void async_job_abandon(async_reactor_t *reactor, async_job_t *job);

/* The same, but a fast or slow job that is still queued is run all the same. */
void async_job_let_go(async_reactor_t *reactor, async_job_t *job);

/* This code, if it is in a module that is loaded at run time, stays in memory until the process is gone, although the
 * module is unloaded. errors: false, it may go */
bool async_reactor_keep_module(void);

/* Call before the process ends or another program takes its place: waits for the jobs that are owed, in all threads of
 * the process, and for no other job. When other jobs go on, this code stays in memory although the module is unloaded.
 * Afterwards jobs may be submitted as before. */
void async_reactor_process_end(void);

/* ---- descriptors (standard_fds.c) ---- */

/* Move a new descriptor above the standard ones. owns: takes fd and gives its new number.
 * errors: -1 with errno, fd is closed; -1 stays -1 */
int async_fd_above_standard(int fd);

/* ---- children (child.c) ---- */

typedef struct async_child_waiter async_child_waiter_t;
typedef void (*async_child_fn)(async_child_waiter_t *waiter);

struct async_child_waiter {
	int pid;                   /* > 0 a child, -1 any child */
	async_child_fn ready;      /* NULL while not watching */
	/* written by child.c only */
	void *internal;
};

/* Call ready() once when the child may have changed state. It does not reap the child: the caller calls
 * waitpid(WNOHANG) again.
 * Uses a pidfd where the kernel has it, SIGCHLD otherwise (and for pid -1). A SIGCHLD before the watch is not seen:
 * watch first, then look with WNOHANG, and park only when there was nothing. Stops and continues, and process
 * groups, are seen through pid -1 only.
 * owns:   nothing; the caller keeps *waiter in place until ready() or async_child_unwatch()
 * errors: -errno (ECHILD …), nothing is registered */
int async_child_watch(async_reactor_t *reactor, async_child_waiter_t *waiter, int pid, async_child_fn ready);

/* Stop waiting; harmless when not watching. */
void async_child_unwatch(async_reactor_t *reactor, async_child_waiter_t *waiter);

#endif

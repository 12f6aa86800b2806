/*
 * Async\supervise(): the record that the calling coroutine shares with the service coroutine that looks after the
 * workers.
 *
 *     caller                         service coroutine                      worker processes
 *     supervise() ── queues it ──►   loop: ends, signals, deadlines
 *        │                             │ fork, in the service itself ──►    the service queues the main coroutine of
 *        │ parked                      │                                    the worker and ends; nothing else of the
 *        ▼                             ▼                                    supervisor goes on there
 *     returns the status ◄── wakes ── the last worker has ended
 *
 * The service forks because the coroutine that forks goes on in the child (scheduler/fork.h): the caller, with the
 * frames of the main script, does not.
 */
#ifndef ASYNC_PARALLEL_SUPERVISE_H
#define ASYNC_PARALLEL_SUPERVISE_H

#include "async_classes.h"
#include "scheduler/scheduler.h"

#include <sys/types.h>

#define ASYNC_SUPERVISE_WORKERS_MAX 1024

typedef struct async_supervisor async_supervisor_t;

typedef enum {
	ASYNC_WORKER_WAITS,    /* there is no process; one starts at `due` */
	ASYNC_WORKER_RUNS,
	ASYNC_WORKER_STOPS,    /* it has got a SIGTERM; a SIGKILL follows at `due` */
	ASYNC_WORKER_KILLED,   /* it has got the SIGKILL */
	ASYNC_WORKER_IS_OVER   /* it has ended for good */
} async_worker_state_t;

/* One place for a worker. Written by supervise_loop.c only. */
typedef struct {
	async_supervisor_t *supervisor;
	async_worker_state_t state;
	pid_t pid;                     /* 0: there is no process */
	async_child_waiter_t end;
	uint64_t started;              /* times as async_reactor_now() */
	uint64_t due;
	uint64_t pause;                /* before the latest start; 0: none */
	uint32_t generation;           /* of the supervisor, when the process started */
} async_supervised_worker_t;

struct async_supervisor {
	uint32_t references;           /* the caller and the service */

	/* what the caller has asked for; times in nanoseconds */
	zval main;                     /* callable, counted */
	uint64_t grace;
	uint64_t pause_first;
	uint64_t pause_most;
	uint64_t settle;
	bool restarts_always;

	async_wait_t *caller;          /* its wait, while it is parked */
	async_wait_t *service;
	bool is_over;                  /* the service has ended */

	async_signal_waiter_t signals[4];
	bool is_stopping;
	uint32_t generation;           /* the number of reloads */
	int status;                    /* the result */
	uint32_t count;
	async_supervised_worker_t workers[];
};

/* Body of the service coroutine, whose one parameter is the record, as a pointer.
 * suspends: yes; runs PHP: no
 * errors:   none; a worker that cannot be started is tried again */
void async_supervise_run(async_coroutine_t *service);

/* Let the workers end, within their grace period. Called again, they get one more SIGTERM.
 * suspends: no; runs PHP: no */
void async_supervise_stop(async_supervisor_t *self);

/* In a new worker: make and queue its main coroutine, which calls `main` with the number of the worker.
 * returns:  borrowed from the scheduler
 * suspends: no; runs PHP: no */
async_coroutine_t *async_supervise_spawn_main(async_supervisor_t *self, uint32_t worker);

/* Give one reference back. */
void async_supervise_release(async_supervisor_t *self);

#endif

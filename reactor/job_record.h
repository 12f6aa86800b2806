/*
 * The record of a job, for job.c and own_thread.c.
 */
#ifndef ASYNC_REACTOR_JOB_RECORD_H
#define ASYNC_REACTOR_JOB_RECORD_H

#include "internal.h"

typedef enum {
	JOB_QUEUED,       /* waits for a slot; libuv does not know it */
	JOB_SUBMITTED,    /* with libuv: waits for a worker, runs, or has run */
	JOB_COMPLETING,   /* complete() is being called */
	JOB_OWN_RUNS,     /* in its own thread */
	JOB_OWN_RAN,      /* that thread is done; in the reactor's list */
} job_state_t;

struct async__job {
	uv_work_t request;
	async_job_t *job;
	async_reactor_t *reactor;   /* NULL when closed: only destroy() is left to do */
	job_state_t state;
	bool abandoned;
	bool holds_slot;            /* the worker clears it when it is done; libuv's lock orders that */
	async_ring_t node;          /* on the reactor's ring of all jobs */
	async_ring_t queue_node;    /* on its ring of slow jobs while JOB_QUEUED */
	pthread_t thread;           /* its own, until it is joined; written under the lock of own_threads */
	async__job_t *next_ran;
};

/* It has run, or never will: tell who waits, and destroy it. The reactor is NULL when it was closed. */
void async__job_finish(async_reactor_t *reactor, async__job_t *record);
void async__job_destroy(async__job_t *record);

/* Threads inherit the signal mask, and must not run PHP's handlers; faults are left to whoever reports them. *before is
 * to be set again. */
void async__block_signals(sigset_t *before);

/* own_thread.c */

/* errors: -errno */
int async__own_thread_start(async__job_t *record);

/* Nobody waits for it any more: end what it waits for, usually before we return, so that nobody meets it there. */
void async__own_thread_cancel(async__job_t *record);

/* The reactor is being closed: the thread leaves the job to async__own_threads_wait(), of this one or of a later one,
 * unless it has ended already. */
void async__own_thread_orphan(async__job_t *record);

/* Wait for such threads that were told to end; not for ever. */
void async__own_threads_wait(void);

/* In a forked child, where none exists. */
void async__own_threads_forget(void);

/* The process is about to end, or this code to be unloaded: not while a thread goes on in it. */
void async__own_threads_process_end(void);

#endif

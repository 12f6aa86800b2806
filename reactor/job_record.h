/*
 * The record of a job: its state between submission and destroy(), for job.c and own_thread.c.
 *
 *     JOB_QUEUED ──► JOB_SUBMITTED ──► JOB_COMPLETING ──► destroyed      fast and slow jobs (fast: never queued)
 *     JOB_OWN_RUNS ──► JOB_OWN_RAN ──► JOB_COMPLETING ──► destroyed      jobs with a thread of their own
 *
 * An abandoned job skips JOB_COMPLETING.
 */
#ifndef ASYNC_REACTOR_JOB_RECORD_H
#define ASYNC_REACTOR_JOB_RECORD_H

#include "internal.h"

typedef enum {
	JOB_QUEUED,       /* waits for a slot, or is new; libuv does not know it */
	JOB_SUBMITTED,    /* with libuv: waits for a worker, runs, or has run */
	JOB_COMPLETING,   /* complete() is being called */
	JOB_OWN_RUNS,     /* in its own thread */
	JOB_OWN_RAN,      /* that thread is done; on the reactor's list own_ran */
} job_state_t;

struct async__job {
	uv_work_t request;
	async_job_t *job;
	async_reactor_t *reactor;   /* NULL when closed: only destroy() is left to do */
	job_state_t state;
	bool abandoned;             /* complete() must not be called */
	bool holds_slot;            /* the worker clears it when it is done; libuv's lock orders that with our reads */
	async_ring_t node;          /* on the reactor's ring of all jobs */
	async_ring_t queue_node;    /* on its ring of slow jobs while JOB_QUEUED */
	pthread_t thread;           /* its own, until it is joined; written under the lock of own_threads */
	async__job_t *next_ran;     /* on a list of jobs that are done with their thread, or lost in a fork */
};

/* The job has run, or will not run any more: call complete() unless it was abandoned, then destroy it.
 * The reactor is NULL when it was closed. */
void async__job_finish(async_reactor_t *reactor, async__job_t *record);

/* Free the record and call destroy(). The record is on no ring or list. */
void async__job_destroy(async__job_t *record);

/* Block the signals that a new thread must not handle, before it is started: threads inherit the mask, and must not run
 * PHP's handlers. Faults stay, so that tools can report them. The caller sets the mask *before again. */
void async__block_signals(sigset_t *before);

/* Start the thread of a job (own_thread.c). errors: -errno, there is no thread */
int async__own_thread_start(async__job_t *record);

/* Abandon the job and cancel its thread. Waits a moment for the thread, which usually ends before this returns: then
 * the caller does not meet it at the file or lock that it waited for. */
void async__own_thread_cancel(async__job_t *record);

/* The reactor is being closed: destroy the job if its thread has ended, else leave it to async__own_threads_wait(), in
 * this close or in a later one. */
void async__own_thread_orphan(async__job_t *record);

/* Wait for the threads that were cancelled, at most for a second, and destroy the jobs of those that have ended. */
void async__own_threads_wait(void);

/* In a forked child, where none of the threads exists: forget them. */
void async__own_threads_forget(void);

/* Call before the process ends: keep this code loaded while a thread still runs in it. */
void async__own_threads_process_end(void);

#endif

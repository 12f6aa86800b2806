/*
 * The record of a job: its state between submission and destroy(), for job.c, worker.c and own_thread.c.
 *
 *     JOB_QUEUED ──► JOB_RUNS ──► JOB_RAN ──► JOB_COMPLETING ──► destroyed     fast and slow jobs
 *     JOB_OWN_RUNS ──► JOB_OWN_RAN ──► JOB_COMPLETING ──► destroyed            jobs with a thread of their own
 *
 * An abandoned job skips JOB_COMPLETING.
 */
#ifndef ASYNC_REACTOR_JOB_RECORD_H
#define ASYNC_REACTOR_JOB_RECORD_H

#include "internal.h"

typedef enum {
	JOB_QUEUED,       /* waits for a place or for a worker, or is new */
	JOB_RUNS,         /* on a worker */
	JOB_RAN,          /* the worker is done with it; on the reactor's list of those that ran */
	JOB_COMPLETING,   /* complete() is being called */
	JOB_OWN_RUNS,     /* in its own thread */
	JOB_OWN_RAN,      /* that thread is done; on the reactor's list own_ran */
} job_state_t;

struct async__job {
	async_job_t *job;
	async_reactor_t *reactor;   /* NULL when closed: only destroy() is left to do */
	job_state_t state;          /* of a fast or slow job: written under the lock of worker.c */
	bool abandoned;             /* complete() must not be called */
	bool has_place;             /* counts in its lane: a worker runs it, or will do so next */
	struct async__lane *lane;   /* fast and slow jobs, see worker.c */
	async_ring_t node;          /* on the reactor's ring of all jobs */
	async_ring_t queue_node;    /* on a ring of worker.c, or on the reactor's ring of jobs that ran */
	pthread_t thread;           /* its own, until it is joined; written under the lock of own_threads */
	async_job_times_t times;    /* while jobs are observed; `end` is 0 until the job has run */
	async__job_t *next_ran;     /* on a list of jobs that are done with their own thread, or lost in a fork */
};

/* The job has run, or will not run any more: call complete() unless it was abandoned, then destroy it.
 * The reactor is NULL when it was closed. */
void async__job_finish(async_reactor_t *reactor, async__job_t *record);

/* On the thread of a job: run it, and note when, if jobs are observed. */
void async__job_work(async__job_t *record, uint32_t worker);

/* The number of a new thread. */
uint32_t async__job_next_worker(void);

/* Free the record and call destroy(). The record is on no ring or list. */
void async__job_destroy(async__job_t *record);

/* ---- workers (worker.c) ---- */

/* Give a new job to a worker, or queue it. errors: -errno (EAGAIN: no thread can be made, ENOMEM), it is not queued */
int async__worker_submit(async__job_t *record);

/* Its waiter has left. The place of the job is free for another one, although a worker may still run it. `withdraws`:
 * the job is not to be begun any more.
 * returns: true when the job was withdrawn: the caller destroys it */
bool async__worker_abandon(async__job_t *record, bool withdraws);

/* The same for a job whose reactor is being closed, abandoned or not. It is withdrawn unless it is owed.
 * returns: true when no worker has the job, nor will have it: the caller destroys it */
bool async__worker_orphan(async__job_t *record);

/* Move the jobs of the reactor that its workers are done with to a ring of the caller. */
void async__worker_take_ran(async_reactor_t *reactor, async_ring_t *ran);

/* Destroy the jobs that were done after their reactor was closed. */
void async__workers_destroy_left(void);

/* Is this a forked child that has not forgotten its parent's workers? */
bool async__workers_are_inherited(void);

/* In a forked child, where none of the workers exists: forget them and their jobs. */
void async__workers_forget(void);

/* Call before the process ends: wait for the jobs that are owed, and end the idle workers.
 * returns: whether workers are left that run other jobs */
bool async__workers_process_end(void);

/* ---- threads of single jobs (own_thread.c) ---- */

/* Start the thread of a job. errors: -errno, there is no thread */
int async__own_thread_start(async__job_t *record);

/* Abandon the job and cancel its thread. Waits a moment for the thread, which usually ends before this returns: then
 * the caller does not meet it at the file or lock that it waited for. */
void async__own_thread_cancel(async__job_t *record);

/* The reactor is being closed: destroy the job if its thread has ended, else leave it to async__own_threads_wait(), in
 * this close or in a later one. */
void async__own_thread_orphan(async__job_t *record);

/* Wait a moment for the threads that were cancelled, and destroy the jobs of those that have ended. */
void async__own_threads_wait(void);

/* In a forked child, where none of the threads exists: forget them. */
void async__own_threads_forget(void);

/* Call before the process ends. returns: whether threads are left */
bool async__own_threads_process_end(void);

/* Does this process have the record of threads of its parent? */
bool async__own_threads_are_inherited(void);

#endif

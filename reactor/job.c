/*
 * Jobs: the part of their life on the reactor's thread, from the submission to destroy().
 *
 * Fast and slow jobs are run by the workers of the process (worker.c). Jobs that may wait for each other, or that no
 * worker may be lost to, have threads of their own (own_thread.c).
 */
#include "job_record.h"

#include <dlfcn.h>

/* In a forked child: jobs of the parent. The workers that use them do not exist here, so they are never freed; the list
 * only shows leak checkers that they are known. */
static async__job_t *lost;

/* ---- observers ---- */

static async_job_observer_t observer;
static uint32_t last_worker;   /* atomic */

void async_job_observe(async_job_observer_t function)
{
	observer = function;
}

uint32_t async__job_next_worker(void)
{
	return __atomic_add_fetch(&last_worker, 1, __ATOMIC_RELAXED);
}

void async__job_work(async__job_t *record, uint32_t worker)
{
	if (!observer) {
		record->job->work(record->job);
		return;
	}
	record->times.worker = worker;
	record->times.start = async_reactor_now();
	record->job->work(record->job);
	record->times.end = async_reactor_now();
}

/* ---- lists ---- */

static void link_job(async_reactor_t *reactor, async__job_t *record)
{
	async_ring_insert_tail(&reactor->jobs, &record->node);
	reactor->job_count++;
}

static void unlink_job(async_reactor_t *reactor, async__job_t *record)
{
	assert(reactor->job_count > 0 && "a job on the ring is counted");
	async_ring_remove(&record->node);
	reactor->job_count--;
}

static bool has_own_thread(const async__job_t *record)
{
	return record->job->kind == ASYNC_JOB_OWN || record->job->kind == ASYNC_JOB_SURE;
}

void async__job_destroy(async__job_t *record)
{
	async_job_t *job = record->job;

	ASYNC_ASSERT(!record->has_place && "a job gives its place back before it is destroyed");
	free(record);
	job->destroy(job);
}

void async__job_finish(async_reactor_t *reactor, async__job_t *record)
{
	if (reactor) {
		unlink_job(reactor, record);
	}
	ASYNC_ASSERT((record->state == JOB_RAN || record->state == JOB_OWN_RAN) && "a job that is done has run");
	ASYNC_ASSERT((reactor || record->abandoned) && "without a reactor no completion is delivered");
	if (observer && reactor && record->times.end) {
		observer(record->job, &record->times);
	}
	if (reactor) {
		reactor->deliveries++;   /* destroy() may end a wait as well as complete() */
	}
	if (!record->abandoned) {
		record->state = JOB_COMPLETING;
		record->job->complete(record->job);
		async_reactor_unref(reactor);
	}
	async__job_destroy(record);
}

/* ---- the end of the process ---- */

bool async_reactor_keep_module(void)
{
	static void *kept;   /* a handle of this module, never closed */
	Dl_info found;

	if (kept == NULL && dladdr(&lost, &found) && found.dli_fname) {
		kept = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	}
	return kept != NULL;
}

void async_reactor_process_end(void)
{
	const bool workers_go_on = async__workers_process_end();
	const bool others_go_on = async__own_threads_process_end();

	if (workers_go_on || others_go_on) {
		(void) async_reactor_keep_module();   /* threads that run jobs return to this code */
	}
}

/* ---- the API ---- */

int async_job_submit(async_reactor_t *reactor, async_job_t *job)
{
	async__job_t *record = calloc(1, sizeof(*record));
	int err;

	assert(job->work && job->complete && job->destroy && "a job has all its functions");

	if (!record) {
		return -ENOMEM;
	}
	record->job = job;
	record->reactor = reactor;
	job->internal = record;
	link_job(reactor, record);
	async_reactor_ref(reactor);

	err = has_own_thread(record) ? async__own_thread_start(record) : async__worker_submit(record);
	if (err) {
		async_reactor_unref(reactor);
		unlink_job(reactor, record);
		free(record);
	}
	return err;
}

static void abandon(async_reactor_t *reactor, async_job_t *job, bool withdraws)
{
	async__job_t *record = job->internal;

	if (!record) {
		/* async__jobs_forget() left its record to the parent process. */
		job->destroy(job);
		return;
	}
	assert(!record->abandoned && "a job is abandoned once");
	ASYNC_ASSERT(record->job == job && record->reactor == reactor && "a job is abandoned where it was submitted");

	async_reactor_unref(reactor);
	if (job->kind == ASYNC_JOB_OWN) {
		async__own_thread_cancel(record);
	} else if (job->kind == ASYNC_JOB_SURE) {
		record->abandoned = true;
	} else if (async__worker_abandon(record, withdraws)) {
		unlink_job(reactor, record);
		async__job_destroy(record);
	}
}

void async_job_abandon(async_reactor_t *reactor, async_job_t *job)
{
	abandon(reactor, job, true);
}

void async_job_let_go(async_reactor_t *reactor, async_job_t *job)
{
	abandon(reactor, job, false);
}

void async__jobs_collect(async_reactor_t *reactor)
{
	async_ring_t ran;

	async__worker_take_ran(reactor, &ran);
	while (!async_ring_is_empty(&ran)) {
		async__job_t *record = async_container_of(async_ring_first(&ran), async__job_t, queue_node);

		ASYNC_ASSERT(record->state == JOB_RAN && record->reactor == reactor && "its worker is done");
		async_ring_remove(&record->queue_node);
		async__job_finish(reactor, record);
	}
}

void async__jobs_drop(async_reactor_t *reactor)
{
	/* The newest first: otherwise a job that runs would give its place to one that is withdrawn next. */
	while (!async_ring_is_empty(&reactor->jobs)) {
		async__job_t *record = async_container_of(reactor->jobs.prev, async__job_t, node);

		unlink_job(reactor, record);
		if (has_own_thread(record)) {
			async__own_thread_orphan(record);
		} else if (async__worker_orphan(record)) {
			async__job_destroy(record);
		}
	}
	ASYNC_ASSERT(reactor->job_count == 0 && "a reactor without jobs counts none");
	reactor->own_ran = NULL;
	async__own_threads_wait();
	async__workers_destroy_left();
}

bool async__jobs_forget(async_reactor_t *reactor)
{
	bool any = false;

	async__workers_forget();
	async__own_threads_forget();
	async_ring_init(&reactor->ran);
	reactor->own_ran = NULL;

	while (!async_ring_is_empty(&reactor->jobs)) {
		async__job_t *record = async_container_of(async_ring_first(&reactor->jobs), async__job_t, node);

		unlink_job(reactor, record);
		/* An abandoned job has no owner any more. The owners of the other jobs call async_job_abandon() later. */
		if (!record->abandoned) {
			record->job->internal = NULL;
		}
		record->next_ran = lost;
		lost = record;
		any = true;
	}
	ASYNC_ASSERT(reactor->job_count == 0 && "a reactor without jobs counts none");
	return any;
}

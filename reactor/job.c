/*
 * Jobs for worker threads, on libuv's pool, which all reactors of the process share.
 *
 * Jobs that may wait for each other, or have to be done in any case, have threads of their own (own_thread.c).
 *
 * Slow jobs hold one of a few slots while they are with libuv, so that fast ones always find a worker. Slots belong
 * to the process as the pool does: also a job whose reactor was closed keeps its slot until its work() returns.
 */
#include "job_record.h"

#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	unsigned limit;             /* 0 until the first slow job */
	unsigned taken;
	async_reactor_t *waiting;   /* reactors to ring when a slot gets free */
} slots = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* In a forked child: jobs of the parent, whose owners may have been left to it; kept for leak checkers only. */
static async__job_t *lost;

/* Which process has started libuv's workers; 0: none. */
static pid_t process_of_workers;

/* ---- slots ---- */

/* Half of libuv's workers; it reads the same variable in the same way. */
static unsigned count_slots(void)
{
	const char *value = getenv("UV_THREADPOOL_SIZE");
	unsigned workers = value ? (unsigned) atoi(value) : 4;

	if (workers > 1024) {
		workers = 1024;
	}
	return workers > 1 ? workers / 2 : 1;
}

/* When none is free, the reactor's doorbell rings as soon as one may be. */
static bool take_slot(async_reactor_t *reactor)
{
	bool taken;

	pthread_mutex_lock(&slots.lock);
	if (!slots.limit) {
		slots.limit = count_slots();
	}
	taken = slots.taken < slots.limit;
	if (taken) {
		slots.taken++;
	} else if (!reactor->waits_for_slot) {
		reactor->waits_for_slot = true;
		reactor->next_waiting = slots.waiting;
		slots.waiting = reactor;
	}
	pthread_mutex_unlock(&slots.lock);
	return taken;
}

/* On any thread. The lock is held while bells ring, so that a reactor that closes first leaves the list. */
static void give_slot_back(async__job_t *record)
{
	pthread_mutex_lock(&slots.lock);
	assert(record->holds_slot && slots.taken > 0 && "a slot is given back once");
	record->holds_slot = false;
	slots.taken--;
	while (slots.waiting) {
		async_reactor_t *reactor = slots.waiting;
		int err;

		slots.waiting = reactor->next_waiting;
		reactor->waits_for_slot = false;
		err = uv_async_send(&reactor->doorbell);
		assert(err == 0 && "the doorbell rings until the reactor is closed");
		(void) err;
	}
	pthread_mutex_unlock(&slots.lock);
}

static void stop_waiting_for_slot(async_reactor_t *reactor)
{
	pthread_mutex_lock(&slots.lock);
	for (async_reactor_t **link = &slots.waiting; *link; link = &(*link)->next_waiting) {
		if (*link == reactor) {
			*link = reactor->next_waiting;
			break;
		}
	}
	reactor->waits_for_slot = false;
	pthread_mutex_unlock(&slots.lock);
}

/* ---- lists ---- */

static void link_job(async_reactor_t *reactor, async__job_t *record)
{
	async_ring_insert_tail(&reactor->jobs, &record->node);
	reactor->job_count++;
}

static void unlink_job(async_reactor_t *reactor, async__job_t *record)
{
	assert(reactor->job_count > 0 && "a job that is listed is counted");
	async_ring_remove(&record->node);
	reactor->job_count--;
}

static void enqueue_job(async_reactor_t *reactor, async__job_t *record)
{
	record->state = JOB_QUEUED;
	async_ring_insert_tail(&reactor->slow_jobs, &record->queue_node);
}

static void dequeue_job(async__job_t *record)
{
	assert(record->state == JOB_QUEUED && "only queued jobs are in the queue");
	async_ring_remove(&record->queue_node);
}

void async__job_destroy(async__job_t *record)
{
	async_job_t *job = record->job;

	free(record);
	job->destroy(job);
}

void async__job_finish(async_reactor_t *reactor, async__job_t *record)
{
	if (reactor) {
		unlink_job(reactor, record);
	}
	if (!record->abandoned) {
		record->state = JOB_COMPLETING;
		reactor->deliveries++;
		record->job->complete(record->job);
		async_reactor_unref(reactor);
	}
	async__job_destroy(record);
}

/* ---- with libuv ---- */

/* On a worker thread. */
static void run_job(uv_work_t *request)
{
	async__job_t *record = request->data;

	record->job->work(record->job);
	if (record->holds_slot) {
		give_slot_back(record);
	}
}

/* On the reactor's thread: the job has run, or was cancelled before. */
static void on_job_done(uv_work_t *request, int status)
{
	async__job_t *record = request->data;
	async_reactor_t *reactor = record->reactor;

	assert(record->state == JOB_SUBMITTED && "libuv hands a job back once");
	assert((status == 0 || record->abandoned) && "only abandoned jobs are cancelled");
	(void) status;

	if (record->holds_slot) {
		give_slot_back(record);
	}
	async__job_finish(reactor, record);
}

void async__block_signals(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	pthread_sigmask(SIG_SETMASK, &all, before);
}

/* Queue work that may start the workers. */
static void queue_first_work(uv_loop_t *loop, uv_work_t *request, uv_work_cb work, uv_after_work_cb done)
{
	sigset_t before;
	int err;

	async__block_signals(&before);
	err = uv_queue_work(loop, request, work, done);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	assert(err == 0 && "libuv refuses no work that has a function");
	(void) err;
	__atomic_store_n(&process_of_workers, getpid(), __ATOMIC_RELAXED);
}

static void hand_to_worker(async_reactor_t *reactor, async__job_t *record)
{
	int err;

	record->state = JOB_SUBMITTED;
	record->request.data = record;
	if (!reactor->workers_started) {
		queue_first_work(&reactor->loop->uv, &record->request, run_job, on_job_done);
		reactor->workers_started = true;
		return;
	}
	err = uv_queue_work(&reactor->loop->uv, &record->request, run_job, on_job_done);
	assert(err == 0 && "libuv refuses no work that has a function");
	(void) err;
}

static void do_nothing(uv_work_t *request)
{
	(void) request;
}

static void done_nothing(uv_work_t *request, int status)
{
	(void) request;
	(void) status;
}

void async_reactor_process_end(void)
{
	pid_t process = __atomic_load_n(&process_of_workers, __ATOMIC_RELAXED);
	uv_work_t request;
	uv_loop_t loop;

	async__own_threads_process_end();
	if (process == 0 || process == getpid() || uv_loop_init(&loop) != 0) {
		return;
	}
	queue_first_work(&loop, &request, do_nothing, done_nothing);
	uv_run(&loop, UV_RUN_DEFAULT);
	uv_loop_close(&loop);
}

/* A worker takes it or not: abandoned it is in any case, and libuv hands it back. */
static void cancel_job(async__job_t *record)
{
	int err;

	assert(record->state == JOB_SUBMITTED && "libuv has the job");
	record->abandoned = true;
	err = uv_cancel((uv_req_t *) &record->request);
	assert((err == 0 || err == UV_EBUSY) && "a job is cancelled, or has begun");
	(void) err;
}

/* Hand queued slow jobs to libuv as long as there are slots. */
void async__jobs_start_queued(async_reactor_t *reactor)
{
	while (!async_ring_is_empty(&reactor->slow_jobs) && take_slot(reactor)) {
		async__job_t *record = async_container_of(async_ring_first(&reactor->slow_jobs), async__job_t, queue_node);

		dequeue_job(record);
		record->holds_slot = true;
		hand_to_worker(reactor, record);
	}
}

/* ---- the API ---- */

int async_job_submit(async_reactor_t *reactor, async_job_t *job)
{
	async__job_t *record = calloc(1, sizeof(*record));
	int err = 0;

	assert(job->work && job->complete && job->destroy && "a job has all its functions");

	if (!record) {
		return -ENOMEM;
	}
	record->job = job;
	record->reactor = reactor;
	job->internal = record;
	link_job(reactor, record);
	async_reactor_ref(reactor);

	if (job->kind == ASYNC_JOB_SLOW) {
		enqueue_job(reactor, record);
		async__jobs_start_queued(reactor);
	} else if (job->kind == ASYNC_JOB_FAST) {
		hand_to_worker(reactor, record);
	} else {
		err = async__own_thread_start(record);
	}
	if (err) {
		async_reactor_unref(reactor);
		unlink_job(reactor, record);
		free(record);
	}
	return err;
}

void async_job_abandon(async_reactor_t *reactor, async_job_t *job)
{
	async__job_t *record = job->internal;

	if (!record) {
		/* It was left to the parent by a fork. */
		job->destroy(job);
		return;
	}
	assert(record->state != JOB_COMPLETING && "complete() does not abandon its own job");
	assert(!record->abandoned && "a job is abandoned once");

	async_reactor_unref(reactor);
	if (record->state == JOB_QUEUED) {
		dequeue_job(record);
		unlink_job(reactor, record);
		async__job_destroy(record);
	} else if (job->kind == ASYNC_JOB_OWN) {
		async__own_thread_cancel(record);
	} else if (job->kind == ASYNC_JOB_SURE) {
		record->abandoned = true;
	} else {
		cancel_job(record);
	}
}

/* Close: queued jobs are destroyed; those with libuv are cut off from the reactor and destroyed when it hands them
 * back, which may be after the reactor is gone. */
void async__jobs_drop(async_reactor_t *reactor)
{
	stop_waiting_for_slot(reactor);
	while (!async_ring_is_empty(&reactor->jobs)) {
		async__job_t *record = async_container_of(async_ring_first(&reactor->jobs), async__job_t, node);

		unlink_job(reactor, record);
		if (record->job->kind == ASYNC_JOB_OWN || record->job->kind == ASYNC_JOB_SURE) {
			async__own_thread_orphan(record);
			continue;
		}
		record->reactor = NULL;
		if (record->state == JOB_QUEUED) {
			async__job_destroy(record);
		} else if (!record->abandoned) {
			cancel_job(record);
		}
	}
	async_ring_init(&reactor->slow_jobs);
	reactor->own_ran = NULL;
	async__own_threads_wait();
}

/* In a forked child, where no worker exists: cut all jobs off. Says whether libuv still counts some of them: its loop
 * must not run again then. The jobs themselves are destroyed when their owners abandon them. */
bool async__jobs_forget(async_reactor_t *reactor)
{
	bool with_libuv = false, is_own;

	/* Another thread may have held the lock; all slots were its or its workers'. */
	pthread_mutex_init(&slots.lock, NULL);
	slots.taken = 0;
	slots.waiting = NULL;
	reactor->waits_for_slot = false;
	async__own_threads_forget();
	reactor->own_ran = NULL;

	while (!async_ring_is_empty(&reactor->jobs)) {
		async__job_t *record = async_container_of(async_ring_first(&reactor->jobs), async__job_t, node);

		unlink_job(reactor, record);
		is_own = record->state == JOB_OWN_RUNS || record->state == JOB_OWN_RAN;
		if (!record->abandoned) {   /* nor destroyed, then */
			record->job->internal = NULL;
		}
		with_libuv = with_libuv || (record->state != JOB_QUEUED && !is_own);
		record->next_ran = lost;
		lost = record;
	}
	async_ring_init(&reactor->slow_jobs);
	reactor->workers_started = false;
	return with_libuv;
}

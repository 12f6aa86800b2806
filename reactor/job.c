/*
 * Jobs: work on libuv's pool of worker threads, which all reactors of the process share.
 *
 * Jobs that may wait for each other, or must be done in any case, have threads of their own (own_thread.c).
 *
 * A slow job holds one of a few slots while it is with libuv, so that a fast one always finds a worker. Slots belong
 * to the process, as the pool does: a job whose reactor was closed keeps its slot until its work() returns, too.
 */
#include "job_record.h"

#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	unsigned limit;             /* 0 until the first slow job */
	unsigned taken;             /* at most the limit */
	async_reactor_t *waiting;   /* reactors whose doorbell rings when a slot gets free, by next_waiting */
} slots = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* In a forked child: jobs of the parent. The workers that use them do not exist here, so they are never freed; the list
 * only shows leak checkers that they are known. */
static async__job_t *lost;

/* The process that started libuv's workers; 0: no process did. */
static pid_t process_of_workers;

/* ---- slots ---- */

/* Half of libuv's workers. libuv reads the same variable in the same way. */
static unsigned count_slots(void)
{
	const char *value = getenv("UV_THREADPOOL_SIZE");
	unsigned workers = value ? (unsigned) atoi(value) : 4;

	if (workers > 1024) {
		workers = 1024;
	}
	return workers > 1 ? workers / 2 : 1;
}

/* Take a slot. When none is free, the reactor's doorbell rings as soon as one may be.
 * On the reactor's thread. */
static bool take_slot(async_reactor_t *reactor)
{
	bool taken;

	pthread_mutex_lock(&slots.lock);
	if (!slots.limit) {
		slots.limit = count_slots();
	}
	ASYNC_ASSERT(slots.limit > 0 && slots.taken <= slots.limit && "no more slots are taken than there are");
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

/* Give a slot back, on any thread, and ring all reactors that wait: each tries again. The lock is held while the
 * doorbells ring, so that a reactor that is closed at the same time has left the list before its doorbell goes. */
static void give_slot_back(async__job_t *record)
{
	pthread_mutex_lock(&slots.lock);
	assert(record->holds_slot && slots.taken > 0 && "a slot is given back once");
	record->holds_slot = false;
	slots.taken--;
	while (slots.waiting) {
		async_reactor_t *reactor = slots.waiting;
		int err;

		ASYNC_ASSERT(reactor->waits_for_slot && "a reactor on the list waits for a slot");
		slots.waiting = reactor->next_waiting;
		reactor->waits_for_slot = false;
		err = uv_async_send(&reactor->doorbell);
		assert(err == 0 && "the doorbell rings until the reactor is closed");
		(void) err;
	}
	pthread_mutex_unlock(&slots.lock);
}

/* Before the reactor's doorbell is closed: no worker may ring it after this. */
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
	assert(reactor->job_count > 0 && "a job on the ring is counted");
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

	ASYNC_ASSERT(!record->holds_slot && "a job gives its slot back before it is destroyed");
	free(record);
	job->destroy(job);
}

void async__job_finish(async_reactor_t *reactor, async__job_t *record)
{
	if (reactor) {
		unlink_job(reactor, record);
	}
	ASYNC_ASSERT(record->state != JOB_QUEUED && record->state != JOB_OWN_RUNS && "a job that is done has run");
	ASYNC_ASSERT((reactor || record->abandoned) && "without a reactor no completion is delivered");
	if (!record->abandoned) {
		record->state = JOB_COMPLETING;
		reactor->deliveries++;
		record->job->complete(record->job);
		async_reactor_unref(reactor);
	}
	async__job_destroy(record);
}

/* ---- with libuv ---- */

/* On a worker thread. The slot is given back here, not on the reactor's thread, which may be busy for long. */
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

/* Queue work that may start the workers, which inherit the signal mask of this thread. */
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

	ASYNC_ASSERT(record->state == JOB_QUEUED && !record->abandoned && "a job is handed to libuv once");
	ASYNC_ASSERT(record->holds_slot == (record->job->kind == ASYNC_JOB_SLOW) && "slow jobs hold a slot");
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
	/* In this process no worker exists. One request makes libuv start its workers, so that it can join them. */
	queue_first_work(&loop, &request, do_nothing, done_nothing);
	uv_run(&loop, UV_RUN_DEFAULT);
	uv_loop_close(&loop);
}

/* Abandon a job that libuv has. Whether it can be cancelled or runs already: libuv hands it back to on_job_done(). */
static void cancel_job(async__job_t *record)
{
	int err;

	assert(record->state == JOB_SUBMITTED && "libuv has the job");
	record->abandoned = true;
	err = uv_cancel((uv_req_t *) &record->request);
	assert((err == 0 || err == UV_EBUSY) && "a job is cancelled, or has begun");
	(void) err;
}

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
		/* async__jobs_forget() left its record to the parent process. */
		job->destroy(job);
		return;
	}
	assert(record->state != JOB_COMPLETING && "complete() does not abandon its own job");
	assert(!record->abandoned && "a job is abandoned once");
	ASYNC_ASSERT(record->job == job && record->reactor == reactor && "a job is abandoned where it was submitted");

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
	ASYNC_ASSERT(reactor->job_count == 0 && "a reactor without jobs counts none");
	async_ring_init(&reactor->slow_jobs);   /* its jobs were destroyed above, without dequeue_job() */
	reactor->own_ran = NULL;
	async__own_threads_wait();
}

bool async__jobs_forget(async_reactor_t *reactor)
{
	bool with_libuv = false, is_own;

	/* Another thread may have held the lock at the fork. All slots were held by jobs of the parent. */
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
		/* An abandoned job has no owner any more. The owners of the other jobs call async_job_abandon() later. */
		if (!record->abandoned) {
			record->job->internal = NULL;
		}
		with_libuv = with_libuv || (record->state != JOB_QUEUED && !is_own);
		record->next_ran = lost;
		lost = record;
	}
	ASYNC_ASSERT(reactor->job_count == 0 && "a reactor without jobs counts none");
	async_ring_init(&reactor->slow_jobs);
	reactor->workers_started = false;
	return with_libuv;
}

/*
 * Workers: the threads that run fast and slow jobs, for all reactors of the process.
 *
 * A job belongs to a lane. The jobs of a lane may all hang for the same reason, because one disk or the name servers do
 * not answer; the jobs of other lanes must not notice. So each lane has places of its own, and a worker is started for
 * each place that is taken. What has no place waits in the queue of its lane.
 *
 *     submit ──► queue of its lane ──► takes a place, `ready` ──► a worker runs it ──► ring of its reactor
 *
 * A job whose waiter has left gives its place back while a worker still runs it. A lane that has too many of such
 * workers takes no more jobs until one of them returns. An idle worker ends after some seconds.
 */
#include "job_record.h"
#include "thread.h"

#include <time.h>
#include <unistd.h>

/* Workers of a lane that may run abandoned jobs. */
#define LANE_LOST_MAX 32
#define PLACES_DEFAULT 4
#define PLACES_MAX 1024
#define WORKER_IDLE_S 5
/* As much as libuv gives its workers: modules of libc's resolver may need it. Only what is used takes memory. */
#define WORKER_STACK ((size_t) 8 * 1024 * 1024)

typedef struct async__lane {
	struct async__lane *next;
	uint64_t key;
	async_job_kind_t kind;
	unsigned places;
	unsigned taken;             /* places, by jobs that are ready or run */
	unsigned lost;              /* workers that run an abandoned job: without a place */
	async_ring_t queue;         /* jobs without a place, oldest first */
} lane_t;

typedef struct worker {
	struct worker *next;        /* in `running`, or in `over` */
	pthread_t thread;
	uint32_t number;
} worker_t;

/* State of all workers, for the reactors of all threads. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t called;      /* there is a ready job, or the process ends */
	pthread_cond_t changed;     /* for the end of the process: a job is done, or a worker has left its loop */
	pid_t process;              /* whose workers these are; 0: none was started */
	unsigned limit;             /* places of a lane of fast jobs; 0 until the first job */
	lane_t *lanes;              /* never freed: one without jobs is used for the next key */
	async_ring_t ready;         /* jobs that have a place and wait for a worker, oldest first */
	unsigned ready_count;
	unsigned threads;           /* workers in their loop … */
	unsigned busy;              /* … and those of them that run a job */
	unsigned owed;              /* jobs that have to be done before the process ends */
	bool ending;
	worker_t *running;          /* workers in their loop: a forked child frees the records */
	worker_t *over;             /* workers that have left their loop: to be joined */
	async_ring_t left;          /* jobs that were done after their reactor was closed */
} pool = {
	.lock = PTHREAD_MUTEX_INITIALIZER, .called = PTHREAD_COND_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER,
	.ready = {&pool.ready, &pool.ready}, .left = {&pool.left, &pool.left},
};

/* ---- lanes; all under the lock ---- */

static unsigned places_of(async_job_kind_t kind)
{
	const char *value = pool.limit ? NULL : getenv("UV_THREADPOOL_SIZE");

	if (pool.limit == 0) {
		int number = value ? atoi(value) : PLACES_DEFAULT;

		pool.limit = number < 1 ? 1 : number > PLACES_MAX ? PLACES_MAX : (unsigned) number;
	}
	if (kind == ASYNC_JOB_FAST) {
		return pool.limit;
	}
	return pool.limit > 1 ? pool.limit / 2 : 1;
}

static bool is_empty(const lane_t *lane)
{
	return lane->taken == 0 && lane->lost == 0 && async_ring_is_empty(&lane->queue);
}

/* errors: NULL, no memory */
static lane_t *lane_of(const async_job_t *job)
{
	lane_t *empty = NULL;

	for (lane_t *lane = pool.lanes; lane; lane = lane->next) {
		if (lane->key == job->lane && lane->kind == job->kind) {
			return lane;
		}
		if (is_empty(lane)) {
			empty = lane;
		}
	}
	if (!empty) {
		empty = calloc(1, sizeof(*empty));
		if (!empty) {
			return NULL;
		}
		async_ring_init(&empty->queue);
		empty->next = pool.lanes;
		pool.lanes = empty;
	}
	empty->key = job->lane;
	empty->kind = job->kind;
	empty->places = places_of(job->kind);
	return empty;
}

static bool has_free_place(const lane_t *lane)
{
	return lane->taken < lane->places && lane->lost < LANE_LOST_MAX;
}

static async__job_t *job_at(const async_ring_t *node)
{
	return async_container_of(node, async__job_t, queue_node);
}

/* ---- the threads; all under the lock, except run_worker() where it says so ---- */

static void *run_worker(void *argument);

static bool has_idle_worker(void)
{
	ASYNC_ASSERT(pool.busy <= pool.threads && "a busy worker is one");
	return pool.threads - pool.busy > pool.ready_count;
}

/* Workers that have left their loop return at once, so this does not wait. */
static void join_workers_that_are_over(void)
{
	while (pool.over) {
		worker_t *worker = pool.over;
		int err = pthread_join(worker->thread, NULL);

		assert(err == 0 && "each thread is joined once");
		(void) err;
		pool.over = worker->next;
		free(worker);
	}
}

/* errors: -errno */
static int start_worker(void)
{
	worker_t *worker;
	int err;

	join_workers_that_are_over();
	worker = calloc(1, sizeof(*worker));
	if (!worker) {
		return -ENOMEM;
	}
	worker->number = async__job_next_worker();
	err = async_thread_start(&worker->thread, WORKER_STACK, run_worker, worker);
	if (err) {
		free(worker);
		return err;
	}
	worker->next = pool.running;
	pool.running = worker;
	pool.threads++;
	pool.process = getpid();
	return 0;
}

/* Make sure that a worker is there for one more ready job. errors: -errno */
static int have_worker(void)
{
	return has_idle_worker() ? 0 : start_worker();
}

/* The job takes a place in its lane. */
static void make_ready(async__job_t *record)
{
	ASYNC_ASSERT(record->state == JOB_QUEUED && !record->has_place && "a job takes a place once");
	record->has_place = true;
	record->lane->taken++;
	async_ring_insert_tail(&pool.ready, &record->queue_node);
	pool.ready_count++;
	pthread_cond_signal(&pool.called);
}

/* A place of this lane may be free: give it to the job that has waited longest. `caller_is_free`: the caller is a
 * worker that looks for a job next. Without a worker for it the job is ready all the same: any worker takes it. */
static void advance(lane_t *lane, bool caller_is_free)
{
	while (!async_ring_is_empty(&lane->queue) && has_free_place(lane)) {
		async__job_t *record = job_at(async_ring_first(&lane->queue));

		if (!caller_is_free && have_worker() != 0 && lane->taken > 0) {
			return;   /* the worker of one of the other jobs of this lane comes back here */
		}
		caller_is_free = false;
		async_ring_remove(&record->queue_node);
		make_ready(record);
	}
}

/* The job is done, or is abandoned while it runs. */
static void give_place_back(async__job_t *record)
{
	ASYNC_ASSERT(record->has_place && record->lane->taken > 0 && "a place that is given back was taken");
	record->has_place = false;
	record->lane->taken--;
}

/* On the worker: hand the job to its reactor, or to the reactor that is opened or closed next. The lock is held while
 * the doorbell rings, so that a reactor that is being closed has let its jobs go before its doorbell goes. */
static void deliver(async__job_t *record)
{
	async_reactor_t *reactor = record->reactor;
	lane_t *lane = record->lane;

	if (record->has_place) {
		give_place_back(record);
	} else {
		ASYNC_ASSERT(record->abandoned && lane->lost > 0 && "a lost worker is counted");
		lane->lost--;
	}
	record->state = JOB_RAN;
	pool.owed -= record->job->is_owed;
	if (!reactor) {
		async_ring_insert_tail(&pool.left, &record->queue_node);
	} else {
		bool rings = async_ring_is_empty(&reactor->ran);

		async_ring_insert_tail(&reactor->ran, &record->queue_node);
		if (rings) {
			int err = uv_async_send(&reactor->doorbell);

			assert(err == 0 && "the doorbell rings until the reactor is closed");
			(void) err;
		}
	}
	advance(lane, true);
	if (pool.ending) {
		pthread_cond_broadcast(&pool.changed);
	}
}

/* Wait for a ready job. errors: NULL, the worker is to end */
static async__job_t *next_job(void)
{
	struct timespec limit;
	int err = 0;

	if (async_ring_is_empty(&pool.ready)) {
		clock_gettime(CLOCK_REALTIME, &limit);
		limit.tv_sec += WORKER_IDLE_S;
	}
	while (async_ring_is_empty(&pool.ready)) {
		if (err != 0 || pool.ending) {
			return NULL;
		}
		err = pthread_cond_timedwait(&pool.called, &pool.lock, &limit);
	}
	ASYNC_ASSERT(pool.ready_count > 0 && "a ready job is counted");
	async__job_t *record = job_at(async_ring_first(&pool.ready));

	async_ring_remove(&record->queue_node);
	pool.ready_count--;
	record->state = JOB_RUNS;
	return record;
}

static void unlink_running(const worker_t *worker)
{
	worker_t **link = &pool.running;

	while (*link != worker) {
		link = &(*link)->next;
	}
	*link = worker->next;
}

static void *run_worker(void *argument)
{
	worker_t *self = argument;
	async__job_t *record;

	pthread_mutex_lock(&pool.lock);
	while ((record = next_job()) != NULL) {
		pool.busy++;
		pthread_mutex_unlock(&pool.lock);
		async__job_work(record, self->number);
		pthread_mutex_lock(&pool.lock);
		pool.busy--;
		deliver(record);
	}
	pool.threads--;
	unlink_running(self);
	self->next = pool.over;
	pool.over = self;
	pthread_cond_broadcast(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
	return NULL;
}

/* ---- jobs, on the reactor's thread ---- */

int async__worker_submit(async__job_t *record)
{
	lane_t *lane;
	int err = 0;

	ASYNC_ASSERT(record->reactor && record->state == JOB_QUEUED && "a job is submitted once");
	pthread_mutex_lock(&pool.lock);
	lane = lane_of(record->job);
	if (!lane) {
		err = -ENOMEM;
		goto unlock;
	}
	record->lane = lane;
	if (has_free_place(lane)) {
		err = have_worker();
		if (err == 0) {
			make_ready(record);
		} else if (lane->taken > 0) {
			async_ring_insert_tail(&lane->queue, &record->queue_node);
			err = 0;   /* a worker of the lane takes it next */
		} else {
			goto unlock;
		}
	} else {
		async_ring_insert_tail(&lane->queue, &record->queue_node);
	}
	pool.owed += record->job->is_owed;
unlock:
	pthread_mutex_unlock(&pool.lock);
	return err;
}

/* Take a job that no worker has begun from its queue. The lock is held. */
static void withdraw(async__job_t *record)
{
	async_ring_remove(&record->queue_node);
	pool.owed -= record->job->is_owed;
	if (record->has_place) {
		pool.ready_count--;
		give_place_back(record);
		advance(record->lane, false);
	}
}

/* Let the next job of the lane have the place of a job that runs for no waiter. The lock is held. */
static void lose_worker(async__job_t *record)
{
	give_place_back(record);
	record->lane->lost++;
	advance(record->lane, false);
}

bool async__worker_abandon(async__job_t *record, bool withdraws)
{
	bool withdrawn = false;

	pthread_mutex_lock(&pool.lock);
	assert(record->state != JOB_COMPLETING && "complete() does not abandon its own job");
	record->abandoned = true;
	if (record->state == JOB_QUEUED && withdraws) {
		withdraw(record);
		withdrawn = true;
	} else if (record->state == JOB_RUNS) {
		lose_worker(record);
	}
	pthread_mutex_unlock(&pool.lock);
	return withdrawn;
}

bool async__worker_orphan(async__job_t *record)
{
	bool is_over = false;

	pthread_mutex_lock(&pool.lock);
	record->reactor = NULL;
	if (record->state == JOB_RAN) {
		async_ring_remove(&record->queue_node);
		is_over = true;
	} else if (record->state == JOB_QUEUED && !record->job->is_owed) {
		withdraw(record);
		is_over = true;
	} else if (record->state == JOB_RUNS && record->has_place) {
		lose_worker(record);
	}
	record->abandoned = true;
	pthread_mutex_unlock(&pool.lock);
	return is_over;
}

void async__worker_take_ran(async_reactor_t *reactor, async_ring_t *ran)
{
	pthread_mutex_lock(&pool.lock);
	async_ring_move(ran, &reactor->ran);
	pthread_mutex_unlock(&pool.lock);
}

void async__workers_destroy_left(void)
{
	async_ring_t left;

	pthread_mutex_lock(&pool.lock);
	async_ring_move(&left, &pool.left);
	pthread_mutex_unlock(&pool.lock);
	while (!async_ring_is_empty(&left)) {
		async__job_t *record = job_at(async_ring_first(&left));

		async_ring_remove(&record->queue_node);
		async__job_destroy(record);
	}
}

bool async__workers_are_inherited(void)
{
	return pool.process != 0 && pool.process != getpid();
}

/* Of threads that a forked child does not have. */
static void free_records(worker_t **list)
{
	while (*list) {
		worker_t *worker = *list;

		*list = worker->next;
		free(worker);
	}
}

void async__workers_forget(void)
{
	/* Another thread may have held the lock at the fork. */
	pthread_mutex_init(&pool.lock, NULL);
	pthread_cond_init(&pool.called, NULL);
	pthread_cond_init(&pool.changed, NULL);
	pool.process = 0;
	for (lane_t *lane = pool.lanes; lane; lane = lane->next) {
		lane->taken = lane->lost = 0;
		async_ring_init(&lane->queue);
	}
	async_ring_init(&pool.ready);
	async_ring_init(&pool.left);
	pool.ready_count = pool.threads = pool.busy = pool.owed = 0;
	pool.ending = false;
	free_records(&pool.running);
	free_records(&pool.over);
}

bool async__workers_process_end(void)
{
	bool go_on;

	if (pool.process != getpid()) {
		return false;   /* a forked child that has used no worker, or no process has */
	}
	pthread_mutex_lock(&pool.lock);
	pool.ending = true;
	pthread_cond_broadcast(&pool.called);
	while (pool.owed > 0 || pool.threads > pool.busy) {
		pthread_cond_wait(&pool.changed, &pool.lock);
	}
	join_workers_that_are_over();
	pool.ending = false;
	go_on = pool.threads > 0;
	pthread_mutex_unlock(&pool.lock);
	async__workers_destroy_left();
	return go_on;
}

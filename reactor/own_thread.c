/*
 * Jobs with a thread of their own: jobs that may wait for each other, or must be done in any case.
 *
 * In a bounded pool, all workers could be taken by jobs that wait for a job in the queue.
 */
#include "job_record.h"
#include "thread.h"

#include <time.h>
#include <unistd.h>

/* State of all these threads, for the reactors of all threads. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t ended;       /* a thread is done with its job */
	pid_t process;              /* that has these threads; 0: there was none yet */
	unsigned running;           /* threads that are not done yet */
	unsigned orphans;           /* those of them that were cancelled when their reactor was closed */
	async__job_t *left;         /* jobs that were done after their reactor was closed, by next_ran */
} own_threads = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};

/* How long to wait for cancelled threads: when a job is abandoned, and when the reactor is closed. They usually end at
 * once. A thread that does not is stuck in the kernel, and the end of the process must not wait for it. */
#define OWN_THREAD_ABANDON_MS 50
#define OWN_THREAD_CLOSE_MS 20
#define OWN_THREAD_STACK ((size_t) 256 * 1024)

/* In the job's thread, when work() has returned or was cancelled: hand the job to its reactor, or to the reactor that
 * is closed next. Cancellation is switched off, because uv_async_send() is a cancellation point. */
static void leave_own_thread(void *argument)
{
	async__job_t *record = argument;
	async_reactor_t *reactor;
	int state, err;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	pthread_mutex_lock(&own_threads.lock);
	reactor = record->reactor;
	ASYNC_ASSERT(own_threads.running > 0 && "a thread that runs is counted");
	if (reactor) {
		ASYNC_ASSERT(record->state == JOB_OWN_RUNS && "a thread is done once");
		record->state = JOB_OWN_RAN;
		record->next_ran = reactor->own_ran;
		reactor->own_ran = record;
		err = uv_async_send(&reactor->doorbell);
		assert(err == 0 && "the doorbell rings until the reactor is closed");
		(void) err;
	} else {
		record->next_ran = own_threads.left;
		own_threads.left = record;
		ASYNC_ASSERT(own_threads.orphans >= (record->job->kind == ASYNC_JOB_OWN) && "an orphan is counted");
		own_threads.orphans -= record->job->kind == ASYNC_JOB_OWN;
	}
	own_threads.running--;
	pthread_cond_broadcast(&own_threads.ended);
	pthread_mutex_unlock(&own_threads.lock);
}

static void *run_own_thread(void *argument)
{
	async__job_t *record = argument;

	pthread_cleanup_push(leave_own_thread, record);
	async__job_work(record, async__job_next_worker());
	pthread_cleanup_pop(1);
	return NULL;
}

int async__own_thread_start(async__job_t *record)
{
	int err;

	ASYNC_ASSERT(record->reactor && record->state == JOB_QUEUED && "a job starts once");
	ASYNC_ASSERT((record->job->kind == ASYNC_JOB_OWN || record->job->kind == ASYNC_JOB_SURE)
		&& "jobs of other kinds have no thread of their own");
	record->state = JOB_OWN_RUNS;
	/* The lock keeps the thread from ending before its id is stored. */
	pthread_mutex_lock(&own_threads.lock);
	err = async_thread_start(&record->thread, OWN_THREAD_STACK, run_own_thread, record);
	if (err == 0) {
		own_threads.process = getpid();
		own_threads.running++;
	}
	pthread_mutex_unlock(&own_threads.lock);
	return err;
}

/* Wait for the next thread that ends. The lock is held. errors: false when the time has passed */
static bool wait_for_own_threads(const struct timespec *limit)
{
	return pthread_cond_timedwait(&own_threads.ended, &own_threads.lock, limit) == 0;
}

static struct timespec time_after_ms(long milliseconds)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += milliseconds % 1000 * 1000000;
	time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

void async__own_thread_cancel(async__job_t *record)
{
	struct timespec limit = time_after_ms(OWN_THREAD_ABANDON_MS);

	pthread_mutex_lock(&own_threads.lock);
	ASYNC_ASSERT(record->reactor && record->job->kind == ASYNC_JOB_OWN && "sure jobs are not cancelled");
	record->abandoned = true;
	if (record->state == JOB_OWN_RUNS) {
		pthread_cancel(record->thread);
		while (record->state == JOB_OWN_RUNS && wait_for_own_threads(&limit)) {
		}
	}
	pthread_mutex_unlock(&own_threads.lock);
}

/* Wait until a thread that is done has returned: it still runs code here, which is unloaded when the process ends. */
static void join_own_thread(async__job_t *record)
{
	int err = pthread_join(record->thread, NULL);

	assert(err == 0 && "each thread is joined once");
	(void) err;
}

void async__jobs_collect_own(async_reactor_t *reactor)
{
	async__job_t *record;

	pthread_mutex_lock(&own_threads.lock);
	record = reactor->own_ran;
	reactor->own_ran = NULL;
	pthread_mutex_unlock(&own_threads.lock);

	while (record) {
		async__job_t *next = record->next_ran;

		ASYNC_ASSERT(record->state == JOB_OWN_RAN && record->reactor == reactor && "its own thread is done");
		join_own_thread(record);
		async__job_finish(reactor, record);
		record = next;
	}
}

void async__own_thread_orphan(async__job_t *record)
{
	pthread_mutex_lock(&own_threads.lock);
	ASYNC_ASSERT((record->state == JOB_OWN_RUNS || record->state == JOB_OWN_RAN) && "its thread was started");
	record->reactor = NULL;
	if (record->state == JOB_OWN_RUNS) {
		if (record->job->kind == ASYNC_JOB_OWN) {
			own_threads.orphans++;
			pthread_cancel(record->thread);
		}
	} else {
		join_own_thread(record);
		async__job_destroy(record);
	}
	pthread_mutex_unlock(&own_threads.lock);
}

bool async__own_threads_are_inherited(void)
{
	return own_threads.process != 0 && own_threads.process != getpid();
}

void async__own_threads_wait(void)
{
	struct timespec limit;
	async__job_t *record;

	if (own_threads.process != getpid()) {
		return;   /* there was no such thread, or this child was forked by foreign code and has none */
	}
	limit = time_after_ms(OWN_THREAD_CLOSE_MS);
	pthread_mutex_lock(&own_threads.lock);
	while (own_threads.orphans > 0 && wait_for_own_threads(&limit)) {
	}
	record = own_threads.left;
	own_threads.left = NULL;
	pthread_mutex_unlock(&own_threads.lock);

	while (record) {
		async__job_t *next = record->next_ran;

		join_own_thread(record);
		async__job_destroy(record);
		record = next;
	}
}

void async__own_threads_forget(void)
{
	/* Another thread may have held the lock at the fork. */
	pthread_mutex_init(&own_threads.lock, NULL);
	pthread_cond_init(&own_threads.ended, NULL);
	own_threads.process = 0;
	own_threads.running = own_threads.orphans = 0;
	own_threads.left = NULL;
}

bool async__own_threads_process_end(void)
{
	bool go_on;

	if (own_threads.process != getpid()) {
		return false;
	}
	async__own_threads_wait();
	pthread_mutex_lock(&own_threads.lock);
	go_on = own_threads.running > 0;
	pthread_mutex_unlock(&own_threads.lock);
	return go_on;
}

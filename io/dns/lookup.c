/*
 * One look-up of a name by a worker: its life from the caller to the worker and back.
 */
#include "io/dns/lookup.h"

#include "io/delivery.h"
#include "io/wait_words.h"
#include "scheduler/activity.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <resolv.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* How long a lookup may take to its first question. Then it waits for the answer, and holds no lock of libc. */
#define UNTIL_QUESTION_MS 100

/* In the frame of the parked caller. */
typedef struct {
	async_wait_t wait;        /* first: revoke() gets it */
	async_lookup_t *lookup;   /* NULL once revoked */
} waiter_t;

/* Is this a forked child? Written before its workers start. */
static bool is_child;

/* The resolver of libc takes locks that stay locked in a child that is forked meanwhile: no lookup of the child would
 * end. So the script forks at a moment when no lookup has just begun, and none begins until it has forked. */
static struct {
	pthread_mutex_t lock;       /* also held during the fork */
	pthread_cond_t changed;     /* a lookup has ended, or a fork */
	unsigned running;           /* lookups in libc, on workers of all threads */
	unsigned forks;             /* of threads that wait for this moment */
	struct timespec question;   /* when the latest lookup waits for an answer, at the latest */
} calls = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

/* The next fork of this thread is one of the script: the child may look names up. Other forks lead to exec(). */
static _Thread_local bool script_forks;

static void begin_call(void)
{
	pthread_mutex_lock(&calls.lock);
	while (calls.forks > 0) {
		pthread_cond_wait(&calls.changed, &calls.lock);
	}
	calls.running++;
	clock_gettime(CLOCK_REALTIME, &calls.question);
	calls.question.tv_nsec += UNTIL_QUESTION_MS * 1000000L;
	if (calls.question.tv_nsec >= 1000000000L) {
		calls.question.tv_nsec -= 1000000000L;
		calls.question.tv_sec++;
	}
	pthread_mutex_unlock(&calls.lock);
}

static void end_call(void)
{
	pthread_mutex_lock(&calls.lock);
	ZEND_ASSERT(calls.running > 0 && "a lookup ends once");
	calls.running--;
	pthread_cond_broadcast(&calls.changed);
	pthread_mutex_unlock(&calls.lock);
}

static void before_fork(void)
{
	script_forks = true;
}

static void begin_fork(void)
{
	int err = 0;

	if (!script_forks) {
		return;
	}
	pthread_mutex_lock(&calls.lock);
	calls.forks++;
	while (calls.running > 0 && err == 0) {
		err = pthread_cond_timedwait(&calls.changed, &calls.lock, &calls.question);
	}
}

static void end_fork_in_parent(void)
{
	if (!script_forks) {
		return;
	}
	script_forks = false;
	calls.forks--;
	pthread_cond_broadcast(&calls.changed);
	pthread_mutex_unlock(&calls.lock);
}

static void end_fork_in_child(void)
{
	if (!script_forks) {
		return;
	}
	script_forks = false;
	/* The workers, and other threads that fork, are the parent's. */
	calls.running = calls.forks = 0;
	pthread_cond_init(&calls.changed, NULL);
	pthread_mutex_init(&calls.lock, NULL);
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	(void) pthread_atfork(begin_fork, end_fork_in_parent, end_fork_in_child);   /* without memory for it, as before */
}

/* Before the child looks anything up: its workers are new threads. */
static void enter_child(void)
{
	is_child = true;
}

const async_part_t async_lookups_part = {
	.startup = start,
	.before_fork = before_fork,
	.after_fork = enter_child,
};

/* On a worker of a forked child. glibc gives new threads there the stacks of the parent's threads, and with them the
 * state of a resolver that may be in the middle of a query. Its sockets are shared with the parent, which would receive
 * the child's answers. So each thread clears the state before its first look-up. */
static void forget_queries_of_parent(void)
{
#ifdef __GLIBC__
	static _Thread_local bool is_done;

	if (!is_done) {
		is_done = true;
		memset(&_res, 0, sizeof(_res));
	}
#endif
}

void async_lookup_release(async_lookup_t *lookup)
{
	ZEND_ASSERT(lookup->holders > 0 && "released by a holder");
	if (--lookup->holders == 0) {
		lookup->clear(lookup);
		free(lookup);
	}
}

static void on_destroy(async_job_t *job)
{
	async_lookup_release((async_lookup_t *) job);
}

static void on_worker(async_job_t *job)
{
	async_lookup_t *lookup = (async_lookup_t *) job;

	if (UNEXPECTED(is_child)) {
		forget_queries_of_parent();
	}
	begin_call();
	/* Some look-ups leave the caller's h_errno as it is. */
	h_errno = lookup->thread_h_errno;
	lookup->call(lookup);
	lookup->thread_h_errno = h_errno;
	end_call();
}

static void on_complete(async_job_t *job)
{
	async_lookup_t *lookup = (async_lookup_t *) job;
	async_wait_t *wait = lookup->wait;

	ZEND_ASSERT(wait != NULL && "a job without a waiter was abandoned");
	lookup->wait = NULL;
	/* For the waiter: the reactor releases the job right after this call. */
	lookup->holders++;
	async_wake(wait->coroutine, wait->ticket, ASYNC_WAIT_READY);
}

void *async_lookup_new(size_t size, void (*call)(async_lookup_t *), void (*clear)(async_lookup_t *))
{
	async_lookup_t *lookup = calloc(1, size);

	ZEND_ASSERT(size >= sizeof(async_lookup_t) && "begins with an async_lookup_t");
	if (lookup) {
		lookup->job.kind = ASYNC_JOB_SLOW;
		lookup->job.work = on_worker;
		lookup->job.complete = on_complete;
		lookup->job.destroy = on_destroy;
		lookup->call = call;
		lookup->clear = clear;
		lookup->thread_h_errno = h_errno;
		lookup->holders = 1;
	}
	return lookup;
}

/* The caller will not take the answer, because its wait was cancelled or the request ends. When the answer has come
 * already, release the lookup for the caller. */
static void drop_answer(async_wait_t *wait)
{
	waiter_t *waiter = (waiter_t *) wait;

	if (waiter->lookup->wait == NULL) {
		async_lookup_release(waiter->lookup);
		waiter->lookup = NULL;
	}
}

/* No worker can be had: the answer is that of stock PHP, and all coroutines wait for it. */
static bool look_up_in_place(async_lookup_t *lookup)
{
	ASYNC_G(blocked_in_place)++;
	async_activity_mark(ASYNC_MARK_BLOCKED, 0);
	lookup->call(lookup);
	lookup->thread_h_errno = h_errno;
	return true;
}

bool async_lookup_run(async_lookup_t *lookup)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	waiter_t waiter = { .lookup = lookup };

	ZEND_ASSERT(lookup->holders == 1 && lookup->wait == NULL && "a lookup runs once, held by its caller");
	if (reactor == NULL) {
		return look_up_in_place(lookup);
	}
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_JOB);
	waiter.wait.subject = (void *) async_job_word_lookup;
	lookup->job.name = async_job_word_lookup;
	waiter.wait.detail = (int64_t) (uintptr_t) lookup->what;
	waiter.wait.revoke = drop_answer;
	lookup->wait = &waiter.wait;
	if (UNEXPECTED(async_job_submit(reactor, &lookup->job) != 0)) {
		lookup->wait = NULL;
		return look_up_in_place(lookup);
	}
	if (async_park(&waiter.wait) == ASYNC_WAIT_READY) {
		ZEND_ASSERT(lookup->wait == NULL && "the completion alone wakes the caller");
		return true;
	}
	if (waiter.lookup && lookup->wait == NULL) {
		/* Done between the cancellation and this moment: the reactor has let go of the job. */
		async_lookup_release(lookup);
	} else if (waiter.lookup) {
		lookup->wait = NULL;
		async_job_abandon(ASYNC_G(reactor), &lookup->job);
	}
	async_delivery_request();
	errno = ECANCELED;
	return false;
}

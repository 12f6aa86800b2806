/*
 * One look-up of a name by a worker: its life from the caller to the worker and back.
 */
#include "io/dns/lookup.h"

#include "io/delivery.h"

#include <errno.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>

/* In the frame of the parked caller. */
typedef struct {
	async_wait_t wait;        /* first: revoke() gets it */
	async_lookup_t *lookup;   /* NULL once revoked */
} waiter_t;

/* Is this a forked child? Written before its workers start. */
static bool is_child;

/* Before the child looks anything up: its workers are new threads. */
static void enter_child(void)
{
	is_child = true;
}

const async_part_t async_lookups_part = { .after_fork = enter_child };

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
	lookup->call(lookup);
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
	lookup->call(lookup);
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
	waiter.wait.subject = "name lookup";
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
	if (waiter.lookup) {
		lookup->wait = NULL;
		async_job_abandon(ASYNC_G(reactor), &lookup->job);
	}
	async_delivery_request();
	errno = ECANCELED;
	return false;
}

#include "io/dns/lookup.h"

#include "io/delivery.h"

#include <errno.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>

/* In the frame of the parked caller. */
typedef struct {
	async_wait_t wait;        /* first: it is revoked */
	async_lookup_t *lookup;   /* NULL once revoked */
} waiter_t;

static bool is_child;

/* Before the child looks anything up: its workers are new threads. */
static void enter_child(void)
{
	is_child = true;
}

const async_part_t async_lookups_part = { .after_fork = enter_child };

/* glibc gives new threads of a forked child the stacks of the parent's, and with them the state of a resolver that was
 * in the middle of a query: with its sockets, where the parent would take our answers away. */
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

	lookup->wait = NULL;
	lookup->holders++;
	async_wake(wait->coroutine, wait->ticket, ASYNC_WAIT_READY);
}

void *async_lookup_new(size_t size, void (*call)(async_lookup_t *), void (*clear)(async_lookup_t *))
{
	async_lookup_t *lookup = calloc(1, size);

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

/* The worker was faster than the cancellation, or than the end of the request: nobody will take the answer. */
static void drop_answer(async_wait_t *wait)
{
	waiter_t *waiter = (waiter_t *) wait;

	if (waiter->lookup->wait == NULL) {
		async_lookup_release(waiter->lookup);
		waiter->lookup = NULL;
	}
}

bool async_lookup_run(async_lookup_t *lookup)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	waiter_t waiter = { .lookup = lookup };
	int error;

	if (reactor == NULL) {
		async_lookup_release(lookup);
		return false;
	}
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_JOB);
	waiter.wait.subject = "name lookup";
	waiter.wait.revoke = drop_answer;
	lookup->wait = &waiter.wait;
	error = async_job_submit(reactor, &lookup->job);
	if (error != 0) {
		async_lookup_release(lookup);
		errno = -error;
		return false;
	}
	if (async_park(&waiter.wait) == ASYNC_WAIT_READY) {
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

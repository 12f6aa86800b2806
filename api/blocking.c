/*
 * C interface: calls that block, made by a worker. The caller may leave before such a call returns: what it works on is
 * the job's until then.
 */
#include "api/api.h"

#include "scheduler/scheduler.h"

#include <dlfcn.h>
#include <stdlib.h>

typedef struct call_job call_job_t;

/* In the frame of the parked caller. */
typedef struct {
	async_wait_t wait;
	call_job_t *job;             /* NULL once the call has returned */
} waiter_t;

struct call_job {
	async_job_t job;             /* first: the reactor passes it to the functions below */
	waiter_t *waiter;            /* used by complete() only: an abandoned job has none */
	void (*call)(void *data);
	void *data;
	void (*drop)(void *data);    /* NULL: `data` belongs to the caller, or needs nothing */
};

static void work(async_job_t *job)
{
	call_job_t *self = (call_job_t *) job;

	self->call(self->data);
}

static void complete(async_job_t *job)
{
	call_job_t *self = (call_job_t *) job;
	waiter_t *waiter = self->waiter;

	ZEND_ASSERT(waiter->job == self && "a job completes once, unless it was abandoned");
	waiter->job = NULL;
	self->drop = NULL;
	async_wake(waiter->wait.coroutine, waiter->wait.ticket, ASYNC_WAIT_READY);
}

static void destroy(async_job_t *job)
{
	call_job_t *self = (call_job_t *) job;

	if (self->drop) {
		self->drop(self->data);
	}
	free(self);
}

static call_job_t *job_new(waiter_t *waiter, const char *what, void (*call)(void *data), void *data,
	void (*drop)(void *data))
{
	call_job_t *self = calloc(1, sizeof(*self));

	if (self) {
		self->job.kind = ASYNC_JOB_FAST;
		self->job.lane = (uint64_t) (uintptr_t) call;
		self->job.name = what;
		self->job.work = work;
		self->job.complete = complete;
		self->job.destroy = destroy;
		self->waiter = waiter;
		self->call = call;
		self->data = data;
		self->drop = drop;
	}
	return self;
}

/* A call that goes on returns to code that must still be there, although PHP unloads the extension at its end. */
static void keep_code(void (*call)(void *data))
{
	Dl_info found;

	if (dladdr((const void *) (uintptr_t) call, &found) && found.dli_fname) {
		(void) dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	}
}

/* The caller was cancelled. */
static void leave(waiter_t *waiter, void (*call)(void *data), void *data, void (*drop)(void *data))
{
	if (waiter->job) {
		keep_code(call);
		async_job_abandon(ASYNC_G(reactor), &waiter->job->job);
	} else if (drop) {
		drop(data);
	}
}

php_async_result async_api_blocking(const char *what, void (*call)(void *data), void *data, void (*drop)(void *data))
{
	waiter_t waiter;
	async_wait_result_t result;

	if (!async_api_may_park() || (waiter.job = job_new(&waiter, what, call, data, drop)) == NULL) {
		call(data);
		return PHP_ASYNC_READY;
	}
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_JOB);
	waiter.wait.subject = (void *) what;
	if (async_job_submit(ASYNC_G(reactor), &waiter.job->job) != 0) {
		free(waiter.job);
		call(data);
		return PHP_ASYNC_READY;
	}
	result = async_park(&waiter.wait);
	if (UNEXPECTED(result != ASYNC_WAIT_READY)) {
		leave(&waiter, call, data, drop);
	}
	return async_api_finish(result);
}

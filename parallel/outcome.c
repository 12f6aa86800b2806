/*
 * Outcomes of jobs: what a worker has sent is read, and the future of its job is settled.
 *
 * Reading an object may call PHP code: magic methods, autoloaders. That code may wait, also for a job of the same pool.
 * So a coroutine of its own reads such an outcome, and the driver gives its worker the next job meanwhile.
 */
#include "parallel/internal.h"

#include "zend_exceptions.h"

#include "exceptions.h"

#include <unistd.h>

static void settle_by_result(async_process_job_t *job, async_link_t *link, const async_frame_t *frame,
	const char *payload)
{
	zend_object *exception;
	zval value;

	if (EXPECTED(async_transport_unpack(job->pool, link, frame, payload, &value))) {
		async_process_job_settle(job, &value, NULL);
		zval_ptr_dtor(&value);
	} else if (!zend_is_unwind_exit(EG(exception))) {
		exception = async_exception_take();
		async_process_job_settle(job, NULL, exception);
		OBJ_RELEASE(exception);
	}
}

static void settle_by_failure(async_process_job_t *job, const char *text, size_t length)
{
	zend_object *exception = async_transport_unpack_exception(job->pool, text, length);

	async_process_job_settle(job, NULL, exception);
	OBJ_RELEASE(exception);
}

static void settle(async_process_job_t *job, async_link_t *link, const async_frame_t *frame, const char *payload)
{
	if (job->state == NULL) {
		return;
	}
	if ((frame->kind & ~(uint32_t) ASYNC_FRAME_LAST) == ASYNC_FRAME_RESULT) {
		settle_by_result(job, link, frame, payload);
	} else {
		settle_by_failure(job, payload, frame->length);
	}
}

/* Is there an object or a case of an enum in this text? A string that looks like one costs a coroutine only. What
 * igbinary writes is not looked into. */
static bool may_run_code(const async_process_pool_t *pool, const char *text, size_t length)
{
	const char *const end = text + length;

	if (pool->unpacker) {
		return true;
	}
	for (const char *at = memchr(text, ':', length); at; at = memchr(at, ':', (size_t) (end - at))) {
		if (at > text && (at[-1] == 'O' || at[-1] == 'C' || at[-1] == 'E')) {
			return true;
		}
		at++;
	}
	return false;
}

static void read_arrived(async_coroutine_t *self)
{
	async_process_job_t *job = Z_PTR(self->params[0]);
	async_process_pool_t *pool = job->pool;

	settle(job, &job->arrived->link, &job->arrived->frame, job->arrived->payload);
	/* A process that a magic method has forked has forgotten the jobs. */
	if (EXPECTED(pool->owner == getpid())) {
		async_process_job_free(job);
	}
	if (async_process_pool_is_over(pool)) {
		async_wait_list_wake_all(&pool->waiters);
	}
	async_process_pool_release(pool);
}

void async_process_outcome_take(async_process_job_t *job, async_link_t *link, const async_frame_t *frame,
	const char *payload)
{
	async_process_pool_t *pool = job->pool;
	async_process_arrived_t *arrived;
	async_coroutine_t *reader;

	if (job->state && may_run_code(pool, payload, frame->length)) {
		arrived = emalloc(sizeof(*arrived));
		arrived->frame = *frame;
		if (EXPECTED(async_link_keep(link, frame, &arrived->link, &arrived->payload))) {
			async_link_done(link);
			async_process_job_arrived(job, arrived);
			reader = async_coroutine_new_service(read_arrived, 1);
			ZVAL_PTR(&reader->params[0], job);
			pool->refcount++;
			async_scheduler_enqueue(reader, pool->scope, false);
			return;
		}
		/* There is no memory: the driver reads it, and its worker waits. */
		efree(arrived);
	}
	settle(job, link, frame, payload);
	async_link_done(link);
	async_process_job_free(job);
}

/*
 * Process pools: their record, the queue of jobs, and how a pool ends.
 */
#include "parallel/internal.h"

#include "engine/values.h"
#include "scheduler/end.h"
#include "scheduler/report.h"

#include "exceptions.h"

#include <unistd.h>

/* ---- jobs ---- */

static void free_job(async_process_job_t *job)
{
	zend_string_release(job->arguments);
	async_passed_free(job->passed);
	if (job->arrived) {
		async_link_close(&job->arrived->link);
		efree(job->arrived);
	}
	efree(job);
}

static void unlink_job(async_process_job_t *job)
{
	if (job->arrived) {
		job->pool->arrived_count--;
	} else if (job->worker) {
		job->pool->run_count--;
	} else {
		job->pool->queued--;
	}
	async_ring_remove(&job->node);
}

/* The result is not needed any more: forget the job, or have its driver tell the worker. */
static void lose_interest(async_process_job_t *job)
{
	job->state = NULL;
	async_passed_free(job->passed);
	job->passed = NULL;
	if (job->arrived) {
		/* The coroutine that reads the outcome frees the job. */
		return;
	}
	if (job->worker) {
		async_worker_wake(job->worker);
	} else {
		unlink_job(job);
		free_job(job);
	}
}

static void future_gone(void *producer)
{
	async_process_job_t *job = producer;
	async_future_state_t *state = job->state;

	ZEND_ASSERT(state && "a pending future has its job");
	lose_interest(job);
	/* The caller holds the state: the job's reference keeps it from being freed while it is pending. */
	OBJ_RELEASE(&state->std);
}

static void append_words(const void *producer, smart_str *text)
{
	const async_process_job_t *job = producer;

	smart_str_append_printf(text, "job " ZEND_ULONG_FMT " of the process pool", (zend_ulong) job->number);
	async_report_append_made_at(text, job->pool->file, job->pool->line);
}

static const async_future_producer_ops_t job_ops = {
	.gone = future_gone,
	.append_words = append_words,
	.external = true,
};

/* Take the future from a job: it has no producer from now on. The caller owns the reference. NULL: not wanted */
static async_future_state_t *take_state(async_process_job_t *job)
{
	async_future_state_t *state = job->state;

	if (state) {
		job->state = NULL;
		state->ops = NULL;
	}
	return state;
}

void async_process_job_settle(async_process_job_t *job, zval *value, zend_object *exception)
{
	async_future_state_t *state = take_state(job);

	if (state == NULL) {
		return;
	}
	if (exception) {
		async_future_fail(state, exception);
	} else {
		async_future_complete(state, value);
	}
	OBJ_RELEASE(&state->std);
}

void async_process_job_free(async_process_job_t *job)
{
	/* While frames are unwound: no coroutine will take a result. */
	async_future_state_t *state = take_state(job);

	unlink_job(job);
	free_job(job);
	if (state) {
		OBJ_RELEASE(&state->std);
	}
}

void async_process_job_cancel(async_process_job_t *job, zend_object *reason)
{
	async_future_state_t *state = take_state(job);

	if (state == NULL) {
		return;
	}
	lose_interest(job);
	async_future_fail(state, reason);
	OBJ_RELEASE(&state->std);
}

void async_process_job_arrived(async_process_job_t *job, async_process_arrived_t *arrived)
{
	ZEND_ASSERT(job->worker && "an outcome comes from the worker that runs the job");
	unlink_job(job);
	job->worker = NULL;
	job->arrived = arrived;
	job->pool->arrived_count++;
	async_ring_insert_tail(&job->pool->arrived, &job->node);
}

void async_process_pool_put_back(async_process_job_t *job)
{
	ZEND_ASSERT(job->worker && "a job is put back by the driver that ran it");
	unlink_job(job);
	job->worker = NULL;
	job->pool->queued++;
	async_ring_insert_tail(job->pool->queue.next, &job->node);
}

/* ---- submit ---- */

/* Drivers take jobs until none is queued. One more is of use only for a job that no driver is on its way for. */
static void start_driver_if_needed(async_process_pool_t *pool)
{
	if (pool->queued > pool->starting && pool->drivers < (size_t) pool->max) {
		async_process_driver_start(pool);
	}
}

/* Can a job be submitted now? False: the exception says why not. */
static bool check_submit(const async_process_pool_t *pool)
{
	if (UNEXPECTED(!async_require_scheduler("submit a job"))) {
		return false;
	}
	if (UNEXPECTED(pool->owner != getpid())) {
		async_throw("The process pool belongs to the parent of this process: make a pool here");
		return false;
	}
	if (UNEXPECTED(pool->is_closed)) {
		async_throw("The process pool is closed");
		return false;
	}
	if (UNEXPECTED(async_scheduler_reactor() == NULL)) {
		async_throw_no_loop("submit a job");
		return false;
	}
	return true;
}

zend_object *async_process_pool_submit(async_process_pool_t *pool, zval *arguments, async_process_job_t **submitted)
{
	async_process_job_t *job;
	async_passed_t *passed;
	zend_string *packed;
	zend_object *future;

	if (!check_submit(pool)) {
		return NULL;
	}
	packed = async_transport_pack(pool, arguments, &passed);
	if (UNEXPECTED(packed == NULL)) {
		return NULL;
	}
	/* PHP code of an argument may have closed the pool. A Fiber may have been resumed there in a shutdown function. */
	if (UNEXPECTED(!check_submit(pool))) {
		zend_string_release(packed);
		async_passed_free(passed);
		return NULL;
	}
	job = ecalloc(1, sizeof(*job));
	job->pool = pool;
	job->arguments = packed;
	job->passed = passed;
	job->number = ++pool->last_number;
	future = async_future_new(&job->state, &job_ops, job);
	GC_ADDREF(&job->state->std);
	async_ring_insert_tail(&pool->queue, &job->node);
	pool->queued++;
	start_driver_if_needed(pool);
	if (submitted) {
		*submitted = job;
	}
	return future;
}

/* ---- end ---- */

bool async_process_pool_is_over(const async_process_pool_t *pool)
{
	return pool->is_closed && pool->drivers == 0 && pool->arrived_count == 0 && pool->leaving == 0;
}

void async_process_pool_dismiss_idle(async_process_pool_t *pool)
{
	while (pool->idle_count > pool->queued) {
		async_worker_t *worker = async_container_of(async_ring_first(&pool->idle), async_worker_t, user_node);
		async_process_worker_take_idle(worker);
		async_process_worker_dismiss(pool, worker);
	}
}

void async_process_pool_close(async_process_pool_t *pool)
{
	if (pool->is_closed) {
		return;
	}
	pool->is_closed = true;
	if (pool->owner == getpid()) {
		async_process_pool_dismiss_idle(pool);
	}
	if (async_process_pool_is_over(pool)) {
		async_wait_list_wake_all(&pool->waiters);
	}
}

static void cancel_jobs(async_ring_t *jobs, zend_object *reason)
{
	async_ring_t *next;

	for (async_ring_t *at = jobs->next; at != jobs; at = next) {
		next = at->next;
		async_process_job_cancel((async_process_job_t *) at, reason);
	}
}

void async_process_pool_cancel(async_process_pool_t *pool, zend_object *reason, bool running)
{
	async_process_pool_close(pool);
	if (reason) {
		GC_ADDREF(reason);
	} else {
		reason = async_cancellation_new_here();
	}
	cancel_jobs(&pool->queue, reason);
	if (running) {
		cancel_jobs(&pool->running, reason);
		cancel_jobs(&pool->arrived, reason);
	}
	OBJ_RELEASE(reason);
}

/* The scope is cancelled: so are all jobs. It is disposed: what runs goes on, as coroutines do. */
static void end_with_scope(async_scope_starter_t *starter, zend_object *reason, bool closing)
{
	async_process_pool_t *pool = async_container_of(starter, async_process_pool_t, starter);

	(void) closing;
	/* A forked child drops the coroutines of its parent. */
	if (pool->owner == getpid()) {
		async_process_pool_cancel(pool, reason, reason != NULL);
	}
}

/* The request has no coroutine left: an idle pool stays usable for what may come. */
static bool drained(async_scope_starter_t *starter)
{
	(void) starter;
	return false;
}

void async_process_pool_bind(async_process_pool_t *pool)
{
	pool->scope = async_scope_current();
	async_scope_addref(pool->scope);
	pool->starter.end = end_with_scope;
	pool->starter.drained = drained;
	if (async_scope_is_over(pool->scope)) {
		pool->is_closed = true;
	} else {
		async_scope_link_starter(pool->scope, &pool->starter);
	}
}

/* ---- life ---- */

static async_ring_t *pools(void)
{
	async_ring_t *list = &ASYNC_MODULE_G(process_pools);

	if (UNEXPECTED(list->next == NULL)) {
		async_ring_init(list);
	}
	return list;
}

async_process_pool_t *async_process_pool_new(zend_object *handle)
{
	async_process_pool_t *pool = ecalloc(1, sizeof(*pool));

	pool->refcount = 1;
	pool->handle = handle;
	pool->owner = getpid();
	ZVAL_UNDEF(&pool->task);
	async_ring_init(&pool->queue);
	async_ring_init(&pool->running);
	async_ring_init(&pool->arrived);
	async_ring_init(&pool->idle);
	async_note_place(&pool->file, &pool->line);
	async_ring_insert_tail(pools(), &pool->node);
	return pool;
}

void async_process_pool_release(async_process_pool_t *pool)
{
	if (--pool->refcount > 0) {
		return;
	}
	ZEND_ASSERT(pool->handle == NULL && "a handle holds its pool");
	async_ring_remove(&pool->node);
	async_scope_unlink_starter(&pool->starter);
	async_wait_list_forget(&pool->waiters);
	while (!async_ring_is_empty(&pool->queue)) {
		async_process_job_free((async_process_job_t *) async_ring_first(&pool->queue));
	}
	while (!async_ring_is_empty(&pool->arrived)) {
		/* After exit() its coroutine has not begun. */
		async_process_job_free((async_process_job_t *) async_ring_first(&pool->arrived));
	}
	async_clear_value(&pool->task);
	if (pool->scope) {
		async_scope_release(pool->scope);
	}
	if (pool->file) {
		zend_string_release(pool->file);
	}
	efree(pool);
}

void async_process_pool_drop(async_process_pool_t *pool)
{
	pool->handle = NULL;
	async_process_pool_close(pool);
	if (pool->drivers == 0) {
		/* No worker is started any more. Not later: a collection of cycles frees the task as well. */
		async_clear_value(&pool->task);
	}
	async_process_pool_release(pool);
}

/* The futures of the parent's jobs are settled there. In the child they are cancelled, and no callback runs. */
static void forget_jobs(async_ring_t *jobs, zend_object *reason)
{
	for (async_ring_t *at = jobs->next; at != jobs; at = at->next) {
		async_future_state_t *state = take_state((async_process_job_t *) at);
		if (state) {
			async_future_settle(state, NULL, reason);
		}
	}
	async_ring_init(jobs);
}

static void enter_child(void)
{
	async_ring_t *list = pools();
	zend_object *reason;

	async_process_worker_forked();
	if (async_ring_is_empty(list)) {
		return;
	}
	reason = async_exception_new(async_ce_cancellation, "The job goes on in the parent process only");
	for (async_ring_t *at = list->next; at != list; at = at->next) {
		async_process_pool_t *pool = (async_process_pool_t *) at;
		pool->is_closed = true;
		forget_jobs(&pool->queue, reason);
		forget_jobs(&pool->running, reason);
		forget_jobs(&pool->arrived, reason);
		async_ring_init(&pool->idle);
		pool->queued = pool->run_count = pool->arrived_count = pool->idle_count = 0;
		pool->drivers = pool->starting = pool->leaving = 0;
		pool->is_looked_after = false;
	}
	OBJ_RELEASE(reason);
}

/*
 * After exit() or a fatal error drivers have not run to their end. io/ ends their workers, so no job may name one: a
 * future that goes later would wake it.
 */
static void end_request(void)
{
	if (EXPECTED(ASYNC_MODULE_G(process_pools).next == NULL)) {
		return;
	}
	for (async_ring_t *at = pools()->next; at != pools(); at = at->next) {
		async_process_pool_t *pool = (async_process_pool_t *) at;
		pool->is_closed = true;
		async_ring_init(&pool->idle);
		while (!async_ring_is_empty(&pool->running)) {
			async_process_pool_put_back((async_process_job_t *) async_ring_first(&pool->running));
		}
		async_scope_unlink_starter(&pool->starter);
	}
}

static void request_over(void)
{
	if (UNEXPECTED(ASYNC_MODULE_G(process_pools).next != NULL)) {
		async_ring_init(&ASYNC_MODULE_G(process_pools));
		ASYNC_MODULE_G(last_output_until) = 0;
	}
}

const async_part_t async_process_pools_part = {
	.after_fork = enter_child,
	.request_end = end_request,
	.request_over = request_over,
};

/*
 * Drivers: service coroutines that start workers, give them jobs, and settle the futures.
 */
#include "parallel/internal.h"

#include "engine/values.h"
#include "io/wait_fd.h"
#include "io/workers/refusal.h"
#include "scheduler/end.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

#include <errno.h>

/* How the time of a worker with one job ends. */
typedef enum {
	JOB_DONE,           /* the worker has answered */
	JOB_DONE_LAST,      /* … and takes no other job */
	JOB_KILLED_WORKER,  /* the worker is dead */
	JOB_LEFT            /* the request ends: the driver has to leave its frames */
} outcome_t;

/* One job under way, in the frame of its driver. */
typedef struct {
	async_process_job_t *job;
	async_worker_t *worker;
	uint64_t deadline;      /* of the next step: cancel the job, then kill the worker */
	bool is_told;
	bool is_sent_once;      /* with streams of which no duplicates are left */
	smart_str printed;      /* the end of what the worker has printed during the job */
} run_t;

/* ---- one job ---- */

void async_process_end_output(void)
{
	if (UNEXPECTED(EG(exception) != NULL) && !zend_is_unwind_exit(EG(exception))) {
		zend_object *exception = async_exception_take();

		async_end_uncaught(exception, ASYNC_G(current));
		OBJ_RELEASE(exception);
	}
}

void async_process_pass_output(async_worker_t *worker, smart_str *printed, bool all)
{
	async_worker_pass_output(worker, printed, all);
	async_process_end_output();
}

static void pass_output(run_t *run, bool all)
{
	async_process_pass_output(run->worker, &run->printed, all);
}

static void tell(run_t *run)
{
	run->is_told = true;
	run->deadline = async_reactor_now() + run->job->pool->grace;
	/* If there is no room, or no other end any more, the deadline helps. */
	(void) async_link_send(&run->worker->link, ASYNC_FRAME_CANCEL, run->job->number, NULL, 0, NULL, false);
}

static void time_is_over(run_t *run)
{
	zend_object *exception = async_exception_new(async_ce_timeout_exception,
		"The job has run for longer than " ZEND_LONG_FMT " ms", (zend_long) (run->job->pool->timeout / 1000000));

	async_process_job_settle(run->job, NULL, exception);
	OBJ_RELEASE(exception);
	tell(run);
}

/* The worker has ended, or has to: reap it, and settle the job or give it to another worker. A job that it has not
 * taken has not begun, and may go on. */
static outcome_t bury(run_t *run, bool is_taken)
{
	async_process_job_t *job = run->job;
	const pid_t pid = run->worker->pid;
	const async_worker_exit_t end = async_worker_kill(run->worker);
	zend_object *exception;

	pass_output(run, true);
	if (job->state && (!is_taken || job->attempts < job->pool->retries)) {
		job->attempts += is_taken;
		async_process_pool_put_back(job);
		return JOB_KILLED_WORKER;
	}
	if (job->state) {
		smart_str_0(&run->printed);
		exception = async_worker_exception_of_end(job, pid, &end, run->printed.s);
		async_process_job_settle(job, NULL, exception);
		OBJ_RELEASE(exception);
	}
	async_process_job_free(job);
	return JOB_KILLED_WORKER;
}

/* The worker has ended, and has not taken all frames. Has it taken the job? A worker that has just been started would
 * not do better the next time, and streams that are gone cannot be sent again: then the job counts as taken. */
static bool is_job_taken(const run_t *run)
{
	return run->is_told || run->is_sent_once || run->worker->jobs == 1;
}

/* Take one frame of the worker. True: the time with this job is over, *outcome says how. */
static bool take_frame(run_t *run, outcome_t *outcome)
{
	async_link_t *link = &run->worker->link;
	async_frame_t frame;
	const char *payload;
	uint32_t kind;

	run->worker->is_ready[ASYNC_WORKER_LINK] = false;
	switch (async_link_receive(link, &frame, &payload, false)) {
		case ASYNC_LINK_EMPTY:
			return false;
		case ASYNC_LINK_RESET:
			*outcome = bury(run, is_job_taken(run));
			return true;
		case ASYNC_LINK_CLOSED:
			*outcome = bury(run, true);
			return true;
		case ASYNC_LINK_FRAME:
			break;
	}
	kind = frame.kind & ~(uint32_t) ASYNC_FRAME_LAST;
	if (frame.job != run->job->number || (kind != ASYNC_FRAME_RESULT && kind != ASYNC_FRAME_FAILURE)) {
		async_link_done(link);
		return false;
	}
	/* What the job has printed comes before its result. */
	pass_output(run, true);
	async_process_outcome_take(run->job, link, &frame, payload);
	*outcome = (frame.kind & ASYNC_FRAME_LAST) ? JOB_DONE_LAST : JOB_DONE;
	return true;
}

/* The request ends: in the forced phase waiters get a cancellation, while frames are unwound there are none. */
static outcome_t leave(run_t *run)
{
	if (!async_is_unwinding()) {
		zend_object *reason = async_exception_new(async_ce_cancellation, "The request ends");
		async_process_job_settle(run->job, NULL, reason);
		OBJ_RELEASE(reason);
	}
	async_process_job_free(run->job);
	async_worker_kill(run->worker);
	return JOB_LEFT;
}

/* Wait for the answer to a job that was sent. */
static outcome_t follow(run_t *run)
{
	async_worker_t *worker = run->worker;
	outcome_t outcome;

	for (;;) {
		const async_wait_result_t result = async_worker_wait(worker, run->deadline);

		if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED || result == ASYNC_WAIT_ERROR)) {
			return leave(run);
		}
		if (run->job->state == NULL && !run->is_told) {
			tell(run);
		}
		if (worker->is_ready[ASYNC_WORKER_STDOUT] || worker->is_ready[ASYNC_WORKER_STDERR]) {
			pass_output(run, false);
		}
		if (worker->is_ready[ASYNC_WORKER_LINK] && take_frame(run, &outcome)) {
			return outcome;
		}
		if (UNEXPECTED(result == ASYNC_WAIT_TIMEOUT && async_reactor_now() >= run->deadline)) {
			if (run->is_told) {
				return bury(run, true);
			}
			time_is_over(run);
		}
	}
}

/* The job could not be sent for another reason than the end of the worker: for want of memory, say. */
static outcome_t fail_to_send(async_process_job_t *job, int error)
{
	zend_object *exception = async_exception_new(async_ce_exception, "Cannot send the job to a worker: %s%s",
		strerror(error), async_worker_limit(error));

	async_process_job_settle(job, NULL, exception);
	OBJ_RELEASE(exception);
	async_process_job_free(job);
	return JOB_DONE;
}

static outcome_t run_job(async_worker_t *worker, async_process_job_t *job)
{
	run_t run = { .job = job, .worker = worker, .deadline = ASYNC_WAIT_FOREVER };
	const async_process_pool_t *pool = job->pool;
	outcome_t outcome;

	if (UNEXPECTED(!async_link_send(&worker->link, ASYNC_FRAME_JOB, job->number, ZSTR_VAL(job->arguments),
			ZSTR_LEN(job->arguments), async_passed_descriptors(job->passed), false))) {
		if (errno != EPIPE && errno != ECONNRESET) {
			return fail_to_send(job, errno);
		}
		outcome = bury(&run, worker->jobs == 0);
		smart_str_free(&run.printed);
		return outcome;
	}
	worker->jobs++;
	if (UNEXPECTED(job->passed != NULL) && job->attempts >= pool->retries) {
		/* No other worker can get the job: the streams are those of the worker alone. */
		async_passed_free(job->passed);
		job->passed = NULL;
		run.is_sent_once = true;
	}
	if (pool->timeout) {
		run.deadline = async_reactor_now() + pool->timeout;
	}
	outcome = follow(&run);
	smart_str_free(&run.printed);
	return outcome;
}

/* ---- workers ---- */

/* A worker for this driver: an idle one, or a new one. NULL: errno says why. In a new worker it does not return. */
static async_worker_t *find_worker(async_process_pool_t *pool)
{
	async_worker_t *worker;
	bool is_child;

	if (!async_ring_is_empty(&pool->idle)) {
		worker = async_container_of(async_ring_first(&pool->idle), async_worker_t, user_node);
		async_process_worker_take_idle(worker);
		return worker;
	}
	worker = async_worker_start(async_process_worker_leave, &is_child);
	if (is_child) {
		async_process_worker_run(pool, worker);
	}
	return worker;
}

/* ---- the coroutine ---- */

/* No worker can be started for the first job of the queue. */
static void fail_to_start(async_process_pool_t *pool)
{
	async_process_job_t *job = (async_process_job_t *) async_ring_first(&pool->queue);
	zend_object *exception = async_exception_new(async_ce_exception, "Cannot start a worker process: %s%s",
		strerror(errno), async_worker_limit(errno));

	async_process_job_settle(job, NULL, exception);
	OBJ_RELEASE(exception);
	async_process_job_free(job);
}

static void take(async_process_job_t *job, async_worker_t *worker)
{
	async_process_pool_t *pool = job->pool;

	async_ring_remove(&job->node);
	pool->queued--;
	job->worker = worker;
	async_ring_insert_tail(&pool->running, &job->node);
	pool->run_count++;
}

/* Give the job to the worker. Returns the worker, NULL when it takes no other job. */
static async_worker_t *serve(async_process_pool_t *pool, async_worker_t *worker, async_process_job_t *job)
{
	take(job, worker);
	switch (run_job(worker, job)) {
		case JOB_DONE:
			if (pool->max_jobs == 0 || worker->jobs < (uint64_t) pool->max_jobs) {
				return worker;
			}
			ZEND_FALLTHROUGH;
		case JOB_DONE_LAST:
			async_process_worker_dismiss(pool, worker);
			return NULL;
		case JOB_KILLED_WORKER:
		case JOB_LEFT:
			break;
	}
	async_worker_free(worker);
	return NULL;
}

static void drive(async_coroutine_t *self)
{
	async_process_pool_t *pool = Z_PTR(self->params[0]);
	async_worker_t *worker = NULL;

	pool->starting--;
	while (pool->queued > 0 && !async_is_unwinding()) {
		if (worker == NULL && UNEXPECTED((worker = find_worker(pool)) == NULL)) {
			if (pool->drivers > 1) {
				/* The others run what is queued. */
				break;
			}
			fail_to_start(pool);
			continue;
		}
		worker = serve(pool, worker, (async_process_job_t *) async_ring_first(&pool->queue));
	}
	if (worker) {
		async_process_worker_rest(pool, worker);
	}
	pool->drivers--;
	if (pool->drivers == 0 && pool->handle) {
		/* Its handle shows the task to the cycle collector from here on. */
		async_become_possible_root(pool->handle);
	}
	if (pool->is_closed) {
		/* A worker may have been kept for a job that was cancelled before it ran. */
		async_process_pool_dismiss_idle(pool);
	}
	if (async_process_pool_is_over(pool)) {
		async_wait_list_wake_all(&pool->waiters);
	}
	async_process_pool_release(pool);
}

void async_process_driver_start(async_process_pool_t *pool)
{
	async_coroutine_t *driver = async_coroutine_new_service(drive, 1);

	ZVAL_PTR(&driver->params[0], pool);
	pool->refcount++;
	pool->drivers++;
	pool->starting++;
	async_scheduler_enqueue(driver, pool->scope, false);
}

/*
 * The loop of a worker process: it takes a job, runs the task in a coroutine, and sends the outcome.
 *
 * Each job has a scope of its own, a child of the global one: what the job has spawned and left behind is cancelled. It
 * belongs to the isolation in which the pool was made, so that the task finds the state of that isolation at the fork.
 * A failure that a job leaves to the end of the application, such as a deadlock, is the outcome of the job, and the
 * worker ends after it.
 */
#include "parallel/internal.h"

#include "io/wait_fd.h"
#include "io/workers/refusal.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/scope_end.h"

#include "php_output.h"
#include "zend_exceptions.h"
#include "zend_ini.h"

#include "exceptions.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* PHP's status after a fatal error. */
#define FATAL_STATUS 255

/* Of this process, which is one worker. */
typedef struct {
	async_process_pool_t *pool;
	async_worker_t *worker;
	async_fd_waiter_t watcher;     /* of the link, while a job runs */
	async_coroutine_t *coroutine;  /* that runs the job; NULL: none does */
	uint64_t job;
} worker_t;

/* NULL: this process is no worker, or a process that one has forked. */
static worker_t *this_worker;

/* ---- end ---- */

/* Buffers of the job are shown, as at the end of a script. A function of its own: none of its caller's
 * variables lives across the setjmp. */
static void end_output(void)
{
	zend_try {
		php_output_end_all();
	} zend_end_try();
}

ZEND_NORETURN void async_process_worker_leave(async_end_t end)
{
	const int status = end == ASYNC_END_NONE ? 0 : end == ASYNC_END_EXIT ? EG(exit_status) : FATAL_STATUS;

	end_output();
	async_worker_exit(status);
}

/* In a process that the job has forked nothing awaits the job: its failure is that of the program. */
void async_process_worker_forked(void)
{
	if (this_worker && this_worker->coroutine) {
		this_worker->coroutine->flags &= ~ASYNC_COROUTINE_OBSERVED;
	}
	this_worker = NULL;
}

/* ---- being told ---- */

static void cancel_job(void *argument)
{
	zend_object *reason = async_exception_new(async_ce_cancellation, "The job was cancelled");

	async_coroutine_cancel(((worker_t *) argument)->coroutine, reason);
	OBJ_RELEASE(reason);
}

static void told(async_fd_waiter_t *watcher, unsigned events);

static void watch_link(worker_t *self)
{
	/* Without the watch a cancelled job is killed. */
	if (self->watcher.descriptor == NULL && async_scheduler_reactor()) {
		(void) async_fd_watch(ASYNC_G(reactor), &self->watcher, self->worker->link.fd, ASYNC_FD_READABLE, told);
	}
}

/* Called by the reactor, while a job waits for something. */
static void told(async_fd_waiter_t *watcher, unsigned events)
{
	worker_t *self = async_container_of(watcher, worker_t, watcher);
	async_frame_t frame;
	const char *payload;

	(void) events;
	if (self->coroutine == NULL) {
		/* The loop takes the frame. */
		return;
	}
	switch (async_link_receive(&self->worker->link, &frame, &payload, false)) {
		case ASYNC_LINK_RESET:
		case ASYNC_LINK_CLOSED:
			/* Without a parent the outcome is of no use. */
			_exit(FATAL_STATUS);
		case ASYNC_LINK_FRAME:
			if (frame.kind == ASYNC_FRAME_CANCEL && frame.job == self->job) {
				async_scheduler_shield(cancel_job, self);
			}
			async_link_done(&self->worker->link);
			break;
		case ASYNC_LINK_EMPTY:
			break;
	}
	watch_link(self);
}

/* ---- outcome ---- */

static bool try_to_send(worker_t *self, uint32_t kind, const zend_string *payload, const async_passed_t *passed)
{
	if (EXPECTED(async_link_send(&self->worker->link, kind, self->job, ZSTR_VAL(payload), ZSTR_LEN(payload),
			async_passed_descriptors(passed), true))) {
		return true;
	}
	if (errno == EPIPE || errno == ECONNRESET) {
		/* There is no parent any more. */
		async_process_worker_leave(ASYNC_END_NONE);
	}
	return false;
}

/* The outcome needs more memory or descriptors than there are: then the reason is the outcome. */
static ZEND_COLD void send_refusal(worker_t *self, int error, uint32_t last)
{
	zend_object *exception = async_exception_new(async_ce_exception, "Cannot send the outcome of the job: %s%s",
		strerror(error), async_worker_limit(error));
	zend_string *payload = async_transport_pack_exception(self->pool, exception);

	ZEND_ASSERT(payload && "an exception of this extension has no magic methods");
	if (!try_to_send(self, ASYNC_FRAME_FAILURE | last, payload, NULL)) {
		async_process_worker_leave(ASYNC_END_BAILOUT);
	}
	zend_string_release(payload);
	OBJ_RELEASE(exception);
}

static void send_frame(worker_t *self, uint32_t kind, const zend_string *payload, const async_passed_t *passed)
{
	if (UNEXPECTED(!try_to_send(self, kind, payload, passed))) {
		send_refusal(self, errno, kind & ASYNC_FRAME_LAST);
	}
}

static void send_failure(worker_t *self, zend_object *exception, uint32_t last)
{
	zend_string *payload = async_transport_pack_exception(self->pool, exception);

	if (UNEXPECTED(payload == NULL)) {
		async_process_worker_leave(ASYNC_END_EXIT);
	}
	send_frame(self, ASYNC_FRAME_FAILURE | last, payload, NULL);
	zend_string_release(payload);
}

/* The job has ended the application: that is its outcome. */
static ZEND_NORETURN void leave_with_uncaught(worker_t *self)
{
	if (ASYNC_G(uncaught)) {
		send_failure(self, ASYNC_G(uncaught), ASYNC_FRAME_LAST);
	}
	async_process_worker_leave(ASYNC_G(uncaught) ? ASYNC_END_NONE : ASYNC_END_BAILOUT);
}

/* Send what a magic method of the arguments or of the result has thrown. exit() in one ends the process. A fatal error
 * there may unwind as exit() does, with its own status. */
static void send_thrown(worker_t *self)
{
	zend_object *exception;

	if (UNEXPECTED(zend_is_unwind_exit(EG(exception)))) {
		async_process_worker_leave(ASYNC_END_EXIT);
	}
	if (UNEXPECTED(ASYNC_G(phase) != ASYNC_PHASE_RUNNING)) {
		leave_with_uncaught(self);
	}
	exception = async_exception_take();
	send_failure(self, exception, 0);
	OBJ_RELEASE(exception);
}

static void send_result(worker_t *self, zval *result)
{
	async_passed_t *passed;
	zend_string *payload = async_transport_pack(self->pool, result, &passed);

	if (UNEXPECTED(payload == NULL)) {
		send_thrown(self);
		return;
	}
	send_frame(self, ASYNC_FRAME_RESULT, payload, passed);
	zend_string_release(payload);
	async_passed_free(passed);
}

/* ---- a job ---- */

/* Split the arguments into those by position and those by name. False: the task cannot be called. */
static bool prepare_call(worker_t *self, zval *arguments, zend_fcall_info *fci, zend_fcall_info_cache *fcc)
{
	HashTable *table = Z_ARRVAL_P(arguments);
	zend_string *name;
	zval *value;

	if (zend_fcall_info_init(&self->pool->task, 0, fci, fcc, NULL, NULL) != SUCCESS) {
		async_throw("The task of the pool cannot be called");
		return false;
	}
	fci->params = safe_emalloc(zend_hash_num_elements(table), sizeof(zval), 0);
	fci->param_count = 0;
	fci->named_params = NULL;
	ZEND_HASH_FOREACH_STR_KEY_VAL(table, name, value) {
		if (name == NULL) {
			ZVAL_COPY_VALUE(&fci->params[fci->param_count++], value);
			continue;
		}
		if (fci->named_params == NULL) {
			fci->named_params = zend_new_array(4);
		}
		Z_TRY_ADDREF_P(value);
		zend_hash_add_new(fci->named_params, name, value);
	} ZEND_HASH_FOREACH_END();
	return true;
}

/* Wait until the job is over. False: in the forced phase no wait is possible. */
static bool await_job(async_coroutine_t *coroutine)
{
	while (!async_coroutine_is_completed(coroutine)) {
		async_wait_t wait;
		async_wait_node_t node;

		async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
		wait.subject = &coroutine->std;
		if (async_park_on(&wait, &coroutine->awaitable.waiters, &node, false, NULL) == ASYNC_WAIT_CANCELLED
			&& ASYNC_G(phase) >= ASYNC_PHASE_FORCED) {
			return async_coroutine_is_completed(coroutine);
		}
	}
	return true;
}

static void end_scope(zend_object *object)
{
	async_scope_t *scope = async_scope_from_obj(object);
	zend_object *reason = async_exception_new(async_ce_cancellation, "The job is over");
	const bool contexts_below = async_scope_cancel(scope, reason);

	OBJ_RELEASE(reason);
	async_scope_release_data(scope, contexts_below);
	OBJ_RELEASE(object);
}

static void send_outcome(worker_t *self, async_coroutine_t *coroutine)
{
	/* Output of a buffer that the job has left open has been flushed with its coroutine. */
	if (UNEXPECTED(coroutine->exception != NULL)) {
		send_failure(self, coroutine->exception, 0);
	} else {
		send_result(self, &coroutine->result);
	}
}

static void run(worker_t *self, zval *arguments)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_object *scope;
	async_coroutine_t *coroutine;

	if (!prepare_call(self, arguments, &fci, &fcc)) {
		send_thrown(self);
		return;
	}
	scope = async_scope_make(&ASYNC_G(global_scope));
	async_scope_share_isolation(async_scope_from_obj(scope), self->pool->scope);
	coroutine = async_spawn_prepare(&fci, &fcc);
	efree(fci.params);
	if (fci.named_params) {
		zend_array_release(fci.named_params);
	}
	coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
	self->coroutine = coroutine;
	watch_link(self);
	async_spawn_enqueue(coroutine, async_scope_from_obj(scope));
	if (UNEXPECTED(!await_job(coroutine) || ASYNC_G(phase) != ASYNC_PHASE_RUNNING)) {
		leave_with_uncaught(self);
	}
	self->coroutine = NULL;
	/* Failures of what the job leaves behind come too late for its outcome, and the next job has nothing to do with
	 * them. */
	async_scope_from_obj(scope)->flags |= ASYNC_SCOPE_WARNS;
	send_outcome(self, coroutine);
	end_scope(scope);
	async_coroutine_release(coroutine);
}

static void take_job(worker_t *self, const async_frame_t *frame, const char *payload)
{
	zval arguments;
	const bool is_read = async_transport_unpack(self->pool, &self->worker->link, frame, payload, &arguments);

	self->job = frame->job;
	async_link_done(&self->worker->link);
	if (UNEXPECTED(!is_read)) {
		send_thrown(self);
		return;
	}
	if (EXPECTED(Z_TYPE(arguments) == IS_ARRAY)) {
		run(self, &arguments);
	}
	zval_ptr_dtor(&arguments);
	if (UNEXPECTED(EG(exception) != NULL)) {
		/* Of a destructor, after the outcome was sent. */
		zend_exception_error(EG(exception), E_WARNING);
		zend_clear_exception();
	}
}

/* ---- the loop ---- */

static void apply_memory_limit(const async_process_pool_t *pool)
{
	zend_string *name, *value;

	if (pool->memory_limit > 0) {
		name = zend_string_init(ZEND_STRL("memory_limit"), false);
		value = zend_long_to_str(pool->memory_limit);
		zend_alter_ini_entry(name, value, ZEND_INI_USER, ZEND_INI_STAGE_RUNTIME);
		zend_string_release(value);
		zend_string_release(name);
	}
}

/* Code outside of all jobs, such as a coroutine of an independent scope, has ended the application. A job that is sent
 * meanwhile stays in the link: the parent gives it to another worker. */
static ZEND_NORETURN void leave_between_jobs(void)
{
	if (ASYNC_G(uncaught)) {
		GC_ADDREF(ASYNC_G(uncaught));
		zend_exception_error(ASYNC_G(uncaught), E_ERROR);
		async_end_warn_of_further();
	}
	async_process_worker_leave(ASYNC_END_BAILOUT);
}

/* The parent needs this worker no more. Coroutines of the last job that were cancelled run to their next wait before,
 * so that their `finally` blocks are not lost. */
static ZEND_NORETURN void leave_when_told(void)
{
	(void) async_yield();
	if (UNEXPECTED(ASYNC_G(phase) != ASYNC_PHASE_RUNNING)) {
		leave_between_jobs();
	}
	async_process_worker_leave(ASYNC_END_NONE);
}

/* An idle worker sleeps in the system call, unless its jobs have left something behind that goes on. */
static async_link_result_t next_frame(worker_t *self, async_frame_t *frame, const char **payload)
{
	async_link_t *link = &self->worker->link;
	const bool is_alone = async_scheduler_is_alone();
	const async_link_result_t result = async_link_receive(link, frame, payload, is_alone);

	if (result == ASYNC_LINK_EMPTY && !is_alone) {
		(void) async_wait_fd(link->fd, ASYNC_FD_READABLE, ASYNC_WAIT_FOREVER, NULL);
	}
	return result;
}

ZEND_NORETURN void async_process_worker_run(async_process_pool_t *pool, async_worker_t *worker)
{
	static worker_t self;
	async_frame_t frame;
	const char *payload;

	self = (worker_t) { .pool = pool, .worker = worker };
	this_worker = &self;

	apply_memory_limit(pool);
	for (;;) {
		/* Before each frame is taken: a job that this process cannot run is left in the link. */
		if (UNEXPECTED(ASYNC_G(phase) != ASYNC_PHASE_RUNNING)) {
			leave_between_jobs();
		}
		switch (next_frame(&self, &frame, &payload)) {
			case ASYNC_LINK_FRAME:
				if (EXPECTED(frame.kind == ASYNC_FRAME_JOB)) {
					take_job(&self, &frame, payload);
				} else {
					async_link_done(&worker->link);
				}
				break;
			case ASYNC_LINK_EMPTY:
				break;
			case ASYNC_LINK_RESET:
			case ASYNC_LINK_CLOSED:
				leave_when_told();
		}
	}
}

/*
 * The end of workers that a pool does not need any more: they are told to end, and what they print until then is
 * passed on.
 *
 * After its last outcome a worker may print what its jobs have left behind: in `finally` blocks of cancelled
 * coroutines, in destructors, in output buffers. A coroutine of its own waits for the end of such a worker, for the
 * grace time of the pool at most. Then it kills the worker, which may be stopped, or never end.
 */
#include "parallel/internal.h"

#include "io/processes/orphans.h"

#include "zend_smart_str.h"

/* The end of a script takes so much longer than that of stock PHP at most. */
#define END_TIME (50 * UINT64_C(1000000))

typedef struct {
	async_child_waiter_t waiter;
	async_worker_t *worker;
	bool may_have_ended;
	bool is_watched;
} end_t;

static void note_end(async_child_waiter_t *waiter)
{
	end_t *end = async_container_of(waiter, end_t, waiter);

	end->may_have_ended = true;
	async_worker_wake(end->worker);
}

/* If the process cannot be watched, the end of its output tells its end. */
static bool has_ended(end_t *end)
{
	if (!end->may_have_ended || ASYNC_G(reactor) == NULL) {
		return false;
	}
	end->may_have_ended = false;
	end->is_watched = async_child_watch(ASYNC_G(reactor), &end->waiter, end->worker->pid, note_end) == 0;
	return async_process_has_ended(end->worker->pid);
}

/* Pass on what the worker prints until it has ended, or the time is over, which the result says. A process that the
 * worker has started may keep the pipes open, and a worker may close them before its end. */
static async_wait_result_t pass_until_end(end_t *end, uint64_t deadline)
{
	async_worker_t *worker = end->worker;
	smart_str printed = { 0 };
	async_wait_result_t result = ASYNC_WAIT_READY;

	while (result == ASYNC_WAIT_READY && !has_ended(end)
		&& (end->is_watched || worker->output[0] >= 0 || worker->output[1] >= 0)) {
		result = async_worker_wait(worker, deadline);
		async_process_pass_output(worker, &printed, false);
	}
	async_process_pass_output(worker, &printed, true);
	smart_str_free(&printed);
	return result;
}

static void wait_and_dismiss(async_worker_t *worker, uint64_t grace)
{
	end_t end = { .worker = worker, .may_have_ended = true };

	const bool is_late = pass_until_end(&end, async_reactor_now() + grace) == ASYNC_WAIT_TIMEOUT;

	if (ASYNC_G(reactor)) {
		async_child_unwatch(ASYNC_G(reactor), &end.waiter);
	}
	if (is_late) {
		async_worker_kill(worker);
	}
	async_worker_dismiss(worker);
}

/* No coroutine can wait any more: the script ends. All idle workers share the time. */
static void see_off_here(async_worker_t *worker)
{
	if (ASYNC_G(reactor)) {
		async_worker_tell_end(worker);
		if (ASYNC_MODULE_G(last_output_until) == 0) {
			ASYNC_MODULE_G(last_output_until) = async_reactor_now() + END_TIME;
		}
		async_worker_pass_last(worker, ASYNC_MODULE_G(last_output_until));
	}
	async_worker_dismiss(worker);
}

static void see_off(async_coroutine_t *self)
{
	async_process_pool_t *pool = Z_PTR(self->params[0]);
	async_worker_t *worker = Z_PTR(self->params[1]);

	if (UNEXPECTED(ASYNC_G(phase) >= ASYNC_PHASE_FORCED)) {
		see_off_here(worker);
		async_process_end_output();
	} else {
		wait_and_dismiss(worker, pool->grace);
	}
	pool->leaving--;
	if (async_process_pool_is_over(pool)) {
		async_wait_list_wake_all(&pool->waiters);
	}
	async_process_pool_release(pool);
}

void async_process_worker_dismiss(async_process_pool_t *pool, async_worker_t *worker)
{
	async_coroutine_t *self;

	/* In the forced phase a coroutine of its own as well: the caller may be ending scopes, where no output handler must
	 * drop what is being ended. */
	if (ASYNC_G(reactor) == NULL || ASYNC_G(phase) > ASYNC_PHASE_FORCED) {
		see_off_here(worker);
		return;
	}
	async_worker_tell_end(worker);
	self = async_coroutine_new_service(see_off, 2);
	ZVAL_PTR(&self->params[0], pool);
	ZVAL_PTR(&self->params[1], worker);
	pool->refcount++;
	pool->leaving++;
	/* Not in the scope of the pool, which may be over. */
	async_scheduler_enqueue(self, &ASYNC_G(global_scope), false);
}

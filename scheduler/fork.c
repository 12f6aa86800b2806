/*
 * pcntl_fork(): dropping the coroutines of the parent in the child, and continuing the child. pcntl_exec(): finishing
 * what was written.
 */
#include "scheduler/fork.h"

#include "engine/handlers.h"
#include "scheduler/class_loads.h"
#include "scheduler/deferred_release.h"
#include "scheduler/disown.h"
#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/file_runs.h"
#include "scheduler/run_queue.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_followers.h"
#include "scheduler/scope_wait.h"
#include "scheduler/trace.h"

#include "zend_exceptions.h"

#include "exceptions.h"

#include <unistd.h>

static zif_handler original_pcntl_fork, original_pcntl_exec;

/* ---- the other coroutines ---- */

/* Besides the coroutine that forked, the one on the engine's own stack stays: the request ends on that stack. In a
 * worker no request ends. */
static bool is_kept(const async_coroutine_t *coroutine)
{
	return coroutine == ASYNC_G(current) || (coroutine == ASYNC_G(main_flow) && ASYNC_G(leave_worker) == NULL);
}

typedef void (*coroutine_fn)(async_coroutine_t *coroutine, void *context);

static void each_other(coroutine_fn fn, void *context)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		for (async_coroutine_t *other = at->first; other; other = other->scope_next) {
			if (!is_kept(other)) {
				fn(other, context);
			}
		}
	}
}

static void disown(async_coroutine_t *other, void *context)
{
	async_disown_coroutine(context, other);
}

/* From here on wake-ups of this coroutine come too late. Its frames have left nodes in lists of waiters, and a wake-up
 * by such a node reads the record, so a started coroutine keeps its record until the process ends. */
static void stop_waiting(async_coroutine_t *other, void *context)
{
	(void) context;
	other->ticket++;
	if (other->flags & ASYNC_COROUTINE_STARTED) {
		async_coroutine_addref(other);
	}
	if (other->state == ASYNC_COROUTINE_SUSPENDED) {
		other->state = ASYNC_COROUTINE_CREATED;
		other->wait = NULL;
	}
}

/* A coroutine that was ready in the parent does not run in the child: its prize passes on. */
static void pass_on_prize(async_coroutine_t *other, void *context)
{
	(void) context;
	if (other->state == ASYNC_COROUTINE_QUEUED) {
		async_coroutine_revoke_prize(other);
		other->state = ASYNC_COROUTINE_CREATED;
		other->wait = NULL;
	}
}

static async_coroutine_t *first_other(const async_scope_t *scope)
{
	async_coroutine_t *other = scope->first;

	while (other && is_kept(other)) {
		other = other->scope_next;
	}
	return other;
}

/* Holders of a handle see a cancelled coroutine. The values of its body are not released. */
static void drop(async_coroutine_t *other, zend_object *reason)
{
	ZEND_ASSERT(!is_kept(other) && "the coroutine that forked and the main flow stay");
	if (async_coroutine_is_completed(other)) {
		/* Its failure is routed in the parent. */
		other->flags &= ~ASYNC_COROUTINE_FAILURE_QUEUED;
		async_scope_remove(other);
		return;
	}
	other->flags |= ASYNC_COROUTINE_CANCEL_REQUESTED | ASYNC_COROUTINE_CANCELLED;
	other->flags &= ~(ASYNC_COROUTINE_CANCEL_PENDING | ASYNC_COROUTINE_DELIVERY);
	other->callbacks = NULL;
	other->params = NULL;
	other->param_count = 0;
	other->named_params = NULL;
	ZVAL_UNDEF(&other->callable);
	ZVAL_NULL(&other->result);
	GC_ADDREF(reason);
	other->exception = reason;
	async_coroutine_complete(other);
}

static void drop_all(zend_object *reason)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_coroutine_t *other;

	for (async_scope_t *at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		/* Tasks of a group that have not started. */
		async_scope_end_starters(at, reason, false);
		while ((other = first_other(at)) != NULL) {
			drop(other, reason);
		}
	}
}

/* No follower was told while the coroutines were dropped. */
static void tell_followers(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		if (async_scope_has_ended(at)) {
			async_scope_tell_followers(at, at->cancellation);
		}
	}
}

/* A waiter that stays in its list would be offered the failures of the child, and would never look at them. */
static void forget_waiters(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		async_scope_wait_forget_others(at);
	}
}

static void unbind_all(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		async_scope_unbind(at);
	}
}

/* The stack of the main flow is needed, so the main flow has to leave its frames. If it waits for other coroutines, it
 * returns from that wait as after exit(), which unlinks its nodes. C code that waits for an event from outside must not
 * run: it would see a failure, and might send something to a peer of the parent. No node is linked there any more, and
 * the frames are jumped over. */
static async_main_left_t how_to_leave(const async_coroutine_t *main_flow)
{
	if (main_flow->wait) {
		switch (main_flow->wait->kind) {
			case ASYNC_WAIT_FOR_DESCRIPTOR:
			case ASYNC_WAIT_FOR_CHILD:
			case ASYNC_WAIT_FOR_JOB:
				return ASYNC_MAIN_LEFT_AT_ONCE;
			case ASYNC_WAIT_FOR_LOCK:
				return main_flow->wait->detail ? ASYNC_MAIN_LEFT_AT_ONCE : ASYNC_MAIN_LEFT_BY_UNWINDING;
			default:
				break;
		}
	}
	return ASYNC_MAIN_LEFT_BY_UNWINDING;
}

void async_fork_leave_library(const async_coroutine_t *coroutine)
{
	if (coroutine == ASYNC_G(main_flow) && ASYNC_G(main_left) == ASYNC_MAIN_LEFT_BY_UNWINDING) {
		ASYNC_G(main_left) = ASYNC_MAIN_LEFT_AFTER_WAIT;
	}
}

static void drop_others(void)
{
	async_coroutine_t *main_flow = ASYNC_G(main_flow);
	const bool drops_main = main_flow == ASYNC_G(main_coroutine) && main_flow != ASYNC_G(current)
		&& !async_coroutine_is_completed(main_flow);
	const uint8_t phase = ASYNC_G(phase);
	async_disown_t theirs;
	zend_object *reason;

	async_disown_begin(&theirs);
	each_other(disown, &theirs);
	if (drops_main) {
		async_disown_coroutine(&theirs, main_flow);
	}
	async_disown_end(&theirs);
	forget_waiters();
	ASYNC_G(frames_are_left) = true;

	/* In this phase no callback runs and no coroutine starts. */
	ASYNC_G(phase) = ASYNC_PHASE_UNWINDING;
	reason = async_exception_new(async_ce_cancellation, "The coroutine goes on in the parent process only");
	each_other(stop_waiting, NULL);
	if (drops_main && ASYNC_G(leave_worker) == NULL) {
		ASYNC_G(main_left) = how_to_leave(main_flow);
		main_flow->ticket++;
		main_flow->callbacks = NULL;
		main_flow->local_context = NULL;
	}
	ASYNC_G(queue_head) = ASYNC_G(queue_tail) = NULL;
	each_other(pass_on_prize, NULL);
	async_failure_settle();
	drop_all(reason);
	async_deferred_forget();
	OBJ_RELEASE(reason);
	async_class_loads_forget(ASYNC_G(current));
	async_file_runs_forget(ASYNC_G(current));
	ASYNC_G(waiting) = main_flow != ASYNC_G(current) && ASYNC_G(leave_worker) == NULL ? 1 : 0;
	ASYNC_G(deadlock_reported) = false;
	ASYNC_G(phase) = phase;
	tell_followers();
}

/* ---- the reactor ---- */

/* An event loop of its own: events that the parent waits for do not arrive here. */
static void renew_reactor(void)
{
	const async_coroutine_t *main_flow = ASYNC_G(main_flow);

	if (ASYNC_G(reactor) == NULL) {
		return;
	}
	unbind_all();
	if (!async_reactor_after_fork(ASYNC_G(reactor))) {
		zend_error_noreturn(E_CORE_ERROR, "Async: the child process has no event loop (%s)", strerror(errno));
	}
	if (main_flow && main_flow->wait && main_flow->wait->is_external && ASYNC_G(leave_worker) == NULL) {
		/* The main flow gives this reference back when it is resumed. */
		async_reactor_ref(ASYNC_G(reactor));
	}
}

/* ---- a worker ---- */

/* A shutdown that has begun in the parent, and what the parent has to report at its end, are the parent's. */
static void forget_shutdown(void)
{
	ASYNC_G(phase) = ASYNC_PHASE_RUNNING;
	ASYNC_G(uncaught) = NULL;
	ASYNC_G(uncaught_more) = NULL;
	ASYNC_G(uncaught_chain) = NULL;
}

/* The main flow never goes on, so nothing may wake it: neither the end of the last coroutine, nor a second phase of a
 * shutdown. */
static void forget_main(void)
{
	async_coroutine_t *main_flow = ASYNC_G(main_flow);

	main_flow->ticket++;
	ASYNC_G(drain) = NULL;
	ASYNC_G(main_left) = ASYNC_MAIN_IS_HERE;
}

static void go_on_in_worker(async_leave_worker_t leave)
{
	ZEND_ASSERT(ASYNC_G(current) != ASYNC_G(main_flow) && "a service coroutine goes on as the worker");
	ASYNC_G(leave_worker) = leave;
	PG(report_memleaks) = false;
	renew_reactor();
	drop_others();
	forget_main();
	forget_shutdown();
	async_parts_run(after_fork);
}

pid_t async_fork_worker(async_leave_worker_t leave)
{
	pid_t child;

	ZEND_ASSERT(leave && "a worker cannot end as a request");
	async_parts_run(before_fork);
	child = fork();
	if (child == 0) {
		async_compat_enter_child();
		go_on_in_worker(leave);
	} else if (child > 0) {
		async_reactor_note_fork(child);
	}
	return child;
}

/* ---- a child of a worker ---- */

/* Body of its drain. */
static void drain_and_leave(async_coroutine_t *self)
{
	(void) self;
	(void) async_end_wait_for_all();
	if (ASYNC_G(uncaught)) {
		GC_ADDREF(ASYNC_G(uncaught));
		zend_exception_error(ASYNC_G(uncaught), E_ERROR);
		async_end_warn_of_further();
	}
	ASYNC_G(leave_worker)(ASYNC_G(uncaught) ? ASYNC_END_BAILOUT : ASYNC_END_NONE);
}

/* A job has forked. No request ends in this process, and the worker's loop does not go on here: the process ends as a
 * worker does when no coroutine is left. */
static void begin_drain(void)
{
	async_coroutine_t *drain = async_coroutine_new_service(drain_and_leave, 0);

	ASYNC_G(drain) = drain;
	async_coroutine_set_state(drain, ASYNC_COROUTINE_QUEUED);
	run_queue_push(drain);
}

/* ---- the child ---- */

static void go_on_in_child(void)
{
	async_coroutine_t *self = ASYNC_G(current);

	if (self == NULL || async_is_unwinding()) {
		/* There is no other coroutine to drop, but the event loop is shared with the parent. */
		renew_reactor();
		return;
	}
	PG(report_memleaks) = false;
	renew_reactor();
	drop_others();
	async_parts_run(after_fork);
	if (UNEXPECTED(ASYNC_G(leave_worker) != NULL)) {
		begin_drain();
		return;
	}
	if (self == ASYNC_G(main_flow)) {
		return;
	}
	if (ASYNC_G(main_flow) == ASYNC_G(drain)) {
		/* The main script was over already: the drain looks again, and the time limits of zombies begin anew. */
		async_end_forest_drained();
		return;
	}
	async_scheduler_let_main_end();
}

/* Debug builds of PHP would report the lost memory as a leak of the script. */
static ASYNC_ALWAYS_RUNS void hide_lost_memory(void)
{
	if (!PG(report_memleaks)) {
		/* PHP may have looked at report_memleaks before the fork. It looks at this flag after the request. */
		CG(unclean_shutdown) = true;
	}
}

static ZEND_NAMED_FUNCTION(on_pcntl_fork)
{
	async_parts_run(before_fork);
	original_pcntl_fork(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_LONG && Z_LVAL_P(return_value) == 0 && ASYNC_G(phase) != ASYNC_PHASE_IDLE) {
		go_on_in_child();
	} else if (Z_TYPE_P(return_value) == IS_LONG && Z_LVAL_P(return_value) > 0) {
		async_reactor_note_fork((pid_t) Z_LVAL_P(return_value));
	}
}

pid_t async_fork(void)
{
	pid_t child;

	ZEND_ASSERT(ASYNC_G(current) && !async_is_unwinding() && "a coroutine forks, and goes on in the child");
	async_parts_run(before_fork);
	child = fork();
	if (child == 0) {
		async_compat_enter_child();
		forget_shutdown();
		go_on_in_child();
	} else if (child > 0) {
		async_reactor_note_fork(child);
	}
	return child;
}

/* The threads of this process end at the call, also those that write. */
static ZEND_NAMED_FUNCTION(on_pcntl_exec)
{
	async_reactor_process_end();
	async_trace_flush();
	original_pcntl_exec(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- start-up ---- */

static const async_handler_swap_t swaps[] = {
	{ NULL, "pcntl_fork", on_pcntl_fork, &original_pcntl_fork },
	{ NULL, "pcntl_exec", on_pcntl_exec, &original_pcntl_exec },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_fork_part = { .startup = start, .request_over = hide_lost_memory };

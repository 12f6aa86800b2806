/*
 * The end of a request: the drain, which waits for the coroutines that are left, and what a fatal error leaves.
 */
#include "scheduler/end_internal.h"

#include "engine/abandoned_frames.h"
#include "engine/engine_state.h"
#include "engine/isolation/isolation.h"
#include "engine/main_handler.h"
#include "scheduler/activity.h"
#include "scheduler/deferred_release.h"
#include "scheduler/dispose.h"
#include "scheduler/failure.h"
#include "scheduler/fiber_context.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_counts.h"
#include "scheduler/scope_end.h"
#include "scheduler/watchdog.h"

#include "zend_exceptions.h"
#include "ext/standard/basic_functions.h"

#include "exceptions.h"

/* Key of the drain among the request's shutdown functions; no PHP function can have this name. */
#define DRAIN_KEY "async drain"

static ZEND_NAMED_FUNCTION(end_of_main);

/* This function is in no function table: only the shutdown sequence calls it. */
static zend_internal_function end_of_main_function = {
	.type = ZEND_INTERNAL_FUNCTION,
	.handler = end_of_main,
};

/* Called before any user code runs, so that the drain is the first of the shutdown functions. */
static ASYNC_ALWAYS_RUNS void register_drain(void)
{
	php_shutdown_function_entry entry;

	/* Servers leave there what an earlier request of the process has set. The drain must not take it for a failure of
	 * this one. */
	EG(exit_status) = 0;
	memset(&entry, 0, sizeof(entry));
	ASYNC_COMPAT_SHUTDOWN_ENTRY(&entry, (zend_function *) &end_of_main_function);
	register_user_shutdown_function(DRAIN_KEY, sizeof(DRAIN_KEY) - 1, &entry);
}

/* What a destructor has thrown is uncaught; a cancellation and exit() have done their work. source: whose destructors
 * these were, or NULL. */
static void report_thrown(const async_coroutine_t *source)
{
	zend_object *exception;

	if (EXPECTED(EG(exception) == NULL)) {
		return;
	}
	exception = async_exception_take();
	if (!zend_is_unwind_exit(exception) && !instanceof_function(exception->ce, async_ce_cancellation)) {
		async_end_uncaught(exception, source);
	}
	OBJ_RELEASE(exception);
}

/* Empty the context of main while main still is the current coroutine: destructors may suspend (CL-04). */
static void end_main_context(void)
{
	async_coroutine_t *main = ASYNC_G(main_coroutine);

	if (UNEXPECTED(main->local_context != NULL) && !ASYNC_G(exit_called)) {
		async_coroutine_end_context(main);
		report_thrown(main);
	}
}

/* Main is over: its coroutine completes, and a service coroutine, the drain, takes over the main flow and waits for the
 * others. */
static void begin_drain(void)
{
	async_coroutine_t *main = ASYNC_G(main_coroutine);
	async_coroutine_t *drain = async_coroutine_new_service(NULL, 0);

	ZEND_ASSERT(ASYNC_G(drain) == NULL && "a request drains once");
	ZEND_ASSERT(ASYNC_G(current) == main && ASYNC_G(main_flow) == main && "main ends as the main flow");
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_end(main);
	}
	drain->flags |= ASYNC_COROUTINE_STARTED;
	async_coroutine_set_state(drain, ASYNC_COROUTINE_RUNNING);
	ASYNC_G(drain) = drain;
	ASYNC_G(main_flow) = drain;
	ASYNC_G(current) = drain;
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_spawned(drain);
	}
	ZVAL_NULL(&main->result);
	async_coroutine_complete(main);
}

void async_end_forest_drained(void)
{
	async_coroutine_t *drain = ASYNC_G(drain);

	if (drain && drain->state == ASYNC_COROUTINE_SUSPENDED) {
		async_wake(drain, drain->ticket, ASYNC_WAIT_READY);
	}
}

/* When no coroutine is left, failures that are still held are routed, and callbacks of scopes and groups that live to
 * the end are queued. Both may start coroutines again. */
bool async_end_wait_for_all(void)
{
	async_wait_t wait;

	while (ASYNC_G(coroutines) > 0 || async_failure_let_go() || async_scope_finish_all()
			|| async_isolated_scopes_end_all()) {
		bool stuck = false;

		if (ASYNC_G(active) > 0) {
			async_wait_begin(&wait, ASYNC_WAIT_FOR_DRAIN);
			async_park(&wait);
		} else {
			stuck = async_zombies_wait();
		}
		if (stuck || ASYNC_G(phase) == ASYNC_PHASE_UNWINDING) {
			return false;
		}
	}
	return true;
}

static void drain(void)
{
	if (ASYNC_G(exit_called)) {
		async_end_unwind_all();
		return;
	}
	if (EG(exit_status) == 255 || ASYNC_ENGINE_G(main_failed)) {
		/* PHP has reported an uncaught exception of the main script already, or the user's handler took it. */
		async_end_shut_down(NULL);
	}
	if (UNEXPECTED(!async_end_wait_for_all())) {
		async_end_unwind_all();
	}
}

static void end_drain(void)
{
	async_coroutine_t *last = ASYNC_G(drain);

	ZEND_ASSERT(ASYNC_G(current) == last && ASYNC_G(main_flow) == last && "the drain is the last coroutine");
	if (UNEXPECTED(async_activity_clock) && last) {
		async_activity_end(last);
	}
	async_end_silence_is_over();
	async_scheduler_reap_here();
	ASYNC_G(phase) = ASYNC_PHASE_OVER;
	ASYNC_G(current) = NULL;
	ASYNC_G(drain) = NULL;
	ASYNC_G(main_flow) = NULL;
	if (last) {
		last->wait = NULL;
		async_coroutine_release(last);
	}
	if (ASYNC_G(main_coroutine)) {
		async_coroutine_release(ASYNC_G(main_coroutine));
		ASYNC_G(main_coroutine) = NULL;
	}
	report_thrown(NULL);
}

/* After a fatal error the lists of scopes hold coroutines whose frames are abandoned: empty the lists. The records stay
 * until the engine frees their objects. Shutdown functions may still cancel them: they are members of no list then. */
static void forget_coroutines(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		async_coroutine_t *next;

		for (async_coroutine_t *coroutine = at->first; coroutine; coroutine = next) {
			next = coroutine->scope_next;
			coroutine->scope_next = coroutine->scope_prev = NULL;
			coroutine->flags &= ~(ASYNC_COROUTINE_IN_LIST | ASYNC_COROUTINE_ACTIVE);
			if (async_coroutine_is_suspended(coroutine)) {
				coroutine->is_abandoned = true;
				async_abandoned_frames_keep(coroutine->frame);
			}
			if (coroutine->state == ASYNC_COROUTINE_QUEUED) {
				/* This may wake a coroutine, which does not run either. */
				async_coroutine_revoke_prize(coroutine);
				coroutine->wait = NULL;
			}
		}
		at->first = at->last = NULL;
		at->total = at->active = 0;
		async_scope_forget_counts(at);
		memset(&at->waiters, 0, sizeof(at->waiters));
	}
	ASYNC_G(coroutines) = ASYNC_G(active) = 0;
}

/* Drop every record without running anything. */
static ASYNC_ALWAYS_RUNS void abandon(void)
{
	const bool is_fatal = CG(unclean_shutdown) && ASYNC_G(phase) != ASYNC_PHASE_OVER;

	if (UNEXPECTED(async_activity_clock) && is_fatal) {
		async_activity_fatal();
	}
	async_isolation_leave_failed();
	if (UNEXPECTED(ASYNC_G(is_silenced))) {
		/* The failure path of a stock function was a fatal error, of which the user was not told. */
		EG(exit_status) = ASYNC_G(silenced_exit_status);
	}
	async_end_silence_is_over();
	ASYNC_G(frames_are_left) |= CG(unclean_shutdown);
	ASYNC_G(phase) = ASYNC_PHASE_OVER;
	ASYNC_G(current) = NULL;
	ASYNC_G(drain) = NULL;
	ASYNC_G(main_flow) = NULL;
	ASYNC_G(main_coroutine) = NULL;
	ASYNC_G(unreaped) = NULL;
	async_deferred_forget();
	if (UNEXPECTED(ASYNC_G(next_id) > 0)) {
		forget_coroutines();
	}
	if (is_fatal) {
		async_parts_run(frames_abandoned);
	}
	async_fiber_contexts_end();
	ASYNC_G(queue_head) = ASYNC_G(queue_tail) = NULL;
	if (is_fatal) {
		async_isolation_run_all_shutdown_functions();
	}
}

static ASYNC_ALWAYS_RUNS ZEND_NAMED_FUNCTION(end_of_main)
{
	zend_execute_data bottom;

	ZVAL_NULL(return_value);
	async_main_handler_disarm();
	if (ASYNC_G(phase) == ASYNC_PHASE_IDLE
		&& (CG(unclean_shutdown) || ASYNC_G(exit_called) || !async_scope_finish_all())) {
		ASYNC_G(phase) = ASYNC_PHASE_OVER;
		return;
	}
	if (ASYNC_G(main_left)) {
		async_end_enter_child();
	}
	if (CG(unclean_shutdown)) {
		abandon();
		async_fatal_error_trace_put_back();
		return;
	}
	/* All shutdown functions share one zend_try: with one of our own, a fatal error in a coroutine does not cost the
	 * user's shutdown functions. */
	zend_try {
		/* Destructors run from here on: their warnings need a frame. */
		async_fiber_context_bottom_frame(&bottom);
		EG(current_execute_data) = &bottom;
		end_main_context();
		begin_drain();
		drain();
		end_drain();
		async_end_isolations();
		async_fiber_contexts_end();
		async_end_raise_uncaught();
		EG(current_execute_data) = execute_data;
	} zend_catch {
		abandon();
	} zend_end_try();
	async_watchdog_stop();
	async_compat_oom_handled();
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	async_watchdog_stop();
	async_main_handler_disarm();
	if (EXPECTED(!CG(unclean_shutdown))) {
		/* Fibers that were destroyed at the very end may have held the last references on their coroutines. */
		async_scheduler_reap_here();
	}
	abandon();
	async_scope_request_end();
}

const async_part_t async_end_part = {
	.request_start = register_drain,
	.request_end = end_request,
};

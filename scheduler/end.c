/*
 * The end of a request: drain, graceful and forced shutdown, fatal errors, uncaught exceptions.
 */
#include "scheduler/end.h"

#include "engine/abandoned_frames.h"
#include "engine/engine_state.h"
#include "engine/main_handler.h"
#include "engine/memory_limit.h"
#include "scheduler/activity.h"
#include "scheduler/deadlock.h"
#include "scheduler/deferred_release.h"
#include "scheduler/dispose.h"
#include "scheduler/failure.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/origin.h"
#include "scheduler/run_queue.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/spawn_chain.h"
#include "scheduler/test_run.h"
#include "scheduler/warning.h"
#include "scheduler/watchdog.h"

#include "zend_exceptions.h"
#include "zend_extensions.h"
#include "zend_gc.h"
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

/* Cancel a tree without closing its scopes: new coroutines stay possible (GS-03). The exception that started it is the
 * reason's previous (ER-04). */
static void cancel_tree(async_scope_t *scope, zend_object *exception)
{
	zend_object *reason = async_exception_new(async_ce_cancellation, "Graceful shutdown");

	if (exception) {
		GC_ADDREF(exception);
		async_exception_set_previous(reason, exception);
	}
	async_scope_cancel_coroutines(scope, reason);
	async_deferred_schedule();
	OBJ_RELEASE(reason);
}

/* Second phase (D21): every parked coroutine wakes with a cancellation, also a shielded one and one that was cancelled
 * before. */
static void enter_forced_phase(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	ZEND_ASSERT(ASYNC_G(phase) < ASYNC_PHASE_FORCED && "phases go forward");
	ASYNC_G(phase) = ASYNC_PHASE_FORCED;
	cancel_tree(forest, NULL);
	for (async_scope_t *scope = async_scope_walk_first(forest); scope; scope = async_scope_walk_next(scope, forest)) {
		for (async_coroutine_t *at = scope->first; at; at = at->scope_next) {
			if (at->state == ASYNC_COROUTINE_SUSPENDED) {
				async_wake(at, at->ticket, ASYNC_WAIT_CANCELLED);
			}
		}
	}
}

void async_end_shut_down(zend_object *reason)
{
	if (ASYNC_G(phase) != ASYNC_PHASE_RUNNING) {
		return;
	}
	ASYNC_G(phase) = ASYNC_PHASE_GRACEFUL;
	if (reason) {
		async_scope_cancel_coroutines(&ASYNC_G(global_scope), reason);
		async_deferred_schedule();
	} else {
		cancel_tree(&ASYNC_G(global_scope), NULL);
	}
}

/* Where the exception comes from: the coroutines that awaited it, then the one that did not catch it and its spawners.
 * NULL: nothing is known. */
static zend_string *chain_of(zend_object *exception, const async_coroutine_t *source)
{
	zend_string *way = async_origin_text(exception, source);
	zend_string *chain = async_spawn_chain_text(source);
	zend_string *all;

	if (way == NULL || chain == NULL) {
		return way ? way : chain;
	}
	all = zend_strpprintf(0, "%s\n%s", ZSTR_VAL(way), ZSTR_VAL(chain));
	zend_string_release(way);
	zend_string_release(chain);
	return all;
}

void async_end_uncaught(zend_object *exception, const async_coroutine_t *source)
{
	if (UNEXPECTED(ASYNC_G(test_run) != NULL) && async_test_run_take_failure(exception, source)) {
		return;
	}
	if (ASYNC_G(uncaught) == NULL) {
		GC_ADDREF(exception);
		ASYNC_G(uncaught) = exception;
		ASYNC_G(uncaught_chain) = chain_of(exception, source);
	} else {
		async_exception_append(&ASYNC_G(uncaught_more), exception);
	}
	if (ASYNC_G(phase) == ASYNC_PHASE_RUNNING) {
		ASYNC_G(phase) = ASYNC_PHASE_GRACEFUL;
		cancel_tree(&ASYNC_G(global_scope), exception);
	} else if (ASYNC_G(phase) == ASYNC_PHASE_GRACEFUL) {
		enter_forced_phase();
	}
}

void async_end_forest_drained(void)
{
	async_coroutine_t *drain = ASYNC_G(drain);

	if (drain && drain->state == ASYNC_COROUTINE_SUSPENDED) {
		async_wake(drain, drain->ticket, ASYNC_WAIT_READY);
	}
}

void async_end_stuck(void)
{
	if (UNEXPECTED(ASYNC_G(test_run) != NULL) && async_test_run_end_stuck()) {
		return;
	}
	if (!ASYNC_G(deadlock_reported)) {
		ASYNC_G(deadlock_reported) = true;
		async_deadlock_report_later();
	} else if (ASYNC_G(phase) < ASYNC_PHASE_FORCED) {
		enter_forced_phase();
	} else {
		/* Only the drain can be parked still: any other park in the forced phase ends at once. */
		zend_error_noreturn(E_CORE_ERROR,
			"Async: nothing is ready, no event can wake a coroutine, %zu coroutines are left", ASYNC_G(waiting));
	}
}

/* While frames are being released, a stock function that was parked in one takes its failure path. Its warnings there
 * are not the user's business (D15). */
static void silence(void)
{
	if (!ASYNC_G(is_silenced)) {
		ASYNC_G(is_silenced) = true;
		ASYNC_G(silenced_handler_mask) = async_error_handlers_base_mask();
		ASYNC_G(silenced_exit_status) = EG(exit_status);
	}
	async_isolation_note_error_mask();
	/* This silences the user's error handler: that of the current coroutine if it has one. */
	EG(user_error_handler_error_reporting) = 0;
	EG(error_reporting) = 0;
}

static void end_silence(void)
{
	if (ASYNC_G(is_silenced)) {
		ASYNC_G(is_silenced) = false;
		if (EXPECTED(!async_isolation_restore_error_masks())) {
			EG(user_error_handler_error_reporting) = ASYNC_G(silenced_handler_mask);
		}
		EG(error_reporting) = async_engine_error_reporting();
	}
}

/* zend_bailout() sets the flags of a fatal error, but there is none: see async_end_enter_child(). */
static ZEND_NORETURN void jump_out(void)
{
	ASYNC_G(main_left) = ASYNC_MAIN_LEFT_AT_ONCE;
	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		zend_clear_exception();
	}
	zend_bailout();
}

void async_end_wait_is_over(void)
{
	if (ASYNC_G(main_left) == ASYNC_MAIN_LEFT_AFTER_WAIT && ASYNC_G(current) == ASYNC_G(main_flow)) {
		jump_out();
	}
}

/* The memory limit may be what ended the request. A second fatal error here would leave frames behind that are linked
 * in lists of waiters. */
static void throw_unwind_exit(void)
{
	async_memory_limit_lift();
	zend_throw_unwind_exit();
	async_memory_limit_put_back();
}

bool async_end_reached_slow(async_coroutine_t *self)
{
	if (self == ASYNC_G(main_flow)) {
		async_end_t end = ASYNC_G(end);
		ASYNC_G(end) = ASYNC_END_NONE;
		/* The main script leaves its frames as after exit(): they are linked in lists of waiters and in the reactor. */
		if (end == ASYNC_END_BAILOUT && self == ASYNC_G(drain)) {
			zend_bailout();
		}
		if (end == ASYNC_END_FORKED) {
			ASYNC_G(phase_of_child) = ASYNC_G(phase);
			if (ASYNC_G(main_left) == ASYNC_MAIN_LEFT_AT_ONCE) {
				jump_out();
			}
		}
		ZEND_ASSERT(ASYNC_G(phase) <= ASYNC_PHASE_UNWINDING && "phases go forward");
		ASYNC_G(phase) = ASYNC_PHASE_UNWINDING;
		if (self == ASYNC_G(drain)) {
			return true;
		}
	}
	/* The engine drops exceptions that are thrown on top of an unwind_exit, so one that is pending goes as well. */
	if (EG(exception)) {
		zend_clear_exception();
	}
	silence();
	throw_unwind_exit();
	return true;
}

void async_end_unwind(async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine != ASYNC_G(main_flow) && "the main flow unwinds the others");
	if (coroutine->flags & ASYNC_COROUTINE_STARTED) {
		coroutine->flags |= ASYNC_COROUTINE_UNWIND;
		async_scheduler_resume_now(coroutine);
		if (UNEXPECTED(ASYNC_G(end) == ASYNC_END_BAILOUT)) {
			(void) async_end_reached(ASYNC_G(current));
		}
	} else {
		coroutine->flags |= ASYNC_COROUTINE_CANCELLED;
		ZVAL_NULL(&coroutine->result);
		coroutine->state = ASYNC_COROUTINE_CREATED;
		async_coroutine_complete(coroutine);
	}
	ASYNC_G(queue_head) = ASYNC_G(queue_tail) = NULL;
}

/* One walk over all scopes. True: frames were released, whose destructors may have left more coroutines. */
static bool unwind_scopes(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_scope_t *at;
	bool found = false;

	for (at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		while (at->first) {
			found = true;
			async_end_unwind(at->first);
		}
	}
	return found;
}

/* Release the frames of all coroutines that are left, without running finally blocks (D15). */
static void unwind_all(void)
{
	async_coroutine_t *coroutine;

	ZEND_ASSERT(ASYNC_G(current) == ASYNC_G(main_flow) && "frames are released from the main flow");
	ZEND_ASSERT(ASYNC_G(phase) <= ASYNC_PHASE_UNWINDING && "phases go forward");
	ASYNC_G(phase) = ASYNC_PHASE_UNWINDING;
	while ((coroutine = run_queue_pop()) != NULL) {
		if (async_coroutine_is_completed(coroutine)) {
			async_scope_remove(coroutine);
		}
	}
	async_scheduler_reap_here();
	while (unwind_scopes() || async_scope_empty_left()) {
	}
}

/* Empty the context of main while main still is the current coroutine: destructors may suspend (CL-04). */
static void end_main_context(void)
{
	async_coroutine_t *main = ASYNC_G(main_coroutine);
	zend_object *exception;

	if (EXPECTED(main->local_context == NULL) || ASYNC_G(exit_called)) {
		return;
	}
	async_coroutine_end_context(main);
	if (EXPECTED(EG(exception) == NULL)) {
		return;
	}
	exception = async_exception_take();
	if (!zend_is_unwind_exit(exception) && !instanceof_function(exception->ce, async_ce_cancellation)) {
		async_end_uncaught(exception, main);
	}
	OBJ_RELEASE(exception);
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

/* When no coroutine is left, failures that are still held are routed, and callbacks of scopes and groups that live to
 * the end are queued. Both may start coroutines again. */
bool async_end_wait_for_all(void)
{
	async_wait_t wait;

	while (async_scope_is_alive(&ASYNC_G(forest)) || async_failure_let_go() || async_scope_finish_all()
			|| async_isolated_scopes_end_all()) {
		bool stuck = false;

		if (async_scope_is_busy(&ASYNC_G(forest))) {
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
		unwind_all();
		return;
	}
	if ((EG(exit_status) == 255 || ASYNC_ENGINE_G(main_failed)) && ASYNC_G(phase) == ASYNC_PHASE_RUNNING) {
		/* PHP has reported an uncaught exception of the main script already, or the user's handler took it. */
		ASYNC_G(phase) = ASYNC_PHASE_GRACEFUL;
		cancel_tree(&ASYNC_G(global_scope), NULL);
	}
	if (UNEXPECTED(!async_end_wait_for_all())) {
		unwind_all();
	}
}

static void end_drain(void)
{
	async_coroutine_t *last = ASYNC_G(drain);

	ZEND_ASSERT(ASYNC_G(current) == last && ASYNC_G(main_flow) == last && "the drain is the last coroutine");
	if (UNEXPECTED(async_activity_clock) && last) {
		async_activity_end(last);
	}
	end_silence();
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
		at->total = at->active = at->busy_children = at->alive_children = 0;
		memset(&at->waiters, 0, sizeof(at->waiters));
	}
	ASYNC_G(coroutines) = 0;
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
	end_silence();
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
	ASYNC_G(queue_head) = ASYNC_G(queue_tail) = NULL;
	if (is_fatal) {
		async_isolation_run_all_shutdown_functions();
	}
}

/* After exit() the isolations that are left end as the request does: shutdown functions, then destructors. */
static void end_isolations(void)
{
	HashTable *exceptions = NULL;
	zval *exception;

	async_isolated_scopes_end_here(&exceptions);
	if (EXPECTED(exceptions == NULL)) {
		return;
	}
	ZEND_HASH_FOREACH_VAL(exceptions, exception) {
		if (ASYNC_G(uncaught) == NULL) {
			GC_ADDREF(Z_OBJ_P(exception));
			ASYNC_G(uncaught) = Z_OBJ_P(exception);
		} else {
			async_exception_append(&ASYNC_G(uncaught_more), Z_OBJ_P(exception));
		}
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(exceptions);
}

void async_end_warn_of_further(void)
{
	HashTable *more = ASYNC_G(uncaught_more);
	zval *exception;

	if (EXPECTED(more == NULL)) {
		return;
	}
	ASYNC_G(uncaught_more) = NULL;
	ZEND_HASH_FOREACH_VAL(more, exception) {
		if (UNEXPECTED(EG(exception) != NULL)) {
			/* exit() of a user's error handler. */
			break;
		}
		GC_ADDREF(Z_OBJ_P(exception));
		async_warn_uncaught(Z_OBJ_P(exception));
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(more);
}

/* Raise the uncaught exceptions as PHP raises one that leaves the main script (D29). */
static void raise_uncaught(void)
{
	zend_object *exception = ASYNC_G(uncaught);
	zend_string *chain = ASYNC_G(uncaught_chain);

	ASYNC_G(uncaught) = NULL;
	ASYNC_G(uncaught_chain) = NULL;
	if (exception) {
		EG(exception) = exception;
		if (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF) {
			/* Without a frame, as after the main script: an exception of the handler is fatal. */
			zend_execute_data *here = EG(current_execute_data);
			EG(current_execute_data) = NULL;
			zend_user_exception_handler();
			EG(current_execute_data) = here;
		}
		if (EG(exception)) {
			const bool is_it = EG(exception) == exception;
			zend_exception_error(EG(exception), E_ERROR);
			if (chain && is_it) {
				async_spawn_chain_print(chain, E_ERROR);
			}
		}
	}
	if (chain) {
		zend_string_release(chain);
	}
	async_end_warn_of_further();
}

void async_end_enter_child(void)
{
	if (ASYNC_G(main_left) == ASYNC_MAIN_LEFT_AT_ONCE) {
		CG(unclean_shutdown) = false;
		gc_protect(false);
	}
	ZEND_ASSERT(ASYNC_G(phase_of_child) < ASYNC_PHASE_UNWINDING && "the child goes on with coroutines");
	ASYNC_G(main_left) = ASYNC_MAIN_IS_HERE;
	end_silence();
	ASYNC_G(phase) = ASYNC_G(phase_of_child);
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
		end_isolations();
		raise_uncaught();
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

/*
 * Waiting for a scope: awaitCompletion(), awaitDirectChildren(), awaitAfterCancellation(); and awaitSpawned().
 */
#include "async_classes.h"

#include "scheduler/cycle.h"
#include "scheduler/failure.h"
#include "scheduler/lineage.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/scope_wait.h"
#include "scheduler/warning.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* A coroutine of the scope would wait for itself (DE-04, DE-05, DE-06). True after an exception. */
static bool refuse_inside(const async_scope_t *scope)
{
	if (!async_scope_is_within(async_scope_current(), scope) && !(scope->flags & ASYNC_SCOPE_GLOBAL)) {
		return false;
	}
	if (scope->flags & ASYNC_SCOPE_GLOBAL) {
		async_throw("Awaiting a scope from within itself or its child scope would cause a deadlock."
			" Everything is within the global scope");
	} else {
		async_throw("Awaiting a scope from within itself or its child scope would cause a deadlock."
			" Scope created at %s:%u", scope->created_file ? ZSTR_VAL(scope->created_file) : "unknown place",
			scope->created_line);
	}
	return true;
}

/* Throw the first failure that was offered. An await throws only one failure; the others become warnings, unless
 * another waiter has got them already. */
static void throw_offered(async_scope_wait_t *waiter)
{
	bool first, ignored;
	zend_object *exception = async_scope_wait_take(waiter, &ignored);
	zend_object *more;

	ZEND_ASSERT(exception && "the caller has seen an offer");
	while ((more = async_scope_wait_take(waiter, &first)) != NULL) {
		if (first) {
			async_warn_uncaught(more);
		} else {
			OBJ_RELEASE(more);
		}
	}
	if (EG(exception)) {
		/* A user's error handler threw: it ends this wait, after the failure. */
		async_exception_set_previous(EG(exception), exception);
	} else {
		zend_throw_exception_internal(exception);
	}
}

/* Call the error handler with each failure that was offered. It may suspend: failures that come meanwhile are given to
 * it too. False when it threw. */
static bool handle_offered(async_scope_wait_t *waiter, async_scope_t *scope, zval *handler)
{
	zend_object *exception;
	bool ignored;

	ZEND_ASSERT(waiter->node.list == NULL && "the waiter is linked only while it is parked");
	async_scope_wait_listen(scope, waiter);
	while (!EG(exception) && (exception = async_scope_wait_take(waiter, &ignored)) != NULL) {
		zval args[2], result;

		ZVAL_UNDEF(&result);
		ZVAL_OBJ(&args[0], exception);
		ZVAL_OBJ(&args[1], async_scope_object(scope));
		call_user_function(NULL, NULL, handler, &result, 2, args);
		zval_ptr_dtor(&result);
		zval_ptr_dtor(&args[0]);
		zval_ptr_dtor(&args[1]);
	}
	async_wait_list_remove(&waiter->node);
	return !EG(exception);
}

static ZEND_COLD void throw_reason(const async_scope_t *scope)
{
	zend_object *reason = scope->cancellation;

	if (reason) {
		GC_ADDREF(reason);
	} else {
		/* The handle is a new one: the reason was dropped with the previous handle. */
		reason = async_cancellation_new_here();
	}
	zend_throw_exception_internal(reason);
}

/* Park once, if need be. True when the wait is over or something was thrown; false: look again. */
static bool wait_once(async_scope_t *scope, async_scope_wait_t *waiter, zend_object *token, zval *handler)
{
	if (waiter->goal != ASYNC_SCOPE_END && (scope->flags & ASYNC_SCOPE_CANCELLED)) {
		throw_reason(scope);
		return true;
	}
	if (async_scope_goal_reached(scope, waiter->goal)) {
		return true;
	}
	if (async_token_fired(token)) {
		async_token_throw(token);
		return true;
	}
	if (!async_wait_allowed()) {
		return true;
	}
	if (UNEXPECTED(async_cycle_refuse_for(ASYNC_WAIT_FOR_SCOPE, scope,
			waiter->goal == ASYNC_SCOPE_END ? ASYNC_WAIT_FOR_ZOMBIES : 0, token))) {
		return true;
	}
	if (async_scope_park(scope, waiter, token) == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return true;
	}
	if (waiter->offers == NULL) {
		return false;
	}
	if (handler == NULL) {
		throw_offered(waiter);
		return true;
	}
	return !handle_offered(waiter, scope, handler);
}

static void await_scope(async_scope_t *scope, async_scope_goal_t goal, zend_object *token, zval *handler)
{
	async_scope_wait_t waiter = { .goal = goal, .takes_failures = goal != ASYNC_SCOPE_END || handler != NULL };

	if (refuse_inside(scope)) {
		return;
	}
	if (!async_scheduler_start()) {
		if (!async_scope_goal_reached(scope, goal)) {
			async_require_scheduler("wait");
		}
		return;
	}
	/* While the caller is parked, its own handle of the scope may be dropped. */
	async_scope_addref(scope);
	while (!wait_once(scope, &waiter, token, handler)) {
	}
	async_scope_wait_leave(&waiter);
	ZEND_ASSERT(waiter.node.list == NULL && waiter.offers == NULL && "the scope has no pointer into this frame");
	if (!EG(exception) && !(scope->flags & ASYNC_SCOPE_FINISHED) && !async_scope_is_busy(scope)) {
		/* A waiter saw the scope drained: its completion callbacks are due (D13). */
		async_scope_finish(scope);
	}
	async_scope_release(scope);
}

static void await_method(INTERNAL_FUNCTION_PARAMETERS, async_scope_goal_t goal)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 1)) {
		RETURN_THROWS();
	}
	async_failure_settle();
	await_scope(async_scope_from_obj(Z_OBJ_P(ZEND_THIS)), goal, token, NULL);
}

ZEND_METHOD(Async_Scope, awaitCompletion)
{
	await_method(INTERNAL_FUNCTION_PARAM_PASSTHRU, ASYNC_SCOPE_COMPLETION);
}

ZEND_METHOD(Async_Scope, awaitDirectChildren)
{
	await_method(INTERNAL_FUNCTION_PARAM_PASSTHRU, ASYNC_SCOPE_DIRECT);
}

ZEND_METHOD(Async_Scope, awaitAfterCancellation)
{
	async_scope_t *scope = async_scope_from_obj(Z_OBJ_P(ZEND_THIS));
	zend_fcall_info fci = empty_fcall_info;
	zend_fcall_info_cache fcc = empty_fcall_info_cache;
	zend_object *token = NULL;
	zval handler;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_FUNC_OR_NULL(fci, fcc)
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 2)) {
		RETURN_THROWS();
	}
	async_failure_settle();
	if (!(scope->flags & (ASYNC_SCOPE_CLOSED | ASYNC_SCOPE_GLOBAL))) {
		async_throw("The scope is open: awaitAfterCancellation() waits for one that was cancelled or disposed."
			" Scope created at %s:%u", scope->created_file ? ZSTR_VAL(scope->created_file) : "unknown place",
			scope->created_line);
		RETURN_THROWS();
	}
	if (!ZEND_FCI_INITIALIZED(fci)) {
		await_scope(scope, ASYNC_SCOPE_END, token, NULL);
		return;
	}
	/* The caller's callable may find its object by a variable, which other coroutines write meanwhile. */
	async_callable_keep(&handler, &fci, &fcc);
	await_scope(scope, ASYNC_SCOPE_END, token, &handler);
	zval_ptr_dtor(&handler);
}

/* ---- awaitSpawned() ---- */

static async_wait_result_t park_for_spawned(async_lineage_t *lineage, zend_object *token)
{
	async_wait_node_t node;
	async_wait_t wait;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_SPAWNED);
	return async_park_on(&wait, &lineage->waiters, &node, false, token);
}

ZEND_FUNCTION(Async_awaitSpawned)
{
	zend_object *token = NULL;
	async_lineage_t *lineage;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 1)) {
		RETURN_THROWS();
	}
	if (!async_scheduler_start()) {
		return;
	}
	lineage = ASYNC_G(current)->lineage;
	while (lineage && lineage->living > 0) {
		if (async_token_fired(token)) {
			async_token_throw(token);
			RETURN_THROWS();
		}
		if (!async_wait_allowed() || UNEXPECTED(async_cycle_refuse(ASYNC_WAIT_FOR_SPAWNED, NULL, token))) {
			RETURN_THROWS();
		}
		if (park_for_spawned(lineage, token) == ASYNC_WAIT_CANCELLED) {
			async_throw_cancellation();
			RETURN_THROWS();
		}
	}
}

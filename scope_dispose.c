/*
 * Ending a scope: cancel(), dispose() and its siblings; and Async\BoundedScope, which ends at a bound.
 */
#include "scope_methods.h"

#include "scheduler/dispose.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_end.h"

#include "exceptions.h"

#define DISPOSE_MS_MAX 599999

/* The global scope lives as long as the request: PHP code cannot end it. True after an exception. */
static bool refuse_global(const async_scope_t *scope, const char *what)
{
	if (scope->flags & ASYNC_SCOPE_GLOBAL) {
		async_throw("The global scope cannot be %s: use Async\\gracefulShutdown() to end the application", what);
		return true;
	}
	return false;
}

ZEND_METHOD(Async_Scope, cancel)
{
	async_scope_t *scope = THIS_SCOPE();
	zend_object *reason = NULL;
	bool contexts_below;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();
	if (refuse_global(scope, "cancelled")) {
		RETURN_THROWS();
	}
	if (scope->flags & ASYNC_SCOPE_CANCELLED) {
		if (reason) {
			php_error_docref(NULL, E_WARNING, "The scope is cancelled already: this cancellation is ignored");
		}
		return;
	}
	if (reason) {
		GC_ADDREF(reason);
	} else {
		reason = async_cancellation_new_here();
	}
	contexts_below = async_scope_cancel(scope, reason);
	OBJ_RELEASE(reason);
	async_scope_release_data(scope, contexts_below);
}

ZEND_METHOD(Async_Scope, dispose)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (!refuse_global(THIS_SCOPE(), "disposed")) {
		async_scope_dispose(THIS_SCOPE());
	}
}

ZEND_METHOD(Async_Scope, disposeSafely)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (!refuse_global(THIS_SCOPE(), "disposed")) {
		async_scope_dispose_safely(THIS_SCOPE());
	}
}

/* Give the scope a time limit. False after an exception: the timer needs the scheduler and a reactor. */
static bool bind_deadline(async_scope_t *scope, zend_long ms)
{
	ZEND_ASSERT(ms > 0 && "the caller has checked the limit");
	if (!async_require_scheduler("limit a scope")) {
		return false;
	}
	if (!async_scope_bind_deadline(scope, ms)) {
		async_throw_no_loop("limit a scope");
		return false;
	}
	return true;
}

ZEND_METHOD(Async_Scope, disposeAfterTimeout)
{
	async_scope_t *scope = THIS_SCOPE();
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	if (ms < 1 || ms > DISPOSE_MS_MAX) {
		zend_argument_value_error(1, "must be between 1 and %d", DISPOSE_MS_MAX);
		RETURN_THROWS();
	}
	if (refuse_global(scope, "disposed")) {
		RETURN_THROWS();
	}
	if (async_scope_is_alive(scope) && !bind_deadline(scope, ms)) {
		RETURN_THROWS();
	}
	scope->flags |= ASYNC_SCOPE_TIMED;
	async_scope_dispose_safely(scope);
}

ZEND_METHOD(Async_Scope, asNotSafely)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_SCOPE()->flags |= ASYNC_SCOPE_CANCEL_AT_END;
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_Scope, allowZombies)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_SCOPE()->flags &= ~ASYNC_SCOPE_CANCEL_AT_END;
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

/* ---- bounds ---- */

static void bind_ms(INTERNAL_FUNCTION_PARAMETERS, zend_long ms)
{
	if (ms < 1) {
		zend_argument_value_error(1, "must be greater than 0");
		RETURN_THROWS();
	}
	if (!bind_deadline(THIS_SCOPE(), ms)) {
		RETURN_THROWS();
	}
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_BoundedScope, withTimeout)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	bind_ms(INTERNAL_FUNCTION_PARAM_PASSTHRU, ms);
}

ZEND_METHOD(Async_BoundedScope, boundedBy)
{
	zend_object *awaitable;
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS_OR_LONG(awaitable, async_ce_awaitable, ms)
	ZEND_PARSE_PARAMETERS_END();
	if (awaitable == NULL) {
		bind_ms(INTERNAL_FUNCTION_PARAM_PASSTHRU, ms);
		return;
	}
	if (!async_token_check(awaitable, 1) || !async_require_scheduler("limit a scope")) {
		RETURN_THROWS();
	}
	async_scope_bind_awaitable(THIS_SCOPE(), awaitable);
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_BoundedScope, spawnAndBound)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(fci.params, fci.param_count, fci.named_params)
	ZEND_PARSE_PARAMETERS_END();
	async_spawn(return_value, THIS_SCOPE(), &fci, &fcc);
	if (Z_TYPE_P(return_value) == IS_OBJECT) {
		async_scope_bind_awaitable(THIS_SCOPE(), Z_OBJ_P(return_value));
	}
}

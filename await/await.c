/*
 * Async\await(), the interfaces Awaitable and Completable, and the checks that every wait of PHP code begins with.
 */
#include "async_classes.h"

#include "scheduler/cycle.h"
#include "scheduler/scheduler.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "exceptions.h"
#include "stubs/awaitable_arginfo.h"

zend_class_entry *async_ce_awaitable;
zend_class_entry *async_ce_completable;

ASYNC_REGISTERS void async_awaitable_register(void)
{
	async_ce_awaitable = register_class_Async_Awaitable();
	async_ce_completable = register_class_Async_Completable(async_ce_awaitable);
}

bool async_require_scheduler(const char *what)
{
	if (EXPECTED(async_scheduler_start())) {
		return true;
	}
	async_throw("Cannot %s: the request is shutting down, and its coroutines have ended", what);
	return false;
}

/* A user class may implement the interface, but only objects of internal classes have an async_awaitable_t (D27). */
static bool check_awaitable(zend_object *object, uint32_t arg_num)
{
	if (EXPECTED(object->ce->type == ZEND_INTERNAL_CLASS)) {
		return true;
	}
	zend_argument_type_error(arg_num, "must be an awaitable that an extension provides, %s given",
		ZSTR_VAL(object->ce->name));
	return false;
}

static bool is_ready(zend_object *object)
{
	return async_awaitable_from_obj(object)->ops->is_ready(object);
}

/* Take the value of an awaitable that is ready. False when that threw; *result is undefined when another waiter has
 * taken the value before. */
static bool take(zend_object *object, zval *result)
{
	ZVAL_UNDEF(result);
	async_awaitable_from_obj(object)->ops->take(object, result);
	if (EXPECTED(EG(exception) == NULL)) {
		return true;
	}
	ZVAL_NULL(result);
	return false;
}

bool async_token_check(zend_object *token, uint32_t arg_num)
{
	return token == NULL || check_awaitable(token, arg_num);
}

bool async_token_fired(zend_object *token)
{
	return token && is_ready(token);
}

ZEND_COLD void async_token_throw(zend_object *token)
{
	zend_object *previous = NULL;
	zend_object *exception;

	if (!async_awaitable_from_obj(token)->ops->ended_as_token(token, &previous)) {
		ZEND_ASSERT(EG(exception) && "a token that failed has thrown");
		return;
	}
	exception = async_exception_new(async_ce_await_cancelled, "The wait was ended by its cancellation token");
	if (previous) {
		async_exception_set_previous(exception, previous);
	}
	zend_throw_exception_internal(exception);
}

bool async_refuse_self(zend_object *object)
{
	async_coroutine_t *self = ASYNC_G(current);

	if (EXPECTED(self == NULL) || EXPECTED(object != &self->std)) {
		return false;
	}
	async_throw("A coroutine cannot await itself. Coroutine spawned at %s:%u",
		self->spawn_file ? ZSTR_VAL(self->spawn_file) : "unknown place", self->spawn_line);
	return true;
}

static async_wait_result_t wait_for(zend_object *object, zend_object *token)
{
	async_wait_node_t node;
	async_wait_t wait;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = object;
	return async_park_on(&wait, async_awaitable_waiters(object), &node, async_awaitable_is_external(object), token);
}

/* Throw the cancellation of the current coroutine if it is due: it comes before any result. */
static zend_always_inline bool cancellation_due(void)
{
	if (EXPECTED(async_scheduler_is_running()) && async_coroutine_is_cancellation_due(ASYNC_G(current))) {
		async_throw_cancellation();
		return true;
	}
	return false;
}

static bool can_wait_here(void)
{
	if (UNEXPECTED(!async_scheduler_is_running())) {
		/* A Fiber that was suspended inside a wait goes on in a shutdown function. */
		return async_require_scheduler("wait");
	}
	if (UNEXPECTED(!async_can_park())) {
		async_throw("Cannot wait here: PHP compiles, links a class, runs an output handler, initializes a lazy object, "
			"converts values or replaces one");
		return false;
	}
	return true;
}

bool async_wait_allowed(void)
{
	return !cancellation_due() && can_wait_here();
}

bool async_limited_wait_allowed(zend_object *token)
{
	if (UNEXPECTED(!async_scheduler_start())) {
		return async_require_scheduler("wait");
	}
	if (token) {
		if (async_token_fired(token)) {
			async_token_throw(token);
			return false;
		}
		if (UNEXPECTED(async_refuse_self(token))) {
			return false;
		}
	}
	return async_wait_allowed();
}

static bool await_object(zend_object *object, zend_object *token, zval *result)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;

	ZEND_ASSERT(object->ce->type == ZEND_INTERNAL_CLASS && "only internal classes have the operations (D27)");
	return EXPECTED(ops->await == NULL) ? async_await_ready(object, token, result) : ops->await(object, token, result);
}

bool async_await_ready(zend_object *object, zend_object *token, zval *result)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;

	if (cancellation_due()) {
		return false;
	}
	for (;;) {
		if (ops->is_ready(object)) {
			if (!take(object, result)) {
				return false;
			}
			if (EXPECTED(Z_TYPE_P(result) != IS_UNDEF)) {
				return true;
			}
			/* The awaitable gives each value to one waiter, and another one was faster: look again. */
			continue;
		}
		if (async_token_fired(token)) {
			async_token_throw(token);
			return false;
		}
		if (UNEXPECTED(async_refuse_self(object)) || (token && UNEXPECTED(async_refuse_self(token)))) {
			return false;
		}
		if (!can_wait_here() || UNEXPECTED(async_cycle_refuse(ASYNC_WAIT_FOR_AWAITABLE, object, token))) {
			return false;
		}
		if (UNEXPECTED(wait_for(object, token) == ASYNC_WAIT_CANCELLED)) {
			async_throw_cancellation();
			return false;
		}
	}
}

void async_await_call(zend_object *object, zend_object *token, zval *return_value)
{
	if (EXPECTED(async_scheduler_start())) {
		await_object(object, token, return_value);
	} else if (is_ready(object)) {
		/* Shutdown functions cannot wait any more, but they may have the results that are there. */
		if (take(object, return_value) && Z_TYPE_P(return_value) == IS_UNDEF) {
			ZVAL_NULL(return_value);
		}
	} else {
		async_require_scheduler("wait");
	}
}

/* Throw the TypeError. It says what to call instead for a scope (D6), and for what is often passed by mistake. */
static ZEND_COLD void refuse_type(zval *value, uint32_t arg_num)
{
	zend_class_entry *ce = Z_TYPE_P(value) == IS_OBJECT ? Z_OBJCE_P(value) : NULL;
	const char *advice = NULL;

	if (ce && instanceof_function(ce, async_ce_scope)) {
		advice = "a scope is waited for with its awaitCompletion() method";
	} else if (ce == zend_ce_closure) {
		advice = "pass the coroutine that spawn() makes of it";
	} else if (Z_TYPE_P(value) == IS_ARRAY) {
		advice = "pass it to awaitAll(), all() or any()";
	}
	if (advice) {
		zend_argument_type_error(arg_num, "must be of type Async\\Awaitable, %s given: %s",
			ce ? ZSTR_VAL(ce->name) : "array", advice);
	} else {
		zend_wrong_parameter_class_error(arg_num, "Async\\Awaitable", value);
	}
}

bool async_awaitable_check(zval *value, uint32_t arg_num)
{
	if (UNEXPECTED(Z_TYPE_P(value) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(value), async_ce_awaitable))) {
		refuse_type(value, arg_num);
		return false;
	}
	return check_awaitable(Z_OBJ_P(value), arg_num);
}

ZEND_FUNCTION(Async_await)
{
	zval *value;
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();

	if (!async_awaitable_check(value, 1) || !async_token_check(token, 2)) {
		RETURN_THROWS();
	}
	async_await_call(Z_OBJ_P(value), token, return_value);
}

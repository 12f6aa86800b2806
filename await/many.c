/*
 * awaitAll() and its family: one wait for several awaitables (D23).
 *
 * Each makes a trigger (await/trigger.h) and awaits it once. The trigger counts as awaited before the iterable is asked
 * for the first source: an iterator may suspend, and a source that fails meanwhile has its awaiter already.
 */
#include "await/trigger_hold.h"

#include "zend_exceptions.h"

#include "exceptions.h"

typedef struct {
	zval *iterable;
	uint32_t arg_num;           /* of the iterable */
	zend_object *token;
	bool preserve_key_order;
	bool fill_null;
} wait_t;

/* Is the result known without a wait: because there are no sources, or because no result is asked for? */
static bool needs_no_wait(const async_trigger_t *what)
{
	return (what->count == 0 && what->errors == ASYNC_ERRORS_THROW)
		|| (what->kind == ASYNC_TRIGGER_SOME && what->needed == 0);
}

static void give_nothing(const async_trigger_t *what, zval *result)
{
	if (what->kind == ASYNC_TRIGGER_ANY) {
		ZVAL_NULL(result);
	} else if (what->errors == ASYNC_ERRORS_THROW) {
		ZVAL_EMPTY_ARRAY(result);
	} else {
		zval none;

		ZVAL_EMPTY_ARRAY(&none);
		array_init_size(result, 2);
		add_next_index_zval(result, &none);
		add_next_index_zval(result, &none);
	}
}

/* Has the token ended the call? Not when a result was there, or the cancellation of the caller came first. */
static bool ended_by_token(const async_trigger_t *what, zend_object *token)
{
	return async_token_fired(token) && !async_trigger_is_ready(what)
		&& EG(exception) != ASYNC_G(current)->cancellation && !zend_is_unwind_exit(EG(exception));
}

/* The token has ended the call: the caller gives up, and the errors that the call has received do not go to other code
 * (D45). */
static void see_errors(async_trigger_t *what)
{
	zend_object *ended_by = async_exception_take();

	async_trigger_see_errors(what);
	if (EG(exception)) {
		/* A destructor has thrown. */
		async_exception_set_previous(EG(exception), ended_by);
	} else {
		zend_throw_exception_internal(ended_by);
	}
}

/* Add all sources to a new trigger, and await it. False after an exception.
 * owns: takes over the reference on the trigger */
static bool await_once(async_trigger_t *what, const wait_t *wait, zval *result)
{
	bool done;

	ZEND_ASSERT(what->base == what && what->count == 0 && what->awaiters == 0 && "a new trigger of its own");
	if (!wait->preserve_key_order) {
		what->options |= ASYNC_TRIGGER_COMPLETION;
	}
	if (wait->fill_null) {
		what->options |= ASYNC_TRIGGER_FILL_NULL;
	}
	async_trigger_await_begin(what);
	done = async_trigger_add_all(what, wait->iterable, wait->arg_num);
	if (done && needs_no_wait(what)) {
		give_nothing(what, result);
	} else if (done) {
		async_await_call(&what->std, wait->token, result);
		done = EG(exception) == NULL;
		if (UNEXPECTED(!done) && ASYNC_G(current) && ended_by_token(what, wait->token)) {
			see_errors(what);
		}
	}
	async_trigger_await_end(what);
	OBJ_RELEASE(&what->std);
	return done;
}

static void await_trigger(zval *return_value, async_trigger_kind_t kind, zend_long needed, async_errors_t errors,
	const wait_t *wait)
{
	async_trigger_t *trigger = async_trigger_new(kind);

	trigger->needed = needed;
	trigger->errors = errors;
	if (errors == ASYNC_ERRORS_CAPTURE) {
		trigger->options = ASYNC_TRIGGER_PARTIAL;
	}
	await_once(trigger, wait, return_value);
}

static bool check(const wait_t *wait)
{
	return async_token_check(wait->token, wait->arg_num + 1);
}

ZEND_FUNCTION(Async_awaitAll)
{
	wait_t wait = {.arg_num = 1, .preserve_key_order = true};

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_ITERABLE(wait.iterable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(wait.token, async_ce_awaitable)
		Z_PARAM_BOOL(wait.preserve_key_order)
		Z_PARAM_BOOL(wait.fill_null)
	ZEND_PARSE_PARAMETERS_END();
	if (check(&wait)) {
		await_trigger(return_value, ASYNC_TRIGGER_ALL, 0, ASYNC_ERRORS_CAPTURE, &wait);
	}
}

ZEND_FUNCTION(Async_awaitAllOrFail)
{
	wait_t wait = {.arg_num = 1, .preserve_key_order = true};

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ITERABLE(wait.iterable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(wait.token, async_ce_awaitable)
		Z_PARAM_BOOL(wait.preserve_key_order)
	ZEND_PARSE_PARAMETERS_END();
	if (check(&wait)) {
		await_trigger(return_value, ASYNC_TRIGGER_ALL, 0, ASYNC_ERRORS_THROW, &wait);
	}
}

ZEND_FUNCTION(Async_awaitAnyOrFail)
{
	wait_t wait = {.arg_num = 1, .preserve_key_order = true};

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ITERABLE(wait.iterable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(wait.token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (check(&wait)) {
		await_trigger(return_value, ASYNC_TRIGGER_ANY, 0, ASYNC_ERRORS_THROW, &wait);
	}
}

ZEND_FUNCTION(Async_awaitFirstSuccess)
{
	wait_t wait = {.arg_num = 1, .preserve_key_order = true};

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ITERABLE(wait.iterable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(wait.token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (check(&wait)) {
		await_trigger(return_value, ASYNC_TRIGGER_ANY, 0, ASYNC_ERRORS_CAPTURE, &wait);
	}
}

/* awaitAnyOf(), awaitAnyOfOrFail(). A count of 0 is allowed and needs no wait. */
static void await_some(zval *return_value, zend_long count, async_errors_t errors, const wait_t *wait)
{
	if (count < 0) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
	} else if (check(wait)) {
		await_trigger(return_value, ASYNC_TRIGGER_SOME, count, errors, wait);
	}
}

ZEND_FUNCTION(Async_awaitAnyOf)
{
	wait_t wait = {.arg_num = 2, .preserve_key_order = true};
	zend_long count;

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_LONG(count)
		Z_PARAM_ITERABLE(wait.iterable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(wait.token, async_ce_awaitable)
		Z_PARAM_BOOL(wait.preserve_key_order)
		Z_PARAM_BOOL(wait.fill_null)
	ZEND_PARSE_PARAMETERS_END();
	await_some(return_value, count, ASYNC_ERRORS_CAPTURE, &wait);
}

ZEND_FUNCTION(Async_awaitAnyOfOrFail)
{
	wait_t wait = {.arg_num = 2, .preserve_key_order = true};
	zend_long count;

	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_LONG(count)
		Z_PARAM_ITERABLE(wait.iterable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(wait.token, async_ce_awaitable)
		Z_PARAM_BOOL(wait.preserve_key_order)
	ZEND_PARSE_PARAMETERS_END();
	await_some(return_value, count, ASYNC_ERRORS_THROW, &wait);
}

/*
 * any(), all(), anyOf(), captureErrors(), ignoreErrors(): awaitables made of awaitables (D23).
 */
#include "await/trigger.h"
#include "iterable.h"

#include "zend_exceptions.h"

#include "exceptions.h"

typedef struct {
	async_trigger_t *trigger;
	uint32_t arg_num;
} addition_t;

static const char *type_of(const zval *value)
{
	return Z_TYPE_P(value) == IS_OBJECT ? ZSTR_VAL(Z_OBJCE_P(value)->name) : zend_zval_type_name(value);
}

/* Convert the key of an iterator as PHP's arrays do. False after an exception. */
static bool to_array_key(zval *array_key, const zval *key, uint32_t arg_num)
{
	switch (Z_TYPE_P(key)) {
		case IS_LONG:
		case IS_STRING:
			ZVAL_COPY_VALUE(array_key, key);
			return true;
		case IS_NULL:
			ZVAL_EMPTY_STRING(array_key);
			return true;
		case IS_FALSE:
		case IS_TRUE:
			ZVAL_LONG(array_key, Z_TYPE_P(key) == IS_TRUE);
			return true;
		case IS_DOUBLE:
			/* Raises the deprecation that $array[1.5] raises, so an error handler may throw. */
			ZVAL_LONG(array_key, zend_dval_to_lval_safe(Z_DVAL_P(key)));
			return EG(exception) == NULL;
		default:
			zend_argument_type_error(arg_num, "must have keys that an array can have, %s found", type_of(key));
			return false;
	}
}

static bool add_element(zval *element, zval *key, void *arg)
{
	const addition_t *addition = arg;
	zval array_key;

	if (UNEXPECTED(Z_TYPE_P(element) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(element), async_ce_awaitable)
		|| Z_OBJCE_P(element)->type != ZEND_INTERNAL_CLASS)) {
		zend_argument_type_error(addition->arg_num, "must consist of awaitables (Async\\Coroutine, Async\\Future …),"
			" %s found", type_of(element));
		return false;
	}
	if (UNEXPECTED(!to_array_key(&array_key, key, addition->arg_num))) {
		return false;
	}
	async_trigger_add(addition->trigger, Z_OBJ_P(element), &array_key);
	return true;
}

bool async_trigger_add_all(async_trigger_t *trigger, zval *iterable, uint32_t arg_num)
{
	addition_t addition = {trigger, arg_num};

	return async_for_each(iterable, add_element, &addition);
}

/* ---- functions ---- */

static void combine(zval *return_value, async_trigger_kind_t kind, zend_long needed, zval *iterable, uint32_t arg_num)
{
	async_trigger_t *trigger = async_trigger_new(kind);

	trigger->needed = needed;
	if (async_trigger_add_all(trigger, iterable, arg_num)) {
		RETURN_OBJ(&trigger->std);
	}
	OBJ_RELEASE(&trigger->std);
}

ZEND_FUNCTION(Async_any)
{
	zval *iterable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ITERABLE(iterable)
	ZEND_PARSE_PARAMETERS_END();
	combine(return_value, ASYNC_TRIGGER_ANY, 0, iterable, 1);
}

ZEND_FUNCTION(Async_all)
{
	zval *iterable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ITERABLE(iterable)
	ZEND_PARSE_PARAMETERS_END();
	combine(return_value, ASYNC_TRIGGER_ALL, 0, iterable, 1);
}

ZEND_FUNCTION(Async_anyOf)
{
	zend_long count;
	zval *iterable;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(count)
		Z_PARAM_ITERABLE(iterable)
	ZEND_PARSE_PARAMETERS_END();
	if (count < 1) {
		zend_argument_value_error(1, "must be greater than 0");
		RETURN_THROWS();
	}
	combine(return_value, ASYNC_TRIGGER_SOME, count, iterable, 2);
}

ZEND_FUNCTION(Async_captureErrors)
{
	zval *awaitable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_awaitable_check(awaitable, 1)) {
		RETURN_THROWS();
	}
	RETURN_OBJ(&async_trigger_view(Z_OBJ_P(awaitable), ASYNC_ERRORS_CAPTURE)->std);
}

ZEND_FUNCTION(Async_ignoreErrors)
{
	zval *awaitable;
	zend_fcall_info fci = empty_fcall_info;
	zend_fcall_info_cache fcc = empty_fcall_info_cache;
	async_trigger_t *view;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(awaitable)
		Z_PARAM_OPTIONAL
		Z_PARAM_FUNC_OR_NULL(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_awaitable_check(awaitable, 1)) {
		RETURN_THROWS();
	}
	view = async_trigger_view(Z_OBJ_P(awaitable), ASYNC_ERRORS_IGNORE);
	if (ZEND_FCI_INITIALIZED(fci)) {
		async_callable_keep(&view->handler, &fci, &fcc);
	}
	RETURN_OBJ(&view->std);
}

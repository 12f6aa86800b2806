/*
 * Receivers: holding objects whose method C code has called without a reference of its own.
 */
#include "engine/receivers.h"

#include "engine/handlers.h"
#include "engine/operands.h"

/* No PHP code can name it. */
static const char own_this[] = "\0this";

/* ---- does the code below the call hold the object? ---- */

static bool is_value(const zval *value, const zend_object *object)
{
	return Z_TYPE_P(value) == IS_OBJECT && Z_OBJ_P(value) == object;
}

/* No other coroutine can write the elements of an array that is an argument, other than those behind references. */
static bool is_callable_of(const zval *value, const zend_object *object)
{
	const zval *first = Z_TYPE_P(value) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(value), 0) : NULL;

	return first && is_value(first, object);
}

static bool is_argument(const zend_execute_data *caller, const zend_object *object)
{
	for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(caller); i++) {
		const zval *argument = ZEND_CALL_ARG(caller, i);
		if (is_value(argument, object) || is_callable_of(argument, object)) {
			return true;
		}
	}
	return false;
}

/* The iterator of a foreach has a reference on its object. */
static bool is_iterated(zval *operand, const zend_object *object)
{
	const zend_object_iterator *iterator = Z_TYPE_P(operand) == IS_OBJECT ? zend_iterator_unwrap(operand) : NULL;

	return iterator && is_value(&iterator->data, object);
}

static bool is_held_by_operand(const zend_execute_data *caller, uint8_t type, znode_op node, const zend_object *object)
{
	zval *operand;

	if (type == IS_UNUSED || type == IS_CONST || async_operand_is_shared(caller, type, node)) {
		return false;
	}
	operand = ZEND_CALL_VAR(caller, node.var);
	return is_value(operand, object) || (type != IS_CV && is_iterated(operand, object));
}

static bool is_held_by_code(const zend_execute_data *caller, const zend_object *object)
{
	const zend_op *opline = caller->opline;

	return is_held_by_operand(caller, opline->op1_type, opline->op1, object);
}

static bool is_held(const zend_execute_data *call)
{
	const zend_execute_data *caller = call->prev_execute_data;
	const zend_object *object = Z_OBJ(call->This);

	if (call->func == object->ce->destructor) {
		return true;
	}
	if (caller == NULL) {
		return false;
	}
	/* A method of the same object: what holds the object for the caller holds it longer than this call. */
	if (is_value(&caller->This, object) || async_frame_is_bottom(caller)) {
		return true;
	}
	if (caller->func == NULL) {
		return false;
	}
	return ZEND_USER_CODE(caller->func->type) ? is_held_by_code(caller, object) : is_argument(caller, object);
}

/* ---- giving the call a reference ---- */

/* The call has the object from an earlier wait. */
static bool is_owner(const zend_execute_data *call)
{
	return (ZEND_CALL_INFO(call) & ZEND_CALL_HAS_SYMBOL_TABLE)
		&& zend_hash_str_exists(call->symbol_table, own_this, sizeof(own_this) - 1);
}

bool async_receiver_is_borrowed_slow(const zend_execute_data *call)
{
	return call->func && !is_held(call) && !is_owner(call);
}

/* The end of a call destroys its table of variables: the object goes there. */
static void give_to_code(zend_execute_data *call)
{
	zend_execute_data *innermost = EG(current_execute_data);
	zend_array *variables;
	zval object;

	EG(current_execute_data) = call;
	variables = zend_rebuild_symbol_table();
	EG(current_execute_data) = innermost;
	ZVAL_OBJ_COPY(&object, Z_OBJ(call->This));
	zend_hash_str_add_new(variables, own_this, sizeof(own_this) - 1, &object);
}

static bool is_reference_to(const zval *value, const zend_object *object)
{
	return value && Z_TYPE_P(value) == IS_REFERENCE && is_value(Z_REFVAL_P(value), object);
}

/* C code that has looked up a callable does not read its array again. It goes on to read a list of values, whose first
 * one may be the object as well. */
static bool names_call(const zval *callable, const zend_execute_data *call)
{
	const zval *method = zend_hash_index_find(Z_ARRVAL_P(callable), 1);

	return method && Z_TYPE_P(method) == IS_STRING && call->func->common.function_name
		&& zend_hash_num_elements(Z_ARRVAL_P(callable)) == 2
		&& zend_string_equals_ci(Z_STR_P(method), call->func->common.function_name);
}

/* C code that was given `[&$object, 'method']` has looked up the object once, and may call the method again when this
 * call is over. So the element becomes the object itself, in an array of the C code's own where a variable has it,
 * too. */
static bool hold_in_callable(zval *callable, const zend_execute_data *call)
{
	zend_object *object = Z_OBJ(call->This);
	zval *first, reference;

	if (Z_TYPE_P(callable) != IS_ARRAY || !is_reference_to(zend_hash_index_find(Z_ARRVAL_P(callable), 0), object)
			|| (GC_REFCOUNT(Z_ARRVAL_P(callable)) != 1 && !names_call(callable, call))) {
		return false;
	}
	SEPARATE_ARRAY(callable);
	first = zend_hash_index_find(Z_ARRVAL_P(callable), 0);
	ZVAL_COPY_VALUE(&reference, first);
	ZVAL_OBJ_COPY(first, object);
	zval_ptr_dtor(&reference);
	return true;
}

static bool may_be_callable(const zval *value)
{
	return Z_TYPE_P(value) == IS_STRING || Z_TYPE_P(value) == IS_OBJECT
		|| (Z_TYPE_P(value) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(value)) == 2);
}

/* The element is a reference to a callable of the call: from now on it is that callable itself. */
static void own_element(zval *element, const zend_execute_data *call)
{
	zval *value = Z_REFVAL_P(element);
	zend_reference *reference = Z_REF_P(element);

	if (is_value(value, Z_OBJ(call->This)) || (Z_TYPE_P(value) == IS_ARRAY && names_call(value, call))) {
		ZVAL_COPY(element, value);
		if (GC_DELREF(reference) == 0) {
			rc_dtor_func((zend_refcounted *) reference);
		}
	}
}

/* preg_replace_callback_array() gets an array of callables, and goes on to read it: it has one of its own, see
 * has_own_callables(). A list of other values is left at its first one. */
static bool hold_in_callables(const zval *callables, const zend_execute_data *call)
{
	zval *callable;

	if (Z_TYPE_P(callables) != IS_ARRAY || GC_REFCOUNT(Z_ARRVAL_P(callables)) != 1) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(callables), callable) {
		if (Z_ISREF_P(callable)) {
			own_element(callable, call);
		}
		if (!may_be_callable(Z_ISREF_P(callable) ? Z_REFVAL_P(callable) : callable)) {
			return false;
		}
		if (hold_in_callable(callable, call)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

static void hold_in_arguments(zend_execute_data *call)
{
	zend_execute_data *caller = call->prev_execute_data;
	bool is_done = caller == NULL || caller->func == NULL || ZEND_USER_CODE(caller->func->type);

	for (uint32_t i = 1; !is_done && i <= ZEND_CALL_NUM_ARGS(caller); i++) {
		zval *argument = ZEND_CALL_ARG(caller, i);

		is_done = hold_in_callable(argument, call) || hold_in_callables(argument, call);
	}
}

void async_receivers_hold(void)
{
	for (zend_execute_data *call = EG(current_execute_data); call; call = call->prev_execute_data) {
		if (EXPECTED(!async_receiver_is_borrowed(call))) {
			continue;
		}
		hold_in_arguments(call);
		if (ZEND_USER_CODE(call->func->type)) {
			give_to_code(call);
		} else {
			GC_ADDREF(Z_OBJ(call->This));
			ZEND_ADD_CALL_FLAG(call, ZEND_CALL_RELEASE_THIS);
		}
	}
}

/* ---- a function that goes through callables has them for itself ---- */

static zif_handler original_replace;

static bool has_reference(const HashTable *callables)
{
	zval *callable;

	ZEND_HASH_FOREACH_VAL((HashTable *) callables, callable) {
		const zval *first = Z_TYPE_P(callable) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(callable), 0) : callable;

		if (first && Z_ISREF_P(first)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* A variable may have the array, too, and its references are to stay when hold_in_callables() replaces one. */
static ZEND_NAMED_FUNCTION(has_own_callables)
{
	zval *callables = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : NULL;

	if (callables && Z_TYPE_P(callables) == IS_ARRAY && UNEXPECTED(has_reference(Z_ARRVAL_P(callables)))) {
		SEPARATE_ARRAY(callables);
	}
	original_replace(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- a function that calls a method again and again, and waits itself ---- */

static zif_handler original_apply;

/* The iterator may wait before the method has run once: async_receivers_hold() does not see the method then. */
static ZEND_NAMED_FUNCTION(holds_object)
{
	const zval *callable = ZEND_NUM_ARGS() > 1 ? ZEND_CALL_ARG(execute_data, 2) : NULL;
	const zval *first = callable && Z_TYPE_P(callable) == IS_ARRAY
		? zend_hash_index_find(Z_ARRVAL_P(callable), 0) : NULL;
	zend_object *object = NULL;

	if (UNEXPECTED(first && Z_ISREF_P(first)) && Z_TYPE_P(Z_REFVAL_P(first)) == IS_OBJECT) {
		object = Z_OBJ_P(Z_REFVAL_P(first));
		GC_ADDREF(object);
	}
	original_apply(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (UNEXPECTED(object != NULL)) {
		OBJ_RELEASE(object);
	}
}

/* ---- get_defined_vars() does not show the reference ---- */

static zif_handler original_get_defined_vars;

static ZEND_NAMED_FUNCTION(shows_variables)
{
	original_get_defined_vars(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(return_value)) > 0) {
		zend_hash_str_del(Z_ARRVAL_P(return_value), own_this, sizeof(own_this) - 1);
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "get_defined_vars", shows_variables, &original_get_defined_vars },
	{ NULL, "preg_replace_callback_array", has_own_callables, &original_replace },
	{ NULL, "iterator_apply", holds_object, &original_apply },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_receivers_part = { .startup = start };

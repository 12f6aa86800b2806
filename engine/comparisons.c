/*
 * Comparisons of arrays and objects that have called PHP code of one of their parts: a __toString() in most cases, also
 * an error handler.
 */
#include "engine/comparisons.h"

#include "compat.h"
#include "engine/operands.h"

static const char *const comparing_functions[] = {
	"array_keys", "array_search", "array_unique", "arsort", "asort", "compare", "in_array", "max", "min", "rsort",
	"sort",
};

/* By the name: the function of a closure has another handler. */
static bool is_comparing(const zend_function *function)
{
	const zend_string *name = function->common.function_name;

	for (size_t i = 0; name && i < sizeof(comparing_functions) / sizeof(comparing_functions[0]); i++) {
		if (strcmp(ZSTR_VAL(name), comparing_functions[i]) == 0) {
			return true;
		}
	}
	return false;
}

static bool is_object(const zval *value, const zend_object *object)
{
	ZVAL_DEREF(value);
	return Z_TYPE_P(value) == IS_OBJECT && Z_OBJ_P(value) == object;
}

/* Is the object this argument, or an element of it? */
static bool has_object(const zval *argument, const zend_object *object)
{
	zval *element;

	ZVAL_DEREF(argument);
	if (Z_TYPE_P(argument) != IS_ARRAY) {
		return is_object(argument, object);
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(argument), element) {
		if (is_object(element, object)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* The call holds its arguments: nothing is walked over without a reference while an element is converted as a whole. */
static bool converts_element(const zend_execute_data *call, const zend_execute_data *called)
{
	if (Z_TYPE(called->This) != IS_OBJECT || called->func != Z_OBJCE(called->This)->__tostring) {
		return false;
	}
	for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(call); i++) {
		if (has_object(ZEND_CALL_ARG(call, i), Z_OBJ(called->This))) {
			return true;
		}
	}
	return false;
}

/* Two operands of one kind are walked over. An operand of another kind than the other one is converted as a whole. */
static bool walks_operands(const zend_execute_data *frame)
{
	const zend_op *opline = frame->opline;
	const zval *one = async_operand(frame, opline, opline->op1_type, opline->op1);
	const zval *two = async_operand(frame, opline, opline->op2_type, opline->op2);

	return Z_TYPE_P(one) == Z_TYPE_P(two) && (Z_TYPE_P(one) == IS_ARRAY || Z_TYPE_P(one) == IS_OBJECT);
}

static bool is_inside_of_values(const zend_execute_data *frame, const zend_execute_data *called)
{
	switch (frame->opline->opcode) {
		case ZEND_IS_EQUAL:
		case ZEND_IS_NOT_EQUAL:
		case ZEND_IS_SMALLER:
		case ZEND_IS_SMALLER_OR_EQUAL:
		case ZEND_SPACESHIP:
		case ZEND_CASE:
			return walks_operands(frame);
		default:
			return async_operands_are_used_again(frame, called)
				|| (ASYNC_COMPAT_FRAMELESS_ARGUMENTS(frame->opline->opcode) == 2 && walks_operands(frame));
	}
}

static bool is_called_for_part(const zend_execute_data *called)
{
	const zend_execute_data *caller = called->prev_execute_data;

	if (caller == NULL || caller->func == NULL) {
		return false;
	}
	/* A comparison is over when its operands are released. */
	if (UNEXPECTED(async_is_release(caller, called))) {
		return UNEXPECTED(async_released_variable_is_used_again(caller));
	}
	return ZEND_USER_CODE(caller->func->type) ? is_inside_of_values(caller, called)
		: UNEXPECTED(is_comparing(caller->func)) && !converts_element(caller, called);
}

bool async_compares_parts(void)
{
	for (const zend_execute_data *frame = EG(current_execute_data); frame; frame = frame->prev_execute_data) {
		if (UNEXPECTED(ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) && UNEXPECTED(is_called_for_part(frame))) {
			return true;
		}
	}
	return false;
}

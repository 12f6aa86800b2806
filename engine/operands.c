/*
 * Operands that an instruction uses again after it has called PHP code of another one: a __toString() in most cases,
 * also an error handler, or the destructor of a value that the instruction replaces.
 */
#include "engine/operands.h"

#include "compat.h"

#include "zend_generators.h"

static bool is_array(const zend_execute_data *frame, const zend_op *opline, uint8_t type, znode_op node)
{
	return Z_TYPE_P(async_operand(frame, opline, type, node)) == IS_ARRAY;
}

static bool is_conversion(const zend_execute_data *called)
{
	return Z_TYPE(called->This) == IS_OBJECT && called->func == Z_OBJCE(called->This)->__tostring;
}

/* Does the frame keep the container of the instruction? Not the one of a variable that others can write, and not one
 * inside of another container. */
static bool is_kept(const zend_execute_data *frame)
{
	const zend_op *opline = frame->opline;

	return opline->op1_type == IS_UNUSED || opline->op1_type == IS_CONST
		|| (!async_operand_is_shared(frame, opline->op1_type, opline->op1)
			&& Z_TYPE_P(ZEND_CALL_VAR(frame, opline->op1.var)) != IS_INDIRECT);
}

/* Of all that these instructions call, only an error handler gets four arguments. */
static bool is_error_handler(const zend_execute_data *called)
{
	return ZEND_CALL_NUM_ARGS(called) == 4;
}

/* From PHP 8.4 on functions such as in_array() and str_replace() are called without a frame, and hold no argument.
 * While one of several is converted, they have a pointer to the string or to the variable of another one. */
static bool is_in_frameless_call(const zend_execute_data *frame, uint32_t count)
{
	const zend_op *opline = frame->opline;
	const zend_op *data = opline + 1;

	if (is_array(frame, opline, opline->op1_type, opline->op1)) {
		return true;
	}
	if (count == 1) {
		return false;
	}
	return is_array(frame, opline, opline->op2_type, opline->op2)
		|| async_operand_is_shared(frame, opline->op1_type, opline->op1)
		|| async_operand_is_shared(frame, opline->op2_type, opline->op2)
		|| (count == 3 && (is_array(frame, data, data->op1_type, data->op1)
			|| async_operand_is_shared(frame, data->op1_type, data->op1)));
}

/* The variable of a property with a type is found before the value is converted. Its information is in the cache of the
 * instruction by then. The object may be gone when the called code itself has written the variable. */
static bool is_typed_property(const zend_execute_data *frame)
{
	const zend_op *opline = frame->opline;

	return opline->op2_type != IS_CONST
		|| ((void **) ((char *) frame->run_time_cache + opline->extended_value))[2] != NULL;
}

/* The instruction converts the name of a property, or the value for a variable that has a type: a property, or a
 * reference to one. Then it goes on with the object or the variable. */
static bool is_conversion_beside_container(const zend_execute_data *frame, const zend_execute_data *called)
{
	switch (frame->opline->opcode) {
		case ZEND_FETCH_OBJ_R:
		case ZEND_FETCH_OBJ_W:
		case ZEND_FETCH_OBJ_RW:
		case ZEND_FETCH_OBJ_IS:
		case ZEND_FETCH_OBJ_FUNC_ARG:
		case ZEND_FETCH_OBJ_UNSET:
		case ZEND_ASSIGN_OBJ_REF:
		case ZEND_ISSET_ISEMPTY_PROP_OBJ:
		case ZEND_ASSIGN_DIM:
		case ZEND_ASSIGN:
		case ZEND_VERIFY_RETURN_TYPE:
			return is_conversion(called) && !is_kept(frame);
		/* The message for a new property comes before its variable is found. */
		case ZEND_ASSIGN_OBJ:
			return !is_kept(frame)
				&& (is_conversion(called) || (is_error_handler(called) && is_typed_property(frame)));
		/* Messages about a key: the array, or the value for the new array, was found before. */
		case ZEND_UNSET_DIM:
			return is_error_handler(called) && !is_kept(frame);
		case ZEND_INIT_ARRAY:
		case ZEND_ADD_ARRAY_ELEMENT:
			return is_error_handler(called) && frame->opline->op2_type != IS_UNUSED && !is_kept(frame);
		/* __unset() is called without a reference on the object, which has the mark of the recursion. */
		case ZEND_UNSET_OBJ:
			return !is_kept(frame);
		case ZEND_PRE_INC_OBJ:
		case ZEND_PRE_DEC_OBJ:
		case ZEND_POST_INC_OBJ:
		case ZEND_POST_DEC_OBJ:
			return (is_conversion(called) || is_error_handler(called)) && !is_kept(frame);
		case ZEND_ASSIGN_STATIC_PROP:
		case ZEND_RECV_VARIADIC:
			return is_conversion(called);
		/* The converted value takes the place of the object in its variable. */
		case ZEND_RECV:
		case ZEND_RECV_INIT:
			return is_conversion(called) && Z_ISREF_P(ZEND_CALL_VAR(frame, frame->opline->result.var));
		default:
			return false;
	}
}

bool async_operands_are_used_again(const zend_execute_data *frame, const zend_execute_data *called)
{
	const zend_op *opline = frame->opline;
	uint32_t count;

	switch (opline->opcode) {
		case ZEND_CONCAT:
			return !ASYNC_COMPAT_CONCAT_HOLDS && async_operand_is_shared(frame, opline->op1_type, opline->op1);
		case ZEND_ASSIGN_OP:
			return (opline->op1_type != IS_CV || async_operand_is_shared(frame, opline->op1_type, opline->op1))
				&& (is_conversion(called) || is_error_handler(called));
		/* They have a pointer to the element or the property, which lasts only as long as its array or object. */
		case ZEND_ASSIGN_DIM_OP:
		case ZEND_ASSIGN_OBJ_OP:
		case ZEND_ASSIGN_STATIC_PROP_OP:
			return is_conversion(called) || is_error_handler(called);
		/* A class is being linked. A cancellation of the wait would be a fatal error there. */
		case ZEND_DECLARE_CLASS:
		case ZEND_DECLARE_CLASS_DELAYED:
		case ZEND_DECLARE_ANON_CLASS:
			return is_error_handler(called);
		/* A character of a string, at an odd offset. */
		case ZEND_FETCH_DIM_R:
		case ZEND_FETCH_DIM_IS:
			return is_error_handler(called) && async_operand_is_shared(frame, opline->op1_type, opline->op1)
				&& Z_TYPE_P(async_operand(frame, opline, opline->op1_type, opline->op1)) == IS_STRING;
		default:
			count = ASYNC_COMPAT_FRAMELESS_ARGUMENTS(opline->opcode);
			return count > 0 ? is_in_frameless_call(frame, count) : is_conversion_beside_container(frame, called);
	}
}

static bool is_method_named(const zend_function *function, const char *name)
{
	return function->common.scope && function->common.function_name
		&& strcasecmp(ZSTR_VAL(function->common.function_name), name) == 0;
}

/* An instruction calls these methods only when it releases a stream. A function may call them as its callbacks. */
static bool closes_stream(const zend_function *function)
{
	static const char *const methods[] = { "stream_close", "stream_flush", "dir_closedir", "filter", "onClose" };

	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (is_method_named(function, methods[i])) {
			return true;
		}
	}
	return false;
}

/* A generator that ends early runs its `finally`. */
static bool is_closed(const zend_execute_data *generator)
{
	return (((const zend_generator *) generator->return_value)->flags & ZEND_GENERATOR_FORCED_CLOSE) != 0;
}

bool async_is_release(const zend_execute_data *caller, const zend_execute_data *called)
{
	if (ZEND_CALL_INFO(called) & ZEND_CALL_GENERATOR) {
		return is_closed(called);
	}
	return Z_TYPE(called->This) == IS_OBJECT
		&& (called->func == Z_OBJCE(called->This)->destructor
			|| (caller && caller->func && ZEND_USER_CODE(caller->func->type) && closes_stream(called->func)));
}

/* The result of an assignment is read from the variable when the old value is gone. */
static bool is_target_used_again(const zend_execute_data *frame)
{
	const zend_op *opline = frame->opline;
	const bool has_result = opline->result_type != IS_UNUSED;

	switch (opline->opcode) {
		case ZEND_ASSIGN:
		case ZEND_ASSIGN_DIM:
		case ZEND_ASSIGN_REF:
			return has_result && !is_kept(frame);
		/* Properties belong to all who have the object. */
		case ZEND_ASSIGN_OBJ:
		case ZEND_ASSIGN_OBJ_REF:
		case ZEND_ASSIGN_STATIC_PROP:
		case ZEND_ASSIGN_STATIC_PROP_REF:
			return has_result;
		/* The object remembers that it has a hole. */
		case ZEND_UNSET_OBJ:
			return !is_kept(frame);
		/* They write the new value when the old one is gone. */
		case ZEND_ASSIGN_OP:
			return !is_kept(frame);
		case ZEND_ASSIGN_DIM_OP:
		case ZEND_ASSIGN_OBJ_OP:
		case ZEND_ASSIGN_STATIC_PROP_OP:
			return true;
		/* A generator shows its last value and key until the next ones are there. */
		case ZEND_YIELD:
		case ZEND_YIELD_FROM:
			return true;
		default:
			return false;
	}
}

static bool has_reference(const zend_execute_data *call)
{
	for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(call); i++) {
		if (Z_ISREF_P(ZEND_CALL_ARG(call, i))) {
			return true;
		}
	}
	return is_method_named(call->func, "setStaticPropertyValue");
}

bool async_released_variable_is_used_again(const zend_execute_data *caller)
{
	return ZEND_USER_CODE(caller->func->type) ? is_target_used_again(caller) : has_reference(caller);
}

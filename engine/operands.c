/*
 * Operands that an instruction uses again after it has called PHP code of another one: a __toString() in most cases,
 * also an error handler.
 */
#include "engine/operands.h"

#include "compat.h"

static bool is_array(const zend_execute_data *frame, const zend_op *opline, uint8_t type, znode_op node)
{
	return Z_TYPE_P(async_operand(frame, opline, type, node)) == IS_ARRAY;
}

/* Can another coroutine write the operand? It is behind a reference, or a global variable. */
static bool is_shared(const zend_execute_data *frame, uint8_t type, znode_op node)
{
	return type != IS_CONST && (Z_ISREF_P(ZEND_CALL_VAR(frame, node.var))
		|| (type == IS_CV && (ZEND_CALL_INFO(frame) & ZEND_CALL_HAS_SYMBOL_TABLE)));
}

static bool is_conversion(const zend_execute_data *called)
{
	return Z_TYPE(called->This) == IS_OBJECT && called->func == Z_OBJCE(called->This)->__tostring;
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
		|| is_shared(frame, opline->op1_type, opline->op1) || is_shared(frame, opline->op2_type, opline->op2)
		|| (count == 3 && (is_array(frame, data, data->op1_type, data->op1)
			|| is_shared(frame, data->op1_type, data->op1)));
}

bool async_operands_are_used_again(const zend_execute_data *frame, const zend_execute_data *called)
{
	const zend_op *opline = frame->opline;

	switch (opline->opcode) {
		case ZEND_CONCAT:
			return !ASYNC_COMPAT_CONCAT_HOLDS && is_shared(frame, opline->op1_type, opline->op1);
		case ZEND_ASSIGN_OP:
			return (opline->op1_type != IS_CV || is_shared(frame, opline->op1_type, opline->op1))
				&& (is_conversion(called) || is_error_handler(called));
		/* They have a pointer to the element or the property, which lasts only as long as its array or object. */
		case ZEND_ASSIGN_DIM_OP:
		case ZEND_ASSIGN_OBJ_OP:
		case ZEND_ASSIGN_STATIC_PROP_OP:
			return is_conversion(called) || is_error_handler(called);
		/* A character of a string, at an odd offset. */
		case ZEND_FETCH_DIM_R:
		case ZEND_FETCH_DIM_IS:
			return is_error_handler(called) && is_shared(frame, opline->op1_type, opline->op1)
				&& Z_TYPE_P(async_operand(frame, opline, opline->op1_type, opline->op1)) == IS_STRING;
		default: {
			const uint32_t count = ASYNC_COMPAT_FRAMELESS_ARGUMENTS(opline->opcode);
			return count > 0 && is_in_frameless_call(frame, count);
		}
	}
}

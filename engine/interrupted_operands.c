/*
 * Releasing the operands of the instruction before which a listener of the interrupt has thrown.
 */
#include "engine/interrupted_operands.h"

#include "zend_exceptions.h"

/* Does the engine release this variable itself when an exception is thrown at the instruction `at`? */
static bool is_live(const zend_op_array *op_array, uint32_t var, uint32_t at)
{
	for (uint32_t i = 0; i < (uint32_t) op_array->last_live_range; i++) {
		const zend_live_range *range = &op_array->live_range[i];
		if (range->start > at) {
			return false;
		}
		if (at < range->end && (range->var & ~ZEND_LIVE_MASK) == var) {
			return true;
		}
	}
	return false;
}

static void release_var(zend_execute_data *frame, uint32_t var)
{
	zval value;

	ZVAL_COPY_VALUE(&value, ZEND_CALL_VAR(frame, var));
	ZVAL_NULL(ZEND_CALL_VAR(frame, var));
	zval_ptr_dtor_nogc(&value);
}

static void release(zend_execute_data *frame, const zend_op *opline, uint8_t type, znode_op operand)
{
	const zend_op_array *op_array = &frame->func->op_array;

	if ((type & (IS_TMP_VAR | IS_VAR)) && !is_live(op_array, operand.var, (uint32_t) (opline - op_array->opcodes))) {
		release_var(frame, operand.var);
	}
}

/* An instruction that adds a string to the rope of "a $b c". The engine releases the parts of a rope up to the one that
 * the instruction adds, so that one has to be a valid string. At the last instruction it releases none of them. */
static void release_at_rope(zend_execute_data *frame, const zend_op *opline)
{
	const bool is_first = opline->opcode == ZEND_ROPE_INIT;
	zend_string **parts = (zend_string **) ZEND_CALL_VAR(frame, is_first ? opline->result.var : opline->op1.var);

	if (opline->opcode == ZEND_ROPE_END) {
		for (uint32_t i = 0; i < opline->extended_value; i++) {
			zend_string_release(parts[i]);
		}
	} else {
		parts[is_first ? 0 : opline->extended_value] = ZSTR_EMPTY_ALLOC();
	}
	release(frame, opline, opline->op2_type, opline->op2);
}

/* Restore error_reporting, as the end of a silenced expression does. */
static void end_silence(const zval *before)
{
	if (E_HAS_ONLY_FATAL_ERRORS(EG(error_reporting)) && !E_HAS_ONLY_FATAL_ERRORS(Z_LVAL_P(before))) {
		EG(error_reporting) = (int) Z_LVAL_P(before);
	}
}

static void release_loop(zend_execute_data *frame, uint32_t var)
{
	const zval *loop = ZEND_CALL_VAR(frame, var);

	if (Z_TYPE_P(loop) != IS_ARRAY && Z_FE_ITER_P(loop) != (uint32_t) -1) {
		zend_hash_iterator_del(Z_FE_ITER_P(loop));
	}
	release_var(frame, var);
}

/* A `return` in a loop frees the loop's variable early. The engine handles an exception there as one at the end of the
 * loop, and does not release the temporary values that live from here to the `return`. */
static void release_before_return(zend_execute_data *frame, const zend_op *opline)
{
	const zend_op_array *op_array = &frame->func->op_array;
	const uint32_t at = (uint32_t) (opline - op_array->opcodes);
	uint32_t end = at;

	for (uint32_t i = 0; i < (uint32_t) op_array->last_live_range && op_array->live_range[i].start <= at; i++) {
		const zend_live_range *range = &op_array->live_range[i];
		if (at < range->end && (range->var & ~ZEND_LIVE_MASK) == opline->op1.var) {
			end = range->end;
		}
	}
	for (uint32_t i = 0; i < (uint32_t) op_array->last_live_range && op_array->live_range[i].start <= at; i++) {
		const zend_live_range *range = &op_array->live_range[i];
		if (at < range->end && range->end < end && (range->var & ZEND_LIVE_MASK) == ZEND_LIVE_TMPVAR) {
			release_var(frame, range->var & ~ZEND_LIVE_MASK);
		}
	}
}

/* The end of a `finally` block: an exception is thrown again, or a `return` goes on with its value. */
static void release_finally(zend_execute_data *frame, const zend_op *opline)
{
	zval *call = ZEND_CALL_VAR(frame, opline->op1.var);

	if (Z_OBJ_P(call)) {
		zend_exception_set_previous(EG(exception), Z_OBJ_P(call));
		Z_OBJ_P(call) = NULL;
	} else if (Z_OPLINE_NUM_P(call) != (uint32_t) -1) {
		const zend_op *from = &frame->func->op_array.opcodes[Z_OPLINE_NUM_P(call)];
		if (from->op2_type & (IS_TMP_VAR | IS_VAR)) {
			release_var(frame, from->op2.var);
		}
	}
}

/* An instruction that frees a variable. */
static void release_freed(zend_execute_data *frame, const zend_op *opline)
{
	if (opline->extended_value & ZEND_FREE_ON_RETURN) {
		release_before_return(frame, opline);
	}
	if (opline->opcode == ZEND_FE_FREE) {
		release_loop(frame, opline->op1.var);
	} else {
		release_var(frame, opline->op1.var);
	}
}

/* An instruction that sends an argument. The engine releases the arguments of the call up to the one that this
 * instruction sends, so that one has to be a valid value. */
static void make_argument_valid(zend_execute_data *frame, const zend_op *opline)
{
	if (opline->op2_type != IS_CONST) {
		ZVAL_UNDEF(ZEND_CALL_VAR(frame->call, opline->result.var));
	}
}

static void release_all(zend_execute_data *frame, const zend_op *opline)
{
	const zend_op_array *op_array = &frame->func->op_array;

	release(frame, opline, opline->op1_type, opline->op1);
	release(frame, opline, opline->op2_type, opline->op2);
	if (opline + 1 < op_array->opcodes + op_array->last && opline[1].opcode == ZEND_OP_DATA) {
		release(frame, opline, opline[1].op1_type, opline[1].op1);
	}
}

void async_interrupt_release_operands(zend_execute_data *frame, const zend_op *opline)
{
	ZEND_ASSERT(ZEND_USER_CODE(frame->func->type) && "only PHP code has instructions");
	ZEND_ASSERT(opline >= frame->func->op_array.opcodes && "the instruction belongs to the frame");
	ZEND_ASSERT(EG(exception) && "the handler threw");
	switch (opline->opcode) {
		case ZEND_FE_FETCH_R:
		case ZEND_FE_FETCH_RW:
			/* These instructions keep the first operand and write the second. */
		case ZEND_FAST_CALL:
		case ZEND_DISCARD_EXCEPTION:
			/* The operand of these instructions is no ordinary value. */
			return;
		case ZEND_FAST_RET:
			release_finally(frame, opline);
			return;
		case ZEND_ROPE_INIT:
		case ZEND_ROPE_ADD:
		case ZEND_ROPE_END:
			release_at_rope(frame, opline);
			return;
		case ZEND_SEND_VAL:
		case ZEND_SEND_VAL_EX:
		case ZEND_SEND_VAR:
		case ZEND_SEND_VAR_EX:
		case ZEND_SEND_VAR_NO_REF:
		case ZEND_SEND_VAR_NO_REF_EX:
		case ZEND_SEND_REF:
		case ZEND_SEND_FUNC_ARG:
		case ZEND_SEND_USER:
			make_argument_valid(frame, opline);
			break;
		case ZEND_END_SILENCE:
			end_silence(ZEND_CALL_VAR(frame, opline->op1.var));
			return;
		case ZEND_FREE:
		case ZEND_FE_FREE:
			release_freed(frame, opline);
			return;
		default:
			break;
	}
	release_all(frame, opline);
}

/*
 * The engine's interrupt handler: asking our listeners, and releasing operands after an exception of a listener.
 */
#include "engine/interrupt.h"

#include "engine/handlers.h"
#include "engine/put_aside.h"

#include "zend_exceptions.h"

static void (*previous_interrupt)(zend_execute_data *execute_data);

/* The return address of a call of the interrupt handler from zend_call_function(). Such a call comes in the middle of
 * an instruction of PHP code, with the frame of that code, and nothing but the return address tells it from a call
 * between two instructions. */
static const void *place_in_call_function;
ZEND_TLS bool is_learning;

static bool is_within_instruction(const void *caller)
{
	return caller == __atomic_load_n(&place_in_call_function, __ATOMIC_RELAXED);
}

void async_interrupt_learn(void)
{
	zend_function *any = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("zend_version"));
	zval ignored;
	bool was_due;

	if (is_within_instruction(NULL) && any && any->type == ZEND_INTERNAL_FUNCTION) {
		was_due = zend_atomic_bool_exchange_ex(&EG(vm_interrupt), true);
		is_learning = true;
		ZVAL_UNDEF(&ignored);
		zend_call_known_function(any, NULL, NULL, &ignored, 0, NULL, NULL);
		zval_ptr_dtor(&ignored);
		is_learning = false;
		zend_atomic_bool_store_ex(&EG(vm_interrupt), was_due);
	}
}

/* A signal that arrives during a wait is handled late: by the coroutine that runs next, which may have an exception in
 * flight out of its own wait. With an exception set the engine calls no PHP function and pcntl would drop the signal.
 * So the exception is put aside meanwhile, as the engine does for destructors. */
static void call_previous_interrupt(zend_execute_data *frame)
{
	async_put_aside_t kept;

	if (UNEXPECTED(EG(exception) != NULL) && zend_is_unwind_exit(EG(exception))) {
		previous_interrupt(frame);
		return;
	}
	kept = async_put_aside();
	previous_interrupt(frame);
	async_put_back(kept);
}

static void call_listeners(const async_part_fn *at, zend_execute_data *frame, const zend_op *next)
{
	for (; *at; at++) {
		((async_interrupt_listener_t) *at)(frame, next);
	}
}

static void on_interrupt(zend_execute_data *frame)
{
	const void *caller = __builtin_return_address(0);
	const bool is_code = frame && frame->func && ZEND_USER_CODE(frame->func->type);
	const zend_op *next = is_code && !is_within_instruction(caller) ? frame->opline : NULL;

	if (UNEXPECTED(is_learning)) {
		__atomic_store_n(&place_in_call_function, caller, __ATOMIC_RELAXED);
		return;
	}
	call_listeners(async_part_lists[ASYNC_PART_FIELD(before_interrupt)], frame, next);
	if (previous_interrupt) {
		call_previous_interrupt(frame);
	}
	call_listeners(async_part_lists[ASYNC_PART_FIELD(after_interrupt)], frame, next);
}

/* Our handler has to be the first of the chain, before those of extensions that are loaded after us: only when the
 * engine itself calls it does the return address say where. So it is set when all extensions have started. */
static ASYNC_ALWAYS_RUNS void chain(void)
{
	ZEND_ASSERT(zend_interrupt_function != on_interrupt && "our handler is in the chain once");
	previous_interrupt = zend_interrupt_function;
	zend_interrupt_function = on_interrupt;
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (zend_interrupt_function == on_interrupt) {
		zend_interrupt_function = previous_interrupt;
	}
}

const async_part_t async_interrupt_part = { .all_loaded = chain, .shutdown = unchain };

/* ---- the call before an interrupt ---- */

static bool begins_call(const zend_op *opline)
{
	switch (opline->opcode) {
		case ZEND_INIT_FCALL:
		case ZEND_INIT_FCALL_BY_NAME:
		case ZEND_INIT_NS_FCALL_BY_NAME:
		case ZEND_INIT_DYNAMIC_CALL:
		case ZEND_INIT_USER_CALL:
		case ZEND_INIT_METHOD_CALL:
		case ZEND_INIT_STATIC_METHOD_CALL:
		case ZEND_NEW:
			return true;
		default:
			return false;
	}
}

static bool makes_call(const zend_op *opline)
{
	switch (opline->opcode) {
		case ZEND_DO_ICALL:
		case ZEND_DO_UCALL:
		case ZEND_DO_FCALL:
		case ZEND_DO_FCALL_BY_NAME:
		case ZEND_CALLABLE_CONVERT:
			return true;
		default:
			return false;
	}
}

static void *cached(const zend_execute_data *frame, uint32_t offset)
{
	return *(void **) ((char *) frame->run_time_cache + offset);
}

/* The function that this instruction found when it was last run, from the cache of the frame. */
static const zend_function *found_by(const zend_execute_data *frame, const zend_op *opline)
{
	const zend_class_entry *ce;

	switch (opline->opcode) {
		case ZEND_INIT_FCALL:
		case ZEND_INIT_FCALL_BY_NAME:
		case ZEND_INIT_NS_FCALL_BY_NAME:
			return cached(frame, opline->result.num);
		case ZEND_INIT_METHOD_CALL:
		case ZEND_INIT_STATIC_METHOD_CALL:
			/* The class comes first. */
			return opline->op2_type == IS_CONST ? cached(frame, opline->result.num + sizeof(void *)) : NULL;
		case ZEND_NEW:
			ce = opline->op1_type == IS_CONST ? cached(frame, opline->op2.num) : NULL;
			return ce ? ce->constructor : NULL;
		default:
			return NULL;
	}
}

const zend_function *async_interrupt_called(const zend_execute_data *frame, const zend_op *next)
{
	uint32_t nested = 0;

	if (next == NULL || !async_interrupt_is_after_call(frame, next)) {
		return NULL;
	}
	for (const zend_op *at = next - 1; at-- > frame->func->op_array.opcodes; ) {
		if (makes_call(at)) {
			nested++;
		} else if (begins_call(at) && nested-- == 0) {
			return found_by(frame, at);
		}
	}
	return NULL;
}

/* ---- exceptions of listeners ---- */

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

/* The strings of "a $b c" that the rope holds so far. */
static void release_rope(zend_execute_data *frame, const zend_op *opline)
{
	zend_string **rope = (zend_string **) ZEND_CALL_VAR(frame, opline->op1.var);

	for (uint32_t i = 0; i < opline->extended_value; i++) {
		zend_string_release(rope[i]);
	}
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
			/* The engine releases the parts up to this one, so this one has to be a valid string. */
			*(zend_string **) ZEND_CALL_VAR(frame, opline->result.var) = ZSTR_EMPTY_ALLOC();
			release(frame, opline, opline->op2_type, opline->op2);
			return;
		case ZEND_ROPE_ADD:
			((zend_string **) ZEND_CALL_VAR(frame, opline->op1.var))[opline->extended_value] = ZSTR_EMPTY_ALLOC();
			release(frame, opline, opline->op2_type, opline->op2);
			return;
		case ZEND_ROPE_END:
			release_rope(frame, opline);
			release(frame, opline, opline->op2_type, opline->op2);
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
			if (opline->op2_type != IS_CONST) {
				/* The engine releases the arguments up to this one, so this one has to be a valid value. */
				ZVAL_UNDEF(ZEND_CALL_VAR(frame->call, opline->result.var));
			}
			break;
		case ZEND_END_SILENCE:
			end_silence(ZEND_CALL_VAR(frame, opline->op1.var));
			return;
		case ZEND_FREE:
		case ZEND_FE_FREE:
			if (opline->extended_value & ZEND_FREE_ON_RETURN) {
				release_before_return(frame, opline);
			}
			if (opline->opcode == ZEND_FE_FREE) {
				release_loop(frame, opline->op1.var);
			} else {
				release_var(frame, opline->op1.var);
			}
			return;
		default:
			break;
	}
	release(frame, opline, opline->op1_type, opline->op1);
	release(frame, opline, opline->op2_type, opline->op2);
	if (opline + 1 < frame->func->op_array.opcodes + frame->func->op_array.last && opline[1].opcode == ZEND_OP_DATA) {
		release(frame, opline, opline[1].op1_type, opline[1].op1);
	}
}

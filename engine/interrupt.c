/*
 * The engine's interrupt handler: asking our listeners.
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

/*
 * exit() of PHP code, noticed before it leaves its frames: the end of the request, or of a scope that expects it.
 */
#include "scheduler/exit.h"

#include "engine/handlers.h"
#include "scheduler/globals.h"
#include "scheduler/isolated_scope.h"

#include "zend_exceptions.h"

#if ASYNC_COMPAT_EXIT_IS_OPCODE
static user_opcode_handler_t previous_exit_handler;

/* An integer is the status, and without operand there is none. Anything else is printed, which may fail: then exit()
 * does not happen. */
static bool is_certain(const zend_execute_data *execute_data)
{
	const zend_op *opline = execute_data->opline;
	const zval *operand;

	if (opline->op1_type == IS_UNUSED) {
		return true;
	}
	operand = opline->op1_type == IS_CONST ? RT_CONSTANT(opline, opline->op1) : EX_VAR(opline->op1.var);
	ZVAL_DEREF(operand);
	return Z_TYPE_P(operand) == IS_LONG;
}

/* What the instruction does with an operand that is printed. The engine's own handler gives no chance to see whether it
 * has failed. */
static int print_and_exit(zend_execute_data *execute_data)
{
	const zend_op *opline = execute_data->opline;
	zval *operand = zend_get_zval_ptr(opline, opline->op1_type, &opline->op1, execute_data);
	zend_string *text = zval_get_string(operand);

	if (UNEXPECTED(Z_TYPE_P(operand) == IS_UNDEF)) {
		const uint32_t number = EX_VAR_TO_NUM(opline->op1.var);
		zend_error(E_WARNING, "Undefined variable $%s", ZSTR_VAL(execute_data->func->op_array.vars[number]));
	}
	if (ZSTR_LEN(text)) {
		zend_write(ZSTR_VAL(text), ZSTR_LEN(text));
	}
	zend_string_release(text);
	if (opline->op1_type & (IS_TMP_VAR | IS_VAR)) {
		zval_ptr_dtor_nogc(operand);
	}
	if (EG(exception) == NULL) {
		if (EXPECTED(!async_scope_expects_exit())) {
			ASYNC_G(exit_called) = true;
		}
		zend_throw_unwind_exit();
	}
	return ZEND_USER_OPCODE_CONTINUE;
}

/* status: the request's before exit() */
static void note_exit(const zend_op *opline, int status)
{
	if (EXPECTED(!async_scope_expects_exit())) {
		ASYNC_G(exit_called) = true;
	} else if (opline->op1_type != IS_UNUSED) {
		async_scope_note_exit(status);
	}
}

static int on_exit_opcode(zend_execute_data *execute_data)
{
	const zend_op *opline = execute_data->opline;
	const int status = EG(exit_status);

	if (UNEXPECTED(previous_exit_handler != NULL)) {
		const int answer = previous_exit_handler(execute_data);

		if (answer != ZEND_USER_OPCODE_DISPATCH) {
			/* It has done the work of the instruction, or nothing: with uopz the program goes on after exit(). */
			if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
				note_exit(opline, status);
			}
			return answer;
		}
	}
	if (!is_certain(execute_data)) {
		return print_and_exit(execute_data);
	}
	note_exit(opline, status);
	return ZEND_USER_OPCODE_DISPATCH;
}

static ASYNC_ALWAYS_RUNS void hook_exit(void)
{
	/* The JIT respects handlers of the opcode EXIT. */
	previous_exit_handler = zend_get_user_opcode_handler(ZEND_EXIT);
	zend_set_user_opcode_handler(ZEND_EXIT, on_exit_opcode);
}
#else
static zif_handler original_exit;

static ZEND_NAMED_FUNCTION(on_exit_function)
{
	const int status = EG(exit_status);

	original_exit(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		if (async_scope_expects_exit()) {
			async_scope_note_exit(status);
		} else {
			ASYNC_G(exit_called) = true;
		}
	}
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "exit", on_exit_function, &original_exit },
};

static void hook_exit(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}
#endif

const async_part_t async_exit_part = { .startup = hook_exit };

/*
 * PHP code that no exception may leave: found in the frames.
 */
#include "engine/no_exceptions.h"

#include "compat.h"

/* Where an extension has replaced zend_execute_ex(), as Xdebug does, a call by PHP code has the mark of a call by C
 * code. */
static bool is_called_by_code(const zend_execute_data *frame)
{
	const zend_execute_data *caller = frame->prev_execute_data;

	if (EXPECTED(zend_execute_ex == execute_ex) || !caller || !caller->func || !ZEND_USER_CODE(caller->func->type)) {
		return false;
	}
	switch (caller->opline->opcode) {
		case ZEND_DO_FCALL:
		case ZEND_DO_FCALL_BY_NAME:
		case ZEND_DO_UCALL:
			return true;
		default:
			return false;
	}
}

/* "__debuginfo() must return an array". A call by PHP code is like any other call. */
static bool is_debug_info(const zend_execute_data *frame)
{
	return Z_TYPE(frame->This) == IS_OBJECT && frame->func == Z_OBJCE(frame->This)->__debugInfo
		&& !is_called_by_code(frame);
}

/* "Throwing from FFI callbacks is not allowed". The function that FFI makes for each call of a C function has a handler
 * that no table names; nothing else makes such a function without a class. */
static bool is_ffi_call(const zend_function *function)
{
	return function && function->type == ZEND_INTERNAL_FUNCTION && function->common.scope == NULL
		&& (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE);
}

bool async_exceptions_are_fatal(const zend_execute_data *frame)
{
	for (; frame; frame = frame->prev_execute_data) {
		if (EXPECTED(!(ZEND_CALL_INFO(frame) & ZEND_CALL_TOP)) || frame->func == NULL) {
			continue;
		}
		if (is_debug_info(frame) || (frame->prev_execute_data && is_ffi_call(frame->prev_execute_data->func))) {
			return true;
		}
	}
	return false;
}

/*
 * Interrupts of the engine (zend_interrupt_function): what an exception needs that is thrown by their handler.
 */
#ifndef ASYNC_SCHEDULER_INTERRUPT_H
#define ASYNC_SCHEDULER_INTERRUPT_H

#include "compat.h"

/* Is this the instruction after a call that has returned? Before 8.4 the engine looks for interrupts there. */
static inline bool async_interrupt_is_after_call(const zend_execute_data *frame, const zend_op *opline)
{
	if (!ASYNC_COMPAT_INTERRUPT_AFTER_CALL || opline <= frame->func->op_array.opcodes) {
		return false;
	}
	switch (opline[-1].opcode) {
		case ZEND_DO_ICALL:
		case ZEND_DO_FCALL:
		case ZEND_DO_FCALL_BY_NAME:
			return true;
		default:
			return false;
	}
}

/* The handler has thrown, right before an instruction that the engine will take for the throwing one. That one would
 * have released its operands, but it will not run: release them here.
 * frame, opline: the interrupted PHP code, as it was before the exception
 * runs PHP:      destructors of temporary values
 * suspends:      in these */
void async_interrupt_release_operands(zend_execute_data *frame, const zend_op *opline);

#endif

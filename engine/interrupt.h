/*
 * Interrupts of the engine (zend_interrupt_function), and their listeners.
 */
#ifndef ASYNC_ENGINE_INTERRUPT_H
#define ASYNC_ENGINE_INTERRUPT_H

#include "compat.h"
#include "engine/part.h"

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

/* The function whose call the instruction before `next` made, as far as the caches of the frame tell; NULL: not known,
 * or no call. For messages only. runs PHP: no */
const zend_function *async_interrupt_called(const zend_execute_data *frame, const zend_op *next);

extern const async_part_t async_interrupt_part;

/* Learn, once per process, to tell an interrupt in the middle of an instruction from one between two. Called where PHP
 * functions can be called.
 * runs PHP: no user code; suspends: no */
void async_interrupt_learn(void);

#endif

/*
 * Interrupts of the engine (zend_interrupt_function): what an exception needs that is thrown by their handler.
 */
#ifndef ASYNC_ENGINE_INTERRUPT_H
#define ASYNC_ENGINE_INTERRUPT_H

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

/* Somebody who is asked at an interrupt, in the coroutine that runs.
 * next: the instruction of `frame` that comes next; NULL when that is no PHP code, and when one is under way: the
 *       engine also looks after a call that an instruction makes by itself, of a destructor or a magic method. What
 *       that one works on is its own business, it goes on when the listener returns */
typedef void (*async_interrupt_listener_t)(zend_execute_data *frame, const zend_op *next);

/* Chain the interrupt handler; once per process. The first listener is asked before those who were there before us
 * (pcntl's signals), the second after them. Either may be set later. */
void async_interrupt_startup(void);
void async_interrupt_shutdown(void);
void async_interrupt_set_listeners(async_interrupt_listener_t before, async_interrupt_listener_t after);

/* Have a function called right before the handlers that were there before us run; set once. It neither suspends nor
 * runs PHP code. */
void async_interrupt_before_previous(void (*callback)(void));

/* Learn to tell an instruction that is under way from one that comes next. Where PHP can run; does it once per process.
 * runs PHP: no user code */
void async_interrupt_learn(void);

/* The listener has thrown, right before an instruction that the engine will take for the throwing one. That one would
 * have released its operands, but it will not run: release them here.
 * frame, opline: the interrupted PHP code, `next` as it was before the exception
 * runs PHP:      destructors of temporary values
 * suspends:      in these */
void async_interrupt_release_operands(zend_execute_data *frame, const zend_op *opline);

#endif

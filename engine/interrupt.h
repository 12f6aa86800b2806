/*
 * Interrupts of the engine (zend_interrupt_function): listeners, and exceptions that they throw.
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

/* A listener is called at an interrupt, in the coroutine that runs.
 * next: the instruction of `frame` that runs next. NULL when `frame` is no PHP code, and in the middle of an
 * instruction:
 *       the engine also looks for interrupts after a call that an instruction makes itself, of a destructor or a magic
 *       method. Such an instruction goes on when the listener returns, and releases its operands itself */
typedef void (*async_interrupt_listener_t)(zend_execute_data *frame, const zend_op *next);

/* Chain the interrupt handler; once per process. The listener `before` is called before the handlers that were there
 * before us (pcntl's signals), `after` after them. Either may be set later; NULL leaves it as it is. */
void async_interrupt_startup(void);
void async_interrupt_shutdown(void);
void async_interrupt_set_listeners(async_interrupt_listener_t before, async_interrupt_listener_t after);

/* Have a function called right before the handlers that were there before us; set once. It neither suspends nor runs
 * PHP code. */
void async_interrupt_before_previous(void (*callback)(void));

/* Learn, once per process, to tell an interrupt in the middle of an instruction from one between two. Called where PHP
 * functions can be called.
 * runs PHP: no user code; suspends: no */
void async_interrupt_learn(void);

/* A listener has thrown right before the instruction `opline`, and the engine will handle the exception as if that
 * instruction had thrown it. The instruction does not run, so it does not release its operands: release them here.
 * frame, opline: the interrupted PHP code, `next` as it was before the exception
 * runs PHP:      destructors of temporary values
 * suspends:      in these */
void async_interrupt_release_operands(zend_execute_data *frame, const zend_op *opline);

#endif

/*
 * Operands of the instruction before which a listener of the interrupt has thrown.
 */
#ifndef ASYNC_ENGINE_INTERRUPTED_OPERANDS_H
#define ASYNC_ENGINE_INTERRUPTED_OPERANDS_H

#include "compat.h"

/* A listener has thrown right before the instruction `opline`, and the engine will handle the exception as if that
 * instruction had thrown it. The instruction does not run, so it does not release its operands: release them here.
 * frame, opline: the interrupted PHP code, `next` as it was before the exception
 * runs PHP:      destructors of temporary values
 * suspends:      in these */
void async_interrupt_release_operands(zend_execute_data *frame, const zend_op *opline);

#endif

/*
 * Operands that an instruction uses again after it has called PHP code of another one.
 */
#ifndef ASYNC_ENGINE_OPERANDS_H
#define ASYNC_ENGINE_OPERANDS_H

#include "php.h"

/* The value of an operand of the instruction; not a reference. */
static zend_always_inline const zval *async_operand(const zend_execute_data *frame, const zend_op *opline, uint8_t type,
	znode_op node)
{
	const zval *operand = type == IS_CONST ? RT_CONSTANT(opline, node) : ZEND_CALL_VAR(frame, node.var);

	ZVAL_DEREF(operand);
	return operand;
}

/* Can another coroutine write the operand? It is behind a reference, or a global variable. No other operand may get a
 * reference behind the back of the JIT, which frees an array without a look at the count where it knows that the
 * variable has the only one. */
static zend_always_inline bool async_operand_is_shared(const zend_execute_data *frame, uint8_t type, znode_op node)
{
	return type != IS_CONST && (Z_ISREF_P(ZEND_CALL_VAR(frame, node.var))
		|| (type == IS_CV && (ZEND_CALL_INFO(frame) & ZEND_CALL_HAS_SYMBOL_TABLE)
			&& frame->symbol_table == &EG(symbol_table)));
}

/* The instruction of `frame`, which is PHP code, has called `called`: the __toString() of an operand, or an error
 * handler. Does it then read or write a string, an array or a variable that it has found before, and that another
 * coroutine could free? So no other coroutine may run before.
 * suspends: no; runs PHP: no */
bool async_operands_are_used_again(const zend_execute_data *frame, const zend_execute_data *called);

/* Has `caller` called this frame when it released a value: is it a destructor, the `finally` of a generator, or does
 * it close a stream or a filter that is written in PHP? `caller` may be NULL. */
bool async_is_release(const zend_execute_data *caller, const zend_execute_data *called);

/* `caller` has released a value that it replaces or removes. Does it read or write the variable, its array or its
 * object again afterwards, without a reference of its own? For PHP code, the question is about its instruction. For a
 * function of PHP it is about the variables that the function got by reference: it may release the old value first.
 * suspends: no; runs PHP: no */
bool async_released_variable_is_used_again(const zend_execute_data *caller);

#endif

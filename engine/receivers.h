/*
 * Receivers: objects whose method C code has called without a reference of its own, such as the getIterator() of
 * `foreach ($variable as …)`, or a handler that is a method.
 *
 * C code relies on the place where it has found the object: a variable, or a table of handlers. While the method waits,
 * another coroutine may write there. So before the coroutine parks, the call of the method gets a reference, which it
 * releases at its end, like a call that PHP code makes.
 */
#ifndef ASYNC_ENGINE_RECEIVERS_H
#define ASYNC_ENGINE_RECEIVERS_H

#include "engine/part.h"

extern const async_part_t async_receivers_part;

/* Is it the bottom frame of a coroutine or a Fiber, which is that of a function without a name? It has its callable,
 * and has marked nothing. */
static zend_always_inline bool async_frame_is_bottom(const zend_execute_data *frame)
{
	const zend_string *name;

	if (frame->prev_execute_data || frame->func == NULL || ZEND_USER_CODE(frame->func->type)) {
		return false;
	}
	name = frame->func->common.function_name;
	return name == NULL || ZSTR_LEN(name) == 0;
}

bool async_receiver_is_borrowed_slow(const zend_execute_data *call);

/* Does the call of a method rely on a place that other coroutines may write? False when the call has got a reference.
 * suspends: no; runs PHP: no */
static zend_always_inline bool async_receiver_is_borrowed(const zend_execute_data *call)
{
	const uint32_t info = ZEND_CALL_INFO(call);

	/* A closure and a generator have a reference on their object, and their call has one on them. */
	return UNEXPECTED(info & ZEND_CALL_TOP) && Z_TYPE(call->This) == IS_OBJECT
		&& !(info & (ZEND_CALL_RELEASE_THIS | ZEND_CALL_CLOSURE | ZEND_CALL_GENERATOR))
		&& UNEXPECTED(async_receiver_is_borrowed_slow(call));
}

/* Give a reference to each such call among the frames of the running coroutine, which is about to park.
 * suspends: no; runs PHP: no
 * cost: memory, once for each such call */
void async_receivers_hold(void);

#endif

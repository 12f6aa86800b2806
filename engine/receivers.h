/*
 * Receivers: objects whose method an instruction has called without a reference of its own, such as the getIterator()
 * of `foreach ($variable as …)` or the count() of `count($variable)`.
 *
 * The instruction relies on the variable. While the method waits, another coroutine that has the variable may write to
 * it. So a parked coroutine holds such objects. When the variable has lost its object meanwhile, the call of the method
 * takes the reference over, and releases it at its end.
 */
#ifndef ASYNC_ENGINE_RECEIVERS_H
#define ASYNC_ENGINE_RECEIVERS_H

#include "php.h"

#define ASYNC_RECEIVERS_INLINE 4

typedef struct {
	zend_execute_data **calls;   /* calls of methods whose `This` is held; `own`, or an own block */
	uint32_t count;
	uint32_t capacity;
	zend_execute_data *own[ASYNC_RECEIVERS_INLINE];
} async_receivers_t;

/* Hold the receivers among the frames of the running coroutine, which is about to park; give them back when it is
 * resumed, with the same frames.
 * owns: references and memory until they are given back; suspends: no; runs PHP: no */
void async_receivers_hold(async_receivers_t *receivers);
void async_receivers_give_back(async_receivers_t *receivers);

#endif

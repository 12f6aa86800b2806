/*
 * Marks of class constants: the flags that the engine sets while it evaluates the expression of a constant.
 */
#ifndef ASYNC_ENGINE_CONSTANT_MARKS_H
#define ASYNC_ENGINE_CONSTANT_MARKS_H

#include "engine/recursion_marks.h"

/* May the C code that runs on behalf of this frame, between its call and its return, evaluate constants? */
bool async_constant_marks_are_possible(const zend_execute_data *frame);

/* Take the marks of all class constants off, and add them to the list.
 * suspends: no; runs PHP: no */
void async_constant_marks_detach(async_recursion_marks_t *marks);

/* Set a mark again. */
void async_constant_mark_attach(const async_mark_t *mark);

#endif

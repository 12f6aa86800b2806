/*
 * Paths of marked values: which arrays and objects C code has marked with GC_PROTECTED below a frame that it called.
 */
#ifndef ASYNC_ENGINE_RECURSION_PATH_H
#define ASYNC_ENGINE_RECURSION_PATH_H

#include "engine/recursion_marks.h"

/* `top` is a frame that C code has called. Take the marks of the path below it off, and add them to the list; or set
 * those marks of the list again that are still on the path.
 * suspends: no; runs PHP: no */
void async_recursion_path_detach(async_recursion_marks_t *marks, const zend_execute_data *top);
void async_recursion_path_attach(async_recursion_marks_t *marks, const zend_execute_data *top);

#endif

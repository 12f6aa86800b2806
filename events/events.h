/*
 * Events from outside of the program as values that a loop takes one by one: signals and changes of files.
 */
#ifndef ASYNC_EVENTS_EVENTS_H
#define ASYNC_EVENTS_EVENTS_H

#include "async_classes.h"

/* ---- signal.c ---- */

/* The number that a parameter for a signal stands for.
 * errors: 0 with an exception about that argument; suspends: no; runs PHP: no */
zend_long async_signal_number(zval *value, uint32_t arg_num);

/* Throw for a signal that async_signal_watch() has refused with `err`. */
ZEND_COLD void async_signal_refuse(int err, uint32_t arg_num);

/* ---- foreach.c ---- */

/* As await(), but the end is no failure: then, when `is_over` says that no more will come, and after an exception,
 * *result stays undefined. A cancellation that is due comes before any value. For async_value_loop().
 * owns: the caller owns *result; suspends: yes; runs PHP: no
 * cancel: the cancellation is thrown */
void async_events_next(zend_object *object, bool (*is_over)(zend_object *object), zval *result);

#endif

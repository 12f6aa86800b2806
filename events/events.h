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

/* An iterator over the values of an awaitable that gives each value once, until `is_over` says that no more will come.
 * For get_iterator handlers.
 * errors: NULL with an exception: foreach by reference */
zend_object_iterator *async_events_iterator(zval *object, int by_ref, bool (*is_over)(zend_object *object));

#endif

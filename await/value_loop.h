/*
 * Loops over the values of a channel or a watcher: foreach takes each value once, and waits for the next one.
 */
#ifndef ASYNC_AWAIT_VALUE_LOOP_H
#define ASYNC_AWAIT_VALUE_LOOP_H

#include "php.h"

/* Take the next value of the object. *result stays undefined at the end, and after an exception.
 * owns: the caller owns *result; suspends: yes; runs PHP: no */
typedef void (*async_next_value_fn)(zend_object *object, zval *result);

/* A new iterator, for get_iterator handlers. Its keys count the values. Several loops over one object share its values.
 * errors: NULL with an exception: foreach by reference */
zend_object_iterator *async_value_loop(zval *object, int by_ref, async_next_value_fn next);

/* For the method getIterator() of such a class: an InternalIterator. That of the engine does not tell the collector
 * what it holds, so an object that holds its own iterator would never be freed.
 * owns: the caller owns *return_value; suspends: no; runs PHP: no */
void async_value_loop_object(zval *return_value, zval *object);

#endif

/*
 * What an ArrayObject or ArrayIterator is a view of: an array, the properties of an object, or another view.
 */
#ifndef ASYNC_IO_ARRAY_STORAGE_H
#define ASYNC_IO_ARRAY_STORAGE_H

#include "io/globals.h"

/* The tables of handlers of the two classes, which are private to SPL; io/array_objects.c finds them. */
#define ASYNC_ARRAY_OBJECT_TABLES 2
extern const zend_object_handlers *async_array_object_tables[ASYNC_ARRAY_OBJECT_TABLES];

static zend_always_inline bool async_array_object_is(const zend_object *object)
{
	return object->handlers == async_array_object_tables[0] || object->handlers == async_array_object_tables[1];
}

/* What this object is a view of is the first field of its record: an array, another object, or undefined for its own
 * properties. */
zval *async_array_storage_of(const zend_object *object);

/* The object at the end of a chain of views. */
zend_object *async_array_storage_last(zend_object *object);

/* A child of a RecursiveArrayIterator shares the array with its parent, and writes to it for both. */
bool async_array_storage_may_be_shared(const zend_object *object);

/* The object, or what it is a view of, is about to be written to. In a coroutine: C code that walks over the array
 * holds a reference on it, and the write goes to a copy. Any object may be given. */
void async_array_storage_separate(zend_object *object);

/* Keep the array for the time of a call. False: it cannot be kept, because writes go to this one all the same, or
 * because it is the table of an object, which a write replaces. *held is to be released. */
bool async_array_storage_hold(zend_object *object, zval *held);

/* The value at this offset is about to be replaced or removed; NULL: one is appended. In a coroutine: separate, and
 * hold the old value when the write would destroy it. Any object may be given. *held is to be released.
 * runs PHP: no */
void async_array_storage_prepare(zend_object *object, const zval *offset, zval *held);

#endif

/*
 * Classes of awaitables refuse foreach: their result is meant, which await() gives.
 */
#ifndef ASYNC_SCHEDULER_REFUSE_FOREACH_H
#define ASYNC_SCHEDULER_REFUSE_FOREACH_H

#include "php.h"

#include "engine/part.h"

/* A get_iterator handler that throws an Error. */
zend_object_iterator *async_refuse_foreach(zend_class_entry *ce, zval *object, int by_ref);

/* ReflectionClass::isIterable() says no for the classes with this handler. */
extern const async_part_t async_refuse_foreach_part;

#endif

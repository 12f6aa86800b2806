/*
 * Walking over anything that foreach accepts.
 */
#ifndef ASYNC_ITERABLE_H
#define ASYNC_ITERABLE_H

#include "php.h"

/* Element and key are borrowed, and no references. False ends the walk. */
typedef bool (*async_element_fn)(zval *element, zval *key, void *arg);

/* Call `each` for every element of an array or Traversable.
 * suspends: as the iterator and `each` do; runs PHP: the iterator's
 * errors:   false when `each` said so or something was thrown */
bool async_for_each(zval *iterable, async_element_fn each, void *arg);

#endif

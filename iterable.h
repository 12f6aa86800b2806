/*
 * Walking over anything that foreach accepts.
 */
#ifndef ASYNC_ITERABLE_H
#define ASYNC_ITERABLE_H

#include "php.h"

/* Called for each element. Element and key are borrowed, and never PHP references (IS_REFERENCE). False ends the walk.
 * It may suspend and run PHP code. */
typedef bool (*async_element_fn)(zval *element, zval *key, void *arg);

/* Call `each` for every element of an array or Traversable.
 * owns:     borrows the iterable, and holds an array during the walk
 * suspends: as the iterator and `each` do
 * runs PHP: the iterator's
 * errors:   false when `each` returned false or something was thrown */
bool async_for_each(zval *iterable, async_element_fn each, void *arg);

#endif

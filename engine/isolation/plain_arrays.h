/*
 * Large arrays that hold scalar values, strings and such arrays only: a new isolation shares them whole. They are known
 * by their address, so that each is looked through once and not for each new isolation.
 *
 * A known array is held. So it stays what it is: a write goes to a copy. One that the last new isolation has not met is
 * let go.
 */
#ifndef ASYNC_ENGINE_ISOLATION_PLAIN_ARRAYS_H
#define ASYNC_ENGINE_ISOLATION_PLAIN_ARRAYS_H

#include "php.h"

/* Smaller ones are looked through each time. */
#define ASYNC_PLAIN_ARRAY_MIN 256

/* All of these: suspends: no; runs PHP: no */

/* A new isolation is being made. */
void async_isolation_plain_arrays_begin(void);

/* Is this large array known? */
bool async_isolation_plain_array_is_known(const zend_array *array);

/* From now on it is. The array is counted and holds no objects. errors: memory_limit is PHP's fatal error */
void async_isolation_plain_array_add(zend_array *array);

/* The isolation is made: let go of those that were not met. */
void async_isolation_plain_arrays_end(void);

/* No isolation is left: let go of all. */
void async_isolation_plain_arrays_free(void);

#endif

/*
 * Objects that are equal only to themselves.
 */
#ifndef ASYNC_SCHEDULER_IDENTITY_H
#define ASYNC_SCHEDULER_IDENTITY_H

#include "php.h"

/* A compare handler. The standard one finds any two objects of a class without properties equal, so that in_array()
 * would find a coroutine in any list of coroutines. Values of other types are compared as with any object. */
int async_compare_identity(zval *one, zval *other);

#endif

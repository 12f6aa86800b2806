/*
 * Stock functions that throw an exception over the one of PHP code that they have called.
 */
#ifndef ASYNC_IO_THROWN_OVER_H
#define ASYNC_IO_THROWN_OVER_H

#include "engine/part.h"

/* Swaps their handlers; methods of file objects have handlers in streams/file_objects.c. */
extern const async_part_t async_thrown_over_part;

#endif

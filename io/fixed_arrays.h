/*
 * Properties of a SplFixedArray that C code walks over while another coroutine changes the array.
 */
#ifndef ASYNC_IO_FIXED_ARRAYS_H
#define ASYNC_IO_FIXED_ARRAYS_H

#include "engine/part.h"

/* A SplFixedArray makes a table of its elements for var_dump() and others, which hold a reference on it, and changes
 * that table when it is asked for again. In a coroutine it changes a copy while others hold the table, and destructors
 * of elements that only the table still had wait in place. */
extern const async_part_t async_fixed_arrays_part;

#endif

/*
 * Variables that a function of PHP fills with an array, and keeps a pointer to while it waits.
 */
#ifndef ASYNC_IO_FILLED_VARIABLES_H
#define ASYNC_IO_FILLED_VARIABLES_H

#include "engine/part.h"

/* exec(), getmxrr() and their kind make an array in a variable that they get by reference, wait, and add to the array.
 * Another coroutine that has the variable may free the array meanwhile, or take a copy, which would change. So in a
 * coroutine such a function gets a variable of its own, and the result is assigned when the call is over. */
extern const async_part_t async_filled_variables_part;

#endif

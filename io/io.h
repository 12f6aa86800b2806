/*
 * Transparent I/O: what lets stock PHP functions wait cooperatively.
 */
#ifndef ASYNC_IO_IO_H
#define ASYNC_IO_IO_H

#include "io/globals.h"

/* Hooks are installed when the first scheduler of the process starts, and given back at the end of the process. */
extern const async_part_t *const async_io_parts[];

#endif

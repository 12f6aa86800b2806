/*
 * Mend of directories of stream wrappers written in PHP.
 */
#ifndef ASYNC_IO_STREAMS_WRAPPER_DIRS_H
#define ASYNC_IO_STREAMS_WRAPPER_DIRS_H

#include "engine/part.h"

/* Replaces the function that reads an entry. */
extern const async_part_t async_wrapper_dirs_part;

#endif

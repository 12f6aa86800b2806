/*
 * Reads of streams whose wrapper is written in PHP.
 */
#ifndef ASYNC_IO_STREAMS_WRAPPER_READS_H
#define ASYNC_IO_STREAMS_WRAPPER_READS_H

#include "engine/part.h"

/* Replaces the function that reads. */
extern const async_part_t async_wrapper_reads_part;

#endif

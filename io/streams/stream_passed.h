/*
 * Streams that are passed to functions of other extensions.
 */
#ifndef ASYNC_IO_STREAMS_STREAM_PASSED_H
#define ASYNC_IO_STREAMS_STREAM_PASSED_H

#include "engine/part.h"

/* Swaps the handlers of these functions. */
extern const async_part_t async_stream_passed_part;

#endif

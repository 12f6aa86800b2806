/*
 * One stream in several coroutines (D28): the PHP functions that read from a stream or write to it take turns.
 *
 * Calls of the same stream and direction run one after the other, in FIFO order. Reading and writing do not wait for
 * each other, unless the stream has a position, as files have. A coroutine that has the turn may call such functions
 * again (user filters and wrappers do).
 */
#ifndef ASYNC_IO_STREAMS_STREAM_ORDER_H
#define ASYNC_IO_STREAMS_STREAM_ORDER_H

#include "io/call_locks.h"

/* Swap the handlers of these functions, and of the methods of file objects (io/streams/file_objects.c). */
extern const async_part_t async_stream_order_part;
extern const async_part_t async_file_objects_part;

/* Calls that only forbid to close a stream (io/streams/stream_close.c). */
extern const async_part_t async_stream_close_part;

/* The current coroutine reads from this stream: when did its call begin, if it had to wait for its turn? The time limit
 * of its first wait counts from there. 0: the call did not have to wait, or this is not its first wait. */
uint64_t async_stream_read_late_since(const php_stream *stream);

/* A stream is about to be closed, and its descriptor with it (-1: it has none). Waits of other coroutines for it fail,
 * and coroutines in the middle of using it leave first. Called by `close` of the stream's operations, for functions
 * without a turn, such as proc_close() with its pipes; fclose() has made them leave already.
 * suspends: yes, when other coroutines use the stream and switching is possible
 * runs PHP: no (other coroutines run theirs)
 * cancel:   not cancelled: a cancelled coroutine closes its streams all the same */
void async_stream_closing(const php_stream *stream, int fd);

#endif

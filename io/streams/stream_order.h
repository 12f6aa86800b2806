/*
 * One stream, several coroutines (D28): the functions of PHP that read from a stream or write to it take turns.
 *
 * A call is over before the next one of the same stream and direction begins; FIFO. Reading and writing do not hold
 * each other up. A coroutine that has its turn may call such functions again (user filters and wrappers do).
 */
#ifndef ASYNC_IO_STREAMS_STREAM_ORDER_H
#define ASYNC_IO_STREAMS_STREAM_ORDER_H

#include "io/turns.h"

/* Swaps the handlers of these functions. */
extern const async_part_t async_stream_order_part;

/* The current coroutine reads from this stream. When did the call begin, if it had to wait for its turn? That counts
 * for the time limit of its first wait. 0: it had not to wait, or was told before. */
uint64_t async_stream_read_late_since(const php_stream *stream);

/* A stream is about to be closed, and its descriptor (-1: none) with it: what others wait for there fails, and who is
 * in the middle of using it leaves first. fclose() has seen to that already; others do not ask, such as proc_close()
 * with its pipes. Called out of the `close` of its operations.
 * suspends: yes, when there are others and that is possible; runs PHP: no; not cancelled */
void async_stream_closing(const php_stream *stream, int fd);

#endif

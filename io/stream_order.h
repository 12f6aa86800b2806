/*
 * One stream, several coroutines (D28): the functions of PHP that read from a stream or write to it take turns.
 *
 * A call is over before the next one of the same stream and direction begins; FIFO. Reading and writing do not hold
 * each other up. A coroutine that has its turn may call such functions again (user filters and wrappers do).
 */
#ifndef ASYNC_IO_STREAM_ORDER_H
#define ASYNC_IO_STREAM_ORDER_H

#include "io/turns.h"

/* Module start-up: swap the handlers of these functions. */
void async_stream_order_startup(void);

/* The current coroutine reads from this stream. When did the call begin, if it had to wait for its turn? That counts
 * for the time limit of its first wait. 0: it had not to wait, or was told before. */
uint64_t async_stream_read_late_since(const php_stream *stream);

/* A descriptor that somebody waits for is about to be closed. fclose() has waited for those who use the stream; others
 * do not ask, such as proc_close() with its pipes: the waits fail, and who is in the middle of using it leaves first.
 * suspends: yes, where that is possible; runs PHP: no; not cancelled */
void async_stream_order_closing(int fd);

#endif

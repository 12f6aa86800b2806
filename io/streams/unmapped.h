/*
 * Copies from a file that PHP would map, and reads in a coroutine (io/hooks/files.c says why).
 *
 * A mapping leaves another state than reads: nothing is read ahead, and the end of the file was not seen. So the state
 * is set right after the call.
 */
#ifndef ASYNC_IO_STREAMS_UNMAPPED_H
#define ASYNC_IO_STREAMS_UNMAPPED_H

#include "io/call_locks.h"

#include "php_streams.h"

/* One call that copies from a stream. Lives in its frame; the turn to read the stream leads to it. */
typedef struct {
	zend_off_t buffered_to;   /* where the bytes ended that were in the buffer when the mapping was refused; or -1 */
} async_unmapped_t;

/* Around such a call, whose turn is taken (NULL: the coroutine had it before, so an outer call looks after the state).
 * Neither suspends nor runs PHP code. */
void async_unmapped_begin(async_unmapped_t *unmapped, async_call_lock_t *turn);
void async_unmapped_end(const async_unmapped_t *unmapped, const zend_resource *resource);

/* The mapping of this stream was refused: PHP goes on to read it. */
void async_unmapped_note(const php_stream *stream);

#endif

/*
 * What a call has taken from its stream so far, for calls whose result does not have these bytes as they were.
 *
 * fgetcsv(), fscanf() and the lines of a SplFileObject take the part of a line that has come, and wait for the rest.
 * When such a wait is cancelled, their result is dropped. The bytes go back into the buffer of the stream then
 * (put_back.h). The stream forgets what was taken as soon as it reads more, so each read of the stream keeps it before.
 */
#ifndef ASYNC_IO_STREAMS_TAKEN_H
#define ASYNC_IO_STREAMS_TAKEN_H

#include "io/globals.h"

#include "php.h"

/* In the frame of the call, which has the turn to read. */
typedef struct async_taken {
	php_stream *stream;
	struct async_taken *outer;   /* of a call around this one that reads the same stream, by a method of PHP code */
	zend_off_t kept_to;   /* position in the stream up to which the bytes are in `kept` */
	zend_off_t end;       /* of the bytes in the buffer of the stream, after its last read */
	char *kept;           /* request memory */
	size_t length;
	size_t room;
	bool is_followed;     /* the record is known to reads of the stream */
	bool is_lost;         /* some bytes are gone */
} async_taken_t;

/* The call begins to read. stream: NULL: it is closed, nothing is kept
 * suspends: no; runs PHP: no */
void async_taken_begin(async_taken_t *taken, php_stream *stream);

/* The call is over. puts_back: its result is dropped, and the stream is open still
 * returns:  the bytes were put back, perhaps none
 * suspends: no; runs PHP: no; errors: none but PHP's memory limit */
bool async_taken_end(async_taken_t *taken, bool puts_back);

typedef ssize_t (*async_stream_read_t)(php_stream *stream, char *buffer, size_t size);

/* Read while a call is known: keep what it has taken before. For async_taken_read(). */
ssize_t async_taken_read_slow(php_stream *stream, char *buffer, size_t size, async_stream_read_t read);

/* The read of a table of stream operations. */
static zend_always_inline ssize_t async_taken_read(php_stream *stream, char *buffer, size_t size,
	async_stream_read_t read)
{
	return EXPECTED(ASYNC_IO_G(taken_calls) == 0)
		? read(stream, buffer, size) : async_taken_read_slow(stream, buffer, size, read);
}

extern const async_part_t async_taken_part;

#endif

/*
 * Copies from files that PHP would map, and reads here: the stream is left in the state of a mapped one.
 */
#include "io/streams/unmapped.h"

#include "io/streams/stream_turns.h"

#define NOT_REFUSED (-1)

void async_unmapped_begin(async_unmapped_t *unmapped, async_call_lock_t *turn)
{
	unmapped->buffered_to = NOT_REFUSED;
	if (EXPECTED(turn != NULL)) {
		ZEND_ASSERT(turn->detail == NULL && "turns to read a stream have no other use for it");
		turn->detail = unmapped;
	}
}

void async_unmapped_note(const php_stream *stream)
{
	const zend_resource *resource = stream->res;
	const async_call_lock_t *turn = resource
		? async_call_lock_find(resource, async_stream_place_of(resource->handle, ASYNC_READING)) : NULL;

	if (turn && turn->lock.owner == ASYNC_G(current) && turn->detail) {
		((async_unmapped_t *) turn->detail)->buffered_to = stream->position + (stream->writepos - stream->readpos);
	}
}

void async_unmapped_end(const async_unmapped_t *unmapped, const zend_resource *resource)
{
	php_stream *stream;

	if (EXPECTED(unmapped->buffered_to == NOT_REFUSED) || !async_stream_is(resource)) {
		return;
	}
	stream = resource->ptr;
	stream->eof = 0;
	/* Bytes that were in the buffer before stay there: PHP moves on within them. */
	if (stream->position > unmapped->buffered_to && stream->writepos > stream->readpos
		&& stream->ops->seek(stream, stream->position, SEEK_SET, &stream->position) == 0) {
		stream->readpos = stream->writepos = 0;
	}
}

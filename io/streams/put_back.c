/*
 * Putting back what a cancelled read had taken from its stream, so that the next read gets it.
 *
 * fgets() takes the part of a line that has come, and waits for the rest; stream_get_contents() and a large fread() of
 * a file read several times. When such a wait is cancelled, they return what they have. Then the cancellation is
 * thrown, and PHP code never sees that value.
 */
#include "io/streams/put_back.h"

/* Make room for this many bytes before those that were read ahead. */
static void make_room(php_stream *stream, size_t length)
{
	const size_t ahead = (size_t) (stream->writepos - stream->readpos);

	if (length + ahead > stream->readbuflen) {
		stream->readbuf = perealloc(stream->readbuf, length + ahead, stream->is_persistent);
		stream->readbuflen = length + ahead;
	}
	memmove(stream->readbuf + length, stream->readbuf + stream->readpos, ahead);
	stream->readpos = (zend_off_t) length;
	stream->writepos = (zend_off_t) (length + ahead);
}

void async_stream_put_back_bytes(php_stream *stream, const char *bytes, size_t length)
{
	if ((size_t) stream->readpos < length) {
		make_room(stream, length);
	}
	stream->readpos -= (zend_off_t) length;
	stream->position -= (zend_off_t) length;
	memcpy(stream->readbuf + stream->readpos, bytes, length);
}

void async_stream_put_back(php_stream *stream, zval *result)
{
	if (stream == NULL || Z_TYPE_P(result) != IS_STRING || async_delivery_runs_handler()) {
		return;
	}
	if (Z_STRLEN_P(result) > 0) {
		async_stream_put_back_bytes(stream, Z_STRVAL_P(result), Z_STRLEN_P(result));
	}
	zval_ptr_dtor_str(result);
	ZVAL_FALSE(result);
}

void async_stream_put_back_record(php_stream *stream, zval *result, zend_off_t before, const zval *delimiter)
{
	if (Z_TYPE_P(result) != IS_STRING || async_delivery_runs_handler()) {
		return;
	}
	if (delimiter && Z_TYPE_P(delimiter) == IS_STRING
		&& stream->position - before == (zend_off_t) (Z_STRLEN_P(result) + Z_STRLEN_P(delimiter))) {
		async_stream_put_back_bytes(stream, Z_STRVAL_P(delimiter), Z_STRLEN_P(delimiter));
	}
	async_stream_put_back(stream, result);
}

/*
 * Reads whose result is dropped, because a cancellation is on its way out of them: what they had taken goes back into
 * the buffer of their stream (D34).
 */
#ifndef ASYNC_IO_STREAMS_PUT_BACK_H
#define ASYNC_IO_STREAMS_PUT_BACK_H

#include "io/delivery.h"

#include "php.h"

/* Is a cancellation on its way out of the stock function that has returned now? It is thrown already when it comes from
 * a method of a stream wrapper or filter, which the function has called. Not after the end of the scheduler, when a
 * Fiber may still return from one. */
static zend_always_inline bool async_stream_result_is_dropped(void)
{
	return EXPECTED(ASYNC_G(current) != NULL)
		&& (UNEXPECTED(async_delivery_is_pending())
			|| (UNEXPECTED(EG(exception) != NULL) && EG(exception) == ASYNC_G(current)->cancellation));
}

/* The same, and the result is seen by no PHP code. */
static zend_always_inline bool async_taken_is_dropped(void)
{
	return async_stream_result_is_dropped() && !async_delivery_runs_handler();
}

/* Put bytes before those that the stream has read ahead. Its position moves back by as many.
 * suspends: no; runs PHP: no; errors: none but PHP's memory limit */
void async_stream_put_back_bytes(php_stream *stream, const char *bytes, size_t length);

/* The result of a stock function is dropped: put its bytes back, and let the function fail instead. Nothing happens
 * where an error handler runs before the cancellation is thrown: it sees the result.
 * stream:   the caller has its turn to read still; NULL: it is closed, nothing happens
 * result:   what the function has taken from the stream; nothing happens when it is no string
 * suspends: no; runs PHP: no; errors: none but PHP's memory limit */
void async_stream_put_back(php_stream *stream, zval *result);

/* The same for a record, whose delimiter was taken as well, if it was found, and is not in the result.
 * before:    position of the stream before the call
 * delimiter: argument of the function; NULL: it has none */
void async_stream_put_back_record(php_stream *stream, zval *result, zend_off_t before, const zval *delimiter);

#endif

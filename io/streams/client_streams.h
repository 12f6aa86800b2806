/*
 * Extensions that talk to a server over a PHP stream of their own, and what a cancelled wait means to them.
 */
#ifndef ASYNC_IO_STREAMS_CLIENT_STREAMS_H
#define ASYNC_IO_STREAMS_CLIENT_STREAMS_H

#include "php.h"

/* The wait for this socket was cancelled inside of a stock function. If that is a client's, the answer to its question
 * is still to come, and the next question would get it: shut the connection down, so that the client sees its end.
 * suspends: no
 * runs PHP: no
 * errors:   none; errno is kept */
void async_client_streams_cancelled(int fd);

/* What a read of this stream that has failed gives back: the end of the stream if a client's wait was cancelled, else
 * -1. A client that reads an answer of known length may add up what its reads give back without a look at it
 * (phpredis 5): it would write in front of its buffer, and never come to an end.
 * suspends: no
 * runs PHP: no
 * errors:   none */
ssize_t async_client_streams_failed_read(php_stream *stream);

#endif

/*
 * Extensions that talk to a server over a PHP stream of their own: what they see of a cancelled wait.
 */
#ifndef ASYNC_IO_STREAMS_CLIENT_STREAMS_H
#define ASYNC_IO_STREAMS_CLIENT_STREAMS_H

#include "php.h"

/* The wait for this socket was cancelled inside a stock function. If the function is of such an extension, the answer
 * to its request is still to come, and would be taken for the answer to the next request: shut the connection down, so
 * that the extension sees its end.
 * suspends: no
 * runs PHP: no
 * errors:   none; errno is kept */
void async_client_streams_cancelled(int fd);

/* What a failed read of this stream returns: the end of the stream when the wait of such an extension was cancelled,
 * otherwise -1. An extension that reads an answer of known length may add up what its reads return without checking it
 * (phpredis 5): with -1 it would write in front of its buffer, in an endless loop.
 * suspends: no
 * runs PHP: no
 * errors:   none */
ssize_t async_client_streams_failed_read(php_stream *stream);

#endif

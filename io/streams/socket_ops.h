/*
 * Reading from socket streams: the hot path of every server.
 */
#ifndef ASYNC_IO_STREAMS_SOCKET_OPS_H
#define ASYNC_IO_STREAMS_SOCKET_OPS_H

#include "php.h"

#include <stdbool.h>

/* Replace `read` and `close` in the operation tables of tcp, udp, unix and udg streams, in place: every comparison of
 * stream->ops in PHP and its extensions still holds. Once per process, under the caller's lock, within a request.
 * errors: false: the tables stay as they are */
bool async_socket_ops_install(void);
void async_socket_ops_restore(void);

/* A TLS stream answers a failed poll() with the next one until its time limit is over. When the wait of such a stream
 * was cancelled, let its time limit look elapsed: the read or write fails and the connection stays usable. Nothing
 * happens for other descriptors. unexpire() puts the limit back, when the cancellation is delivered. */
void async_socket_ops_expire(int fd);
void async_socket_ops_unexpire(void);

/* Number of tables that are replaced. */
unsigned async_socket_ops_count(void);

/* The operations of the streams of a transport, some of which are private to their module; NULL: no such transport.
 * Makes a stream and closes it, unseen by the script. */
const php_stream_ops *async_socket_ops_table_of(const char *transport);

#endif

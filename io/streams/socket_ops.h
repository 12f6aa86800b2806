/*
 * Reading from socket streams: the hot path of every server.
 */
#ifndef ASYNC_IO_STREAMS_SOCKET_OPS_H
#define ASYNC_IO_STREAMS_SOCKET_OPS_H

#include "php.h"

#include <stdbool.h>

/* Replace `read` and `close` in the operation tables of tcp, udp, unix and udg streams. In place, so that every
 * comparison of stream->ops in PHP and its extensions still holds. Once per process, under the caller's lock, within a
 * request. Neither suspends nor runs PHP code.
 * errors: false: the tables stay as they are */
bool async_socket_ops_install(void);
void async_socket_ops_restore(void);

/* A TLS stream calls poll() again when it fails, until the time limit of the stream has passed. So when the wait of
 * such a stream was cancelled, async_socket_ops_expire() makes its time limit look elapsed: the read or write fails,
 * and the connection stays usable. Does nothing for other descriptors. async_socket_ops_unexpire() puts the limit back
 * when the read, write or handshake has ended. */
void async_socket_ops_expire(int fd);
void async_socket_ops_unexpire(void);

/* Number of tables that are replaced. */
unsigned async_socket_ops_count(void);

/* The operation table of a transport's streams, which may be private to its module; NULL: there is no such transport.
 * Opens a stream that is connected to nothing and closes it; the script cannot see it. */
const php_stream_ops *async_socket_ops_table_of(const char *transport);

#endif

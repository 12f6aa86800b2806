/*
 * TLS streams that several coroutines use: reading and writing at the same time, and closing meanwhile (D28).
 *
 * The stock functions wait in poll() in the middle of a read or write. Before that they make the socket non-blocking,
 * and note it in the stream's data, which both directions share: a call in the other direction would take it for the
 * user's setting. So during a wait the note has the user's value. Each direction has one call under way at a time,
 * because OpenSSL wants an unfinished SSL_write() to be continued by the next one. An SSL_read() may come in between.
 */
#ifndef ASYNC_IO_STREAMS_TLS_OPS_H
#define ASYNC_IO_STREAMS_TLS_OPS_H

#include "scheduler/wait.h"

#include "php.h"
#include "php_network.h"

/* Name of the table of operations of streams that ext/openssl makes: tcp://, tls:// and the others. */
#define ASYNC_TLS_LABEL "tcp_socket/ssl"

typedef struct async_tls_call async_tls_call_t;

/* Is the stream encrypted, or has its handshake begun? */
bool async_tls_has_keys(const php_stream *stream);

/* The TLS read or write from which the current coroutine waits for this descriptor; NULL: none. */
async_tls_call_t *async_tls_call_of(int fd);

/* The data of the TLS stream on this descriptor that the current coroutine reads from, writes to, or shakes hands on;
 * NULL: there is none. */
php_netstream_data_t *async_tls_socket_of(int fd);

/* Call these before and after each wait of such a call, the second with the result of the wait. Both leave errno as
 * it was. Neither suspends nor runs PHP code. */
void async_tls_before_wait(async_tls_call_t *call);
void async_tls_after_wait(async_tls_call_t *call, async_wait_result_t result);

/* Replace the operations of TLS streams, once per process, after async_socket_ops_install(). False: there are none. */
bool async_tls_ops_install(void);
void async_tls_ops_restore(void);

#endif

/*
 * TLS streams used by several coroutines: reading and writing at the same time, and closing meanwhile (D28).
 *
 * The stock functions wait in poll() in the middle of a read or write. They have made the socket non-blocking before
 * and say so in the stream's data, which both directions share: whoever comes in meanwhile would take it for the user's
 * setting. So for the time of a wait it is put back. One call for each direction is under way at a time, because
 * OpenSSL wants an unfinished SSL_write() to be continued by the next; SSL_read() may come in between.
 */
#ifndef ASYNC_IO_STREAMS_TLS_OPS_H
#define ASYNC_IO_STREAMS_TLS_OPS_H

#include "scheduler/wait.h"

typedef struct async_tls_call async_tls_call_t;

/* The TLS read or write from which the current coroutine waits for this descriptor; NULL: none. */
async_tls_call_t *async_tls_call_of(int fd);

/* Around its wait. */
void async_tls_before_wait(async_tls_call_t *call);
void async_tls_after_wait(async_tls_call_t *call, async_wait_result_t result);

/* Once per process, after socket_ops.c: wrap the operations of TLS streams. False: there are none. */
bool async_tls_ops_install(void);
void async_tls_ops_restore(void);

#endif

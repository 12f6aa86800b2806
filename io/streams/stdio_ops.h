/*
 * Closing of plain streams: files, and the pipes of processes.
 */
#ifndef ASYNC_IO_STREAMS_STDIO_OPS_H
#define ASYNC_IO_STREAMS_STDIO_OPS_H

#include <stdbool.h>

/* Replace `close` in the operations of plain streams, in place: who is in the middle of using one leaves first. Once
 * per process, under the caller's lock. False: they cannot be replaced. */
bool async_stdio_ops_install(void);
void async_stdio_ops_restore(void);

#endif

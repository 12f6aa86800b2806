/*
 * Closing plain streams: files, and the pipes of processes.
 */
#ifndef ASYNC_IO_STREAMS_STDIO_OPS_H
#define ASYNC_IO_STREAMS_STDIO_OPS_H

#include <stdbool.h>

/* Replace `close` in the operations of plain streams, in place: coroutines that use a stream leave it before it is
 * closed. Once per process, under the caller's lock. False: the table cannot be written. */
bool async_stdio_ops_install(void);
void async_stdio_ops_restore(void);

#endif

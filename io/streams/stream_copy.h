/*
 * Copies from stream to stream, as stream_copy_to_stream() and copy() make them.
 */
#ifndef ASYNC_IO_STREAMS_STREAM_COPY_H
#define ASYNC_IO_STREAMS_STREAM_COPY_H

/* Replace `cast` in the operations of plain and socket streams, where PHP copies in the kernel (from 8.6 on). In place,
 * once per process, under the caller's lock, within a request. Neither suspends nor runs PHP code. Where a table cannot
 * be written, copies from and to such streams block as in stock PHP. */
void async_stream_copy_install(void);
void async_stream_copy_restore(void);

#endif

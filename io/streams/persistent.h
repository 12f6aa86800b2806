/*
 * Persistent streams and databases: one coroutine at a time opens that of an address or path.
 */
#ifndef ASYNC_IO_STREAMS_PERSISTENT_H
#define ASYNC_IO_STREAMS_PERSISTENT_H

#include "engine/part.h"

/* Swaps the handlers of pfsockopen(), stream_socket_client() and dba_popen(). */
extern const async_part_t async_persistent_streams_part;

#endif

/*
 * Persistent streams: one coroutine at a time opens the stream of an address.
 */
#ifndef ASYNC_IO_STREAMS_PERSISTENT_H
#define ASYNC_IO_STREAMS_PERSISTENT_H

#include "engine/part.h"

/* Swaps the handlers of pfsockopen() and stream_socket_client(). */
extern const async_part_t async_persistent_streams_part;

#endif

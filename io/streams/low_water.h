/*
 * SO_RCVLOWAT: how many bytes end a wait of a blocking call that receives from a stream socket.
 *
 * The kernel returns fewer bytes at once to a call that does not block, which the hooks make. So they have to ask for
 * the mark. That costs a system call for each call that receives, once a script has set a mark.
 */
#ifndef ASYNC_IO_STREAMS_LOW_WATER_H
#define ASYNC_IO_STREAMS_LOW_WATER_H

#include "io/globals.h"

extern bool async_low_water_has_been_set;   /* by a script in this process, for any socket */

static zend_always_inline bool async_low_water_is_used(void)
{
	return __atomic_load_n(&async_low_water_has_been_set, __ATOMIC_RELAXED);
}

/* The mark of a stream socket, if it is above one byte. 0: it makes no difference. Keeps errno. */
size_t async_low_water_of(int fd);

/* Does poll() report the socket now, also for an error or the end? On a Unix socket it does so from the first byte on.
 * errors: false with errno EAGAIN: not yet */
bool async_low_water_is_reached(int fd);

bool async_socket_is_stream(int fd);

/* Is it a Unix socket? */
bool async_socket_is_local(int fd);

extern const async_part_t async_low_water_part;

#endif

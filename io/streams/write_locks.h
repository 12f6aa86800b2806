/*
 * Locks of writes to one pipe, socket or terminal: a write that waits halfway is not mixed with other writes (D28).
 */
#ifndef ASYNC_IO_STREAMS_WRITE_LOCKS_H
#define ASYNC_IO_STREAMS_WRITE_LOCKS_H

#include "io/call_locks.h"

extern const char async_write_locks;

/* Is a coroutine in the middle of a write to this descriptor? */
static zend_always_inline bool async_write_lock_is_taken(int fd)
{
	return async_call_lock_find(&async_write_locks, (uintptr_t) fd) != NULL;
}

/* Wait for the turn to write; first come, first served.
 * owns:     the caller gives *turn back with async_call_lock_give_back(); it is NULL where waiting is impossible
 * suspends: yes; runs PHP: no
 * cancel:   CANCELLED with errno ECANCELED, to be delivered (delivery.h); no turn
 * errors:   ERROR with EBADF: the descriptor was closed meanwhile */
async_wait_result_t async_write_lock_take(int fd, async_call_lock_t **turn);

/* Was the descriptor closed since? Its number may belong to another file by now. */
bool async_write_lock_is_lost(const async_call_lock_t *turn);

/* The descriptor is about to be closed. */
void async_write_locks_closing(int fd);

#endif

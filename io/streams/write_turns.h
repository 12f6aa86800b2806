/*
 * Turns of those who write to one pipe, socket or the like: a write that has to wait in its middle is not torn by
 * another one (D28).
 */
#ifndef ASYNC_IO_STREAMS_WRITE_TURNS_H
#define ASYNC_IO_STREAMS_WRITE_TURNS_H

#include "io/turns.h"

extern const char async_write_turns;

/* Does somebody write to this descriptor, and is in the middle of it? */
static zend_always_inline bool async_write_turn_is_taken(int fd)
{
	return async_turn_find(&async_write_turns, (uintptr_t) fd) != NULL;
}

/* Wait until nobody else does; first come, first served.
 * owns:     the caller gives *turn back with async_turn_give_back(); it is NULL where waiting is impossible
 * suspends: yes; runs PHP: no
 * cancel:   CANCELLED with errno ECANCELED, to be delivered (delivery.h); no turn
 * errors:   ERROR with EBADF: the descriptor was closed meanwhile */
async_wait_result_t async_write_turn_take(int fd, async_turn_t **turn);

/* Was the descriptor closed since? Its number may be another's by now. */
bool async_write_turn_is_lost(const async_turn_t *turn);

/* The descriptor is about to be closed. */
void async_write_turns_closing(int fd);

#endif

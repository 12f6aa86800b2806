/*
 * Turns of those who write to one pipe or the like: a write that has to wait in its middle is not torn by another one.
 */
#ifndef ASYNC_IO_WRITE_TURNS_H
#define ASYNC_IO_WRITE_TURNS_H

#include "scheduler/wait.h"

typedef struct async_write_turn async_write_turn_t;

/* Does somebody write to this descriptor, and is in the middle of it? */
bool async_write_turn_is_taken(int fd);

/* Wait until nobody else does; first come, first served.
 * owns:     the caller gives *turn back with async_write_turn_leave()
 * suspends: yes
 * cancel:   CANCELLED, to be delivered (delivery.h); no turn
 * errors:   ERROR with EBADF: the descriptor was closed meanwhile */
async_wait_result_t async_write_turn_take(int fd, async_write_turn_t **turn);

/* Was the descriptor closed since? Its number may be another's by now. */
bool async_write_turn_is_lost(const async_write_turn_t *turn);

void async_write_turn_leave(async_write_turn_t *turn);

/* The descriptor is about to be closed. */
void async_write_turns_closing(int fd);

/* In a forked child: only the current coroutine has turns, and nobody waits. Records of others are lost. */
void async_write_turns_forget_others(void);

/* The end of the request: forget what frames that were left behind still held. */
void async_write_turns_request_end(void);

#endif

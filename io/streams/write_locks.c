/*
 * Locks of writes to one pipe, socket or terminal.
 */
#include "io/streams/write_locks.h"

#include "io/delivery.h"

#include <errno.h>

/* Keys of the locks, only their addresses are used: of descriptors that are open, and of closed ones. */
const char async_write_locks;
static const char closed;

async_wait_result_t async_write_lock_take(int fd, async_call_lock_t **turn)
{
	if (UNEXPECTED(!async_call_lock_take_within(&async_write_locks, (uintptr_t) fd, "turn to write to a descriptor",
			turn))) {
		async_delivery_request();
		errno = ECANCELED;
		return ASYNC_WAIT_CANCELLED;
	}
	if (UNEXPECTED(async_write_lock_is_lost(*turn))) {
		async_call_lock_give_back(*turn);
		errno = EBADF;
		return ASYNC_WAIT_ERROR;
	}
	return ASYNC_WAIT_READY;
}

bool async_write_lock_is_lost(const async_call_lock_t *turn)
{
	return turn != NULL && turn->thing == &closed;
}

void async_write_locks_closing(int fd)
{
	async_call_lock_t *turn = async_call_lock_find(&async_write_locks, (uintptr_t) fd);

	if (turn) {
		async_call_lock_rename(turn, &closed);
	}
}

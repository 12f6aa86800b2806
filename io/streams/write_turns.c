#include "io/streams/write_turns.h"

#include "io/delivery.h"

#include <errno.h>

/* What the turns are about: the descriptor of that number, or one that had it. */
const char async_write_turns;
static const char closed;

async_wait_result_t async_write_turn_take(int fd, async_turn_t **turn)
{
	if (UNEXPECTED(!async_turn_take_within(&async_write_turns, (uintptr_t) fd, "turn to write to a descriptor",
			turn))) {
		async_delivery_request();
		errno = ECANCELED;
		return ASYNC_WAIT_CANCELLED;
	}
	if (UNEXPECTED(async_write_turn_is_lost(*turn))) {
		async_turn_give_back(*turn);
		errno = EBADF;
		return ASYNC_WAIT_ERROR;
	}
	return ASYNC_WAIT_READY;
}

bool async_write_turn_is_lost(const async_turn_t *turn)
{
	return turn != NULL && turn->thing == &closed;
}

void async_write_turns_closing(int fd)
{
	async_turn_t *turn = async_turn_find(&async_write_turns, (uintptr_t) fd);

	if (turn) {
		async_turn_rename(turn, &closed);
	}
}

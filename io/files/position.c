/*
 * Positions of files that workers are moving: the other users of such a descriptor wait until the worker is done.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/wait_fd.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Longest time between two looks, in milliseconds: 1 << this. */
#define MOMENT_SHIFT_MAX 3

/* One call of a worker. In the list of this thread, and with the job: the last of both frees it. */
struct async_file_move {
	async_file_move_t *next;
	int fds[2];               /* -1: none, or closed since */
	atomic_int users;         /* 2: the job has not ended. 1: it has */
};

async_file_move_t *async_file_move_begin(int fd, int other)
{
	async_file_move_t *move = malloc(sizeof(*move));

	ZEND_ASSERT((fd >= 0 || other >= 0) && "the call moves a position");
	if (move == NULL) {
		return NULL;
	}
	move->fds[0] = fd;
	move->fds[1] = other;
	atomic_init(&move->users, 2);
	move->next = ASYNC_IO_G(file_moves);
	ASYNC_IO_G(file_moves) = move;
	return move;
}

static void leave(async_file_move_t *move)
{
	if (atomic_fetch_sub(&move->users, 1) == 1) {
		free(move);
	}
}

void async_file_move_end(async_file_move_t *move)
{
	if (move) {
		leave(move);
	}
}

/* Does a worker move the position of this descriptor? Takes the calls that have ended out of the list. */
static bool is_moving(int fd)
{
	async_file_move_t **link = &ASYNC_IO_G(file_moves);
	bool found = false;

	while (*link) {
		async_file_move_t *move = *link;
		if (atomic_load(&move->users) == 1) {
			*link = move->next;
			leave(move);
			continue;
		}
		found = found || move->fds[0] == fd || move->fds[1] == fd;
		link = &move->next;
	}
	return found;
}

bool async_file_settle_slow(int fd)
{
	for (unsigned round = 0; is_moving(fd); round++) {
		if (UNEXPECTED(async_delivery_is_pending())) {
			async_delivery_request();
			return false;
		}
		/* The call would hold up the whole process: the kernel lets one call at a time use a position. */
		if (UNEXPECTED(async_delivery_is_unwinding())) {
			return false;
		}
		if (!async_io_may_park()) {
			return true;
		}
		if (async_wait_fds(NULL, 0, async_deadline_after_ms(1 << MIN(round, MOMENT_SHIFT_MAX)), NULL)
			== ASYNC_WAIT_CANCELLED) {
			return false;
		}
	}
	return true;
}

void async_file_moves_forget(int fd)
{
	for (async_file_move_t *move = ASYNC_IO_G(file_moves); move; move = move->next) {
		for (unsigned i = 0; i < 2; i++) {
			move->fds[i] = move->fds[i] == fd ? -1 : move->fds[i];
		}
	}
}

/* The jobs stay with the parent process, and their memory is never freed here. */
static void forget_all(void)
{
	ASYNC_IO_G(file_moves) = NULL;
}

const async_part_t async_file_moves_part = { .after_fork = forget_all };

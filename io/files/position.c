/*
 * Positions of files that workers are moving: the other users of such a descriptor wait until the worker is done. They
 * wait without a timer and without memory: they may be there just because another call got none.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/wait_fd.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

/* One call of a worker. In the list of this thread, and with the job: the last of both frees it. */
struct async_file_move {
	async_file_move_t *next;
	int fds[2];               /* -1: none, or closed since */
	async_wait_list_t waiters;   /* other users of the descriptors; empty when the request has ended */
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
	move->waiters = (async_wait_list_t) {0};
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
		/* On another thread there are none: the reactor of the waiters is gone. */
		async_wait_list_wake_all(&move->waiters);
		leave(move);
	}
}

/* The call of a worker that moves the position of this descriptor; NULL: none does. Takes the calls that have ended out
 * of the list. */
static async_file_move_t *find_move(int fd)
{
	async_file_move_t **link = &ASYNC_IO_G(file_moves);
	async_file_move_t *found = NULL;

	while (*link) {
		async_file_move_t *move = *link;
		if (atomic_load(&move->users) == 1) {
			*link = move->next;
			leave(move);
			continue;
		}
		found = move->fds[0] == fd || move->fds[1] == fd ? move : found;
		link = &move->next;
	}
	return found;
}

/* Park until the call has ended, or the descriptor is closed. False: cancelled. The call may be freed afterwards. */
static bool wait_for_end(async_file_move_t *move, int fd)
{
	async_wait_t wait;
	async_wait_node_t node;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_JOB);
	wait.subject = "file position";
	wait.detail = (int64_t) fd + 1;
	if (UNEXPECTED(async_park_on(&wait, &move->waiters, &node, true, NULL) == ASYNC_WAIT_CANCELLED)) {
		async_delivery_request();
		errno = ECANCELED;
		return false;
	}
	return true;
}

bool async_file_settle_slow(int fd)
{
	async_file_move_t *move;

	while ((move = find_move(fd)) != NULL) {
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
		if (!wait_for_end(move, fd)) {
			return false;
		}
	}
	return true;
}

void async_file_moves_forget(int fd)
{
	for (async_file_move_t *move = ASYNC_IO_G(file_moves); move; move = move->next) {
		for (unsigned i = 0; i < 2; i++) {
			if (move->fds[i] == fd) {
				move->fds[i] = -1;
				async_wait_list_wake_all(&move->waiters);
			}
		}
	}
}

/* The nodes may be in frames that are gone. */
static void forget_waiters(void)
{
	for (async_file_move_t *move = ASYNC_IO_G(file_moves); move; move = move->next) {
		move->waiters = (async_wait_list_t) {0};
	}
}

/* The jobs stay with the parent process, and their memory is never freed here. */
static void forget_all(void)
{
	forget_waiters();
	ASYNC_IO_G(file_moves) = NULL;
}

const async_part_t async_file_moves_part = { .after_fork = forget_all, .request_end = forget_waiters };

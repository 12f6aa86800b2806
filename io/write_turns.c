#include "io/write_turns.h"

#include "io/delivery.h"
#include "scheduler/scheduler.h"

#include <errno.h>

/* Exists while somebody writes or waits. */
struct async_write_turn {
	int fd;
	bool lost;                    /* closed meanwhile; no longer in the list */
	async_coroutine_t *owner;     /* NULL: the next one may come */
	async_wait_list_t waiters;
	uint32_t users;               /* the owner and those who wait */
	async_write_turn_t *next;
};

static async_write_turn_t *find(int fd)
{
	async_write_turn_t *turn = ASYNC_G(write_turns);

	while (turn && turn->fd != fd) {
		turn = turn->next;
	}
	return turn;
}

static void take_out(async_write_turn_t *turn)
{
	async_write_turn_t **link = &ASYNC_G(write_turns);

	while (*link && *link != turn) {
		link = &(*link)->next;
	}
	if (*link) {
		*link = turn->next;
	}
}

static void pass_on(async_write_turn_t *turn)
{
	async_wait_node_t *node;

	while ((node = turn->waiters.head) != NULL) {
		if (EXPECTED(async_wait_claim(node))) {
			turn->owner = node->wait->coroutine;
			return;
		}
	}
	turn->owner = NULL;
}

static void drop(async_write_turn_t *turn)
{
	if (--turn->users == 0) {
		take_out(turn);
		efree(turn);
	}
}

static void revoke_turn(async_wait_t *wait)
{
	async_write_turn_t *turn = wait->subject;

	if (turn->owner == wait->coroutine) {
		pass_on(turn);
	}
}

bool async_write_turn_is_taken(int fd)
{
	return UNEXPECTED(ASYNC_G(write_turns) != NULL) && find(fd) != NULL;
}

static async_write_turn_t *turn_new(int fd)
{
	async_write_turn_t *turn = ecalloc(1, sizeof(*turn));

	turn->fd = fd;
	turn->next = ASYNC_G(write_turns);
	ASYNC_G(write_turns) = turn;
	return turn;
}

static async_wait_result_t wait_for(async_write_turn_t *turn)
{
	async_wait_t wait;
	async_wait_node_t node;
	async_wait_result_t result;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_DESCRIPTOR);
	wait.detail = turn->fd;
	wait.subject = turn;
	wait.revoke = revoke_turn;
	async_wait_list_append(&turn->waiters, &node, &wait);
	result = async_park(&wait);
	async_wait_list_remove(&node);
	if (UNEXPECTED(result != ASYNC_WAIT_READY)) {
		/* At the end of everything nobody revokes. */
		revoke_turn(&wait);
		async_delivery_request();
		return ASYNC_WAIT_CANCELLED;
	}
	return ASYNC_WAIT_READY;
}

async_wait_result_t async_write_turn_take(int fd, async_write_turn_t **result)
{
	async_write_turn_t *turn = find(fd);
	async_wait_result_t waited = ASYNC_WAIT_READY;

	if (turn == NULL) {
		turn = turn_new(fd);
	}
	turn->users++;
	if (turn->owner == NULL) {
		turn->owner = ASYNC_G(current);
	} else {
		waited = wait_for(turn);
	}
	if (UNEXPECTED(waited != ASYNC_WAIT_READY)) {
		drop(turn);
		return waited;
	}
	if (UNEXPECTED(turn->lost)) {
		async_write_turn_leave(turn);
		errno = EBADF;
		return ASYNC_WAIT_ERROR;
	}
	*result = turn;
	return ASYNC_WAIT_READY;
}

bool async_write_turn_is_lost(const async_write_turn_t *turn)
{
	return turn->lost;
}

void async_write_turn_leave(async_write_turn_t *turn)
{
	pass_on(turn);
	drop(turn);
}

void async_write_turns_closing(int fd)
{
	async_write_turn_t *turn = find(fd);

	if (turn) {
		turn->lost = true;
		take_out(turn);
	}
}

void async_write_turns_forget_others(void)
{
	async_write_turn_t **link = &ASYNC_G(write_turns);

	while (*link) {
		async_write_turn_t *turn = *link;
		if (turn->owner == ASYNC_G(current)) {
			turn->waiters = (async_wait_list_t) { 0 };
			turn->users = 1;
			link = &turn->next;
		} else {
			*link = turn->next;
		}
	}
}

void async_write_turns_request_end(void)
{
	ASYNC_G(write_turns) = NULL;
}

#include "io/turns.h"

async_turn_t *async_turn_find(const void *thing, uintptr_t place)
{
	async_record_t *record = async_records_at(ASYNC_IO_G(turns), place);

	while (record && (((async_turn_t *) record)->thing != thing || record->place != place)) {
		record = record->next;
	}
	return (async_turn_t *) record;
}

uint64_t async_turn_late_since_slow(const void *thing, uintptr_t place)
{
	async_turn_t *turn = async_turn_find(thing, place);
	uint64_t since = 0;

	if (turn && turn->lock.owner == ASYNC_G(current) && turn->waited_since) {
		since = turn->waited_since;
		turn->waited_since = 0;
		ASYNC_IO_G(late_turns)--;
	}
	return since;
}

/* A Fiber may be left in the middle of a turn while its coroutine ends. */
static zend_always_inline void count_owner(async_turn_t *turn)
{
	turn->is_owner_counted = EG(active_fiber) != NULL;
	if (UNEXPECTED(turn->is_owner_counted)) {
		async_coroutine_addref(turn->lock.owner);
	}
}

static void revoke_turn(async_wait_t *wait)
{
	async_turn_t *turn = async_container_of(wait->subject, async_turn_t, lock);

	if (wait->fired) {
		ZEND_ASSERT(turn->lock.owner == wait->coroutine && "the turn was handed over");
		async_turn_give_back(turn);
	}
}

static bool park_for(async_turn_t *turn, bool is_first, bool is_within)
{
	async_wait_t wait;
	async_wait_node_t node;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_LOCK);
	wait.subject = &turn->lock;
	wait.detail = is_within;
	wait.revoke = revoke_turn;
	if (is_first) {
		async_wait_list_prepend(&turn->lock.waiters, &node, &wait);
	} else {
		async_wait_list_append(&turn->lock.waiters, &node, &wait);
	}
	if (UNEXPECTED(async_park(&wait) == ASYNC_WAIT_CANCELLED)) {
		async_wait_list_remove(&node);
		return false;
	}
	ZEND_ASSERT(turn->lock.owner == ASYNC_G(current) && "woken with the turn");
	return true;
}

static bool wait_for(async_turn_t *turn, bool is_within)
{
	const uint64_t since = async_reactor_now();

	if (!park_for(turn, false, is_within)) {
		return false;
	}
	while (UNEXPECTED(turn->heir != NULL)) {
		/* Promised to somebody else before we came to run. */
		async_turn_give_back(turn);
		if (!park_for(turn, true, is_within)) {
			return false;
		}
	}
	count_owner(turn);
	turn->waited_since = since;
	ASYNC_IO_G(late_turns)++;
	return true;
}

static async_turn_t *add(const void *thing, uintptr_t place, const char *name)
{
	async_turn_t *turn = (async_turn_t *) async_records_add(&ASYNC_IO_G(turns), place, sizeof(*turn));

	turn->thing = thing;
	turn->lock.owner = ASYNC_G(current);
	turn->lock.name = name;
	count_owner(turn);
	return turn;
}

static bool take(const void *thing, uintptr_t place, const char *name, bool is_within, async_turn_t **result)
{
	async_turn_t *turn = async_turn_find(thing, place);

	if (EXPECTED(turn == NULL)) {
		*result = add(thing, place, name);
		return true;
	}
	*result = NULL;
	if (turn->lock.owner == ASYNC_G(current) || !async_can_park()) {
		return true;
	}
	if (!wait_for(turn, is_within)) {
		return false;
	}
	*result = turn;
	return true;
}

bool async_turn_take_slow(const void *thing, uintptr_t place, const char *name, async_turn_t **result)
{
	return take(thing, place, name, false, result);
}

bool async_turn_take_within(const void *thing, uintptr_t place, const char *name, async_turn_t **result)
{
	return take(thing, place, name, true, result);
}

async_turn_t *async_turn_reserve(const void *thing, uintptr_t place, const char *name)
{
	async_turn_t *turn = async_turn_find(thing, place);

	if (turn == NULL) {
		return add(thing, place, name);
	}
	if (turn->lock.owner == ASYNC_G(current) || turn->heir) {
		return NULL;
	}
	turn->heir = ASYNC_G(current);
	return turn;
}

bool async_turn_await(async_turn_t *turn)
{
	if (turn->lock.owner != ASYNC_G(current) && !park_for(turn, true, false)) {
		if (turn->heir == ASYNC_G(current)) {
			turn->heir = NULL;
		}
		return false;
	}
	if (!turn->is_owner_counted) {
		count_owner(turn);
	}
	return true;
}

void async_turn_give_back_slow(async_turn_t *turn)
{
	async_coroutine_t *counted;
	async_wait_node_t *node;

	counted = turn->is_owner_counted ? turn->lock.owner : NULL;
	turn->is_owner_counted = false;
	turn->detail = NULL;
	if (UNEXPECTED(turn->waited_since)) {
		turn->waited_since = 0;
		ASYNC_IO_G(late_turns)--;
	}
	turn->lock.owner = NULL;
	if (UNEXPECTED(turn->heir != NULL)) {
		turn->lock.owner = turn->heir;
		turn->heir = NULL;
		/* It may be busy with something else before it comes to wait here. */
		node = turn->lock.waiters.head;
		if (node && node->wait->coroutine == turn->lock.owner && !async_wait_claim(node)) {
			turn->lock.owner = NULL;
		}
	}
	if (turn->lock.owner == NULL && (node = async_wait_claim_first(&turn->lock.waiters)) != NULL) {
		turn->lock.owner = node->wait->coroutine;
	}
	if (EXPECTED(turn->lock.owner == NULL)) {
		async_records_retire(ASYNC_IO_G(turns), &turn->record);
	}
	if (UNEXPECTED(counted != NULL)) {
		if (async_coroutine_is_completed(counted)) {
			async_scheduler_reap_later(counted);
		} else {
			async_coroutine_release(counted);
		}
	}
}

static bool stays_in_child(async_record_t *record)
{
	async_turn_t *turn = (async_turn_t *) record;

	turn->lock.waiters = (async_wait_list_t) { 0 };
	turn->heir = NULL;
	turn->waited_since = 0;
	return turn->lock.owner == ASYNC_G(current);
}

void async_turns_forget_others(void)
{
	ASYNC_IO_G(late_turns) = 0;
	async_records_forget(ASYNC_IO_G(turns), stays_in_child);
}

void async_turns_request_end(void)
{
	ASYNC_IO_G(late_turns) = ASYNC_IO_G(closing_descriptors) = 0;
	async_records_release(&ASYNC_IO_G(turns), NULL);
}

#include "io/turns.h"

#define BUCKETS_FIRST 64

static async_turns_t *new_turns(void)
{
	async_turns_t *turns = emalloc(sizeof(*turns));

	turns->buckets = ecalloc(BUCKETS_FIRST, sizeof(*turns->buckets));
	turns->mask = BUCKETS_FIRST - 1;
	turns->count = 0;
	turns->idle = NULL;
	ASYNC_G(turns) = turns;
	return turns;
}

static zend_always_inline async_turn_t **bucket_of(const async_turns_t *turns, uintptr_t place)
{
	return &turns->buckets[place & turns->mask];
}

static ZEND_COLD void grow(async_turns_t *turns)
{
	async_turn_t **old = turns->buckets;
	const uint32_t old_mask = turns->mask;

	turns->buckets = ecalloc(2 * ((size_t) old_mask + 1), sizeof(*turns->buckets));
	turns->mask = 2 * old_mask + 1;
	for (uint32_t i = 0; i <= old_mask; i++) {
		async_turn_t *next;
		for (async_turn_t *turn = old[i]; turn; turn = next) {
			async_turn_t **bucket = bucket_of(turns, turn->place);
			next = turn->next;
			turn->next = *bucket;
			*bucket = turn;
		}
	}
	efree(old);
}

static zend_always_inline async_turn_t *find(const async_turns_t *turns, const void *thing, uintptr_t place)
{
	async_turn_t *turn = *bucket_of(turns, place);

	while (turn && (turn->thing != thing || turn->place != place)) {
		turn = turn->next;
	}
	return turn;
}

async_turn_t *async_turn_find(const void *thing, uintptr_t place)
{
	return ASYNC_G(turns) ? find(ASYNC_G(turns), thing, place) : NULL;
}

uint64_t async_turn_late_since_slow(const void *thing, uintptr_t place)
{
	async_turn_t *turn = async_turn_find(thing, place);
	uint64_t since = 0;

	if (turn && turn->lock.owner == ASYNC_G(current) && turn->waited_since) {
		since = turn->waited_since;
		turn->waited_since = 0;
		ASYNC_G(late_turns)--;
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
	async_turn_t *turn = (async_turn_t *) ((char *) wait->subject - XtOffsetOf(async_turn_t, lock));

	if (wait->fired) {
		ZEND_ASSERT(turn->lock.owner == wait->coroutine && "the turn was handed over");
		wait->fired = NULL;
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
		/* At the end of everything nobody revokes. */
		revoke_turn(&wait);
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
	ASYNC_G(late_turns)++;
	return true;
}

static async_turn_t *add(async_turns_t *turns, const void *thing, uintptr_t place, const char *name)
{
	async_turn_t *turn = turns->idle;
	async_turn_t **bucket;

	if (UNEXPECTED(turns->count > turns->mask)) {
		grow(turns);
	}
	if (EXPECTED(turn != NULL)) {
		turns->idle = turn->next;
	} else {
		turn = ecalloc(1, sizeof(*turn));
	}
	turn->thing = thing;
	turn->place = place;
	turn->lock.owner = ASYNC_G(current);
	turn->lock.name = name;
	count_owner(turn);
	bucket = bucket_of(turns, place);
	turn->next = *bucket;
	*bucket = turn;
	turns->count++;
	return turn;
}

static bool take(const void *thing, uintptr_t place, const char *name, bool is_within, async_turn_t **result)
{
	async_turns_t *turns = EXPECTED(ASYNC_G(turns) != NULL) ? ASYNC_G(turns) : new_turns();
	async_turn_t *turn = find(turns, thing, place);

	if (EXPECTED(turn == NULL)) {
		*result = add(turns, thing, place, name);
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
	async_turns_t *turns = EXPECTED(ASYNC_G(turns) != NULL) ? ASYNC_G(turns) : new_turns();
	async_turn_t *turn = find(turns, thing, place);

	if (turn == NULL) {
		return add(turns, thing, place, name);
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

static void retire(async_turn_t *turn)
{
	async_turns_t *turns = ASYNC_G(turns);
	async_turn_t **link = bucket_of(turns, turn->place);

	while (*link && *link != turn) {
		link = &(*link)->next;
	}
	/* Otherwise it was forgotten in a forked child, and its owner is the main script, which leaves its frames. */
	if (EXPECTED(*link != NULL)) {
		*link = turn->next;
		turns->count--;
	}
	turn->next = turns->idle;
	turns->idle = turn;
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
		ASYNC_G(late_turns)--;
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
	while (turn->lock.owner == NULL && UNEXPECTED((node = turn->lock.waiters.head) != NULL)) {
		if (EXPECTED(async_wait_claim(node))) {
			turn->lock.owner = node->wait->coroutine;
		}
	}
	if (EXPECTED(turn->lock.owner == NULL)) {
		retire(turn);
	}
	if (UNEXPECTED(counted != NULL)) {
		if (async_coroutine_is_completed(counted)) {
			async_scheduler_bury_later(counted);
		} else {
			async_coroutine_release(counted);
		}
	}
}

static void free_chain(async_turn_t *turn)
{
	async_turn_t *next;

	for (; turn; turn = next) {
		next = turn->next;
		efree(turn);
	}
}

void async_turns_forget_others(void)
{
	async_turns_t *turns = ASYNC_G(turns);

	ASYNC_G(late_turns) = 0;
	for (uint32_t i = 0; turns && i <= turns->mask; i++) {
		async_turn_t **link = &turns->buckets[i];
		while (*link) {
			async_turn_t *turn = *link;

			turn->lock.waiters = (async_wait_list_t) { 0 };
			turn->heir = NULL;
			turn->waited_since = 0;
			if (turn->lock.owner == ASYNC_G(current)) {
				link = &turn->next;
			} else {
				*link = turn->next;
				turns->count--;
			}
		}
	}
}

void async_turns_request_end(void)
{
	async_turns_t *turns = ASYNC_G(turns);

	ASYNC_G(late_turns) = ASYNC_G(closing_descriptors) = 0;
	if (turns == NULL) {
		return;
	}
	ASYNC_G(turns) = NULL;
	/* Those that a fatal error left. */
	for (uint32_t i = 0; i <= turns->mask; i++) {
		free_chain(turns->buckets[i]);
	}
	free_chain(turns->idle);
	efree(turns->buckets);
	efree(turns);
}

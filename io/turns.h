/*
 * Turns: one coroutine at a time has a thing, the others wait for their turn in FIFO order (D28).
 *
 * A turn that nobody else wants costs a look into a hash table (scheduler/records.h).
 */
#ifndef ASYNC_IO_TURNS_H
#define ASYNC_IO_TURNS_H

#include "io/globals.h"
#include "scheduler/lock.h"
#include "scheduler/scheduler.h"

typedef struct async_turn async_turn_t;

struct async_turn {
	async_record_t record;    /* its place: which part of the thing; small numbers, they spread over the buckets */
	const void *thing;        /* what it is about: only compared; whoever has or wants the turn keeps it */
	async_lock_t lock;
	uint64_t waited_since;    /* when its owner began to wait for it; 0: it did not, or that was taken into account */
	async_coroutine_t *heir;  /* gets it next, before all others; it waits for that, or will */
	void *detail;             /* the owner's */
};

/* Take the turn for the current coroutine, or wait for it. False: the wait was cancelled, the caller throws that.
 * turn:     to be given back; NULL when the coroutine has it already, and where waiting is impossible: go on then
 * suspends: when somebody else has it; runs PHP: no */
bool async_turn_take_slow(const void *thing, uintptr_t place, const char *name, async_turn_t **turn);

static zend_always_inline bool async_turn_take(const void *thing, uintptr_t place, const char *name,
	async_turn_t **result)
{
	async_turn_t *turn = EXPECTED(EG(active_fiber) == NULL)
		? (async_turn_t *) async_records_add_first(ASYNC_IO_G(turns), place) : NULL;

	if (UNEXPECTED(turn == NULL)) {
		return async_turn_take_slow(thing, place, name, result);
	}
	turn->thing = thing;
	turn->lock.owner = ASYNC_G(current);
	turn->lock.name = name;
	*result = turn;
	return true;
}

/* The same in the middle of a function of PHP: after a fork it is not gone on with there. */
bool async_turn_take_within(const void *thing, uintptr_t place, const char *name, async_turn_t **turn);

/* From now on it is about something else: whoever asks for what it was about does not find it. The owner and those who
 * wait for it keep it. */
static zend_always_inline void async_turn_rename(async_turn_t *turn, const void *thing)
{
	turn->thing = thing;
}

/* Take it, or make sure that nobody else gets it before the current coroutine: not even who was woken with it and has
 * not run yet. NULL: the coroutine has it already, or somebody else has been promised the same.
 * suspends: no; async_turn_await() does until it is there, false when that was cancelled and the promise is void */
async_turn_t *async_turn_reserve(const void *thing, uintptr_t place, const char *name);
bool async_turn_await(async_turn_t *turn);

/* It goes to who waits longest. NULL: nothing happens. Neither suspends nor runs PHP code. */
void async_turn_give_back_slow(async_turn_t *turn);

static zend_always_inline void async_turn_give_back(async_turn_t *turn)
{
	uintptr_t special;

	if (UNEXPECTED(turn == NULL)) {
		return;
	}
	special = (uintptr_t) turn->lock.waiters.head | (uintptr_t) turn->heir | (uintptr_t) turn->waited_since
		| (uintptr_t) turn->lock.is_owner_counted | (uintptr_t) turn->detail;
	if (UNEXPECTED(special != 0) || UNEXPECTED(!async_records_retire_first(ASYNC_IO_G(turns), &turn->record))) {
		async_turn_give_back_slow(turn);
		return;
	}
	turn->lock.owner = NULL;
}

/* Whoever has it; NULL: nobody. */
async_turn_t *async_turn_find(const void *thing, uintptr_t place);

/* Since when has the current coroutine been busy with this, as far as it waited for its turn? 0: it had not to wait.
 * Says so once for each turn. */
uint64_t async_turn_late_since_slow(const void *thing, uintptr_t place);

static zend_always_inline uint64_t async_turn_late_since(const void *thing, uintptr_t place)
{
	return EXPECTED(ASYNC_IO_G(late_turns) == 0) ? 0 : async_turn_late_since_slow(thing, place);
}

/* In a forked child: only the current coroutine has turns, and nobody waits. Records of others are lost. */
void async_turns_forget_others(void);

void async_turns_request_end(void);

#endif

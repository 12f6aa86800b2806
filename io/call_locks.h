/*
 * Locks of calls: one coroutine at a time calls functions with one thing, such as a stream (D28).
 *
 * What the owner of such a lock has is its turn; the other callers wait for theirs in FIFO order. A turn without other
 * callers costs a look into a hash table (scheduler/records.h).
 */
#ifndef ASYNC_IO_CALL_LOCKS_H
#define ASYNC_IO_CALL_LOCKS_H

#include "io/globals.h"
#include "scheduler/lock.h"
#include "scheduler/scheduler.h"

typedef struct async_call_lock async_call_lock_t;

struct async_call_lock {
	async_record_t record;    /* its `place` says which part of the thing; small numbers spread over the buckets */
	const void *thing;        /* key: only its address is used; owner and waiters keep it alive */
	async_lock_t lock;
	uint64_t waited_since;    /* when its owner began to wait; 0: it did not wait, or has read this already */
	async_coroutine_t *heir;  /* the coroutine that was promised the next turn, before all waiters; or NULL */
	void *detail;             /* pointer for the owner's use */
};

/* Take the turn for the current coroutine, or wait for it. False: the wait was cancelled, the caller throws.
 * turn:     to be given back; NULL when the coroutine has it already, and where waiting is impossible: go on then
 * suspends: while another coroutine has it; runs PHP: no */
bool async_call_lock_take_slow(const void *thing, uintptr_t place, const char *name, async_call_lock_t **turn);

static zend_always_inline bool async_call_lock_take(const void *thing, uintptr_t place, const char *name,
	async_call_lock_t **result)
{
	async_call_lock_t *turn = EXPECTED(EG(active_fiber) == NULL)
		? (async_call_lock_t *) async_records_add_first(ASYNC_IO_G(call_locks), place) : NULL;

	if (UNEXPECTED(turn == NULL)) {
		return async_call_lock_take_slow(thing, place, name, result);
	}
	turn->thing = thing;
	turn->lock.owner = ASYNC_G(current);
	turn->lock.name = name;
	*result = turn;
	return true;
}

/* The same for a call in the middle of a function of PHP: a coroutine that waits there cannot go on in a forked
 * child. */
bool async_call_lock_take_within(const void *thing, uintptr_t place, const char *name, async_call_lock_t **turn);

/* The same in a place that cannot fail: the wait is shielded from cancellations, and an exception that was thrown is
 * put aside meanwhile. NULL as above. */
async_call_lock_t *async_call_lock_take_shielded(const void *thing, uintptr_t place, const char *name);

/* Give the turn another key: callers with the old key do not find the turn any more. Its owner and waiters keep it. */
static zend_always_inline void async_call_lock_rename(async_call_lock_t *turn, const void *thing)
{
	turn->thing = thing;
}

/* Take the turn, or have the next turn promised to the current coroutine. A waiter that was handed the turn and has not
 * run yet gives it back. NULL: the coroutine has the turn already, or another coroutine was promised the next turn.
 * suspends: no; async_call_lock_await() does until the turn is there. False: cancelled, the promise is void */
async_call_lock_t *async_call_lock_reserve(const void *thing, uintptr_t place, const char *name);
bool async_call_lock_await(async_call_lock_t *turn);

/* Hand the turn to the longest waiter. NULL: nothing happens. Neither suspends nor runs PHP code. */
void async_call_lock_give_back_slow(async_call_lock_t *turn);

static zend_always_inline void async_call_lock_give_back(async_call_lock_t *turn)
{
	uintptr_t special;

	if (UNEXPECTED(turn == NULL)) {
		return;
	}
	special = (uintptr_t) turn->lock.waiters.head | (uintptr_t) turn->heir | (uintptr_t) turn->waited_since
		| (uintptr_t) turn->lock.is_owner_counted | (uintptr_t) turn->detail;
	if (UNEXPECTED(special != 0) || UNEXPECTED(!async_records_retire_first(ASYNC_IO_G(call_locks), &turn->record))) {
		async_call_lock_give_back_slow(turn);
		return;
	}
	turn->lock.owner = NULL;
}

/* Take the turn with an object; outside of coroutines there is none.
 * turn: as above. False: the wait was cancelled, and that is thrown */
static zend_always_inline bool async_object_turn_take(const zend_object *object, const char *name,
	async_call_lock_t **turn)
{
	if (ASYNC_G(current) == NULL) {
		*turn = NULL;
		return true;
	}
	if (UNEXPECTED(!async_call_lock_take(object, object->handle, name, turn))) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* Call the original of a swapped handler in a turn; outside of coroutines without one. When the wait for the turn is
 * cancelled, that is thrown, and the original is not called. The second function is for methods: `This` is the thing.
 * suspends: while another coroutine has the turn; runs PHP: as the original does */
void async_call_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const void *thing, uintptr_t place,
	const char *name);
void async_method_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const char *name);

/* NULL: no coroutine has the turn. */
async_call_lock_t *async_call_lock_find(const void *thing, uintptr_t place);

/* When the current coroutine began to wait for the turn that it has: its timeouts count from there. 0: it did not wait,
 * or has asked for this turn already. */
uint64_t async_call_lock_late_since_slow(const void *thing, uintptr_t place);

static zend_always_inline uint64_t async_call_lock_late_since(const void *thing, uintptr_t place)
{
	return EXPECTED(ASYNC_IO_G(late_turns) == 0) ? 0 : async_call_lock_late_since_slow(thing, place);
}

/* In a forked child only the current coroutine has turns, and no coroutine waits. Records of other owners are lost. */
void async_call_locks_forget_others(void);

/* For the snapshot: a row for each turn that a coroutine has. */
void async_call_locks_add_rows(zval *rows);

void async_call_locks_request_end(void);

#endif

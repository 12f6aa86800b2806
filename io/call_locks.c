/*
 * Locks of calls: records found by the thing in use, the turn of one caller, and promises of the next turn.
 */
#include "io/call_locks.h"

#include "scheduler/snapshot.h"

#include "engine/put_aside.h"

async_call_lock_t *async_call_lock_find(const void *thing, uintptr_t place)
{
	async_record_t *record = async_records_at(ASYNC_IO_G(call_locks), place);

	while (record && (((async_call_lock_t *) record)->thing != thing || record->place != place)) {
		record = record->next;
	}
	return (async_call_lock_t *) record;
}

uint64_t async_call_lock_late_since_slow(const void *thing, uintptr_t place)
{
	async_call_lock_t *turn = async_call_lock_find(thing, place);
	uint64_t since = 0;

	if (turn && turn->lock.owner == ASYNC_G(current) && turn->waited_since) {
		since = turn->waited_since;
		turn->waited_since = 0;
		ASYNC_IO_G(late_turns)--;
	}
	return since;
}

static void revoke_turn(async_wait_t *wait)
{
	if (async_lock_was_handed_over(wait)) {
		async_call_lock_give_back(async_container_of(wait->subject, async_call_lock_t, lock));
	}
}

static bool wait_for(async_call_lock_t *turn, bool is_within)
{
	const uint64_t since = async_reactor_now();

	if (!async_lock_wait(&turn->lock, revoke_turn, is_within, false)) {
		return false;
	}
	while (UNEXPECTED(turn->heir != NULL)) {
		/* The turn was promised to another coroutine before this one has run. */
		async_call_lock_give_back(turn);
		if (!async_lock_wait(&turn->lock, revoke_turn, is_within, true)) {
			return false;
		}
	}
	turn->waited_since = since;
	ASYNC_IO_G(late_turns)++;
	return true;
}

static async_call_lock_t *add(const void *thing, uintptr_t place, const char *name)
{
	async_call_lock_t *turn = (async_call_lock_t *) async_records_add(&ASYNC_IO_G(call_locks), place, sizeof(*turn));

	turn->thing = thing;
	turn->lock.name = name;
	async_lock_take(&turn->lock);
	return turn;
}

static bool take(const void *thing, uintptr_t place, const char *name, bool is_within, async_call_lock_t **result)
{
	async_call_lock_t *turn = async_call_lock_find(thing, place);

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

bool async_call_lock_take_slow(const void *thing, uintptr_t place, const char *name, async_call_lock_t **result)
{
	return take(thing, place, name, false, result);
}

bool async_call_lock_take_within(const void *thing, uintptr_t place, const char *name, async_call_lock_t **result)
{
	return take(thing, place, name, true, result);
}

async_call_lock_t *async_call_lock_take_shielded(const void *thing, uintptr_t place, const char *name)
{
	async_coroutine_t *self = ASYNC_G(current);
	const async_put_aside_t kept = async_put_aside();
	async_call_lock_t *turn;

	ZEND_ASSERT(self && "coroutines take turns");
	self->protect_depth++;
	if (UNEXPECTED(!async_call_lock_take_slow(thing, place, name, &turn))) {
		turn = NULL;   /* all frames are released: no other coroutine goes on */
	}
	self->protect_depth--;
	async_put_back(kept);
	return turn;
}

void async_call_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const void *thing, uintptr_t place,
	const char *name)
{
	async_call_lock_t *turn = NULL;

	if (ASYNC_G(current) && UNEXPECTED(!async_call_lock_take(thing, place, name, &turn))) {
		async_throw_cancellation();
		return;
	}
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_call_lock_give_back(turn);
}

void async_method_in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, const char *name)
{
	const zend_object *object = Z_OBJ(EX(This));

	async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, object, object->handle, name);
}

async_call_lock_t *async_call_lock_reserve(const void *thing, uintptr_t place, const char *name)
{
	async_call_lock_t *turn = async_call_lock_find(thing, place);

	if (turn == NULL) {
		return add(thing, place, name);
	}
	if (turn->lock.owner == ASYNC_G(current) || turn->heir) {
		return NULL;
	}
	turn->heir = ASYNC_G(current);
	return turn;
}

bool async_call_lock_await(async_call_lock_t *turn)
{
	if (turn->lock.owner == ASYNC_G(current)) {
		if (!turn->lock.is_owner_counted) {
			async_lock_count_owner(&turn->lock);
		}
		return true;
	}
	if (async_lock_wait(&turn->lock, revoke_turn, 0, true)) {
		return true;
	}
	if (turn->heir == ASYNC_G(current)) {
		turn->heir = NULL;
	}
	return false;
}

void async_call_lock_give_back_slow(async_call_lock_t *turn)
{
	async_coroutine_t *heir = turn->heir;
	const async_wait_node_t *first = turn->lock.waiters.head;

	turn->heir = NULL;
	turn->detail = NULL;
	if (UNEXPECTED(turn->waited_since)) {
		turn->waited_since = 0;
		ASYNC_IO_G(late_turns)--;
	}
	if (UNEXPECTED(heir != NULL) && (first == NULL || first->wait->coroutine != heir)) {
		/* The heir does not wait here yet: make it the owner without waking it. */
		async_lock_pass_to(&turn->lock, heir);
	} else if (!async_lock_hand_over(&turn->lock)) {
		async_records_retire(ASYNC_IO_G(call_locks), &turn->record);
	}
}

static void add_row(async_record_t *record, void *rows)
{
	const async_call_lock_t *turn = (const async_call_lock_t *) record;
	smart_str text = {0};
	zval row;

	if (turn->lock.owner == NULL || turn->lock.name[0] == '\0') {
		return;
	}
	array_init(&row);
	add_assoc_string(&row, "class", turn->lock.name);
	add_assoc_null(&row, "place");
	add_assoc_string(&row, "state", "locked");
	async_snapshot_add_lock(&row, &turn->lock);
	smart_str_appends(&text, turn->lock.name);
	async_snapshot_append_lock(&text, &turn->lock);
	async_snapshot_add_text(&row, "text", &text);
	add_next_index_zval(rows, &row);
}

void async_call_locks_add_rows(zval *rows)
{
	async_records_each_with(ASYNC_IO_G(call_locks), add_row, rows);
}

static bool stays_in_child(async_record_t *record)
{
	async_call_lock_t *turn = (async_call_lock_t *) record;

	turn->heir = NULL;
	turn->waited_since = 0;
	return async_lock_is_kept_in_child(&turn->lock);
}

void async_call_locks_forget_others(void)
{
	ASYNC_IO_G(late_turns) = 0;
	async_records_forget(ASYNC_IO_G(call_locks), stays_in_child);
}

ASYNC_ALWAYS_RUNS void async_call_locks_request_end(void)
{
	ASYNC_IO_G(late_turns) = ASYNC_IO_G(closing_descriptors) = 0;
	async_records_release(&ASYNC_IO_G(call_locks), NULL);
}

/*
 * Taking a connection and giving it back.
 */
#include "clients/owner_internal.h"

#include "clients/clients.h"
#include "scheduler/cycle.h"
#include "scheduler/end.h"
#include "scheduler/report.h"
#include "scheduler/snapshot.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* Longest chain of owners and waiters that is searched for a cycle; the deadlock report finds longer cycles. */
#define CHAIN_MAX 1000

/* ---- records in use ---- */

static async_owner_t *find(const void *connection)
{
	async_record_t *record = async_records_at(ASYNC_CLIENTS_G(owners), async_owner_place(connection));

	while (record && ((async_owner_t *) record)->connection != connection) {
		record = record->next;
	}
	return (async_owner_t *) record;
}

static async_owner_t *add_record(const void *connection, const async_client_t *client)
{
	async_owner_t *owner = (async_owner_t *) async_records_add(&ASYNC_CLIENTS_G(owners), async_owner_place(connection),
		sizeof(*owner));

	owner->connection = connection;
	owner->client = client;
	owner->lock.name = client->name;
	return owner;
}

static async_owner_t *add(const void *connection, const async_client_t *client)
{
	async_owner_t *owner = add_record(connection, client);

	owner->depth = 1;
	async_lock_take(&owner->lock);
	return owner;
}

/* ---- handing over ---- */

static void forget_kept(async_owner_t *owner)
{
	if (owner->kept) {
		async_wait_list_remove(&owner->owner_end);
		owner->kept = ASYNC_KEEP_NOT;
		owner->handle = NULL;
		owner->is_shared = false;
	}
}

void async_owner_pass_on(async_owner_t *owner)
{
	ZEND_ASSERT(owner->depth == 0 && (!async_owner_has_deferred(owner) || async_is_unwinding())
		&& "no call is under way, and no release due");
	forget_kept(owner);
	owner->is_dropped = false;
	owner->detail = 0;
	if (async_lock_hand_over(&owner->lock)) {
		/* The new owner is in its call already: before the call goes on, it may release deferred objects of this
		 * connection. */
		owner->depth = 1;
		owner->state = ASYNC_OWNER_WOKEN;
	} else {
		owner->state = ASYNC_OWNER_IN_CALL;
		async_records_retire(ASYNC_CLIENTS_G(owners), &owner->record);
	}
}

/* ---- taking ---- */

static void revoke_connection(async_wait_t *wait)
{
	async_owner_t *owner = async_container_of(wait->subject, async_owner_t, lock);

	if (!async_lock_was_handed_over(wait)) {
		return;
	}
	owner->depth = 0;
	if (UNEXPECTED(async_owner_has_deferred(owner)) && !async_is_unwinding()) {
		/* Objects were dropped since the hand-over: they are released before the next owner gets the connection. */
		async_owner_clean_up(owner);
	} else {
		async_owner_pass_on(owner);
	}
}

/* Does the owner wait for a connection that the current coroutine owns, directly or in a chain of owners? */
static bool closes_cycle(const async_owner_t *owner)
{
	const async_coroutine_t *holder = owner->lock.owner;

	for (int steps = 0; holder && steps < CHAIN_MAX; steps++) {
		const async_wait_t *wait = holder->state == ASYNC_COROUTINE_SUSPENDED ? holder->wait : NULL;
		if (wait == NULL || wait->revoke != revoke_connection) {
			return false;
		}
		holder = ((const async_lock_t *) wait->subject)->owner;
		if (holder == ASYNC_G(current)) {
			return true;
		}
	}
	return false;
}

static ZEND_COLD void throw_refusal(const async_owner_t *owner, const char *why)
{
	smart_str place = {0};

	async_report_append_place(&place, owner->lock.owner->spawn_file, owner->lock.owner->spawn_line);
	smart_str_0(&place);
	async_throw("The %s is used by coroutine #" ZEND_ULONG_FMT " spawned at %s%s", owner->client->name,
		(zend_ulong) owner->lock.owner->id, ZSTR_VAL(place.s), why);
	smart_str_free(&place);
}

/* A waiter is never refused while a service coroutine cleans up the connection, nor is that coroutine itself: only it
 * can finish the clean-up. */
static bool is_being_cleaned(const async_owner_t *owner)
{
	return ((owner->lock.owner->flags | ASYNC_G(current)->flags) & ASYNC_COROUTINE_HIDDEN) != 0;
}

static bool may_wait(const async_owner_t *owner)
{
	if (ASYNC_CLIENTS_G(shared_connection_throws) && !is_being_cleaned(owner)) {
		throw_refusal(owner, " (async.shared_connection = throw)");
		return false;
	}
	if (!async_can_park()) {
		throw_refusal(owner, ", and it is impossible to wait here");
		return false;
	}
	if (closes_cycle(owner)) {
		throw_refusal(owner, ", which waits for a connection of this coroutine: a deadlock");
		return false;
	}
	return !async_cycle_refuse_connection(&owner->lock);
}

static bool wait_for(async_owner_t *owner, const async_client_t *client)
{
	bool is_owner;

	owner->lock.is_connection = true;
	ASYNC_G(connection_waiters)++;
	is_owner = async_lock_wait(&owner->lock, revoke_connection, 0, false);
	ASYNC_G(connection_waiters) -= ASYNC_G(connection_waiters) > 0;
	if (UNEXPECTED(!is_owner)) {
		async_throw_cancellation();
		return false;
	}
	/* The waiters may have waited for a connection that is closed by now, and this connection may have its address. */
	owner->client = client;
	owner->state = ASYNC_OWNER_IN_CALL;
	return true;
}

static void release_objects(HashTable **list)
{
	while (*list) {
		HashTable *objects = *list;
		*list = NULL;
		zend_array_destroy(objects);
	}
}

void async_owner_release_deferred(async_owner_t *owner)
{
	const bool was_releasing = owner->is_releasing;

	owner->is_releasing = true;
	release_objects(&owner->deferred_objects);
	owner->is_releasing = was_releasing;
}

void async_owner_release_all(async_owner_t *owner)
{
	do {
		async_owner_release_deferred(owner);
		release_objects(&owner->deferred_to_end);
	} while (async_owner_has_deferred(owner));
}

bool async_owner_take_slow(const void *connection, const async_client_t *client, async_owner_t **result)
{
	async_owner_t *owner = find(connection);

	if (EXPECTED(owner == NULL)) {
		*result = add(connection, client);
		return true;
	}
	if (owner->lock.owner == ASYNC_G(current) || async_owner_came_with_fiber(owner)) {
		*result = owner;
		if (!owner->lock.is_owner_counted) {
			async_lock_count_owner(&owner->lock);
		}
		if (owner->depth++ == 0) {
			owner->client = client;
			owner->state = ASYNC_OWNER_IN_CALL;
			async_owner_release_deferred(owner);
		}
		return true;
	}
	*result = NULL;
	if (UNEXPECTED(async_is_unwinding())) {
		/* Frames are being released: no coroutine waits, and an owner in the middle of a call never returns from the
		 * call. */
		return true;
	}
	if (UNEXPECTED(owner->state == ASYNC_OWNER_IS_GONE)) {
		async_owner_clean_up(owner);
	}
	if (!may_wait(owner) || !wait_for(owner, client)) {
		return false;
	}
	*result = owner;
	return true;
}

/* ---- giving back ---- */

static void on_owner_end(async_wait_node_t *node)
{
	async_owner_t *owner = async_container_of(node, async_owner_t, owner_end);

	if (owner->state == ASYNC_OWNER_BETWEEN_CALLS) {
		async_owner_ended(owner);
	} /* else a Fiber of the coroutine is in the middle of a call */
}

void async_owner_watch(async_owner_t *owner)
{
	async_wait_list_remove(&owner->owner_end);
	if (EXPECTED(!async_coroutine_is_completed(owner->lock.owner))) {
		async_wait_list_watch(&owner->lock.owner->awaitable.waiters, &owner->owner_end, on_owner_end);
	}
}

static void keep(async_owner_t *owner, async_keep_t why, zend_object *handle)
{
	if (handle) {
		owner->handle = handle;
	}
	if (owner->kept == ASYNC_KEEP_NOT) {
		async_owner_watch(owner);
	}
	if (owner->kept != why) {
		async_note_place(&owner->kept_file, &owner->kept_line);
		owner->kept = (uint8_t) why;
	}
}

void async_owner_leave(async_owner_t *owner, const void *connection, zend_object *handle)
{
	async_keep_t why = ASYNC_KEEP_NOT;

	if (UNEXPECTED(connection != owner->connection)) {
		owner->state = ASYNC_OWNER_HAS_CLOSED;
	}
	if (owner->depth > 1) {
		owner->depth--;
		return;
	}
	if (UNEXPECTED(owner->deferred_objects != NULL)) {
		async_owner_release_deferred(owner);
	}
	if (EXPECTED(owner->state != ASYNC_OWNER_HAS_CLOSED)) {
		why = owner->client->keeps(connection, owner);
	}
	if (why == ASYNC_KEEP_NOT && UNEXPECTED(owner->deferred_to_end != NULL)) {
		async_owner_release_all(owner);
	}
	owner->depth = 0;
	if (why == ASYNC_KEEP_NOT || async_is_unwinding()) {
		async_owner_pass_on(owner);
		return;
	}
	owner->state = ASYNC_OWNER_BETWEEN_CALLS;
	keep(owner, why, handle);
	if (UNEXPECTED(async_coroutine_is_completed(owner->lock.owner))) {
		async_owner_ended(owner);
		return;
	}
	/* While the connection is kept, the end of its owner is noticed. */
	async_lock_uncount_owner(&owner->lock);
}

void async_owner_adopt(const void *connection, const async_client_t *client, zend_object *handle)
{
	async_owner_t *owner;

	/* Without an owner: frames are being released, and another coroutine has the connection. */
	if (client->keeps(connection, NULL) != ASYNC_KEEP_NOT && async_owner_take(connection, client, &owner) && owner) {
		owner->detail = client->adopted_detail;
		async_owner_leave(owner, connection, handle);
	}
}

void async_owner_forget_handle(const void *connection, const zend_object *handle)
{
	async_owner_t *owner = find(connection);

	if (owner && owner->handle == handle) {
		owner->handle = NULL;
		owner->is_shared = true;
	}
}

async_owner_t *async_owner_try(const void *connection, const async_client_t *client)
{
	async_owner_t *owner = find(connection);

	if (owner && owner->lock.owner != ASYNC_G(current)) {
		return NULL;
	}
	return async_owner_take(connection, client, &owner) ? owner : NULL;
}

void async_owner_refuse(const void *connection)
{
	const async_owner_t *owner = find(connection);

	if (owner && !async_is_unwinding()) {
		throw_refusal(owner, ", and it is impossible to wait here");
	}
}

/* While frames are being released after exit(), an owner that is parked in a call returns from it, with an error, when
 * its own turn comes. Until then the library must not lose the connection. After a fatal error it never returns. */
static bool will_release(const async_owner_t *owner)
{
	return !async_is_unwinding() || (ASYNC_G(phase) == ASYNC_PHASE_UNWINDING && !CG(unclean_shutdown)
		&& owner->state == ASYNC_OWNER_IN_CALL && owner->depth > 0);
}

bool async_owner_defer_release(const void *connection, zend_object *object, bool at_end)
{
	async_owner_t *owner = find(connection);
	HashTable **list;
	zval reference;

	if (owner == NULL || owner->state == ASYNC_OWNER_IS_GONE || !will_release(owner)
		|| (owner->lock.owner == ASYNC_G(current) && !(at_end && owner->is_releasing))) {
		return false;
	}
	list = at_end && !async_is_unwinding() ? &owner->deferred_to_end : &owner->deferred_objects;
	if (*list == NULL) {
		*list = zend_new_array(1);
	}
	ZVAL_OBJ_COPY(&reference, object);
	zend_hash_next_index_insert_new(*list, &reference);
	return true;
}

uint32_t async_owner_detail(const void *connection)
{
	const async_owner_t *owner = find(connection);

	return owner ? owner->detail : 0;
}

bool async_owner_is_kept(const void *connection)
{
	const async_owner_t *owner = find(connection);

	return owner && owner->kept != ASYNC_KEEP_NOT;
}

bool async_owner_is_calling(const void *connection)
{
	const async_owner_t *owner = find(connection);

	return owner && owner->depth > 0 && owner->lock.owner != ASYNC_G(current);
}

bool async_owner_close_later(const void *connection, const async_client_t *client, zend_object *object)
{
	async_owner_t *owner = find(connection);

	if (owner && owner->depth > 0) {
		/* A call with another object of the connection is under way. */
		return async_owner_defer_release(connection, object, false);
	}
	if (async_is_unwinding()) {
		return false;
	}
	if (owner == NULL && client->keeps(connection, NULL) == ASYNC_KEEP_FOR_RESULT) {
		/* The coroutine that sent the query has ended, and no other one has used the connection since then. */
		owner = add_record(connection, client);
		owner->kept = ASYNC_KEEP_FOR_RESULT;
		owner->state = ASYNC_OWNER_BETWEEN_CALLS;
	}
	if (owner == NULL || owner->kept != ASYNC_KEEP_FOR_RESULT) {
		return false;
	}
	async_wait_list_remove(&owner->owner_end);
	owner->handle = object;
	owner->is_dropped = true;
	async_owner_clean_up(owner);
	return true;
}

void async_owner_gone(const void *connection)
{
	async_owner_t *owner = find(connection);

	if (owner && owner->depth == 0 && !async_is_unwinding()) {
		async_owner_release_all(owner);
		async_owner_pass_on(owner);
	}
}

/* ---- reports ---- */

static const char *state_words(const async_owner_t *owner)
{
	switch ((async_owner_state_t) owner->state) {
		case ASYNC_OWNER_WOKEN:
			return "handed over";
		case ASYNC_OWNER_HAS_CLOSED:
			return "closed in a call";
		case ASYNC_OWNER_IN_CALL:
			return "in a call";
		default:
			return owner->kept == ASYNC_KEEP_FOR_TRANSACTION ? "in a transaction" : "with an unread result";
	}
}

static void add_row(async_record_t *record, void *rows)
{
	const async_owner_t *owner = (const async_owner_t *) record;
	smart_str text = {0};
	zval row;

	array_init(&row);
	add_assoc_string(&row, "class", owner->client->name);
	add_assoc_string(&row, "state", state_words(owner));
	async_snapshot_add_lock(&row, &owner->lock);
	smart_str_append_printf(&text, "%s, %s", owner->client->name, state_words(owner));
	if (owner->kept) {
		async_snapshot_add_place(&row, "since", owner->kept_file, owner->kept_line);
		smart_str_appends(&text, " since ");
		async_report_append_place(&text, owner->kept_file, owner->kept_line);
	} else {
		add_assoc_null(&row, "since");
	}
	async_snapshot_append_lock(&text, &owner->lock);
	async_snapshot_add_text(&row, "text", &text);
	add_next_index_zval(rows, &row);
}

static void look_for_kept(async_record_t *record, void *found)
{
	const async_owner_t *owner = (const async_owner_t *) record;

	*(bool *) found |= owner->kept != ASYNC_KEEP_NOT && owner->lock.owner == ASYNC_G(current);
}

bool async_clients_keep_any(void)
{
	bool found = false;

	async_records_each_with(ASYNC_CLIENTS_G(owners), look_for_kept, &found);
	return found;
}

void async_owners_add_rows(zval *rows)
{
	async_records_each_with(ASYNC_CLIENTS_G(owners), add_row, rows);
}

#include "clients/owner_table.h"

#include "clients/guard.h"

async_owner_t *async_owner_find(const void *connection)
{
	async_record_t *record = async_records_at(ASYNC_CLIENTS_G(owners), async_owner_place(connection));

	while (record && ((async_owner_t *) record)->connection != connection) {
		record = record->next;
	}
	return (async_owner_t *) record;
}

async_owner_t *async_owner_add_record(const void *connection, const async_client_t *client)
{
	async_owner_t *owner = (async_owner_t *) async_records_add(&ASYNC_CLIENTS_G(owners), async_owner_place(connection),
		sizeof(*owner));

	owner->connection = connection;
	owner->client = client;
	owner->lock.name = client->name;
	return owner;
}

void async_owner_retire(async_owner_t *owner)
{
	async_records_retire(ASYNC_CLIENTS_G(owners), &owner->record);
}

/* ---- ends ---- */

/* Is somebody in the middle of a call, who has kept the connection alive? He has not, unless he ran. */
static bool is_in_call(const async_owner_t *owner)
{
	return owner->depth > 0 && !owner->is_gone && !owner->is_pending;
}

static bool stays_in_child(async_record_t *record)
{
	async_owner_t *owner = (async_owner_t *) record;

	owner->lock.waiters = (async_wait_list_t) { 0 };
	if (owner->lock.owner == ASYNC_G(current)) {
		return true;
	}
	if (is_in_call(owner) && owner->client->leave_to_parent) {
		owner->client->leave_to_parent(owner->connection);
	}
	return false;
}

void async_owners_forget_others(void)
{
	async_records_forget(ASYNC_CLIENTS_G(owners), stays_in_child);
}

/* After a fatal error they are released with all others. */
static void forget_objects(HashTable *objects)
{
	if (objects) {
		objects->pDestructor = CG(unclean_shutdown) ? NULL : objects->pDestructor;
		zend_array_destroy(objects);
	}
}

static void forget(async_record_t *record)
{
	async_owner_t *owner = (async_owner_t *) record;

	/* After a fatal error others stand beside it in the list of its owner, and are released later. */
	async_wait_list_remove(&owner->owner_end);
	if (owner->kept_file) {
		zend_string_release(owner->kept_file);
	}
	forget_objects(owner->left_behind);
	forget_objects(owner->left_for_end);
}

static void leave_call(async_record_t *record)
{
	const async_owner_t *owner = (const async_owner_t *) record;

	if (UNEXPECTED(is_in_call(owner)) && owner->lock.owner->is_abandoned && owner->client->leave) {
		owner->client->leave(owner->connection,
			async_guard_is_call_about(owner->lock.owner->frame, owner->connection));
	}
}

void async_owners_leave_calls(void)
{
	async_records_each(ASYNC_CLIENTS_G(owners), leave_call);
}

void async_owners_request_end(void)
{
	async_records_release(&ASYNC_CLIENTS_G(owners), forget);
}

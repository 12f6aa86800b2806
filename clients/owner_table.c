#include "clients/owner_table.h"

#include "clients/guard.h"

#define BUCKETS_FIRST 64

static async_owners_t *new_owners(void)
{
	async_owners_t *owners = emalloc(sizeof(*owners));

	owners->buckets = ecalloc(BUCKETS_FIRST, sizeof(*owners->buckets));
	owners->mask = BUCKETS_FIRST - 1;
	owners->count = 0;
	owners->idle = NULL;
	ASYNC_G(owners) = owners;
	return owners;
}

static ZEND_COLD void grow(async_owners_t *owners)
{
	async_owner_t **old = owners->buckets;
	const uint32_t old_mask = owners->mask;

	owners->buckets = ecalloc(2 * ((size_t) old_mask + 1), sizeof(*owners->buckets));
	owners->mask = 2 * old_mask + 1;
	for (uint32_t i = 0; i <= old_mask; i++) {
		async_owner_t *next;
		for (async_owner_t *owner = old[i]; owner; owner = next) {
			async_owner_t **bucket = &owners->buckets[async_owner_bucket(owners, owner->connection)];
			next = owner->next;
			owner->next = *bucket;
			*bucket = owner;
		}
	}
	efree(old);
}

async_owner_t *async_owner_find(const void *connection)
{
	const async_owners_t *owners = ASYNC_G(owners);
	async_owner_t *owner = owners ? owners->buckets[async_owner_bucket(owners, connection)] : NULL;

	while (owner && owner->connection != connection) {
		owner = owner->next;
	}
	return owner;
}

async_owner_t *async_owner_add_record(const void *connection, const async_client_t *client)
{
	async_owners_t *owners = EXPECTED(ASYNC_G(owners) != NULL) ? ASYNC_G(owners) : new_owners();
	async_owner_t *owner = owners->idle;
	async_owner_t **bucket;

	if (UNEXPECTED(owners->count > owners->mask)) {
		grow(owners);
	}
	if (owner != NULL) {
		owners->idle = owner->next;
	} else {
		owner = ecalloc(1, sizeof(*owner));
	}
	owner->connection = connection;
	owner->client = client;
	owner->lock.name = client->name;
	bucket = &owners->buckets[async_owner_bucket(owners, connection)];
	owner->next = *bucket;
	*bucket = owner;
	owners->count++;
	return owner;
}

void async_owner_retire(async_owner_t *owner)
{
	async_owners_t *owners = ASYNC_G(owners);
	async_owner_t **link = &owners->buckets[async_owner_bucket(owners, owner->connection)];

	while (*link != owner) {
		link = &(*link)->next;
	}
	*link = owner->next;
	owners->count--;
	owner->next = owners->idle;
	owners->idle = owner;
}

/* ---- ends ---- */

void async_owners_forget_others(void)
{
	async_owners_t *owners = ASYNC_G(owners);

	for (uint32_t i = 0; owners && i <= owners->mask; i++) {
		async_owner_t **link = &owners->buckets[i];
		while (*link) {
			async_owner_t *owner = *link;
			if (owner->lock.owner == ASYNC_G(current)) {
				owner->lock.waiters = (async_wait_list_t) { 0 };
				link = &owner->next;
			} else {
				*link = owner->next;
				owners->count--;
			}
		}
	}
}

/* After a fatal error they are released with all others. */
static void forget_objects(HashTable *objects)
{
	if (objects) {
		objects->pDestructor = CG(unclean_shutdown) ? NULL : objects->pDestructor;
		zend_array_destroy(objects);
	}
}

static void free_chain(async_owner_t *owner)
{
	async_owner_t *next;

	for (; owner; owner = next) {
		next = owner->next;
		/* After a fatal error others stand beside it in the list of its owner, and are released later. */
		async_wait_list_remove(&owner->owner_end);
		if (owner->kept_file) {
			zend_string_release(owner->kept_file);
		}
		forget_objects(owner->left_behind);
		forget_objects(owner->left_for_end);
		efree(owner);
	}
}

/* Who made the call has kept the connection alive, unless he never ran. */
static bool is_left(const async_owner_t *owner)
{
	return owner->depth > 0 && owner->lock.owner->is_left && !owner->is_gone && !owner->is_pending;
}

void async_owners_leave_calls(void)
{
	const async_owners_t *owners = ASYNC_G(owners);

	for (uint32_t i = 0; owners && i <= owners->mask; i++) {
		for (const async_owner_t *owner = owners->buckets[i]; owner; owner = owner->next) {
			if (UNEXPECTED(is_left(owner)) && owner->client->leave) {
				owner->client->leave(owner->connection,
					async_guard_is_call_about(owner->lock.owner->frame, owner->connection));
			}
		}
	}
}

void async_owners_request_end(void)
{
	async_owners_t *owners = ASYNC_G(owners);

	if (owners == NULL) {
		return;
	}
	ASYNC_G(owners) = NULL;
	for (uint32_t i = 0; i <= owners->mask; i++) {
		free_chain(owners->buckets[i]);
	}
	free_chain(owners->idle);
	efree(owners->buckets);
	efree(owners);
}

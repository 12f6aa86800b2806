#include "clients/guard_objects.h"

#include "engine/handlers.h"

#include "clients/guard.h"

#define CONNECTION_CLASSES_MAX 8

static const async_guarded_objects_t *connection_classes[CONNECTION_CLASSES_MAX];
static size_t connection_class_count;

zend_object_handlers *async_guard_objects(async_guarded_objects_t *objects, zend_object_dtor_obj_t dtor_obj,
	zend_object_free_obj_t free_obj)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), objects->class_name, strlen(objects->class_name));
	zend_object_handlers *table;
	zend_object *sample;

	if (ce == NULL || ce->create_object == NULL || objects->is_patched) {
		return NULL;
	}
	sample = ce->create_object(ce);
	table = (zend_object_handlers *) sample->handlers;
	zend_object_store_ctor_failed(sample);
	OBJ_RELEASE(sample);
	if (!async_table_unprotect(table, sizeof(*table))) {
		return NULL;
	}
	objects->table = table;
	objects->original = *table;
	objects->is_patched = true;
	if (objects->is_connection) {
		ZEND_ASSERT(connection_class_count < CONNECTION_CLASSES_MAX && "room for every class");
		connection_classes[connection_class_count++] = objects;
	}
	table->dtor_obj = dtor_obj ? dtor_obj : table->dtor_obj;
	table->free_obj = free_obj;
	return table;
}

static void adopt(zend_object *object)
{
	for (size_t i = 0; i < connection_class_count; i++) {
		if (object->handlers == connection_classes[i]->table) {
			const void *connection = connection_classes[i]->connection(object);
			if (connection) {
				async_owner_adopt(connection, connection_classes[i]->client, object);
			}
			return;
		}
	}
}

void async_guard_adopt(void)
{
	if (!ASYNC_CLIENTS_G(connections_used)) {
		return;
	}
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object)) {
			adopt(object);
		}
	}
}

void async_guarded_dtor(const async_guarded_objects_t *objects, zend_object *object)
{
	const void *connection = ASYNC_G(current) ? objects->connection(object) : NULL;

	objects->original.dtor_obj(object);
	if (connection) {
		(void) async_owner_defer_release(connection, object, false);
	}
}

void async_guarded_free(const async_guarded_objects_t *objects, zend_object *object)
{
	const void *connection = ASYNC_G(current) ? objects->connection(object) : NULL;
	async_owner_t *owner = connection ? async_owner_try(connection, objects->client) : NULL;
	/* Who releases what is left of a connection that nobody keeps does not begin to: it may be closed, and wait among
	 * the persistent ones for somebody else. */
	const bool was_kept = owner && (owner->kept || owner->depth > 1);
	const void *survivor = NULL;
	const bool is_held = connection && objects->survives;
	const bool ends = objects->is_connection && !(connection && objects->stays && objects->stays(object));

	if (is_held) {
		objects->client->hold(connection);
	}
	if (connection && objects->is_connection && !ends) {
		async_owner_forget_handle(connection, object);
	}
	objects->original.free_obj(object);
	if (is_held) {
		survivor = async_guard_release(objects->client, objects->survives, connection);
	} else if (!ends) {
		survivor = connection;
	}
	if (owner) {
		async_owner_leave(owner, was_kept ? survivor : NULL, NULL);
	} else if (connection && ends) {
		async_owner_gone(connection);
	}
}

/* ---- foreach ---- */

static bool begin(const async_guarded_iterator_t *guard, zend_object *object, async_owner_t **owner)
{
	zend_object *handle = NULL;
	const void *connection = ASYNC_G(current) ? guard->find(object, &handle) : NULL;

	*owner = NULL;
	return connection == NULL || !guard->touches(object) || async_owner_take(connection, guard->client, owner);
}

static void end(const async_guarded_iterator_t *guard, zend_object *object, async_owner_t *owner)
{
	zend_object *handle = NULL;

	if (owner) {
		const void *connection = guard->find(object, &handle);
		async_owner_leave(owner, connection, handle);
	}
}

void async_guarded_step(const async_guarded_iterator_t *guard, zend_object_iterator *iterator,
	void (*step)(zend_object_iterator *))
{
	zend_object *object = Z_OBJ(iterator->data);
	async_owner_t *owner;

	if (begin(guard, object, &owner)) {
		step(iterator);
		end(guard, object, owner);
	}
}

/* Making it may read the first row. */
zend_object_iterator *async_guarded_get_iterator(async_guarded_iterator_t *guard, zval *object, int by_ref,
	void (*move_forward)(zend_object_iterator *), void (*rewind)(zend_object_iterator *))
{
	zend_object_iterator *iterator;
	async_owner_t *owner;

	if (!begin(guard, Z_OBJ_P(object), &owner)) {
		return NULL;
	}
	iterator = guard->get_iterator(Z_OBJCE_P(object), object, by_ref);
	end(guard, Z_OBJ_P(object), owner);
	if (iterator == NULL) {
		return NULL;
	}
	if (!guard->is_known) {
		guard->original = guard->guarded = *iterator->funcs;
		guard->guarded.move_forward = move_forward;
		guard->guarded.rewind = guard->original.rewind ? rewind : NULL;
		guard->is_known = true;
	}
	iterator->funcs = &guard->guarded;
	return iterator;
}

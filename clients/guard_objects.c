/*
 * Guards of objects: replaced handlers of classes, and the steps of foreach (guard_objects.h).
 */
#include "clients/guard_objects.h"

#include "engine/handlers.h"

#include "zend_ini.h"

#define KINDS_MAX 16

/* All classes whose handlers are patched. Written under the lock of clients.c. */
static const async_guarded_objects_t *kinds[KINDS_MAX];
static size_t kind_count;

static const async_guarded_objects_t *kind_of_table(const zend_object_handlers *table)
{
	const size_t count = __atomic_load_n(&kind_count, __ATOMIC_ACQUIRE);

	for (size_t i = 0; i < count; i++) {
		if (kinds[i]->table == table) {
			return kinds[i];
		}
	}
	return NULL;
}

/* Another extension may have given the object a copy of the table: then the class tells. */
static const async_guarded_objects_t *kind_of(const zend_object *object)
{
	const async_guarded_objects_t *kind = kind_of_table(object->handlers);

	for (size_t i = 0; UNEXPECTED(kind == NULL) && i < __atomic_load_n(&kind_count, __ATOMIC_ACQUIRE); i++) {
		kind = instanceof_function(object->ce, kinds[i]->ce) ? kinds[i] : NULL;
	}
	ZEND_ASSERT(kind && "only handlers of these classes were replaced");
	return kind;
}

static void guarded_dtor(zend_object *object)
{
	const async_guarded_objects_t *objects = kind_of(object);
	const void *connection = ASYNC_G(current) ? objects->connection(object) : NULL;

	ZEND_ASSERT(objects->dropped && "dtor_obj is replaced for these classes only");
	objects->original.dtor_obj(object);
	if (connection) {
		objects->dropped(object, connection);
	}
}

void async_guard_objects_again(const async_guarded_objects_t *objects)
{
	zend_object_handlers *table = (zend_object_handlers *) objects->table;

	if (table == NULL) {
		return;
	}
	if (objects->dropped) {
		table->dtor_obj = guarded_dtor;
	}
	table->free_obj = objects->free_obj ? objects->free_obj : async_guarded_free;
	if (objects->get_method) {
		table->get_method = objects->get_method;
	}
}

bool async_class_is_disabled(const char *class_name)
{
	const char *at = zend_ini_string("disable_classes", sizeof("disable_classes") - 1, 0);
	const size_t length = strlen(class_name);

	while (at && *at) {
		const size_t word = strcspn(at, ", ");

		if (word == length && zend_binary_strcasecmp(at, word, class_name, length) == 0) {
			return true;
		}
		at += word + strspn(at + word, ", ");
	}
	return false;
}

void async_guard_objects(async_guarded_objects_t *objects)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), objects->class_name, strlen(objects->class_name));
	const zend_object_handlers *table;
	zend_object *sample;

	ZEND_ASSERT(objects->connection && objects->client && "an object leads to a connection of a known kind");
	ZEND_ASSERT((objects->survives == NULL || objects->client->release) && "what is held can be released");
	ZEND_ASSERT((objects->stays == NULL || objects->is_connection) && "only a connection stays when its object goes");
	if (ce == NULL || ce->create_object == NULL || objects->table || async_class_is_disabled(objects->class_name)) {
		return;
	}
	sample = ce->create_object(ce);
	table = sample->handlers;
	zend_object_store_ctor_failed(sample);
	OBJ_RELEASE(sample);
	ZEND_ASSERT(kind_of_table(table) == NULL && "no two classes have one table: each would call the other for ever");
	if (table == zend_get_std_object_handlers() || !async_table_unprotect(table, sizeof(*table))) {
		return;
	}
	objects->ce = ce;
	objects->original = *table;
	objects->table = table;
	ZEND_ASSERT(kind_count < KINDS_MAX && "there is room for every class");
	kinds[kind_count] = objects;
	/* Other threads may look for the kind of an object as soon as the handlers are replaced. */
	__atomic_store_n(&kind_count, kind_count + 1, __ATOMIC_RELEASE);
	async_table_originals_kept();
	async_guard_objects_again(objects);
}

static void adopt(zend_object *object)
{
	const async_guarded_objects_t *kind = kind_of_table(object->handlers);
	const void *connection = kind && kind->is_connection ? kind->connection(object) : NULL;

	if (connection) {
		async_owner_adopt(connection, kind->client, object);
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

void async_guarded_dropped(zend_object *object, const void *connection)
{
	(void) async_owner_defer_release(connection, object, false);
}

void async_guarded_free(zend_object *object)
{
	const async_guarded_objects_t *objects = kind_of(object);
	const void *connection = ASYNC_G(current) ? objects->connection(object) : NULL;
	async_owner_t *owner = connection ? async_owner_try(connection, objects->client) : NULL;
	/* Releasing an object of a connection that is not kept does not make it kept: it may be closed by now, or wait in
	 * the list of persistent connections for its next user. */
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

/* A step that no coroutine makes, in its frame. It may run the first async call of the request, in a constructor. */
struct async_plain_step {
	async_plain_step_t *next, *prev;
	const async_guarded_iterator_t *guard;
	zend_object *object;
	bool is_linked;
};

static void enter_plain(async_plain_step_t *step, const async_guarded_iterator_t *guard, zend_object *object)
{
	step->is_linked = ASYNC_G(current) == NULL;
	if (UNEXPECTED(!step->is_linked)) {
		return;
	}
	step->guard = guard;
	step->object = object;
	step->prev = NULL;
	step->next = ASYNC_CLIENTS_G(plain_steps);
	if (UNEXPECTED(step->next != NULL)) {
		step->next->prev = step;
	}
	ASYNC_CLIENTS_G(plain_steps) = step;
}

/* Another one may have begun before it and not be over: that of a Fiber. */
static void leave_plain(const async_plain_step_t *step)
{
	if (!step->is_linked) {
		return;
	}
	if (step->next) {
		step->next->prev = step->prev;
	}
	if (UNEXPECTED(step->prev != NULL)) {
		step->prev->next = step->next;
	} else {
		ASYNC_CLIENTS_G(plain_steps) = step->next;
	}
}

void async_guard_each_plain_step(async_guarded_call_fn fn)
{
	for (const async_plain_step_t *step = ASYNC_CLIENTS_G(plain_steps); step; step = step->next) {
		zend_object *handle = NULL;
		const void *connection = step->guard->find(step->object, &handle);

		if (connection && step->guard->touches(step->object)) {
			fn(connection, step->guard->client);
		}
	}
}

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
	async_plain_step_t plain;
	async_owner_t *owner;

	ZEND_ASSERT(guard->is_known && iterator->funcs == &guard->guarded && "only a guarded iterator makes such steps");
	if (begin(guard, object, &owner)) {
		enter_plain(&plain, guard, object);
		step(iterator);
		leave_plain(&plain);
		end(guard, object, owner);
	}
}

/* What the guarded iterator of a class is made of. */
typedef struct {
	async_guarded_iterator_t *guard;
	const zend_object_iterator_funcs *original;
	void (*move_forward)(zend_object_iterator *);
	void (*rewind)(zend_object_iterator *);
} steps_t;

static void learn_steps(void *argument)
{
	const steps_t *steps = argument;
	async_guarded_iterator_t *guard = steps->guard;

	guard->original = guard->guarded = *steps->original;
	guard->guarded.move_forward = steps->move_forward;
	guard->guarded.rewind = guard->original.rewind ? steps->rewind : NULL;
}

/* The original may read the first row. */
zend_object_iterator *async_guarded_get_iterator(async_guarded_iterator_t *guard, zval *object, int by_ref,
	void (*move_forward)(zend_object_iterator *), void (*rewind)(zend_object_iterator *))
{
	zend_object_iterator *iterator;
	async_plain_step_t plain;
	async_owner_t *owner;

	ZEND_ASSERT(guard->get_iterator && "noted before the function of the class was replaced");
	if (!begin(guard, Z_OBJ_P(object), &owner)) {
		return NULL;
	}
	enter_plain(&plain, guard, Z_OBJ_P(object));
	iterator = guard->get_iterator(Z_OBJCE_P(object), object, by_ref);
	leave_plain(&plain);
	end(guard, Z_OBJ_P(object), owner);
	if (iterator == NULL) {
		return NULL;
	}
	async_table_once(&guard->is_known, learn_steps,
		&(steps_t) { guard, iterator->funcs, move_forward, rewind });
	ZEND_ASSERT((iterator->funcs == &guard->guarded || iterator->funcs->move_forward == guard->original.move_forward)
		&& "all iterators of a class have the same steps");
	iterator->funcs = &guard->guarded;
	return iterator;
}

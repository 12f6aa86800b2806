/*
 * Guards of functions: the handler that stands in front of all guarded functions, and where it is put (guard.h).
 */
#include "clients/guard.h"

#include "engine/walked_values.h"

#include "zend_extensions.h"

/* The record behind the slot of a guarded function. */
typedef struct {
	zif_handler original;
	const async_guard_kind_t *kind;
} guard_t;

static int slot = -1;
static uint32_t function_count;
static HashTable guards;   /* guard_t records, the key is the content of the record */
#ifdef ZTS
static MUTEX_T guards_lock;
#endif

static bool is_guarded(const zend_function *function);

static void free_guard(zval *guard)
{
	pefree(Z_PTR_P(guard), 1);
}

ASYNC_ALWAYS_RUNS bool async_guards_startup(void)
{
	async_walked_values_add_clients(is_guarded);
#ifdef ZTS
	guards_lock = tsrm_mutex_alloc();
#endif
	slot = zend_get_resource_handle("async");
	zend_hash_init(&guards, 64, NULL, free_guard, 1);
	return slot >= 0;
}

/* No function is called any more. */
ASYNC_ALWAYS_RUNS void async_guards_shutdown(void)
{
	zend_hash_destroy(&guards);
#ifdef ZTS
	tsrm_mutex_free(guards_lock);
#endif
}

/* ---- for clients ---- */

zend_object *async_guard_object_argument(zend_execute_data *call)
{
	zval *value;

	if (UNEXPECTED(ZEND_CALL_NUM_ARGS(call) == 0)) {
		return NULL;
	}
	value = ZEND_CALL_ARG(call, 1);
	ZVAL_DEREF(value);
	return EXPECTED(Z_TYPE_P(value) == IS_OBJECT) ? Z_OBJ_P(value) : NULL;
}

const void *async_guard_find_argument(zend_execute_data *call, zend_object **handle)
{
	return *handle = async_guard_object_argument(call);
}

const void *async_guard_find_this(zend_execute_data *call, zend_object **handle)
{
	return *handle = Z_TYPE(call->This) == IS_OBJECT ? Z_OBJ(call->This) : NULL;
}

async_keep_t async_guard_keeps_nothing(const void *connection, const async_owner_t *owner)
{
	(void) connection;
	(void) owner;
	return ASYNC_KEEP_NOT;
}

const void *async_guard_release(const async_client_t *client, async_guard_survives_fn survives, const void *connection)
{
	const bool is_needed = survives(connection);

	ZEND_ASSERT(client->release && "what was held can be released");
	client->release(connection);
	return is_needed ? connection : NULL;
}

/* ---- calls ---- */

/* Asked after a wait: does the call still use this connection? */
static bool is_still(zend_execute_data *call, const async_guard_kind_t *kind, const void *connection)
{
	zend_object *handle = NULL;

	return !kind->moves || kind->find(call, &handle) == connection;
}

/* Take the connection of a call with `moves`. *connection: the connection that find() has found; receives the taken
 * one. False: an exception is thrown. */
static bool prepare(zend_execute_data *call, const async_guard_kind_t *kind, const void **connection,
	async_owner_t **owner)
{
	zend_object *handle = NULL;

	ZEND_ASSERT(kind->moves && *connection && "the connection that was found may be another one after a wait");
	do {
		if (!async_owner_take(*connection, kind->client, owner)) {
			return false;
		}
		if (*owner == NULL) {
			return true;
		}
		if (is_still(call, kind, *connection)) {
			if (kind->before) {
				kind->before(*connection);
			}
			if (EG(exception)) {
				async_owner_leave(*owner, kind->find(call, &handle), NULL);
				return false;
			}
			if (is_still(call, kind, *connection)) {
				return true;
			}
		}
		async_owner_leave(*owner, NULL, NULL);
		*owner = NULL;
	} while ((*connection = kind->find(call, &handle)) != NULL);
	return true;
}

static void call_original(const guard_t *guard, INTERNAL_FUNCTION_PARAMETERS)
{
	guard->original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (UNEXPECTED(ASYNC_ENGINE_G(walked_values) != NULL)) {
		async_walked_values_end(execute_data);
	}
}

static ZEND_NAMED_FUNCTION(guarded)
{
	const guard_t *guard = EX(func)->internal_function.reserved[slot];
	const async_guard_kind_t *kind = guard->kind;
	const void *connection;
	zend_object *handle = NULL;
	async_owner_t *owner;

	ZEND_ASSERT(guard->original != guarded && "a function is guarded once");
	if (ASYNC_G(current) == NULL) {
		/* Outside of coroutines no call can come in between. */
		ASYNC_CLIENTS_G(connections_used) |= !kind->is_general;
		guard->original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (UNEXPECTED(kind->after_alone != NULL)) {
			kind->after_alone(execute_data, return_value);
		}
		return;
	}
	if ((connection = kind->find(execute_data, &handle)) == NULL
		|| (kind->touches && !kind->touches(execute_data, connection))) {
		call_original(guard, INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (UNEXPECTED(kind->moves)) {
		if (!prepare(execute_data, kind, &connection, &owner)) {
			return;
		}
	} else if (UNEXPECTED(!async_owner_take(connection, kind->client, &owner))) {
		return;
	}
	if (kind->survives && EXPECTED(connection != NULL)) {
		kind->client->hold(connection);
	}
	call_original(guard, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (EXPECTED(owner != NULL) && kind->after) {
		kind->after(execute_data, return_value, owner);
	}
	if (kind->survives && EXPECTED(connection != NULL)) {
		connection = async_guard_release(kind->client, kind->survives, connection);
	} else if (EXPECTED(owner != NULL)) {
		connection = kind->find(execute_data, &handle);
	}
	if (EXPECTED(owner != NULL)) {
		async_owner_leave(owner, connection, handle);
	}
}

/* The function of a closure, as `$redis->set(...)` makes it, is a copy with a handler of its own. */
static bool is_guarded(const zend_function *function)
{
	if (function->type != ZEND_INTERNAL_FUNCTION) {
		return false;
	}
	return function->internal_function.handler == guarded
		|| ((function->common.fn_flags & ZEND_ACC_FAKE_CLOSURE) && function->internal_function.reserved[slot]);
}

/* NULL: the frame is no guarded call. */
static const async_guard_kind_t *kind_of_call(const zend_execute_data *call)
{
	if (call->func == NULL || !is_guarded(call->func)) {
		return NULL;
	}
	return ((const guard_t *) call->func->internal_function.reserved[slot])->kind;
}

bool async_guard_is_call_about(zend_execute_data *call, const void *connection)
{
	const async_guard_kind_t *kind = call ? kind_of_call(call) : NULL;
	zend_object *handle = NULL;

	return kind && kind->find(call, &handle) == connection;
}

/* The connection that a frame uses; NULL: it is no guarded call, or talks to no server. */
static const void *connection_of_call(zend_execute_data *call, const async_guard_kind_t *kind)
{
	zend_object *handle = NULL;
	const void *connection = kind ? kind->find(call, &handle) : NULL;

	return connection && kind->touches && !kind->touches(call, connection) ? NULL : connection;
}

void async_guard_each_call(zend_execute_data *frame, async_guarded_call_fn fn)
{
	for (; frame; frame = frame->prev_execute_data) {
		const async_guard_kind_t *kind = kind_of_call(frame);
		const void *connection = connection_of_call(frame, kind);
		if (connection) {
			fn(connection, kind->client);
		}
	}
}

uint32_t async_guard_count_calls_about(zend_execute_data *frame, const void *connection)
{
	uint32_t count = 0;

	ZEND_ASSERT(connection && "a call that uses none is not about a connection");
	for (; frame; frame = frame->prev_execute_data) {
		count += connection_of_call(frame, kind_of_call(frame)) == connection;
	}
	return count;
}

/* Functions with the same pair share one record. */
static const guard_t *guard_of(zif_handler original, const async_guard_kind_t *kind)
{
	guard_t guard = { original, kind };
	guard_t *known;

#ifdef ZTS
	tsrm_mutex_lock(guards_lock);
#endif
	known = zend_hash_str_find_ptr(&guards, (const char *) &guard, sizeof(guard));
	if (known == NULL) {
		known = zend_hash_str_add_mem(&guards, (const char *) &guard, sizeof(guard), &guard, sizeof(guard));
	}
#ifdef ZTS
	tsrm_mutex_unlock(guards_lock);
#endif
	return known;
}

void async_guard_function(zend_function *function, const async_guard_kind_t *kind)
{
	zend_internal_function *internal = &function->internal_function;

	ZEND_ASSERT(kind->client && kind->client->keeps && kind->find && "the handler calls these without asking");
	ZEND_ASSERT((kind->before == NULL || kind->moves) && "before() is called where the connection may move");
	ZEND_ASSERT((kind->survives == NULL || (kind->client->hold && kind->client->release))
		&& "a connection that is shared can be held around a call");
	ZEND_ASSERT((kind->survives == NULL || kind->moves) && "while the caller waits, the connection is not held");
	if (function->type == ZEND_INTERNAL_FUNCTION && internal->handler != guarded && slot >= 0) {
		internal->reserved[slot] = (void *) guard_of(internal->handler, kind);
		internal->handler = guarded;
		function_count++;
	}
}

uint32_t async_guards_count(void)
{
	ZEND_ASSERT((slot >= 0 || function_count == 0) && "without a slot nothing is guarded");
	return function_count;
}

static const async_guard_row_t *row_of(const async_guard_row_t *rows, const char *name)
{
	while (rows->name && *rows->name && strcmp(rows->name, name) != 0) {
		rows++;
	}
	return rows->name && rows->kind ? rows : NULL;
}

static bool is_internal_subclass(const zend_class_entry *ce, const zend_class_entry *parent)
{
	while (ce && ce != parent) {
		ce = ce->type == ZEND_INTERNAL_CLASS ? ce->parent : NULL;
	}
	return ce != NULL;
}

static void guard_methods(zend_class_entry *ce, const async_guard_row_t *rows)
{
	zend_string *name;
	zend_function *function;

	ZEND_HASH_FOREACH_STR_KEY_PTR(&ce->function_table, name, function) {
		const async_guard_row_t *row = row_of(rows, ZSTR_VAL(name));
		if (row && !(function->common.fn_flags & ZEND_ACC_ABSTRACT)) {
			async_guard_function(function, row->kind);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_guard_class(const char *class_name, const async_guard_row_t *rows)
{
	zend_class_entry *parent = zend_hash_str_find_ptr(CG(class_table), class_name, strlen(class_name));
	zend_class_entry *ce;

	if (parent == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(CG(class_table), ce) {
		if (is_internal_subclass(ce, parent)) {
			guard_methods(ce, rows);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_guard_functions(const async_guard_row_t *rows)
{
	for (; rows->name; rows++) {
		zend_function *function = zend_hash_str_find_ptr(CG(function_table), rows->name, strlen(rows->name));
		if (function && rows->kind) {
			async_guard_function(function, rows->kind);
		}
	}
}

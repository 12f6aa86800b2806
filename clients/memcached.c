/*
 * ext/memcached. The key of a connection is the record of libmemcached, the first field of the object: objects with the
 * same persistent_id share it.
 */
#include "clients/library.h"

#include <dlfcn.h>

/* In async_owner_t.detail: the answer to getDelayed() is not read to its end. */
#define IS_DELAYED 1u

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	(void) connection;
	return owner && UNEXPECTED(owner->detail) ? ASYNC_KEEP_FOR_RESULT : ASYNC_KEEP_NOT;
}

static void (*quit)(const void *connection);

/* The record outlives the request if it has a persistent_id. Without its sockets it has no answers to come: the next
 * request would take them for its own. */
static void leave(const void *connection, bool is_parked_in)
{
	(void) is_parked_in;
	if (quit) {
		quit(connection);
	}
}

static const async_client_t client = { .name = "Memcached connection", .keeps = keeps, .leave = leave };

static const void *connection_of(zend_object *object)
{
	return *(const void **) ((const char *) object - object->handlers->offset);
}

static const void *find(zend_execute_data *call, zend_object **handle)
{
	*handle = Z_OBJ(call->This);
	return connection_of(*handle);
}

/* With a callback, getDelayed() has read the whole answer. */
static void after_delayed(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	const zend_function *function = call->func;
	const uint32_t callback = function->common.num_args;   /* the last parameter */

	ZEND_ASSERT(callback > 1 && "getDelayed() and getDelayedByKey() end with a callback");
	owner->detail = Z_TYPE_P(result) == IS_TRUE
		&& (ZEND_CALL_NUM_ARGS(call) < callback || Z_TYPE_P(ZEND_CALL_ARG(call, callback)) == IS_NULL)
		? IS_DELAYED : 0;
}

static void after_fetch(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	if (Z_TYPE_P(result) != IS_ARRAY) {
		owner->detail = 0;
	}
}

static void after_end(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	owner->detail = 0;
}

static const async_guard_kind_t any = { .client = &client, .find = find };
static const async_guard_kind_t delaying = { .client = &client, .find = find, .after = after_delayed };
static const async_guard_kind_t fetching = { .client = &client, .find = find, .after = after_fetch };
static const async_guard_kind_t ending = { .client = &client, .find = find, .after = after_end };

static const async_guard_row_t methods[] = {
	{ "__construct", NULL },
	{ "checkkey", NULL },
	{ "getlastdisconnectedserver", NULL },
	{ "getlasterrorcode", NULL },
	{ "getlasterrorerrno", NULL },
	{ "getlasterrormessage", NULL },
	{ "getoption", NULL },
	{ "getresultcode", NULL },
	{ "getresultmessage", NULL },
	{ "getserverbykey", NULL },
	{ "getserverlist", NULL },
	{ "ispersistent", NULL },
	{ "ispristine", NULL },
	{ "getdelayed", &delaying },
	{ "getdelayedbykey", &delaying },
	{ "fetch", &fetching },
	{ "fetchall", &ending },
	{ "quit", &ending },
	{ "resetserverlist", &ending },
	{ "", &any },
	{ NULL, NULL }
};

static async_guarded_objects_t connections = {
	.class_name = "memcached", .connection = connection_of, .client = &client, .is_connection = true,
};

/* Extensions are loaded so that the symbols of their libraries are global. */
static bool startup(void)
{
	*(void **) &quit = dlsym(RTLD_DEFAULT, "memcached_quit");
	return true;
}

const async_library_t async_memcached_library = {
	.extension = "memcached",
	.startup = startup,
	.tables = { { "memcached", methods } },
	.objects = { &connections },
};

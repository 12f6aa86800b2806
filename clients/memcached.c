/*
 * ext/memcached. The key of a connection is the record of libmemcached, the first field of the object: objects with the
 * same persistent_id share it.
 */
#include "clients/library.h"

#include <dlfcn.h>

/* In async_owner_t.detail: the answer to getDelayed() is not read to its end. */
#define IS_DELAYED 1u

/* Of libmemcached. */
static void (*quit)(const void *connection);
static uint32_t (*server_count)(const void *connection);
static const void *(*server_at)(const void *connection, uint32_t number);
static uint32_t (*response_count)(const void *server);

static bool awaits_responses(const void *connection)
{
	for (uint32_t i = 0; i < server_count(connection); i++) {
		if (response_count(server_at(connection, i)) > 0) {
			return true;
		}
	}
	return false;
}

/* Without an owner: has the main flow called getDelayed() before the first async call, and not read all? Without such
 * a call the responses are those of buffered writes, or were left by another request on a persistent connection. */
static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	const bool is_delayed = owner ? owner->detail != 0
		: ASYNC_CLIENTS_G(memcached_delays) && response_count && awaits_responses(connection);

	return UNEXPECTED(is_delayed) ? ASYNC_KEEP_FOR_RESULT : ASYNC_KEEP_NOT;
}

/* The record outlives the request if it has a persistent_id. Without its sockets it has no answers to come: the next
 * request would take them for its own. */
static void leave(const void *connection, bool is_parked_in)
{
	(void) is_parked_in;
	if (quit) {
		quit(connection);
	}
}

static const async_client_t client = {
	.name = "Memcached connection", .keeps = keeps, .adopted_detail = IS_DELAYED, .leave = leave,
};

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
static bool is_unread(zend_execute_data *call, const zval *result)
{
	const zend_function *function = call->func;
	const uint32_t callback = function->common.num_args;   /* the last parameter */

	ZEND_ASSERT(callback > 1 && "getDelayed() and getDelayedByKey() end with a callback");
	return Z_TYPE_P(result) == IS_TRUE
		&& (ZEND_CALL_NUM_ARGS(call) < callback || Z_TYPE_P(ZEND_CALL_ARG(call, callback)) == IS_NULL);
}

static void after_delayed(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	owner->detail = is_unread(call, result) ? IS_DELAYED : 0;
}

static void after_delayed_alone(zend_execute_data *call, const zval *result)
{
	ASYNC_CLIENTS_G(memcached_delays) |= is_unread(call, result);
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
static const async_guard_kind_t delaying = {
	.client = &client, .find = find, .after = after_delayed, .after_alone = after_delayed_alone,
};
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
	*(void **) &server_count = dlsym(RTLD_DEFAULT, "memcached_server_count");
	*(void **) &server_at = dlsym(RTLD_DEFAULT, "memcached_server_instance_by_position");
	*(void **) &response_count = server_count && server_at
		? dlsym(RTLD_DEFAULT, "memcached_server_response_count") : NULL;
	return true;
}

const async_library_t async_memcached_library = {
	.extension = "memcached",
	.startup = startup,
	.tables = { { "memcached", methods } },
	.objects = { &connections },
};

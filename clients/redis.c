/*
 * phpredis: each object of Redis, RedisCluster, RedisSentinel and RedisArray is a connection.
 */
#include "clients/library.h"
#include "clients/mends/redis_broken_off.h"
#include "clients/mends/redis_pools.h"
#include "engine/isolation/session.h"
#include "io/delivery.h"

#include "engine/put_aside.h"

#include "zend_exceptions.h"

/* In async_owner_t.detail: what the owner has begun. */
#define HAS_MODE    (1u << 0)   /* perhaps MULTI or a pipeline: the object is asked */
#define IS_WATCHING (1u << 1)

/* Value of Redis::ATOMIC. */
#define MODE_ATOMIC 0

/* Call the method of the extension, not that of a subclass. */
static void call_method(zend_object *object, const char *name, zval *result)
{
	zend_class_entry *class = object->ce;
	zend_function *function;

	while (class->type == ZEND_USER_CLASS && class->parent) {
		class = class->parent;
	}
	ZEND_ASSERT(class->type == ZEND_INTERNAL_CLASS && "phpredis has made the object");
	function = zend_hash_str_find_ptr(&class->function_table, name, strlen(name));

	ZVAL_UNDEF(result);
	if (function) {
		zend_call_known_instance_method_with_0_params(function, object, result);
	}
}

/* Asked after a call of the owner, whose exception is put aside meanwhile. */
static bool is_atomic(const void *connection)
{
	const async_put_aside_t kept = async_put_aside();
	zval mode;
	bool answer;

	call_method((zend_object *) connection, "getmode", &mode);
	answer = Z_TYPE(mode) != IS_LONG || Z_LVAL(mode) == MODE_ATOMIC;
	zval_ptr_dtor(&mode);
	async_compat_clear_exception();
	async_put_back(kept);
	return answer;
}

static bool is_connected(const void *connection)
{
	zval answer;
	bool result;

	call_method((zend_object *) connection, "isconnected", &answer);
	result = Z_TYPE(answer) == IS_TRUE;
	zval_ptr_dtor(&answer);
	return result;
}

/* Has the call of the owner failed that returns now? */
static bool has_failed(void)
{
	return EG(exception) != NULL || async_delivery_is_pending();
}

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	ZEND_ASSERT((owner == NULL || (owner->detail & ~(HAS_MODE | IS_WATCHING)) == 0) && "only these flags are set");
	if (owner && UNEXPECTED(has_failed())) {
		async_redis_broken_off(connection);
	}
	if (owner && EXPECTED(owner->detail == 0)) {
		return ASYNC_KEEP_NOT;
	}
	if (owner && (owner->detail & IS_WATCHING)) {
		return ASYNC_KEEP_FOR_TRANSACTION;
	}
	if (owner == NULL && !is_connected(connection)) {
		/* getMode() would open the connection. */
		return ASYNC_KEEP_NOT;
	}
	return is_atomic(connection) ? ASYNC_KEEP_NOT : ASYNC_KEEP_FOR_TRANSACTION;
}

static void roll_back(const void *connection, zend_object *handle)
{
	zval result;

	if (!is_atomic(connection)) {
		call_method(handle, "discard", &result);
		zval_ptr_dtor(&result);
		if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
			return;
		}
		zend_clear_exception();
	}
	call_method(handle, "unwatch", &result);
	zval_ptr_dtor(&result);
}

/* A stream of a pool ends with the object that it belongs to. */
static void leave(const void *connection, bool is_parked_in)
{
	(void) connection;
	(void) is_parked_in;
	async_redis_shut_down_shared();
}

static const async_client_t client = {
	.name = "Redis connection", .keeps = keeps, .adopted_detail = HAS_MODE, .roll_back = roll_back, .leave = leave,
};

/* ---- methods that begin or end something ---- */

static void has_begun(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	owner->detail |= HAS_MODE;
}

static void watches(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	if (!EG(exception) && Z_TYPE_P(result) != IS_FALSE) {
		owner->detail |= IS_WATCHING;
	}
}

/* exec(), discard(), unwatch() and a new connection end a transaction or a watch. The object is asked whether a mode is
 * left. */
static void has_ended(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	owner->detail = owner->detail ? HAS_MODE : 0;
}

static const async_guard_kind_t any = { .client = &client, .find = async_guard_find_this };
static const async_guard_kind_t beginning = {
	.client = &client,
	.find = async_guard_find_this,
	.before = async_redis_mend_broken_off,
	.moves = true,
	.after = has_begun,
};
static const async_guard_kind_t watching = {
	.client = &client,
	.find = async_guard_find_this,
	.after = watches,
};
static const async_guard_kind_t ending = {
	.client = &client,
	.find = async_guard_find_this,
	.after = has_ended,
};

static const async_guard_row_t methods[] = {
	{ "__construct", NULL },
	{ "__destruct", NULL },
	{ "clearlasterror", NULL },
	{ "getauth", NULL },
	{ "getdbnum", NULL },
	{ "gethost", NULL },
	{ "getlasterror", NULL },
	{ "getoption", NULL },
	{ "getpersistentid", NULL },
	{ "getport", NULL },
	{ "getreadtimeout", NULL },
	{ "gettimeout", NULL },
	{ "isconnected", NULL },
	{ "multi", &beginning },
	{ "pipeline", &beginning },
	{ "watch", &watching },
	{ "exec", &ending },
	{ "discard", &ending },
	{ "unwatch", &ending },
	{ "reset", &ending },
	{ "close", &ending },
	{ "connect", &ending },
	{ "open", &ending },
	{ "pconnect", &ending },
	{ "popen", &ending },
	{ "", &any },
	{ NULL, NULL }
};

/* ---- RedisArray ---- */

/* Between multi() and exec() all its commands go to one of its connections, each of which is guarded itself. exec()
 * ends that in any case. The connection has the transaction and tells of its end: for the array there is only an
 * answer to come. */
static bool is_in_transaction(zend_object *array, zval *host)
{
	zend_function *function = zend_hash_str_find_ptr(&array->ce->function_table, ZEND_STRL("_instance"));
	zval instance;
	bool result = false;

	ZVAL_UNDEF(&instance);
	if (EXPECTED(function != NULL)) {
		zend_call_known_instance_method_with_1_params(function, array, &instance, host);
	}
	if (Z_TYPE(instance) == IS_OBJECT) {
		result = is_connected(Z_OBJ(instance)) && !is_atomic(Z_OBJ(instance));
	}
	zval_ptr_dtor(&instance);
	return result;
}

/* Asked about an array that the main flow has used before the first async call. */
static async_keep_t array_keeps_already(zend_object *array)
{
	async_keep_t result = ASYNC_KEEP_NOT;
	zval hosts;
	zval *host;

	call_method(array, "_hosts", &hosts);
	if (Z_TYPE(hosts) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL(hosts), host) {
			if (is_in_transaction(array, host)) {
				result = ASYNC_KEEP_FOR_RESULT;
			}
		} ZEND_HASH_FOREACH_END();
	}
	zval_ptr_dtor(&hosts);
	return result;
}

static async_keep_t array_keeps(const void *connection, const async_owner_t *owner)
{
	if (owner == NULL) {
		return array_keeps_already((zend_object *) connection);
	}
	return UNEXPECTED(owner->detail) ? ASYNC_KEEP_FOR_RESULT : ASYNC_KEEP_NOT;
}

static void array_finish(const void *connection, bool is_wanted)
{
	zval result;

	(void) is_wanted;
	call_method((zend_object *) connection, "discard", &result);
	zval_ptr_dtor(&result);
	if (EG(exception) && !zend_is_unwind_exit(EG(exception))) {
		zend_clear_exception();
	}
}

static void array_has_ended(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	owner->detail = 0;
}

static const async_client_t array_client = {
	.name = "RedisArray", .keeps = array_keeps, .adopted_detail = HAS_MODE, .finish = array_finish,
};
static const async_guard_kind_t array_any = { .client = &array_client, .find = async_guard_find_this };
static const async_guard_kind_t array_beginning = {
	.client = &array_client,
	.find = async_guard_find_this,
	.after = has_begun,
};
static const async_guard_kind_t array_ending = {
	.client = &array_client,
	.find = async_guard_find_this,
	.after = array_has_ended,
};

static const async_guard_row_t array_methods[] = {
	{ "__construct", NULL },
	{ "_distributor", NULL },
	{ "_function", NULL },
	{ "_hosts", NULL },
	{ "_instance", NULL },
	{ "multi", &array_beginning },
	{ "exec", &array_ending },
	{ "discard", &array_ending },
	{ "unwatch", &array_ending },
	{ "", &array_any },
	{ NULL, NULL }
};

/* ---- locks of sessions ---- */

static int (*original_gethostname)(char *name, size_t size);

/* phpredis marks the lock of a session with the name of the host and the number of the process. When the lock has
 * expired, another session may have it, which an isolation would take for its own. So each has a mark of its own. */
static int hooked_gethostname(char *name, size_t size)
{
	const async_isolation_t *isolation = async_isolation_of_session();
	const int result = original_gethostname(name, size);
	char mark[2 + 2 * sizeof(isolation) + 1];
	size_t length;

	if (result == 0 && isolation) {
		length = (size_t) snprintf(mark, sizeof(mark), "/%zx", (size_t) isolation);
		if (size > length) {
			memcpy(name + MIN(strnlen(name, size), size - length - 1), mark, length + 1);
		}
	}
	return result;
}

static async_import_hook_t session_hooks[] = {
	ASYNC_HOOK(gethostname),
};
/* phpredis waits in poll(). */
static ASYNC_HOOK_TABLE(redis_session, "poll", session_hooks);

/* ---- objects ---- */

static const void *connection_of(zend_object *object)
{
	return object;
}

static async_guarded_objects_t connections = {
	.class_name = "redis", .connection = connection_of, .client = &client, .is_connection = true,
};
static async_guarded_objects_t clusters = {
	.class_name = "rediscluster", .connection = connection_of, .client = &client, .is_connection = true,
};

static async_guarded_objects_t arrays = {
	.class_name = "redisarray", .connection = connection_of, .client = &array_client, .is_connection = true,
};

/* phpredis fills the tables of its classes anew for each object: the replacements are put in again. */
static zend_object *(*make_connection)(zend_class_entry *ce);
static zend_object *(*make_cluster)(zend_class_entry *ce);
static zend_object *(*make_array)(zend_class_entry *ce);

static zend_object *create_connection(zend_class_entry *ce)
{
	zend_object *object = make_connection(ce);

	async_guard_objects_again(&connections);
	return object;
}

static zend_object *create_cluster(zend_class_entry *ce)
{
	zend_object *object = make_cluster(ce);

	async_guard_objects_again(&clusters);
	return object;
}

static zend_object *create_array(zend_class_entry *ce)
{
	zend_object *object = make_array(ce);

	async_guard_objects_again(&arrays);
	return object;
}

/* Done at start-up: classes that inherit copy create_object. */
static void wrap_create(const char *class_name, zend_object *(*create)(zend_class_entry *),
	zend_object *(**original)(zend_class_entry *))
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), class_name, strlen(class_name));

	if (ce && ce->create_object && ce->create_object != create) {
		*original = ce->create_object;
		ce->create_object = create;
	}
}

static bool startup(void)
{
	wrap_create("redis", create_connection, &make_connection);
	wrap_create("rediscluster", create_cluster, &make_cluster);
	wrap_create("redisarray", create_array, &make_array);
	return true;
}

const async_library_t async_redis_library = {
	.extension = "redis",
	.startup = startup,
	.hooks = { &async_redis_session_hooks },
	.tables = {
		{ "redis", methods },
		{ "rediscluster", methods },
		{ "redissentinel", methods },
		{ "redisarray", array_methods },
	},
	.objects = { &connections, &clusters, &arrays },
};

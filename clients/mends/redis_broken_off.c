/*
 * Mend: transactions and pipelines of phpredis after a call that was broken off, because the connection was lost or the
 * wait was cancelled.
 *
 * The queue: for each command after multi() phpredis notes how to read its answer. When the transaction is broken off,
 * the mode is that of single commands again, but the notes stay. The exec() of the next transaction then reads answers
 * to the commands of both: it waits for answers that never come, for ever as a rule, or throws. pipeline() and then
 * discard() empty the queue without a word to the server.
 *
 * The connection: after some calls (blPop(), rawCommand()) phpredis does not know yet that it is lost. A pipeline finds
 * that out when it sends its commands, connects anew, forgets that it is a pipeline, and gives the last answer instead
 * of a list of all. ping() finds it out before.
 *
 * Upstream: phpredis; seen in 5.3.7. The state of later versions was not checked, so no version switches the mend off:
 * it acts only after a call has failed. Outside of coroutines phpredis is left as it is.
 */
#include "clients/mends/redis_broken_off.h"

#include "clients/library.h"

static zend_ulong key_of(const void *connection)
{
	return (zend_ulong) (uintptr_t) connection;
}

/* The note is for the next transaction of this object. When the object is gone, another one may have its address: the
 * mend does no harm to that one. */
void async_redis_broken_off(const void *connection)
{
	HashTable *objects = ASYNC_CLIENTS_G(redis_broken_off);
	zval nothing;

	ZEND_ASSERT(connection != NULL && "the object of phpredis");
	if (objects == NULL) {
		ALLOC_HASHTABLE(objects);
		zend_hash_init(objects, 8, NULL, NULL, false);
		ASYNC_CLIENTS_G(redis_broken_off) = objects;
	}
	ZVAL_NULL(&nothing);
	zend_hash_index_update(objects, key_of(connection), &nothing);
}

/* Call the method of the extension, not that of a subclass. False: there is no such method, or it has thrown. The
 * caller destroys *result in any case. */
static bool call(zend_object *object, const char *name, zval *result)
{
	const zend_class_entry *class = object->ce;
	zend_function *function;

	ZVAL_UNDEF(result);
	while (class->type == ZEND_USER_CLASS && class->parent) {
		class = class->parent;
	}
	function = zend_hash_str_find_ptr(&class->function_table, name, strlen(name));
	if (function == NULL) {
		return false;
	}
	zend_call_known_instance_method_with_0_params(function, object, result);
	return EG(exception) == NULL;
}

static bool run(zend_object *object, const char *name)
{
	zval ignored;
	const bool done = call(object, name, &ignored);

	zval_ptr_dtor(&ignored);
	return done;
}

/* Does the object wait for commands of a transaction or pipeline that goes on? discard() would end it. */
static bool has_mode(zend_object *object)
{
	zval mode;
	const bool is_set = call(object, "getmode", &mode) && Z_TYPE(mode) == IS_LONG && Z_LVAL(mode) != 0;

	zval_ptr_dtor(&mode);
	return is_set;
}

void async_redis_mend_broken_off(const void *connection)
{
	zend_object *const object = (zend_object *) connection;
	HashTable *objects = ASYNC_CLIENTS_G(redis_broken_off);

	if (EXPECTED(objects == NULL) || zend_hash_index_del(objects, key_of(connection)) == FAILURE) {
		return;
	}
	if (!has_mode(object) && EG(exception) == NULL) {
		/* A cluster has no pipelines. */
		(void) (run(object, "pipeline") && run(object, "discard") && run(object, "ping"));
	}
	if (EG(exception)) {
		async_redis_broken_off(connection);
	}
}

static void request_over(void)
{
	if (ASYNC_CLIENTS_G(redis_broken_off)) {
		zend_hash_destroy(ASYNC_CLIENTS_G(redis_broken_off));
		FREE_HASHTABLE(ASYNC_CLIENTS_G(redis_broken_off));
		ASYNC_CLIENTS_G(redis_broken_off) = NULL;
	}
}

const async_library_t async_redis_broken_off_mend = { .extension = "redis", .request_over = request_over };

/*
 * What PooledPDO and PDO objects with the option async.pool have in common: the connection of a caller, calls of PDO's
 * methods on it, and the arguments of its constructor.
 */
#include "pool/pooled_pdo.h"

#define ATTR_PERSISTENT 12

/* ---- methods of PDO ---- */

async_place_t *async_pdo_find_place(const async_pool_t *pool, const void *borrower)
{
	for (const async_ring_t *at = pool->busy.prev; at != &pool->busy; at = at->prev) {
		async_place_t *place = (async_place_t *) at;
		if (place->holder.coroutine == ASYNC_G(current) && place->borrower == borrower
			&& place->state == ASYNC_PLACE_LENT) {
			return place;
		}
	}
	return NULL;
}

async_pdo_method_t async_pdo_method_of(const zend_string *name)
{
	static const struct {
		const char *name;
		async_pdo_method_t method;
	} known[] = {
		{ "setattribute", ASYNC_PDO_SETS_ATTRIBUTE },
		{ "intransaction", ASYNC_PDO_ASKS_STATE },
		{ "errorcode", ASYNC_PDO_ASKS_CODE },
		{ "errorinfo", ASYNC_PDO_ASKS_ERROR },
		{ "getattribute", ASYNC_PDO_LEAVES_SESSION },
		{ "quote", ASYNC_PDO_LEAVES_SESSION },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (zend_string_equals_cstr(name, known[i].name, strlen(known[i].name))) {
			return known[i].method;
		}
	}
	return ASYNC_PDO_USES;
}

bool async_pdo_answer_as_new(async_pdo_method_t method, zval *return_value)
{
	switch (method) {
		case ASYNC_PDO_ASKS_STATE:
			RETVAL_FALSE;
			return true;
		case ASYNC_PDO_ASKS_CODE:
			RETVAL_NULL();
			return true;
		case ASYNC_PDO_ASKS_ERROR:
			array_init_size(return_value, 3);
			add_next_index_str(return_value, ZSTR_EMPTY_ALLOC());
			add_next_index_null(return_value);
			add_next_index_null(return_value);
			return true;
		default:
			return false;
	}
}

void async_pdo_call(async_place_t *place, zend_function *function, zif_handler handler, INTERNAL_FUNCTION_PARAMETERS)
{
	zend_object *self = Z_OBJ(EX(This));
	zend_function *own = EX(func);
	zend_object *connection = Z_OBJ(place->value);
	const async_lending_t lending = async_pool_lending_of(place);
	async_pool_t *pool = place->pool;

	ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && "the connection is lent to the caller");
	GC_ADDREF(connection);
	GC_ADDREF(&pool->std);
	Z_OBJ(EX(This)) = connection;
	EX(func) = function;
	handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	EX(func) = own;
	Z_OBJ(EX(This)) = self;
	if (UNEXPECTED(EG(exception) != NULL) && instanceof_function(EG(exception)->ce, async_ce_pdo_exception)) {
		place = async_pool_find_lending(pool, lending);
		if (EXPECTED(place != NULL)) {
			/* The connection may be broken: check it before the next coroutine gets it. */
			place->checked = 0;
		}
	}
	OBJ_RELEASE(connection);
	OBJ_RELEASE(&pool->std);
}

/* ---- arguments of PDO's constructor ---- */

bool async_pdo_refuse_persistent(HashTable *options)
{
	const zval *persistent = options ? zend_hash_index_find(options, ATTR_PERSISTENT) : NULL;

	if (persistent == NULL || !zend_is_true((zval *) persistent)) {
		return false;
	}
	zend_argument_value_error(4, "must not ask for persistent connections: several objects would share one");
	return true;
}

void async_pdo_pool_init(async_pool_t *pool, zend_class_entry *ce, zend_string *dsn, zend_string *username,
	zend_string *password, HashTable *options)
{
	zval *arguments = &pool->arguments;

	ZEND_ASSERT(ce->type == ZEND_INTERNAL_CLASS && "connections have no PHP code of their own");
	pool->ops = &async_pdo_pool_ops;
	pool->connection_ce = ce;
	pool->lock.is_connection = true;
	array_init_size(arguments, 4);
	add_next_index_str(arguments, zend_string_copy(dsn));
	if (username) {
		add_next_index_str(arguments, zend_string_copy(username));
	} else {
		add_next_index_null(arguments);
	}
	if (password) {
		add_next_index_str(arguments, zend_string_copy(password));
	} else {
		add_next_index_null(arguments);
	}
	if (options) {
		zval copy;
		ZVAL_ARR(&copy, zend_array_dup(options));
		/* The option is not for the connections themselves. */
		zend_hash_str_del(Z_ARRVAL(copy), ZEND_STRL(ASYNC_PDO_OPTION));
		add_next_index_zval(arguments, &copy);
	} else {
		add_next_index_null(arguments);
	}
}

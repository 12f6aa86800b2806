/*
 * Async\PooledPDO: one PDO object for many coroutines, each with its own connection from a pool.
 *
 * The class extends PDO and inherits all its methods. One handler serves them all: it calls PDO's own method in the
 * same frame, with the connection of the current coroutine as $this. The object itself is a PDO that was never
 * connected; a call that does not come through the handler fails with PDO's own message for that.
 */
#include "pool/pooled_pdo.h"

#include "engine/handlers.h"

#include "zend_attributes.h"
#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/pooled_pdo_arginfo.h"

#define METHODS_MAX 32

zend_class_entry *async_ce_pdo;
zend_class_entry *async_ce_pdo_exception;
zend_class_entry *async_ce_pooled_pdo;
static zend_object_handlers pooled_pdo_handlers;
static zend_object *(*create_pdo)(zend_class_entry *ce);
static zend_function *(*get_pdo_method)(zend_object **object, zend_string *name, const zval *key);

/* PDO's own methods. A copy in our class has the same function_name pointer, which finds the original. Written at
 * start-up, read only afterwards. */
static zend_function *stock_methods[METHODS_MAX];
static uint32_t stock_count;
static async_pdo_method_t stock_kinds[METHODS_MAX];

/* The pool of a PooledPDO, borrowed; NULL: it was not constructed. */
static async_pool_t *pool_of(zend_object *object)
{
	const zval *pool = OBJ_PROP_NUM(object, 0);
	return EXPECTED(Z_TYPE_P(pool) == IS_OBJECT) ? async_pool_from_obj(Z_OBJ_P(pool)) : NULL;
}

static async_place_t *find_connection(const async_pool_t *pool)
{
	return async_pdo_find_place(pool, NULL);
}

/* The same; if no place is lent to it, acquire one. NULL after an exception. */
static async_place_t *connection_of_caller(zend_object *object)
{
	async_pool_t *pool = pool_of(object);
	async_place_t *place;

	if (UNEXPECTED(pool == NULL)) {
		zend_throw_error(NULL, "%s object is not initialized, constructor was not called",
			ZSTR_VAL(object->ce->name));
		return NULL;
	}
	place = find_connection(pool);
	return EXPECTED(place != NULL) ? place : async_pool_acquire(pool, NULL, true);
}

/* ---- methods of PDO ---- */

static uint32_t number_of_method(const zend_function *copy)
{
	for (uint32_t i = 0; i < stock_count; i++) {
		if (stock_methods[i]->common.function_name == copy->common.function_name) {
			return i;
		}
	}
	ZEND_UNREACHABLE();
}

static ZEND_FUNCTION(forward)
{
	const uint32_t number = number_of_method(EX(func));
	zend_function *stock = stock_methods[number];
	const async_pool_t *pool = pool_of(Z_OBJ(EX(This)));
	async_place_t *place;

	if (pool && find_connection(pool) == NULL && ZEND_NUM_ARGS() == 0
		&& async_pdo_answer_as_new(stock_kinds[number], return_value)) {
		return;
	}
	place = connection_of_caller(Z_OBJ(EX(This)));
	if (UNEXPECTED(place == NULL)) {
		RETURN_THROWS();
	}
	if (UNEXPECTED(stock_kinds[number] == ASYNC_PDO_SETS_ATTRIBUTE) && ZEND_NUM_ARGS() > 0
		&& Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) == IS_LONG) {
		async_pdo_note_attribute(place, Z_LVAL_P(ZEND_CALL_ARG(execute_data, 1)));
	}
	async_pdo_call(place, stock, stock->internal_function.handler, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* PDO does not know the methods of its drivers: look them up in the connection of the caller. */
static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_object *const pooled = *object;
	zend_function *function = get_pdo_method(object, name, key);
	async_place_t *place;

	if (EXPECTED(function != NULL) || EG(exception) || pool_of(pooled) == NULL) {
		return function;
	}
	place = connection_of_caller(pooled);
	if (UNEXPECTED(place == NULL)) {
		return NULL;
	}
	*object = Z_OBJ(place->value);
	function = (*object)->handlers->get_method(object, name, NULL);
	if (UNEXPECTED(function == NULL)) {
		/* The engine's message names the class of *object: with and without the JIT it must be ours. */
		*object = pooled;
	}
	return function;
}

/* ---- class ---- */

static bool are_handlers_made;

static void make_handlers(void *handlers_of_pdo)
{
	memcpy(&pooled_pdo_handlers, handlers_of_pdo, sizeof(pooled_pdo_handlers));
	get_pdo_method = pooled_pdo_handlers.get_method;
	pooled_pdo_handlers.get_method = get_method;
	pooled_pdo_handlers.clone_obj = NULL;
}

static zend_object *pooled_pdo_create(zend_class_entry *ce)
{
	zend_object *object = create_pdo(ce);

	async_table_once(&are_handlers_made, make_handlers, (void *) (uintptr_t) object->handlers);
	object->handlers = &pooled_pdo_handlers;
	return object;
}

/* Set the handler of every method that the class has inherited from PDO. This happens at start-up, after all other
 * extensions have replaced handlers of PDO's methods: those are called, too, with the connection as $this. */
static ASYNC_ALWAYS_RUNS void take_methods_over(void)
{
	zend_function *method;
	zend_string *name;

	stock_count = 0;
	if (async_ce_pooled_pdo == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_PTR(&async_ce_pooled_pdo->function_table, name, method) {
		zend_function *stock = zend_hash_find_ptr(&async_ce_pdo->function_table, name);

		if (stock == NULL || method->common.scope == async_ce_pooled_pdo || stock_count == METHODS_MAX
			|| (method->common.fn_flags & ZEND_ACC_STATIC) || method->type != ZEND_INTERNAL_FUNCTION) {
			continue;
		}
		ZEND_ASSERT(method != stock && "an internal class has its own copies of what it inherits");
		stock_kinds[stock_count] = async_pdo_method_of(name);
		stock_methods[stock_count++] = stock;
		method->internal_function.handler = ZEND_FN(forward);
	} ZEND_HASH_FOREACH_END();
}

static ASYNC_REGISTERS void register_class(void)
{
	async_ce_pdo = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdo"));
	async_ce_pdo_exception = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdoexception"));
	if (async_ce_pdo == NULL || async_ce_pdo_exception == NULL || async_ce_pdo->type != ZEND_INTERNAL_CLASS) {
		async_ce_pdo = NULL;
		return;
	}
	async_ce_pooled_pdo = register_class_Async_PooledPDO(async_ce_pdo);
	create_pdo = async_ce_pdo->create_object;
	async_ce_pooled_pdo->create_object = pooled_pdo_create;
}

const async_part_t async_pooled_pdo_part = { .startup = register_class, .all_loaded = take_methods_over };

/* ---- its own methods ---- */

static bool refuse_second_pool(HashTable *options)
{
	if (EXPECTED(options == NULL || async_plain_pdo_option(options) == NULL)) {
		return false;
	}
	zend_argument_value_error(4, "must not ask for a pool: Async\\PooledPDO has one");
	return true;
}

ZEND_METHOD(Async_PooledPDO, __construct)
{
	zend_string *dsn;
	zend_string *username = NULL;
	zend_string *password = NULL;
	HashTable *options = NULL;
	zend_fcall_info fci = empty_fcall_info;
	zend_fcall_info_cache fcc = empty_fcall_info_cache;
	zend_fcall_info prepare_fci = empty_fcall_info;
	zend_fcall_info_cache prepare_fcc = empty_fcall_info_cache;
	async_pool_limits_t limits = { .max = 10, .check_ms = 1000 };
	async_pool_care_t care = { .retry_ms = 1000 };
	async_pool_t *pool;
	zval value;

	ZEND_PARSE_PARAMETERS_START(1, 16)
		Z_PARAM_STR(dsn)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(username)
		Z_PARAM_STR_OR_NULL(password)
		Z_PARAM_ARRAY_HT_OR_NULL(options)
		Z_PARAM_FUNC_OR_NULL(fci, fcc)
		Z_PARAM_LONG(limits.min)
		Z_PARAM_LONG(limits.max)
		Z_PARAM_LONG(limits.idle_ms)
		Z_PARAM_LONG(limits.lifetime_ms)
		Z_PARAM_LONG(limits.uses)
		Z_PARAM_LONG(limits.check_ms)
		Z_PARAM_FUNC_OR_NULL(prepare_fci, prepare_fcc)
		Z_PARAM_LONG(care.health_ms)
		Z_PARAM_BOOL(care.resets_in_background)
		Z_PARAM_LONG(care.max_failures)
		Z_PARAM_LONG(care.retry_ms)
	ZEND_PARSE_PARAMETERS_END();
	if (pool_of(Z_OBJ_P(ZEND_THIS))) {
		async_throw("Async\\PooledPDO is constructed once");
		RETURN_THROWS();
	}
	if (async_pdo_refuse_persistent(options) || refuse_second_pool(options) || !async_pool_check_care(&care, 13)) {
		RETURN_THROWS();
	}
	object_init_ex(&value, async_ce_pool);
	pool = async_pool_from_obj(Z_OBJ(value));
	if (!async_pool_set_limits(pool, &limits, 6)) {
		zval_ptr_dtor(&value);
		RETURN_THROWS();
	}
	async_pool_set_care(pool, &care);
	pool->lock.name = ZSTR_VAL(async_ce_pooled_pdo->name);
	if (ZEND_FCI_INITIALIZED(fci)) {
		async_callable_keep(&pool->reset, &fci, &fcc);
	}
	if (ZEND_FCI_INITIALIZED(prepare_fci)) {
		async_callable_keep(&pool->prepare, &prepare_fci, &prepare_fcc);
	}
	async_pdo_pool_init(pool, async_ce_pdo, dsn, username, password, options);
	ZVAL_COPY_VALUE(OBJ_PROP_NUM(Z_OBJ_P(ZEND_THIS), 0), &value);
	async_pool_fill(pool);
}

/* pool: NULL: there is none */
static void release_connection(async_pool_t *pool)
{
	async_place_t *place = pool ? find_connection(pool) : NULL;

	if (place) {
		async_pool_release(pool, place, false);
	}
}

ZEND_METHOD(Async_PooledPDO, release)
{
	ZEND_PARSE_PARAMETERS_NONE();
	release_connection(pool_of(Z_OBJ_P(ZEND_THIS)));
}

ZEND_METHOD(Async_PooledPDO, getPool)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (UNEXPECTED(pool_of(Z_OBJ_P(ZEND_THIS)) == NULL)) {
		zend_throw_error(NULL, "Async\\PooledPDO object is not initialized, constructor was not called");
		RETURN_THROWS();
	}
	RETURN_COPY(OBJ_PROP_NUM(Z_OBJ_P(ZEND_THIS), 0));
}

/* ---- for PDO objects with the option async.pool ---- */

ZEND_METHOD(Async_PooledPDO, poolOf)
{
	zend_object *connection;
	async_pool_t *pool;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(connection, async_ce_pdo)
	ZEND_PARSE_PARAMETERS_END();
	pool = connection->ce == async_ce_pooled_pdo ? pool_of(connection) : async_plain_pdo_pool(connection);
	if (pool) {
		RETURN_OBJ_COPY(&pool->std);
	}
}

ZEND_METHOD(Async_PooledPDO, releaseOf)
{
	zend_object *connection;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(connection, async_ce_pdo)
	ZEND_PARSE_PARAMETERS_END();
	if (connection->ce == async_ce_pooled_pdo) {
		release_connection(pool_of(connection));
	} else {
		async_plain_pdo_release(connection);
	}
}

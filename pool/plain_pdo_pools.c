/*
 * The pools of PDO objects with the option async.pool: the settings in the option, and the pools that objects share by
 * their name.
 */
#include "pool/pooled_pdo.h"

#include "engine/abandoned_frames.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

typedef struct {
	async_pool_limits_t limits;
	async_pool_care_t care;
	zval *on_connect;       /* borrowed; NULL: none; the same for the others */
	zval *reset;
	zend_string *name;
} settings_t;

zval *async_plain_pdo_option(HashTable *options)
{
	zval *option = zend_hash_str_find_deref(options, ZEND_STRL(ASYNC_PDO_OPTION));

	/* An empty array is an array of settings: all have their defaults. */
	return option && (Z_TYPE_P(option) == IS_ARRAY || zend_is_true(option)) ? option : NULL;
}

/* ---- settings ---- */

static bool refuse(const char *key, const char *what)
{
	zend_argument_value_error(4, "must have %s in \"" ASYNC_PDO_OPTION "\" for \"%s\"", what, key);
	return false;
}

/* Settings often come from text, so the text of a number is one. */
static bool read_number(const char *key, zval *value, zend_long least, zend_long *number)
{
	if (Z_TYPE_P(value) == IS_LONG) {
		*number = Z_LVAL_P(value);
	} else if (Z_TYPE_P(value) != IS_STRING
		|| is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), number, NULL, false) != IS_LONG) {
		return refuse(key, "a whole number");
	}
	return *number >= least || refuse(key, least ? "a number greater than 0" : "a number that is not negative");
}

static bool read_callable(const char *key, zval *value, zval **callable)
{
	if (Z_TYPE_P(value) == IS_NULL) {
		return true;
	}
	*callable = value;
	return zend_is_callable(value, 0, NULL) || refuse(key, "a callable or null");
}

static bool read_name(const char *key, zval *value, zend_string **name)
{
	if (Z_TYPE_P(value) == IS_NULL) {
		return true;
	}
	if (Z_TYPE_P(value) != IS_STRING) {
		return refuse(key, "a string or null");
	}
	*name = Z_STR_P(value);
	return true;
}

static bool read_setting(settings_t *settings, const zend_string *key, zval *value)
{
	async_pool_limits_t *limits = &settings->limits;
	async_pool_care_t *care = &settings->care;
	const struct {
		const char *key;
		zend_long least;
		zend_long *number;
	} numbers[] = {
		{ "min", 0, &limits->min },
		{ "max", 1, &limits->max },
		{ "idleTimeout", 0, &limits->idle_ms },
		{ "maxLifetime", 0, &limits->lifetime_ms },
		{ "maxUses", 0, &limits->uses },
		{ "checkInterval", 0, &limits->check_ms },
		{ "healthInterval", 0, &care->health_ms },
		{ "maxFailures", 0, &care->max_failures },
		{ "retryAfter", 0, &care->retry_ms },
	};

	for (size_t i = 0; key && i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (zend_string_equals_cstr(key, numbers[i].key, strlen(numbers[i].key))) {
			return read_number(numbers[i].key, value, numbers[i].least, numbers[i].number);
		}
	}
	if (key && zend_string_equals_literal(key, "backgroundReset")) {
		care->resets_in_background = zend_is_true(value);
		return true;
	}
	if (key && zend_string_equals_literal(key, "onConnect")) {
		return read_callable("onConnect", value, &settings->on_connect);
	}
	if (key && zend_string_equals_literal(key, "reset")) {
		return read_callable("reset", value, &settings->reset);
	}
	if (key && zend_string_equals_literal(key, "name")) {
		return read_name("name", value, &settings->name);
	}
	zend_argument_value_error(4, "must have keys in \"" ASYNC_PDO_OPTION "\" that are settings of a pool, \"%s\" given",
		key ? ZSTR_VAL(key) : "a number");
	return false;
}

/* A maximum; true: the defaults; or an array. False: with a ValueError. */
static bool read_settings(settings_t *settings, zval *option)
{
	zend_string *key;
	zval *value;

	*settings = (settings_t) { .limits = { .max = 10, .check_ms = 1000 }, .care = { .retry_ms = 1000 } };
	if (Z_TYPE_P(option) == IS_TRUE) {
		return true;
	}
	if (Z_TYPE_P(option) != IS_ARRAY) {
		return read_number("max", option, 1, &settings->limits.max);
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL(Z_ARRVAL_P(option), key, value) {
		ZVAL_DEREF(value);
		if (!read_setting(settings, key, value)) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return settings->limits.min <= settings->limits.max || refuse("min", "a number that is not greater than \"max\"");
}

/* ---- a pool ---- */

static void set_callable(zval *kept, zval *given)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	if (given
		&& zend_fcall_info_init(given, IS_CALLABLE_SUPPRESS_DEPRECATIONS, &fci, &fcc, NULL, NULL) == SUCCESS) {
		zend_release_fcall_info_cache(&fcc);
		async_callable_keep(kept, &fci, &fcc);
	}
}

/* Without a connection yet. */
static async_pool_t *new_pool(zend_class_entry *ce, const async_pdo_arguments_t *arguments, const settings_t *settings)
{
	async_pool_t *pool;
	zval value;

	object_init_ex(&value, async_ce_pool);
	pool = async_pool_from_obj(Z_OBJ(value));
	async_pool_set_limits(pool, &settings->limits, 4);
	async_pool_set_care(pool, &settings->care);
	async_pdo_pool_init(pool, ce, arguments->dsn, arguments->username, arguments->password, arguments->options);
	pool->lock.name = ZSTR_VAL(async_ce_pdo->name);
	set_callable(&pool->prepare, settings->on_connect);
	set_callable(&pool->reset, settings->reset);
	return pool;
}

/* As PDO's constructor does, it connects once, so that a wrong data source or password is noticed at once. NULL after
 * an exception. */
static async_pool_t *own_pool(zend_class_entry *ce, const async_pdo_arguments_t *arguments, const settings_t *settings)
{
	async_pool_t *pool = new_pool(ce, arguments, settings);

	pool->min = MAX(settings->limits.min, 1);
	async_pool_fill(pool);
	pool->min = settings->limits.min;
	if (UNEXPECTED(EG(exception) != NULL)) {
		OBJ_RELEASE(&pool->std);
		return NULL;
	}
	return pool;
}

/* ---- names ---- */

static void append_part(smart_str *key, const zend_string *part)
{
	if (part) {
		smart_str_append(key, part);
	}
	smart_str_appendc(key, '\0');
}

static zend_string *key_of(const zend_class_entry *ce, const async_pdo_arguments_t *arguments,
	const settings_t *settings)
{
	smart_str key = {0};

	append_part(&key, ce->name);
	append_part(&key, settings->name);
	append_part(&key, arguments->dsn);
	append_part(&key, arguments->username);
	append_part(&key, arguments->password);
	return smart_str_extract(&key);
}

/* NULL: there is none that can be used. */
static async_pool_t *find_named(const zend_string *key)
{
	const zval *known = ASYNC_MODULE_G(named_pdo_pools)
		? zend_hash_find(ASYNC_MODULE_G(named_pdo_pools), (zend_string *) key) : NULL;
	async_pool_t *pool = known ? async_pool_from_obj(Z_OBJ_P(known)) : NULL;

	return pool && !pool->closed ? pool : NULL;
}

static void set_named(zend_string *key, async_pool_t *pool)
{
	zval value;

	if (ASYNC_MODULE_G(named_pdo_pools) == NULL) {
		ALLOC_HASHTABLE(ASYNC_MODULE_G(named_pdo_pools));
		zend_hash_init(ASYNC_MODULE_G(named_pdo_pools), 1, NULL, ZVAL_PTR_DTOR, false);
	}
	pool->is_named = true;
	ZVAL_OBJ_COPY(&value, &pool->std);
	zend_hash_update(ASYNC_MODULE_G(named_pdo_pools), key, &value);
}

/* A pool that could not connect keeps its name only for objects that still try: the next one may have other
 * settings. */
static void forget_named(zend_string *key, const async_pool_t *pool)
{
	HashTable *names = ASYNC_MODULE_G(named_pdo_pools);
	const zval *known = names ? zend_hash_find(names, key) : NULL;

	if (known && Z_OBJ_P(known) == &pool->std && pool->count == 0 && pool->lock.waiters.head == NULL) {
		zend_hash_del(names, key);
	}
}

/* For an object whose pool has had no connection yet. It borrows one for a moment: many objects that are made at once
 * stay within the limit of the pool. False after an exception. */
static bool connect_once(async_pool_t *pool)
{
	async_place_t *place = async_pool_acquire(pool, NULL, true);

	if (UNEXPECTED(place == NULL)) {
		return false;
	}
	pool->has_connected = true;
	async_pool_return_unchanged(pool, place);
	async_pool_fill(pool);
	return EXPECTED(!EG(exception));
}

static async_pool_t *named_pool(zend_class_entry *ce, const async_pdo_arguments_t *arguments,
	const settings_t *settings)
{
	zend_string *key = key_of(ce, arguments, settings);
	async_pool_t *pool = find_named(key);

	if (pool) {
		GC_ADDREF(&pool->std);
	} else {
		pool = new_pool(ce, arguments, settings);
		set_named(key, pool);
	}
	if (UNEXPECTED(!pool->has_connected) && UNEXPECTED(!connect_once(pool))) {
		forget_named(key, pool);
		OBJ_RELEASE(&pool->std);
		pool = NULL;
	}
	zend_string_release(key);
	return pool;
}

async_pool_t *async_plain_pdo_make_pool(zend_class_entry *ce, const async_pdo_arguments_t *arguments, zval *option)
{
	settings_t settings;

	if (!read_settings(&settings, option)) {
		return NULL;
	}
	return settings.name ? named_pool(ce, arguments, &settings) : own_pool(ce, arguments, &settings);
}

void async_plain_pdo_forget_names(void)
{
	HashTable *names = ASYNC_MODULE_G(named_pdo_pools);

	if (names) {
		ASYNC_MODULE_G(named_pdo_pools) = NULL;
		zend_hash_destroy(names);
		FREE_HASHTABLE(names);
	}
}

/* ---- in a forked child ---- */

/* Closing the connection would tell the server so, on the socket of the parent. */
static void keep_connection(zval *connection)
{
	async_abandoned_frames_keep_object(Z_OBJ_P(connection));
}

void async_plain_pdo_after_fork(void)
{
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object) && object->ce == async_ce_pool
			&& async_pool_from_obj(object)->ops == &async_pdo_pool_ops) {
			async_pool_leave_to_parent(async_pool_from_obj(object), keep_connection);
		}
	}
}

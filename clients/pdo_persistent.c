/*
 * PDO: persistent connections. All callers with the same data source, user and password share one. One coroutine at a
 * time opens it, or finds whether it is alive.
 */
#include "clients/pdo.h"

#include "clients/opening.h"

#ifdef ASYNC_COMPAT_HAS_PDO

/* ---- which connection ---- */

/* An argument as PDO takes it: "" for null, text for numbers. Objects are left out: their conversion runs PHP code. */
static zend_string *text_of(zend_execute_data *call, uint32_t number)
{
	zval *value = ZEND_CALL_NUM_ARGS(call) >= number ? ZEND_CALL_ARG(call, number) : NULL;

	if (value) {
		ZVAL_DEREF(value);
	}
	return value && Z_TYPE_P(value) != IS_ARRAY && Z_TYPE_P(value) != IS_OBJECT
		? zval_get_string(value) : ZSTR_EMPTY_ALLOC();
}

/* The value of ATTR_PERSISTENT; NULL: the connection is not persistent. */
static const zval *persistence(zend_execute_data *call)
{
	const zval *options = ZEND_CALL_NUM_ARGS(call) > 3 ? ZEND_CALL_ARG(call, 4) : NULL;
	const zval *value = NULL;

	if (options) {
		ZVAL_DEREF(options);
		value = Z_TYPE_P(options) == IS_ARRAY
			? zend_hash_index_find_deref(Z_ARRVAL_P(options), PDO_ATTR_PERSISTENT) : NULL;
	}
	return value && zend_is_true((zval *) value) ? value : NULL;
}

/* A source without a colon is the name of a setting in php.ini. */
static const char *source_of(const char *source)
{
	char name[512];
	char *alias = NULL;

	if (strchr(source, ':') == NULL) {
		snprintf(name, sizeof(name), "pdo.dsn.%s", source);
		cfg_get_string(name, &alias);
	}
	return alias ? alias : source;
}

/* The key under which PDO keeps the connection. */
static zend_string *key_of(zend_execute_data *call, const zval *persistent)
{
	const bool is_named = Z_TYPE_P(persistent) == IS_STRING
		&& !is_numeric_string(Z_STRVAL_P(persistent), Z_STRLEN_P(persistent), NULL, NULL, 0);
	zend_string *source = text_of(call, 1);
	zend_string *user = text_of(call, 2);
	zend_string *password = text_of(call, 3);
	zend_string *key = zend_strpprintf(0, "PDO:DBH:DSN=%s:%s:%s%s%s", source_of(ZSTR_VAL(source)), ZSTR_VAL(user),
		ZSTR_VAL(password), is_named ? ":" : "", is_named ? Z_STRVAL_P(persistent) : "");

	zend_string_release(source);
	zend_string_release(user);
	zend_string_release(password);
	return key;
}

static const void *find_persistent(zend_execute_data *call, const zval *persistent, zend_object **handle)
{
	const void *connection = async_open_or_opening(key_of(call, persistent));

	if (Z_TYPE(call->This) == IS_OBJECT && php_pdo_dbh_fetch_inner(Z_OBJ(call->This)) == connection) {
		*handle = Z_OBJ(call->This);
	}
	return connection;
}

static const void *find(zend_execute_data *call, zend_object **handle)
{
	const zval *persistent = persistence(call);

	if (UNEXPECTED(persistent != NULL)) {
		return find_persistent(call, persistent, handle);
	}
	if (Z_TYPE(call->This) != IS_OBJECT) {
		return NULL;
	}
	*handle = Z_OBJ(call->This);
	return php_pdo_dbh_fetch_inner(*handle);
}

/* ---- alive or dead ---- */

/* The methods of a driver, and a copy without check_liveness(). Shared by all threads. */
typedef struct {
	const struct pdo_dbh_methods *original;     /* NULL: the place is free */
	struct pdo_dbh_methods unchecked;
} methods_t;

#define DRIVERS_MAX 4

static methods_t known_methods[DRIVERS_MAX];
#ifdef ZTS
static MUTEX_T methods_lock;
#endif

static methods_t *find_methods(const struct pdo_dbh_methods *original)
{
	ZEND_ASSERT(original->check_liveness && "a connection gets its own methods back after each call");
	for (size_t i = 0; i < DRIVERS_MAX; i++) {
		methods_t *known = &known_methods[i];
		if (known->original == NULL) {
			known->unchecked = *original;
			known->unchecked.check_liveness = NULL;
			known->original = original;
		}
		if (known->original == original || &known->unchecked == original) {
			return known;
		}
	}
	return NULL;
}

static methods_t *methods_without_check(const struct pdo_dbh_methods *original)
{
	methods_t *known;

#ifdef ZTS
	tsrm_mutex_lock(methods_lock);
#endif
	known = find_methods(original);
#ifdef ZTS
	tsrm_mutex_unlock(methods_lock);
#endif
	return known;
}

static void check_again(pdo_dbh_t *dbh)
{
	for (size_t i = 0; i < DRIVERS_MAX; i++) {
		if (dbh->methods == &known_methods[i].unchecked) {
			dbh->methods = known_methods[i].original;
		}
	}
}

/* Asked twice where several objects share the connection, as PDO would ask for each of them: libpq may see the end of a
 * TLS connection only at the second time. */
static bool is_alive(pdo_dbh_t *dbh)
{
	ZEND_ASSERT(dbh->is_persistent && dbh->refcount > 0 && "the list has a share");
	return dbh->methods->check_liveness(dbh) == SUCCESS
		&& (dbh->refcount < 2 || dbh->methods->check_liveness(dbh) == SUCCESS);
}

void async_pdo_unlist(pdo_dbh_t *dbh, bool is_kept)
{
	zend_resource *entry = zend_hash_str_find_ptr(&EG(persistent_list), dbh->persistent_id, dbh->persistent_id_len);

	if (entry == NULL || entry->ptr != dbh) {
		return;
	}
	if (is_kept) {
		ZEND_ASSERT(dbh->refcount > 1 && "an object has a share beside that of the list");
		entry->ptr = NULL;
		dbh->refcount--;
	}
	zend_hash_str_del(&EG(persistent_list), dbh->persistent_id, dbh->persistent_id_len);
}

/* PDO asks whether a persistent connection is alive. If not, PDO closes it even if objects use it, and opens another
 * one. So a dead connection is taken out of the list before: it ends with its last object. If the connection is alive,
 * PDO must not ask again, since the second answer may differ: it gets methods without check_liveness(). */
static void forget_dead(const void *connection)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;
	methods_t *methods;

	if (async_is_opening(connection) || !dbh->is_persistent || dbh->methods == NULL
		|| dbh->methods->check_liveness == NULL) {
		return;
	}
	if (is_alive(dbh)) {
		methods = methods_without_check(dbh->methods);
		dbh->methods = methods ? &methods->unchecked : dbh->methods;
		return;
	}
	async_pdo_unlist(dbh, dbh->refcount > 1);
}

/* Give the connection its check_liveness() back. */
static void has_found(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	if (!async_is_opening(owner->connection)) {
		check_again((pdo_dbh_t *) owner->connection);
	}
}

/* ---- the guard ---- */

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	return async_is_opening(connection) ? ASYNC_KEEP_NOT : async_pdo_keeps(connection, owner);
}

static void leave(const void *connection, bool is_parked_in)
{
	if (!async_is_opening(connection)) {
		async_pdo_leave(connection, is_parked_in);
	}
}

static const async_client_t opener = {
	.name = "PDO connection",
	.keeps = keeps,
	.roll_back = async_pdo_roll_back,
	.leave = leave,
};

const async_guard_kind_t async_pdo_opening = {
	.client = &opener,
	.find = find,
	.before = forget_dead,
	.after = has_found,
	.moves = true,
};

/* ---- start-up, and the end of a request ---- */

static bool startup(void)
{
#ifdef ZTS
	methods_lock = tsrm_mutex_alloc();
#endif
	return true;
}

static void shut_down(void)
{
#ifdef ZTS
	tsrm_mutex_free(methods_lock);
#endif
}

/* Objects that a fatal error has found in the middle of a call, or of their release, never give their share back. PDO
 * insists on exactly one share when it closes the connection. The statement that failed last was not released
 * either. */
static void request_over(void)
{
	const int type = zend_fetch_list_dtor_id("PDO persistent database");
	const zend_resource *entry;

	if (!CG(unclean_shutdown)) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(&EG(persistent_list), entry) {
		if (entry->type == type && entry->ptr) {
			pdo_dbh_t *dbh = entry->ptr;
			dbh->refcount = 1;
			dbh->query_stmt = NULL;
			check_again(dbh);
		}
	} ZEND_HASH_FOREACH_END();
}

const async_library_t async_pdo_persistent_library = {
	.extension = "pdo",
	.startup = startup,
	.shutdown = shut_down,
	.request_over = request_over,
};

#endif

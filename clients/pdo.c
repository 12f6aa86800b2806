#include "clients/guards.h"

#include "clients/clients.h"
#include "clients/driver_names.h"
#include "clients/drivers.h"
#include "compat.h"

#ifdef ASYNC_COMPAT_HAS_PDO

#include "ext/pdo/php_pdo_driver.h"

#include <dlfcn.h>

/* ---- what the driver says ---- */

typedef enum { DRIVER_OTHER, DRIVER_MYSQL, DRIVER_PGSQL, DRIVER_SQLITE } driver_t;

static zend_always_inline driver_t driver_of(const pdo_dbh_t *dbh)
{
	const char *name = dbh->driver ? dbh->driver->driver_name : "";

	switch (name[0]) {
		case 'm':
			return strcmp(name, "mysql") == 0 ? DRIVER_MYSQL : DRIVER_OTHER;
		case 'p':
			return strcmp(name, "pgsql") == 0 ? DRIVER_PGSQL : DRIVER_OTHER;
		case 's':
			return strcmp(name, "sqlite") == 0 ? DRIVER_SQLITE : DRIVER_OTHER;
		default:
			return DRIVER_OTHER;
	}
}

/* The first field of the driver's data is its library's handle, in all three. */
static zend_always_inline void *library_handle(const pdo_dbh_t *dbh)
{
	return *(void **) dbh->driver_data;
}

static bool is_in_transaction(pdo_dbh_t *dbh)
{
	return dbh->methods->in_transaction ? dbh->methods->in_transaction(dbh) : dbh->in_txn;
}

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;

	if (UNEXPECTED(dbh->driver_data == NULL) || UNEXPECTED(dbh->methods == NULL)) {
		return ASYNC_KEEP_NOT;
	}
	switch (driver_of(dbh)) {
		case DRIVER_MYSQL:
			if (async_mysqlnd_is_used_by_pdo()) {
				return async_mysqlnd_keeps(library_handle(dbh), owner ? owner->kept : ASYNC_KEEP_NOT);
			}
			break;
		case DRIVER_PGSQL:
			if (async_libpq_is_there()) {
				return async_libpq_keeps(library_handle(dbh));
			}
			break;
		case DRIVER_SQLITE:
			if (async_sqlite_is_there()) {
				return async_sqlite_keeps(library_handle(dbh));
			}
			break;
		case DRIVER_OTHER:
			break;
	}
	return is_in_transaction(dbh) ? ASYNC_KEEP_FOR_TRANSACTION : ASYNC_KEEP_NOT;
}

/* By the driver itself: PDO::rollBack() would refuse what began with a plain BEGIN. */
static void roll_back(const void *connection, zend_object *handle)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;

	(void) handle;
	if (dbh->driver_data && dbh->methods && dbh->methods->rollback) {
		dbh->methods->rollback(dbh);
		dbh->in_txn = false;
	}
}

/* PDO rolls back what is open, and libpq would read the answer to the query before. */
static void leave(const void *connection)
{
	const pdo_dbh_t *dbh = connection;

	if (dbh->driver_data && driver_of(dbh) == DRIVER_PGSQL && async_libpq_is_there()
		&& async_libpq_keeps(library_handle(dbh)) == ASYNC_KEEP_FOR_RESULT) {
		async_libpq_hang_up(library_handle(dbh));
	}
}

/* ---- for pools ---- */

typedef int (*parse_source_t)(
	const char *source, zend_ulong length, struct pdo_data_src_parser *values, int count);

/* With the database that its source names, read by PDO itself. */
static bool begin_anew_in_mysql(const pdo_dbh_t *dbh)
{
	struct pdo_data_src_parser database = { .optname = "dbname", .optval = "" };
	parse_source_t parse = (parse_source_t) (uintptr_t) dlsym(RTLD_DEFAULT, "php_pdo_parse_data_source");
	bool done;

	if (UNEXPECTED(parse == NULL)) {
		return false;
	}
	parse(dbh->data_source, dbh->data_source_len, &database, 1);
	done = async_mysqlnd_begin_anew(library_handle(dbh), dbh->username, dbh->password, database.optval);
	if (database.freeme) {
		efree(database.optval);
	}
	return done;
}

bool async_pdo_begin_anew(zend_object *connection)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(connection);

	if (driver_of(dbh) != DRIVER_MYSQL || !async_mysqlnd_is_used_by_pdo()) {
		return true;
	}
	return dbh->driver_data && library_handle(dbh) && begin_anew_in_mysql(dbh);
}

static const async_client_t client = {
	.name = "PDO connection",
	.keeps = keeps,
	.roll_back = roll_back,
	.leave = leave,
};

/* ---- persistent connections ---- */

/* Stands for a persistent connection that is not there yet: one is made at a time. PDO would release the first of two
 * that are made for the same words, which is in use. */
static const char making;

static async_keep_t keeps_made(const void *connection, const async_owner_t *owner)
{
	return connection == &making ? ASYNC_KEEP_NOT : keeps(connection, owner);
}

static const async_client_t maker = { .name = "PDO connection", .keeps = keeps_made, .roll_back = roll_back };

/* What a driver does, without to look whether a connection is alive; of each driver one. */
typedef struct {
	const struct pdo_dbh_methods *original;
	struct pdo_dbh_methods unchecked;
} methods_t;

#define DRIVERS_MAX 4

static methods_t known_methods[DRIVERS_MAX];

static methods_t *methods_without_check(const struct pdo_dbh_methods *original)
{
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

/* As often as PDO would look if it were asked by each who has it: libpq may notice the end of a TLS connection only the
 * second time. */
static bool is_alive(pdo_dbh_t *dbh)
{
	return dbh->methods->check_liveness(dbh) == SUCCESS
		&& (dbh->refcount < 2 || dbh->methods->check_liveness(dbh) == SUCCESS);
}

/* PDO looks whether it is alive, and if not, makes another one while nobody knows, and releases the first of two that
 * are registered for the same words, even if it is in use. Take a dead one out of the list before: with its last object
 * it goes. If it is alive, PDO does not look once more: it may be lost at any time. */
static void forget_dead(const void *connection)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;
	zend_resource *entry;
	methods_t *methods;

	if (connection == &making || !dbh->is_persistent || dbh->methods == NULL || dbh->methods->check_liveness == NULL) {
		return;
	}
	if (is_alive(dbh)) {
		methods = methods_without_check(dbh->methods);
		dbh->methods = methods ? &methods->unchecked : dbh->methods;
		return;
	}
	entry = zend_hash_str_find_ptr(&EG(persistent_list), dbh->persistent_id, dbh->persistent_id_len);
	if (entry && entry->ptr == dbh) {
		if (dbh->refcount > 1) {
			entry->ptr = NULL;
			dbh->refcount--;
		}
		zend_hash_str_del(&EG(persistent_list), dbh->persistent_id, dbh->persistent_id_len);
	}
}

static void has_found(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) owner->connection;

	(void) call;
	(void) result;
	for (size_t i = 0; (const void *) dbh != &making && i < DRIVERS_MAX; i++) {
		if (dbh->methods == &known_methods[i].unchecked) {
			dbh->methods = known_methods[i].original;
		}
	}
}

static const char *text_of(zend_execute_data *call, uint32_t number)
{
	const zval *value = ZEND_CALL_ARG(call, number);

	ZVAL_DEREF(value);
	return Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
}

/* The value of ATTR_PERSISTENT; NULL: it is not asked for. */
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

/* ---- which connection ---- */

static const void *find_by_connection(zend_execute_data *call, zend_object **handle)
{
	if (Z_TYPE(call->This) != IS_OBJECT) {
		return NULL;
	}
	*handle = Z_OBJ(call->This);
	return php_pdo_dbh_fetch_inner(*handle);
}

/* By the key under which PDO keeps it. */
static const void *find_made(zend_execute_data *call, zend_object **handle)
{
	const zval *value = persistence(call);
	const zend_resource *entry;
	const char *name;
	zend_string *key;

	if (EXPECTED(value == NULL)) {
		return find_by_connection(call, handle);
	}
	name = Z_TYPE_P(value) == IS_STRING && !is_numeric_string(Z_STRVAL_P(value), Z_STRLEN_P(value), NULL, NULL, 0)
		? Z_STRVAL_P(value) : NULL;
	key = zend_strpprintf(0, "PDO:DBH:DSN=%s:%s:%s%s%s", text_of(call, 1), text_of(call, 2), text_of(call, 3),
		name ? ":" : "", name ? name : "");
	entry = zend_hash_find_ptr(&EG(persistent_list), key);
	zend_string_release(key);
	if (entry == NULL || entry->ptr == NULL) {
		return &making;
	}
	if (Z_TYPE(call->This) == IS_OBJECT && php_pdo_dbh_fetch_inner(Z_OBJ(call->This)) == entry->ptr) {
		*handle = Z_OBJ(call->This);
	}
	return entry->ptr;
}

static const void *connection_of_statement(zend_object *object, zend_object **handle)
{
	const pdo_stmt_t *stmt = php_pdo_stmt_fetch_object(object);

	if (UNEXPECTED(stmt->dbh == NULL)) {
		return NULL;
	}
	*handle = ASYNC_COMPAT_PDO_OBJECT(stmt);
	return stmt->dbh;
}

static const void *find_by_statement(zend_execute_data *call, zend_object **handle)
{
	return connection_of_statement(Z_OBJ(call->This), handle);
}

/* The first fields of what pdo_pgsql keeps for a statement. */
typedef struct {
	void *connection;
	void *result;
	void *columns;
	char *cursor_name;
} pgsql_statement_t;

/* The same for pdo_mysql: made by mysqlnd. */
typedef struct {
	void *connection;
	void *result;
} mysql_statement_t;

/* Rows that are in memory already concern nobody else. */
static bool reads_from_server(zend_object *object)
{
	const pdo_stmt_t *stmt = php_pdo_stmt_fetch_object(object);
	const pdo_dbh_t *dbh = stmt->dbh;

	if (UNEXPECTED(stmt->driver_data == NULL) || UNEXPECTED(dbh->driver_data == NULL)) {
		return true;
	}
	switch (driver_of(dbh)) {
		case DRIVER_MYSQL:
			return !async_mysqlnd_is_used_by_pdo()
				|| (!async_mysqlnd_is_buffered(((const mysql_statement_t *) stmt->driver_data)->result)
					&& async_mysqlnd_keeps(library_handle(dbh), ASYNC_KEEP_NOT) == ASYNC_KEEP_FOR_RESULT);
		case DRIVER_PGSQL:
			/* Bound columns may be large objects. */
			return !async_libpq_is_there() || stmt->bound_columns
				|| ((const pgsql_statement_t *) stmt->driver_data)->cursor_name
				|| async_libpq_keeps(library_handle(dbh)) == ASYNC_KEEP_FOR_RESULT;
		default:
			return true;
	}
}

static bool call_reads_from_server(zend_execute_data *call, const void *connection)
{
	(void) connection;
	return reads_from_server(Z_OBJ(call->This));
}

/* MySQL's and SQLite's libraries remember the last key. To wait for a turn would be to get that of the one before. */
static bool asks_for_last_id(zend_execute_data *call, const void *connection)
{
	const driver_t driver = driver_of(connection);

	(void) call;
	return driver != DRIVER_MYSQL && driver != DRIVER_SQLITE;
}

/* Which statement has asked last, in async_owner_t.detail: what is not read to its end is its answer. */
static void has_asked(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) result;
	owner->detail = Z_OBJ(call->This)->handle;
}

static void has_asked_by_query(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	if (Z_TYPE_P(result) == IS_OBJECT) {
		owner->detail = Z_OBJ_HANDLE_P(result);
	}
}

static const async_guard_kind_t on_connection = { .client = &client, .find = find_by_connection };
static const async_guard_kind_t on_making = {
	.client = &maker,
	.find = find_made,
	.before = forget_dead,
	.after = has_found,
	.moves = true,
};
static const async_guard_kind_t on_last_id = {
	.client = &client,
	.find = find_by_connection,
	.touches = asks_for_last_id,
};
static const async_guard_kind_t on_query = {
	.client = &client,
	.find = find_by_connection,
	.after = has_asked_by_query,
};
static const async_guard_kind_t on_execute = {
	.client = &client,
	.find = find_by_statement,
	.after = has_asked,
};
static const async_guard_kind_t on_statement = { .client = &client, .find = find_by_statement };
static const async_guard_kind_t on_result = {
	.client = &client,
	.find = find_by_statement,
	.touches = call_reads_from_server,
};

static const async_guard_row_t connection_methods[] = {
	{ "errorcode", NULL },
	{ "errorinfo", NULL },
	{ "getavailabledrivers", NULL },
	{ "lastinsertid", &on_last_id },
	{ "connect", &on_making },
	{ "__construct", &on_making },
	{ "query", &on_query },
	{ "quote", NULL },
	{ "", &on_connection },
	{ NULL, NULL }
};

static const async_guard_row_t statement_methods[] = {
	{ "bindcolumn", NULL },
	{ "bindparam", NULL },
	{ "bindvalue", NULL },
	{ "columncount", NULL },
	{ "debugdumpparams", NULL },
	{ "errorcode", NULL },
	{ "errorinfo", NULL },
	{ "getiterator", NULL },
	{ "rowcount", NULL },
	{ "setfetchmode", NULL },
	{ "fetch", &on_result },
	{ "fetchall", &on_result },
	{ "fetchcolumn", &on_result },
	{ "fetchobject", &on_result },
	{ "execute", &on_execute },
	{ "nextrowset", &on_execute },
	{ "closecursor", &on_statement },
	{ "", &on_statement },
	{ NULL, NULL }
};

/* ---- foreach ---- */

static async_guarded_iterator_t iterators = {
	.client = &client, .find = connection_of_statement, .touches = reads_from_server,
};

static void guarded_move_forward(zend_object_iterator *iterator)
{
	async_guarded_step(&iterators, iterator, iterators.original.move_forward);
}

static zend_object_iterator *guarded_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	(void) ce;
	return async_guarded_get_iterator(&iterators, object, by_ref, guarded_move_forward, NULL);
}

/* ---- objects ---- */

static const void *connection_behind_statement(zend_object *object)
{
	zend_object *handle;

	return connection_of_statement(object, &handle);
}

static const void *connection_behind_object(zend_object *object)
{
	return php_pdo_dbh_fetch_inner(object);
}

/* One of several that share it, or PHP keeps it. */
static bool stays(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);

	return dbh->is_persistent && dbh->refcount > 1;
}

static async_guarded_objects_t statements = {
	.class_name = "pdostatement", .connection = connection_behind_statement, .client = &client,
};
static async_guarded_objects_t connections = {
	.class_name = "pdo", .connection = connection_behind_object, .client = &client, .is_connection = true,
	.stays = stays,
};

/* pdo_mysql reads all that is unread when it releases a statement, whose ever it is, and mysqlnd cannot tell the server
 * then to forget a prepared one. */
static void destroy_statement(zend_object *object)
{
	const void *dbh = ASYNC_G(current) ? connection_behind_statement(object) : NULL;

	statements.original.dtor_obj(object);
	if (dbh) {
		const bool at_end = driver_of(dbh) == DRIVER_MYSQL && async_owner_detail(dbh) != object->handle;
		(void) async_owner_leave_behind(dbh, object, at_end);
	}
}

static void free_statement(zend_object *object)
{
	async_guarded_free(&statements, object);
}

static void destroy_connection(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);

	connections.original.dtor_obj(object);
	if (dbh->is_persistent && ASYNC_G(current)) {
		/* PDO would roll back what is open. */
		(void) async_owner_leave_behind(dbh, object, true);
	}
}

static void free_connection(zend_object *object)
{
	async_guarded_free(&connections, object);
}

/* Drivers add methods of their own to each connection. */
static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_function *function = connections.original.get_method(object, name, key);

	if (function && function->type == ZEND_INTERNAL_FUNCTION
		&& (function->common.fn_flags & ZEND_ACC_NEVER_CACHE) && !(function->common.fn_flags & ZEND_ACC_STATIC)
		&& !(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		async_guard_function(function, &on_connection);
		async_driver_name_keep(function);
	}
	return function;
}

/* ---- start-up ---- */

void async_pdo_guard(void)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), "pdostatement", strlen("pdostatement"));

	async_guard_class("pdo", connection_methods);
	async_guard_class("pdostatement", statement_methods);
	if (ce && ce->get_iterator && ce->get_iterator != guarded_get_iterator) {
		iterators.get_iterator = ce->get_iterator;
		ce->get_iterator = guarded_get_iterator;
	}
}

void async_pdo_guard_objects(void)
{
	zend_object_handlers *table;

	async_guard_objects(&statements, destroy_statement, free_statement);
	table = async_guard_objects(&connections, destroy_connection, free_connection);
	if (table) {
		table->get_method = get_method;
	}
}

#else

bool async_pdo_begin_anew(zend_object *connection)
{
	(void) connection;
	return true;
}

void async_pdo_guard(void)
{
}

void async_pdo_guard_objects(void)
{
}

#endif

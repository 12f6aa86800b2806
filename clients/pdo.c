/*
 * PDO: its methods take the connection. The key of a connection is its pdo_dbh_t, which statements and all objects of a
 * persistent connection lead to.
 */
#include "clients/pdo.h"

#include "clients/drivers.h"

#ifdef ASYNC_COMPAT_HAS_PDO

const async_client_t async_pdo_client = {
	.name = "PDO connection",
	.keeps = async_pdo_keeps,
	.roll_back = async_pdo_roll_back,
	.leave = async_pdo_leave,
	.leave_to_parent = async_pdo_leave_to_parent,
};

/* ---- which connection ---- */

/* An object that is not connected uses no connection. One with a pool calls the method again, with the connection of
 * the caller as $this (pool/plain_pdo.c). */
static const void *find_by_connection(zend_execute_data *call, zend_object **handle)
{
	const pdo_dbh_t *dbh;

	if (Z_TYPE(call->This) != IS_OBJECT) {
		return NULL;
	}
	*handle = Z_OBJ(call->This);
	dbh = php_pdo_dbh_fetch_inner(*handle);
	return EXPECTED(dbh->driver_data != NULL) ? dbh : NULL;
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
	ZEND_ASSERT(Z_TYPE(call->This) == IS_OBJECT && "PDOStatement has no static methods");
	return connection_of_statement(Z_OBJ(call->This), handle);
}

/* The first fields of a statement's record in pdo_pgsql. */
typedef struct {
	void *connection;
	void *result;
	void *columns;
	char *cursor_name;
} pgsql_statement_t;

/* The same for pdo_mysql, when it uses mysqlnd. */
typedef struct {
	void *connection;
	void *result;
	const void *fields;
	struct {
		const char *file;
		int line;
		unsigned int number;
		char *message;
	} error;
	void *prepared;   /* NULL: PDO emulates prepared statements */
} mysql_statement_t;

/* Of a statement that the server has prepared, `result` has the columns alone. */
static bool is_buffered(const mysql_statement_t *statement)
{
	return ASYNC_COMPAT_PDO_MYSQL_KNOWS_PREPARED && statement->prepared
		? async_mysqlnd_is_statement_buffered(statement->prepared) : async_mysqlnd_is_buffered(statement->result);
}

/* Rows that are in memory already are read without the connection. */
static bool reads_from_server(zend_object *object)
{
	const pdo_stmt_t *stmt = php_pdo_stmt_fetch_object(object);
	const pdo_dbh_t *dbh = stmt->dbh;

	ZEND_ASSERT(dbh && "asked for a statement that has a connection");
	if (UNEXPECTED(stmt->driver_data == NULL) || UNEXPECTED(dbh->driver_data == NULL)) {
		return true;
	}
	switch (async_pdo_driver_of(dbh)) {
		case ASYNC_PDO_MYSQL:
			return !async_mysqlnd_is_used_by_pdo()
				|| (!is_buffered(stmt->driver_data)
					&& async_mysqlnd_keeps(async_pdo_library_handle(dbh), ASYNC_KEEP_NOT) == ASYNC_KEEP_FOR_RESULT);
		case ASYNC_PDO_PGSQL:
			/* Bound columns may be large objects. */
			return !async_libpq_is_there() || stmt->bound_columns
				|| ((const pgsql_statement_t *) stmt->driver_data)->cursor_name
				|| async_libpq_keeps(async_pdo_library_handle(dbh)) == ASYNC_KEEP_FOR_RESULT;
		default:
			return true;
	}
}

static bool call_reads_from_server(zend_execute_data *call, const void *connection)
{
	(void) connection;
	return reads_from_server(Z_OBJ(call->This));
}

/* The libraries of MySQL and SQLite remember the last key, so such a call does not wait: after the wait it would get
 * the key of the previous owner. */
static bool asks_for_last_id(zend_execute_data *call, const void *connection)
{
	const async_pdo_driver_t driver = async_pdo_driver_of(connection);

	(void) call;
	return driver != ASYNC_PDO_MYSQL && driver != ASYNC_PDO_SQLITE;
}

/* async_owner_t.detail is the handle of the statement that has sent the last query: an unread answer is for it. */
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

/* Methods of drivers open large objects. */
static void may_have_opened(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) owner;
	async_pdo_see_stream(result);
}

/* Columns that are bound as large objects open them, too. */
static void see_bound_columns(const pdo_stmt_t *stmt)
{
	const struct pdo_bound_param_data *column;

	if (UNEXPECTED(stmt->bound_columns != NULL)) {
		ZEND_HASH_FOREACH_PTR(stmt->bound_columns, column) {
			async_pdo_see_stream(&column->parameter);
		} ZEND_HASH_FOREACH_END();
	}
}

static void has_fetched(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) result;
	(void) owner;
	see_bound_columns(php_pdo_stmt_fetch_object(Z_OBJ(call->This)));
}

static const async_guard_kind_t on_connection = {
	.client = &async_pdo_client,
	.find = find_by_connection,
	.after = may_have_opened,
};
static const async_guard_kind_t on_last_id = {
	.client = &async_pdo_client,
	.find = find_by_connection,
	.touches = asks_for_last_id,
};
static const async_guard_kind_t on_query = {
	.client = &async_pdo_client,
	.find = find_by_connection,
	.after = has_asked_by_query,
};
static const async_guard_kind_t on_execute = {
	.client = &async_pdo_client,
	.find = find_by_statement,
	.after = has_asked,
};
/* The driver has pointers to what is bound while the statement is executed, and PDO walks over its lists. */
static bool is_in_use(zend_execute_data *call, const void *connection)
{
	(void) call;
	return async_owner_is_calling(connection);
}

static const async_guard_kind_t on_binding = {
	.client = &async_pdo_client,
	.find = find_by_statement,
	.touches = is_in_use,
};
static const async_guard_kind_t on_statement = { .client = &async_pdo_client, .find = find_by_statement };
static const async_guard_kind_t on_result = {
	.client = &async_pdo_client,
	.find = find_by_statement,
	.touches = call_reads_from_server,
	.after = has_fetched,
};

static const async_guard_row_t connection_methods[] = {
	{ "errorcode", NULL },
	{ "errorinfo", NULL },
	{ "getavailabledrivers", NULL },
	{ "lastinsertid", &on_last_id },
	{ "connect", &async_pdo_opening },
	{ "__construct", &async_pdo_opening },
	{ "query", &on_query },
	{ "quote", NULL },
	{ "", &on_connection },
	{ NULL, NULL }
};

static const async_guard_row_t statement_methods[] = {
	{ "bindcolumn", &on_binding },
	{ "bindparam", &on_binding },
	{ "bindvalue", &on_binding },
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
	.client = &async_pdo_client, .find = connection_of_statement, .touches = reads_from_server,
};

static void guarded_move_forward(zend_object_iterator *iterator)
{
	async_guarded_step(&iterators, iterator, iterators.original.move_forward);
	see_bound_columns(php_pdo_stmt_fetch_object(Z_OBJ(iterator->data)));
}

static zend_object_iterator *guarded_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	zend_object_iterator *iterator;

	(void) ce;
	iterator = async_guarded_get_iterator(&iterators, object, by_ref, guarded_move_forward, NULL);
	see_bound_columns(php_pdo_stmt_fetch_object(Z_OBJ_P(object)));
	return iterator;
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

/* Several objects share a persistent connection, or only PHP keeps it. */
static bool stays(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);

	return dbh->is_persistent && dbh->refcount > 1;
}

/* When pdo_mysql releases a statement, it reads the unread answers of all statements, and mysqlnd cannot tell the
 * server at that time to forget a prepared statement. PostgreSQL's server cannot forget one either after an error in a
 * transaction. */
static void statement_dropped(zend_object *object, const void *connection)
{
	const async_pdo_driver_t driver = async_pdo_driver_of(connection);
	const bool at_end = driver == ASYNC_PDO_PGSQL
		|| (driver == ASYNC_PDO_MYSQL && async_owner_detail(connection) != object->handle);

	(void) async_owner_defer_release(connection, object, at_end);
}

/* When PDO releases an object of a persistent connection, it rolls back an open transaction. */
static void connection_dropped(zend_object *object, const void *connection)
{
	if (((const pdo_dbh_t *) connection)->is_persistent) {
		(void) async_owner_defer_release(connection, object, true);
	}
}

static zend_function *get_method(zend_object **object, zend_string *name, const zval *key);

static async_guarded_objects_t statements = {
	.class_name = "pdostatement", .connection = connection_behind_statement, .client = &async_pdo_client,
	.dropped = statement_dropped,
};
static async_guarded_objects_t connections = {
	.class_name = "pdo", .connection = connection_behind_object, .client = &async_pdo_client, .is_connection = true,
	.stays = stays, .dropped = connection_dropped, .get_method = get_method,
};

/* Drivers add methods of their own to each connection: they are guarded when they are looked up. */
static zend_function *get_method(zend_object **object, zend_string *name, const zval *key)
{
	zend_function *function = connections.original.get_method(object, name, key);

	if (function && function->type == ZEND_INTERNAL_FUNCTION
		&& (function->common.fn_flags & ZEND_ACC_NEVER_CACHE) && !(function->common.fn_flags & ZEND_ACC_STATIC)
		&& !(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		async_guard_function(function, &on_connection);
		async_pdo_keep_method_name(function);
	}
	return function;
}

/* ---- start-up ---- */

static bool startup(void)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdostatement"));

	if (ce && ce->get_iterator && ce->get_iterator != guarded_get_iterator) {
		iterators.get_iterator = ce->get_iterator;
		ce->get_iterator = guarded_get_iterator;
	}
	return true;
}

const async_library_t async_pdo_library = {
	.extension = "pdo",
	.startup = startup,
	.tables = { { "pdo", connection_methods }, { "pdostatement", statement_methods } },
	.objects = { &statements, &connections },
};

#endif

#include "clients/guards.h"

#include "clients/driver_names.h"
#include "clients/drivers.h"
#include "clients/pdo.h"

#ifdef ASYNC_COMPAT_HAS_PDO

const async_client_t async_pdo_client = {
	.name = "PDO connection",
	.keeps = async_pdo_keeps,
	.roll_back = async_pdo_roll_back,
	.leave = async_pdo_leave,
	.leave_to_parent = async_pdo_leave_to_parent,
};

/* ---- which connection ---- */

static const void *find_by_connection(zend_execute_data *call, zend_object **handle)
{
	if (Z_TYPE(call->This) != IS_OBJECT) {
		return NULL;
	}
	*handle = Z_OBJ(call->This);
	return php_pdo_dbh_fetch_inner(*handle);
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
	switch (async_pdo_driver_of(dbh)) {
		case ASYNC_PDO_MYSQL:
			return !async_mysqlnd_is_used_by_pdo()
				|| (!async_mysqlnd_is_buffered(((const mysql_statement_t *) stmt->driver_data)->result)
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

/* MySQL's and SQLite's libraries remember the last key. To wait for a turn would be to get that of the one before. */
static bool asks_for_last_id(zend_execute_data *call, const void *connection)
{
	const async_pdo_driver_t driver = async_pdo_driver_of(connection);

	(void) call;
	return driver != ASYNC_PDO_MYSQL && driver != ASYNC_PDO_SQLITE;
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

/* Methods of drivers open large objects. */
static void may_have_opened(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) owner;
	async_pdo_see_stream(result);
}

/* So do columns that are bound as such. */
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

/* One of several that share it, or PHP keeps it. */
static bool stays(zend_object *object)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);

	return dbh->is_persistent && dbh->refcount > 1;
}

static async_guarded_objects_t statements = {
	.class_name = "pdostatement", .connection = connection_behind_statement, .client = &async_pdo_client,
};
static async_guarded_objects_t connections = {
	.class_name = "pdo", .connection = connection_behind_object, .client = &async_pdo_client, .is_connection = true,
	.stays = stays,
};

/* pdo_mysql reads all that is unread when it releases a statement, whose ever it is, and mysqlnd cannot tell the server
 * then to forget a prepared one. Neither can PostgreSQL's server after an error in a transaction. */
static void destroy_statement(zend_object *object)
{
	const void *dbh = ASYNC_G(current) ? connection_behind_statement(object) : NULL;

	statements.original.dtor_obj(object);
	if (dbh) {
		const async_pdo_driver_t driver = async_pdo_driver_of(dbh);
		const bool at_end = driver == ASYNC_PDO_PGSQL
			|| (driver == ASYNC_PDO_MYSQL && async_owner_detail(dbh) != object->handle);
		(void) async_owner_defer_release(dbh, object, at_end);
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
		(void) async_owner_defer_release(dbh, object, true);
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

	async_pdo_persistent_startup();
	async_guard_class("pdo", connection_methods);
	async_guard_class("pdostatement", statement_methods);
	async_pdo_guard_large_objects();
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

void async_pdo_guard(void)
{
}

void async_pdo_guard_objects(void)
{
}

#endif

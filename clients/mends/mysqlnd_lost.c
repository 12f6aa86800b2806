/*
 * Mend: a MySQL connection that is lost, or whose wait is cancelled, while a prepared statement is in use.
 *
 * Between the columns and the rows of a result: mysqlnd clears the whole record of the statement, with its connection,
 * and then uses it: a crash. Behind the columns of a statement that is prepared it does the same; older versions do not
 * release what the record had, with a reference on the connection: a leak. So the record is put back.
 *
 * When the statement is closed: mysqlnd returns early if the server cannot be told, and never releases the parts of the
 * statement, which include a reference on the connection: a leak. So the method is called a second time.
 *
 * Upstream: php-src, ext/mysqlnd, mysqlnd_query_read_result_set_header() and mysqlnd_stmt_prepare_read_eof(), where
 * comments say that it will crash, and close_on_server() of mysqlnd_stmt. Seen in PHP 8.2.36, where the second one does
 * not leak; present in the source of 8.2.32. The state of later versions was not checked, so no version switches the
 * mend off; all parts act only when mysqlnd has failed.
 */
#include "clients/library.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLND

#include <dlfcn.h>

#include "ext/mysqlnd/mysqlnd.h"
#include "ext/mysqlnd/mysqlnd_connection.h"
#include "ext/mysqlnd/mysqlnd_ext_plugin.h"

static MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data) *methods;
static MYSQLND_CLASS_METHODS_TYPE(mysqlnd_stmt) *statement_methods;
static func_mysqlnd_conn_data__query_read_result_set_header original;
static func_mysqlnd_stmt__close_on_server original_close;
static func_mysqlnd_stmt__prepare original_prepare;

/* mysqlnd has cleared the record, and has freed the result. */
static void put_back(MYSQLND_STMT_DATA *statement, const MYSQLND_STMT_DATA *kept)
{
	*statement = *kept;
	statement->result = NULL;
	statement->state = MYSQLND_STMT_INITTED;
}

static enum_func_status read_header(MYSQLND_CONN_DATA *connection, MYSQLND_STMT *statement)
{
	MYSQLND_STMT_DATA kept;
	enum_func_status status;

	if (statement == NULL || statement->data == NULL) {
		return original(connection, statement);
	}
	kept = *statement->data;
	status = original(connection, statement);
	if (UNEXPECTED(status == FAIL) && UNEXPECTED(statement->data->conn == NULL)) {
		put_back(statement->data, &kept);
	}
	return status;
}

/* Newer versions release the buffer and the connection before they clear the record; the count of references tells.
 * Other coroutines may drop references meanwhile, and take none: a leak at worst. A statement that was prepared before
 * gets a new record here: what that had stays lost. */
static enum_func_status prepare(MYSQLND_STMT *statement, const char *query, size_t length)
{
	const MYSQLND_STMT_DATA *record = statement ? statement->data : NULL;
	MYSQLND_CONN_DATA *connection = record ? record->conn : NULL;
	MYSQLND_STMT_DATA kept;
	enum_func_status status;
	unsigned references;

	if (connection == NULL) {
		return original_prepare(statement, query, length);
	}
	kept = *record;
	references = connection->m->get_reference(connection)->refcount;
	status = original_prepare(statement, query, length);
	if (UNEXPECTED(status == FAIL) && statement->data == record && UNEXPECTED(record->conn == NULL)) {
		/* The errors of an earlier attempt were freed first of all. */
		kept.error_info_impl.error_list.head = kept.error_info_impl.error_list.tail = NULL;
		kept.error_info_impl.error_list.count = 0;
		if (connection->refcount < references) {
			kept.execute_cmd_buffer.buffer = NULL;
			(void) connection->m->get_reference(connection);
		}
		put_back(statement->data, &kept);
		COPY_CLIENT_ERROR(statement->data->error_info, *connection->error_info);
	}
	connection->m->free_reference(connection);
	return status;
}

/* At the second call the connection is known to be lost, and nothing is sent. The error of the first call is kept. */
static enum_func_status close_on_server(MYSQLND_STMT *statement, bool implicit)
{
	enum_func_status status = original_close(statement, implicit);
	MYSQLND_CONN_DATA *connection = statement && statement->data ? statement->data->conn : NULL;
	MYSQLND_ERROR_INFO error;

	if (EXPECTED(status == PASS) || connection == NULL || GET_CONNECTION_STATE(&connection->state) == CONN_READY) {
		return status;
	}
	error = *connection->error_info;
	(void) connection->m->get_reference(connection);
	status = original_close(statement, implicit);
	COPY_CLIENT_ERROR(connection->error_info, error);
	connection->m->free_reference(connection);
	return status;
}

static bool startup(void)
{
	const struct st_mysqlnd_plugin_methods_xetters *of = dlsym(RTLD_DEFAULT, "mysqlnd_plugin_methods_xetters");

	if (of == NULL) {
		return false;
	}
	ZEND_ASSERT(methods == NULL && "a process starts once");
	methods = of->connection_data.get();
	original = methods->query_read_result_set_header;
	methods->query_read_result_set_header = read_header;
	statement_methods = of->statement.get();
	original_close = statement_methods->close_on_server;
	statement_methods->close_on_server = close_on_server;
	original_prepare = statement_methods->prepare;
	statement_methods->prepare = prepare;
	return true;
}

/* mysqlnd is unloaded after this extension. */
static void shut_down(void)
{
	ZEND_ASSERT(methods && statement_methods && "startup() has found them");
	if (methods->query_read_result_set_header == read_header) {
		methods->query_read_result_set_header = original;
	}
	if (statement_methods->close_on_server == close_on_server) {
		statement_methods->close_on_server = original_close;
	}
	if (statement_methods->prepare == prepare) {
		statement_methods->prepare = original_prepare;
	}
	methods = NULL;
	statement_methods = NULL;
}

const async_library_t async_mysqlnd_mend = { .extension = "mysqlnd", .startup = startup, .shutdown = shut_down };

#endif

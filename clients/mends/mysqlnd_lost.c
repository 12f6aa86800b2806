/*
 * A MySQL connection that is lost, or whose wait is cancelled, in the midst of a prepared statement's life. mysqlnd's
 * methods are called as they are; what they should not have done, or not left out, is put right.
 *
 * Between the columns and the rows of its result: mysqlnd clears the whole record of the statement and goes on to use
 * it, which is a crash.
 *
 * When it is closed: mysqlnd gives up where the server cannot be told, and never releases what the statement has, which
 * includes a reference on the connection.
 */
#include "clients/guards.h"

#include "compat.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLND

#include <dlfcn.h>

#include "ext/mysqlnd/mysqlnd.h"
#include "ext/mysqlnd/mysqlnd_connection.h"
#include "ext/mysqlnd/mysqlnd_ext_plugin.h"

static MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data) *methods;
static MYSQLND_CLASS_METHODS_TYPE(mysqlnd_stmt) *statement_methods;
static func_mysqlnd_conn_data__query_read_result_set_header original;
static func_mysqlnd_stmt__close_on_server original_close;

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
		*statement->data = kept;
		/* That has been freed. */
		statement->data->result = NULL;
		statement->data->state = MYSQLND_STMT_INITTED;
	}
	return status;
}

/* Once more: the connection is known to be lost now, and nothing is sent. The error is that of the first time. */
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

void async_mysqlnd_guard(void)
{
	const struct st_mysqlnd_plugin_methods_xetters *of = dlsym(RTLD_DEFAULT, "mysqlnd_plugin_methods_xetters");

	if (of && methods == NULL) {
		methods = of->connection_data.get();
		original = methods->query_read_result_set_header;
		methods->query_read_result_set_header = read_header;
		statement_methods = of->statement.get();
		original_close = statement_methods->close_on_server;
		statement_methods->close_on_server = close_on_server;
	}
}

void async_mysqlnd_unguard(void)
{
	if (methods && methods->query_read_result_set_header == read_header) {
		methods->query_read_result_set_header = original;
	}
	if (statement_methods && statement_methods->close_on_server == close_on_server) {
		statement_methods->close_on_server = original_close;
	}
	methods = NULL;
	statement_methods = NULL;
}

#else

void async_mysqlnd_guard(void)
{
}

void async_mysqlnd_unguard(void)
{
}

#endif

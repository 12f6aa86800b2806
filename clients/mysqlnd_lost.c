/*
 * A MySQL connection that is lost, or whose wait is cancelled, between the columns and the rows of a prepared
 * statement's result: mysqlnd clears the whole record of the statement and goes on to use it, which is a crash. Its
 * method is called as it is; what it should not have cleared is put back.
 */
#include "clients/guards.h"

#include "compat.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLND

#include <dlfcn.h>

#include "ext/mysqlnd/mysqlnd.h"
#include "ext/mysqlnd/mysqlnd_ext_plugin.h"

static MYSQLND_CLASS_METHODS_TYPE(mysqlnd_conn_data) *methods;
static func_mysqlnd_conn_data__query_read_result_set_header original;

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

void async_mysqlnd_guard(void)
{
	const struct st_mysqlnd_plugin_methods_xetters *of = dlsym(RTLD_DEFAULT, "mysqlnd_plugin_methods_xetters");

	if (of && methods == NULL) {
		methods = of->connection_data.get();
		original = methods->query_read_result_set_header;
		methods->query_read_result_set_header = read_header;
	}
}

void async_mysqlnd_unguard(void)
{
	if (methods && methods->query_read_result_set_header == read_header) {
		methods->query_read_result_set_header = original;
	}
	methods = NULL;
}

#else

void async_mysqlnd_guard(void)
{
}

void async_mysqlnd_unguard(void)
{
}

#endif

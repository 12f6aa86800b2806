/*
 * ext/mysqli. The key of a connection is its MYSQLND_CONN_DATA: links, statements and unbuffered results lead to it.
 */
#include "clients/mysqli.h"

#include "clients/drivers.h"
#include "engine/globals.h"
#include "engine/handlers.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLI

#include "ext/mysqlnd/mysqlnd_connection.h"
#include "ext/mysqlnd/mysqlnd_ext_plugin.h"

#include <dlfcn.h>

static zend_class_entry *link_ce, *statement_ce, *result_ce;

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	return async_mysqlnd_data_keeps(connection, owner ? owner->kept : ASYNC_KEEP_NOT);
}

static void roll_back(const void *connection, zend_object *handle)
{
	MYSQLND_CONN_DATA *data = (MYSQLND_CONN_DATA *) connection;

	(void) handle;
	data->m->tx_commit_or_rollback(data, false, 0, NULL);
}

static void hold(const void *connection)
{
	MYSQLND_CONN_DATA *data = (MYSQLND_CONN_DATA *) connection;

	(void) data->m->get_reference(data);
}

static void release(const void *connection)
{
	MYSQLND_CONN_DATA *data = (MYSQLND_CONN_DATA *) connection;

	data->m->free_reference(data);
}

/* The caller has one reference. */
static bool survives(const void *connection)
{
	ZEND_ASSERT(((const MYSQLND_CONN_DATA *) connection)->refcount > 0 && "the caller holds a reference");
	return ((const MYSQLND_CONN_DATA *) connection)->refcount > 1;
}

/* Read the answers that the owner has left: of an asynchronous query that was not reaped, further results of several
 * queries. If no coroutine waits for the connection, the next caller may want just these answers, so they are kept. */
static void finish(const void *connection, bool is_wanted)
{
	MYSQLND_CONN_DATA *data = (MYSQLND_CONN_DATA *) connection;

	if (is_wanted) {
		async_mysqli_await_polls(connection);
	}
	while (is_wanted && !EG(exception)) {
		MYSQLND_RES *result;
		switch (GET_CONNECTION_STATE(&data->state)) {
			case CONN_QUERY_SENT:
				is_wanted = data->m->reap_query(data) == PASS;
				break;
			case CONN_FETCHING_DATA:
				result = data->current_result ? data->m->store_result(data) : NULL;
				if (result == NULL) {
					return;
				}
				result->m.free_result(result, false);
				break;
			case CONN_NEXT_RESULT_PENDING:
				is_wanted = data->m->next_result(data) == PASS;
				break;
			default:
				return;
		}
	}
}

static void leave(const void *connection, bool is_parked_in)
{
	(void) is_parked_in;
	async_mysqlnd_data_hang_up(connection);
}

const async_client_t async_mysqli_client = {
	.name = "MySQL connection",
	.keeps = keeps,
	.roll_back = roll_back,
	.finish = finish,
	.hold = hold,
	.release = release,
	.leave = leave,
};

/* For calls that connect. They free the connection that the link had, see mysqli_connect.c. */
static const async_client_t connecting_client = {
	.name = "MySQL connection",
	.keeps = keeps,
	.roll_back = roll_back,
	.finish = finish,
	.hold = hold,
	.release = release,
};

/* ---- which connection ---- */

/* The mysqlnd record behind an object of mysqli; NULL: the object is not initialised yet, or closed. */
static zend_always_inline void *record_of(zend_object *object)
{
	const MYSQLI_RESOURCE *resource = php_mysqli_fetch_object(object)->ptr;

	return resource && resource->status >= MYSQLI_STATUS_INITIALIZED ? resource->ptr : NULL;
}

MY_MYSQL *async_mysqli_link(zend_object *object)
{
	ZEND_ASSERT(instanceof_function(object->ce, link_ce) && "the record is that of a link");
	return record_of(object);
}

static const void *connection_of_link(zend_object *object)
{
	const MY_MYSQL *link = async_mysqli_link(object);
	const void *connecting = link ? async_mysqli_connecting(link) : NULL;

	if (UNEXPECTED(connecting != NULL)) {
		return connecting;
	}
	return link && link->mysql ? link->mysql->data : NULL;
}

const void *async_mysqli_connection(zend_object *object)
{
	return instanceof_function(object->ce, link_ce) ? connection_of_link(object) : NULL;
}

/* ---- the request of execute() ---- */

static bool is_request_unparked;
static func_mysqlnd_stmt__generate_execute_request original_request;

/* mysqlnd adds up the sizes of the bound variables, and then copies their strings into a buffer of that size. A
 * __toString() that it calls in between must not let other coroutines write to these variables. Nothing here waits for
 * the server. A bailout skips the decrement; the end of the request sets the count to zero. */
static enum_func_status make_request(MYSQLND_STMT *const statement, zend_uchar **request, size_t *length,
	bool *is_owned)
{
	enum_func_status status;

	ASYNC_ENGINE_G(unparked_calls)++;
	status = original_request(statement, request, length, is_owned);
	ASYNC_ENGINE_G(unparked_calls)--;
	return status;
}

static void replace_request(void *table)
{
	struct st_mysqlnd_stmt_methods *methods = table;

	if (async_table_unprotect(methods, sizeof(*methods))) {
		original_request = methods->generate_execute_request;
		async_table_originals_kept();
		methods->generate_execute_request = make_request;
	}
}

/* execute_query() makes a statement that it keeps to itself. mysqlnd tells plugins where the table is. */
static void replace_request_before_query(void)
{
	const struct st_mysqlnd_plugin_methods_xetters *tables = dlsym(RTLD_DEFAULT, "mysqlnd_plugin_methods_xetters");

	if (tables) {
		async_table_once(&is_request_unparked, replace_request, tables->statement.get());
	}
}

/* ---- connections ---- */

static const void *connection_of_statement(zend_object *object)
{
	const MY_STMT *statement = record_of(object);

	ZEND_ASSERT(instanceof_function(object->ce, statement_ce) && "the record is that of a statement");
	if (UNEXPECTED(!is_request_unparked) && statement && statement->stmt) {
		/* The first statement leads to the table, also where mysqlnd is no shared object. */
		async_table_once(&is_request_unparked, replace_request, (void *) (uintptr_t) statement->stmt->m);
	}
	return statement && statement->stmt && statement->stmt->data ? statement->stmt->data->conn : NULL;
}

static const void *connection_of_result(zend_object *object)
{
	const MYSQLND_RES *result = record_of(object);

	ZEND_ASSERT(instanceof_function(object->ce, result_ce) && "the record is that of a result");
	return result && result->unbuf ? result->conn : NULL;
}

/* $link for $link->query() and for mysqli_query($link); NULL: it is not of this class. */
static zend_always_inline zend_object *subject(zend_execute_data *call, const zend_class_entry *ce)
{
	zend_object *object = Z_TYPE(call->This) == IS_OBJECT ? Z_OBJ(call->This) : async_guard_object_argument(call);

	return object && instanceof_function(object->ce, ce) ? object : NULL;
}

zend_object *async_mysqli_link_of_call(zend_execute_data *call)
{
	/* NULL: nothing is guarded. */
	return link_ce ? subject(call, link_ce) : NULL;
}

static const void *find_by_link(zend_execute_data *call, zend_object **handle)
{
	zend_object *link = subject(call, link_ce);

	(void) handle;
	return link ? connection_of_link(link) : NULL;
}

/* The same, or the key of a mysqli_poll() that the call has to wait for. */
static zend_always_inline const void *find_unpolled(zend_execute_data *call, zend_object **handle, bool closes)
{
	const void *connection = find_by_link(call, handle);
	const void *poll = UNEXPECTED(ASYNC_CLIENTS_G(mysqli_polled) != NULL) && connection
		? async_mysqli_polling(connection, closes) : NULL;

	return UNEXPECTED(poll != NULL) ? poll : connection;
}

static const void *find_to_read(zend_execute_data *call, zend_object **handle)
{
	return find_unpolled(call, handle, false);
}

static const void *find_to_close(zend_execute_data *call, zend_object **handle)
{
	return find_unpolled(call, handle, true);
}

static const void *find_by_query(zend_execute_data *call, zend_object **handle)
{
	if (UNEXPECTED(!is_request_unparked)) {
		replace_request_before_query();
	}
	return find_to_read(call, handle);
}

/* Constructors of statements and results: their first argument. */
static const void *find_by_argument(zend_execute_data *call, zend_object **handle)
{
	zend_object *object = async_guard_object_argument(call);

	(void) handle;
	return object && instanceof_function(object->ce, link_ce) ? connection_of_link(object) : NULL;
}

static const void *find_by_statement(zend_execute_data *call, zend_object **handle)
{
	zend_object *statement = subject(call, statement_ce);

	(void) handle;
	return statement ? connection_of_statement(statement) : NULL;
}

static const void *find_by_result(zend_execute_data *call, zend_object **handle)
{
	zend_object *result = subject(call, result_ce);

	(void) handle;
	return result ? connection_of_result(result) : NULL;
}

/* Rows that are in memory already are read without the connection. */
static bool reads_from_server(zend_execute_data *call, const void *connection)
{
	(void) call;
	return async_mysqlnd_data_keeps(connection, ASYNC_KEEP_NOT) == ASYNC_KEEP_FOR_RESULT;
}

/* The same for a link, which another coroutine may connect now. */
static bool reads_unread(zend_execute_data *call, const void *connection)
{
	return connection == async_mysqli_link(subject(call, link_ce)) || reads_from_server(call, connection);
}

/* The same for rows of a statement. Those of a cursor stay at the server, and the connection does not tell. */
static bool reads_row_from_server(zend_execute_data *call, const void *connection)
{
	const MY_STMT *statement = record_of(subject(call, statement_ce));
	const MYSQLND_STMT_DATA *data = statement->stmt->data;

	ZEND_ASSERT(data && "asked for a statement that has a connection");
	return !async_mysqlnd_is_buffered(data->result) && (data->cursor_exists || reads_from_server(call, connection));
}

/* A link may get another connection while the caller waits for the one that it has. */
static const async_guard_kind_t on_link = { .client = &async_mysqli_client, .find = find_to_read, .moves = true };
static const async_guard_kind_t on_close = { .client = &async_mysqli_client, .find = find_to_close, .moves = true };
static const async_guard_kind_t on_query = { .client = &async_mysqli_client, .find = find_by_query, .moves = true };
static const async_guard_kind_t on_connect = { .client = &connecting_client, .find = find_to_close, .moves = true };
/* Unread results belong to the owner of the connection. Without them other callers need not wait. */
static const async_guard_kind_t on_unread = {
	.client = &async_mysqli_client,
	.find = find_by_link,
	.touches = reads_unread,
	.moves = true,
};
static const async_guard_kind_t on_argument = {
	.client = &async_mysqli_client,
	.find = find_by_argument,
	.moves = true,
};
static const async_guard_kind_t on_statement = {
	.client = &async_mysqli_client,
	.find = find_by_statement,
	.survives = survives,
	.moves = true,
};
static const async_guard_kind_t on_rows = {
	.client = &async_mysqli_client,
	.find = find_by_statement,
	.touches = reads_row_from_server,
	.survives = survives,
	.moves = true,
};
static const async_guard_kind_t on_result = {
	.client = &async_mysqli_client,
	.find = find_by_result,
	.touches = reads_from_server,
	.survives = survives,
	.moves = true,
};

/* ---- functions ---- */

/* Methods and functions have the same names, but for the prefix of the functions. */
#define LINK_CALLS(X) \
	X(autocommit) X(begin_transaction) X(change_user) X(commit) X(dump_debug_info) \
	X(get_warnings) X(kill) X(multi_query) X(next_result) X(ping) X(prepare) X(query) X(real_query) \
	X(reap_async_query) X(refresh) X(release_savepoint) X(rollback) X(savepoint) X(select_db) X(set_charset) X(stat) \
	X(store_result) X(use_result)
#define STATEMENT_CALLS(X) \
	X(execute) X(prepare) X(get_result) X(get_warnings) X(close) X(reset) X(send_long_data) X(next_result)
#define ROW_CALLS(X) \
	X(fetch) X(store_result) X(free_result)
#define RESULT_CALLS(X) \
	X(fetch_all) X(fetch_array) X(fetch_assoc) X(fetch_column) X(fetch_object) X(fetch_row) X(free_result)

#define LINK_METHOD(name) { #name, &on_link },
#define LINK_FUNCTION(name) { "mysqli_" #name, &on_link },
#define STATEMENT_METHOD(name) { #name, &on_statement },
#define STATEMENT_FUNCTION(name) { "mysqli_stmt_" #name, &on_statement },
#define ROW_METHOD(name) { #name, &on_rows },
#define ROW_FUNCTION(name) { "mysqli_stmt_" #name, &on_rows },
#define RESULT_METHOD(name) { #name, &on_result },
#define RESULT_FUNCTION(name) { "mysqli_" #name, &on_result },

static const async_guard_row_t link_methods[] = {
	LINK_CALLS(LINK_METHOD)
	{ "__construct", &on_connect },
	{ "connect", &on_connect },
	{ "real_connect", &on_connect },
	{ "close", &on_close },
	{ "execute_query", &on_query },
	{ "more_results", &on_unread },
	{ NULL, NULL }
};

static const async_guard_row_t statement_methods[] = {
	STATEMENT_CALLS(STATEMENT_METHOD)
	ROW_CALLS(ROW_METHOD)
	{ "__construct", &on_argument },
	{ NULL, NULL }
};

static const async_guard_row_t result_methods[] = {
	RESULT_CALLS(RESULT_METHOD)
	{ "free", &on_result },
	{ "close", &on_result },
	{ "__construct", &on_argument },
	{ NULL, NULL }
};

static const async_guard_row_t functions[] = {
	LINK_CALLS(LINK_FUNCTION)
	STATEMENT_CALLS(STATEMENT_FUNCTION)
	ROW_CALLS(ROW_FUNCTION)
	RESULT_CALLS(RESULT_FUNCTION)
	{ "mysqli_execute", &on_statement },
	{ "mysqli_real_connect", &on_connect },
	{ "mysqli_close", &on_close },
	{ "mysqli_execute_query", &on_query },
	{ "mysqli_more_results", &on_unread },
	{ NULL, NULL }
};

/* ---- foreach ---- */

static const void *find_iterated(zend_object *object, zend_object **handle)
{
	(void) handle;
	return connection_of_result(object);
}

static bool touches_iterated(zend_object *object)
{
	return reads_from_server(NULL, connection_of_result(object));
}

static async_guarded_iterator_t iterators = {
	.client = &async_mysqli_client, .find = find_iterated, .touches = touches_iterated,
};

static void guarded_move_forward(zend_object_iterator *iterator)
{
	async_guarded_step(&iterators, iterator, iterators.original.move_forward);
}

static void guarded_rewind(zend_object_iterator *iterator)
{
	async_guarded_step(&iterators, iterator, iterators.original.rewind);
}

static zend_object_iterator *guarded_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	(void) ce;
	return async_guarded_get_iterator(&iterators, object, by_ref, guarded_move_forward, guarded_rewind);
}

/* ---- objects ---- */

/* Is the answer that the server still sends the answer to this statement? */
static bool is_unread(zend_object *object)
{
	const MY_STMT *statement = record_of(object);
	const MYSQLND_STMT_DATA *data = statement && statement->stmt ? statement->stmt->data : NULL;

	if (data == NULL) {
		return false;
	}
	return data->state == MYSQLND_STMT_WAITING_USE_OR_STORE
		|| (data->result && data->result->unbuf && !data->result->unbuf->eof_reached);
}

/* While another answer is unread, mysqlnd cannot tell the server to forget the statement: the release has to wait. */
static void statement_dropped(zend_object *object, const void *connection)
{
	(void) async_owner_defer_release(connection, object, !is_unread(object));
}

static async_guarded_objects_t links = {
	.class_name = "mysqli", .connection = connection_of_link, .client = &async_mysqli_client, .is_connection = true,
	.dropped = async_guarded_dropped,
};
static async_guarded_objects_t statements = {
	.class_name = "mysqli_stmt", .connection = connection_of_statement,
	.client = &async_mysqli_client, .survives = survives,
	.dropped = statement_dropped,
};
static async_guarded_objects_t results = {
	.class_name = "mysqli_result", .connection = connection_of_result,
	.client = &async_mysqli_client, .survives = survives,
	.dropped = async_guarded_dropped,
};

/* ---- start-up ---- */

static zend_class_entry *class_of(const char *name)
{
	return zend_hash_str_find_ptr(CG(class_table), name, strlen(name));
}

static bool startup(void)
{
	link_ce = class_of("mysqli");
	statement_ce = class_of("mysqli_stmt");
	result_ce = class_of("mysqli_result");
	if (link_ce == NULL || statement_ce == NULL || result_ce == NULL) {
		return false;
	}
	if (result_ce->get_iterator != guarded_get_iterator) {
		iterators.get_iterator = result_ce->get_iterator;
		result_ce->get_iterator = guarded_get_iterator;
	}
	async_mysqli_change_user_start();
	return true;
}

const async_library_t async_mysqli_library = {
	.extension = "mysqli",
	.startup = startup,
	.shutdown = async_mysqli_change_user_end,
	.tables = {
		{ "mysqli", link_methods }, { "mysqli_stmt", statement_methods }, { "mysqli_result", result_methods },
		{ NULL, functions },
	},
	.objects = { &links, &statements, &results },
};

#endif

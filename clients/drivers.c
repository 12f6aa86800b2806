#include "clients/drivers.h"

#include "compat.h"

#include <dlfcn.h>
#include <sys/socket.h>

/* ---- mysqlnd ---- */

#ifdef ASYNC_COMPAT_HAS_MYSQLND

#include "ext/mysqlnd/mysqlnd.h"
#include "ext/mysqlnd/mysqlnd_connection.h"

/* The server does not say with an error whether a transaction is open. As a rule it still is; not after a deadlock. */
static bool may_be_in_transaction(const MYSQLND_CONN_DATA *connection)
{
	enum { DEADLOCK = 1213 };
	const unsigned error = connection->error_info->error_no;

	return error && error != DEADLOCK && UPSERT_STATUS_GET_SERVER_STATUS(connection->upsert_status) == 0;
}

async_keep_t async_mysqlnd_data_keeps(const void *data, async_keep_t before)
{
	const MYSQLND_CONN_DATA *connection = data;

	switch (GET_CONNECTION_STATE(&connection->state)) {
		case CONN_QUERY_SENT:
		case CONN_SENDING_LOAD_DATA:
		case CONN_FETCHING_DATA:
		case CONN_NEXT_RESULT_PENDING:
			return ASYNC_KEEP_FOR_RESULT;
		case CONN_READY:
			return UPSERT_STATUS_GET_SERVER_STATUS(connection->upsert_status) & SERVER_STATUS_IN_TRANS
				|| (before == ASYNC_KEEP_FOR_TRANSACTION && may_be_in_transaction(connection))
				? ASYNC_KEEP_FOR_TRANSACTION : ASYNC_KEEP_NOT;
		default:
			/* Closed, or not open yet. */
			return ASYNC_KEEP_NOT;
	}
}

async_keep_t async_mysqlnd_keeps(const void *connection, async_keep_t before)
{
	return connection
		? async_mysqlnd_data_keeps(((const MYSQLND *) connection)->data, before) : ASYNC_KEEP_NOT;
}

void async_mysqlnd_data_hang_up(const void *data)
{
	MYSQLND_CONN_DATA *connection = (MYSQLND_CONN_DATA *) data;
	php_stream *stream = connection->vio ? connection->vio->data->m.get_stream(connection->vio) : NULL;
	php_socket_t descriptor = -1;

	if (stream && php_stream_cast(stream, PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL, (void *) &descriptor,
			0) == SUCCESS && descriptor >= 0) {
		shutdown(descriptor, SHUT_RDWR);
	}
	/* As after KILL: mysqlnd refuses whatever needs the server. */
	SET_CONNECTION_STATE(&connection->state, CONN_QUIT_SENT);
}

void async_mysqlnd_hang_up(const void *connection)
{
	async_mysqlnd_data_hang_up(((const MYSQLND *) connection)->data);
}

bool async_mysqlnd_begin_anew(const void *connection, const char *user, const char *password, const char *database)
{
	MYSQLND_CONN_DATA *data = ((const MYSQLND *) connection)->data;

	return GET_CONNECTION_STATE(&data->state) == CONN_READY
		&& data->m->change_user(data, user, password, database, false, password ? strlen(password) : 0) == PASS;
}

bool async_mysqlnd_is_buffered(const void *result)
{
	return result && ((const MYSQLND_RES *) result)->stored_data != NULL;
}

/* The module says on what it depends. */
bool async_mysqlnd_is_used_by_pdo(void)
{
	static int8_t answer = -1;
	const zend_module_entry *module;

	if (EXPECTED(answer >= 0)) {
		return answer;
	}
	module = zend_hash_str_find_ptr(&module_registry, "pdo_mysql", strlen("pdo_mysql"));
	answer = 0;
	for (const zend_module_dep *dep = module ? module->deps : NULL; dep && dep->name; dep++) {
		answer |= strcmp(dep->name, "mysqlnd") == 0;
	}
	return answer;
}

#else

async_keep_t async_mysqlnd_data_keeps(const void *data, async_keep_t before)
{
	(void) data;
	(void) before;
	return ASYNC_KEEP_NOT;
}

async_keep_t async_mysqlnd_keeps(const void *connection, async_keep_t before)
{
	(void) connection;
	(void) before;
	return ASYNC_KEEP_NOT;
}

void async_mysqlnd_data_hang_up(const void *data)
{
	(void) data;
}

void async_mysqlnd_hang_up(const void *connection)
{
	(void) connection;
}

bool async_mysqlnd_begin_anew(const void *connection, const char *user, const char *password, const char *database)
{
	(void) connection;
	(void) user;
	(void) password;
	(void) database;
	return false;
}

bool async_mysqlnd_is_buffered(const void *result)
{
	(void) result;
	return false;
}

bool async_mysqlnd_is_used_by_pdo(void)
{
	return false;
}

#endif

/* ---- libraries that are found at run time ---- */

typedef int (*ask_t)(const void *connection);

/* Extensions are loaded so that their libraries can be found from everywhere. Asked again until it is there: an
 * extension may come late. */
static ask_t look_up(ask_t *known, const char *name)
{
	if (UNEXPECTED(*known == NULL)) {
		*known = (ask_t) (uintptr_t) dlsym(RTLD_DEFAULT, name);
	}
	return *known;
}

/* Values of PGTransactionStatusType. */
enum { PG_IDLE, PG_ACTIVE, PG_IN_TRANSACTION, PG_IN_FAILED_TRANSACTION, PG_UNKNOWN };

static ask_t pg_transaction_status;

bool async_libpq_is_there(void)
{
	return look_up(&pg_transaction_status, "PQtransactionStatus") != NULL;
}

async_keep_t async_libpq_keeps(const void *connection)
{
	switch (connection ? pg_transaction_status(connection) : PG_UNKNOWN) {
		case PG_ACTIVE:
			return ASYNC_KEEP_FOR_RESULT;
		case PG_IN_TRANSACTION:
		case PG_IN_FAILED_TRANSACTION:
			return ASYNC_KEEP_FOR_TRANSACTION;
		default:
			/* Idle, or the connection is broken. */
			return ASYNC_KEEP_NOT;
	}
}

static struct {
	void *(*execute)(const void *connection, const char *sql);
	void *(*get_result)(const void *connection);
	void (*clear)(void *result);
	int (*status)(const void *result);
	int (*consume_input)(const void *connection);
	int (*put_copy_end)(const void *connection, const char *error);
	int (*get_copy_data)(const void *connection, char **data, int async);
	void (*free_memory)(void *data);
} pg;

static bool find_libpq(void)
{
	if (pg.execute == NULL) {
		*(void **) &pg.get_result = dlsym(RTLD_DEFAULT, "PQgetResult");
		*(void **) &pg.clear = dlsym(RTLD_DEFAULT, "PQclear");
		*(void **) &pg.status = dlsym(RTLD_DEFAULT, "PQresultStatus");
		*(void **) &pg.consume_input = dlsym(RTLD_DEFAULT, "PQconsumeInput");
		*(void **) &pg.put_copy_end = dlsym(RTLD_DEFAULT, "PQputCopyEnd");
		*(void **) &pg.get_copy_data = dlsym(RTLD_DEFAULT, "PQgetCopyData");
		*(void **) &pg.free_memory = dlsym(RTLD_DEFAULT, "PQfreemem");
		*(void **) &pg.execute = dlsym(RTLD_DEFAULT, "PQexec");
	}
	return pg.execute && pg.get_result && pg.clear && pg.status && pg.consume_input && pg.put_copy_end
		&& pg.get_copy_data && pg.free_memory;
}

void async_libpq_roll_back(const void *connection)
{
	if (find_libpq()) {
		pg.clear(pg.execute(connection, "ROLLBACK"));
	}
}

static void hang_up(const void *connection)
{
	static ask_t get_socket;

	if (look_up(&get_socket, "PQsocket") && get_socket(connection) >= 0) {
		shutdown(get_socket(connection), SHUT_RDWR);
		if (find_libpq()) {
			/* So that it knows. */
			pg.consume_input(connection);
		}
	}
}

void async_libpq_leave(const void *connection, bool is_parked_in)
{
	switch (connection ? pg_transaction_status(connection) : PG_IDLE) {
		case PG_ACTIVE:
		case PG_UNKNOWN:
			hang_up(connection);
			break;
		default:
			/* Calls about large objects do not count as commands that are under way. */
			if (is_parked_in) {
				hang_up(connection);
			}
			break;
	}
}

void async_libpq_before_close(const void *connection)
{
	/* Values of ExecStatusType. */
	enum { COPY_OUT = 3, COPY_IN = 4, COPY_BOTH = 8 };
	void *result;
	int status;

	while (find_libpq() && (result = pg.get_result(connection)) != NULL) {
		status = pg.status(result);
		pg.clear(result);
		if (status == COPY_OUT || status == COPY_IN || status == COPY_BOTH) {
			/* No further answers come, but this one again and again, as long as libpq believes in the connection. */
			hang_up(connection);
		}
	}
}

bool async_libpq_is_half_made(const void *connection)
{
	/* Values of ConnStatusType. */
	enum { OPEN = 0, LOST = 1 };
	static ask_t get_status;

	return look_up(&get_status, "PQstatus") && get_status(connection) != OPEN && get_status(connection) != LOST;
}

void async_libpq_finish(void *connection)
{
	static void (*finish)(void *);

	if (finish == NULL) {
		*(void **) &finish = dlsym(RTLD_DEFAULT, "PQfinish");
	}
	if (finish) {
		finish(connection);
	}
}

typedef void (*take_notice_t)(void *receiver, const char *text);

static void take_no_notice(void *receiver, const char *text)
{
	(void) receiver;
	(void) text;
}

void async_libpq_notices_to(const void *connection, void *receiver)
{
	/* Changes nothing when it is given no function. */
	static take_notice_t (*set)(const void *, take_notice_t, void *);

	if (set == NULL) {
		*(void **) &set = dlsym(RTLD_DEFAULT, "PQsetNoticeProcessor");
	}
	if (set) {
		(void) set(connection, receiver ? set(connection, NULL, NULL) : take_no_notice, receiver);
	}
}

/* Each of the two refuses where it is not its turn. */
void async_libpq_end_copy(const void *connection)
{
	char *data = NULL;
	void *result;
	int length;

	if (!find_libpq()) {
		return;
	}
	if (pg.put_copy_end(connection, "the coroutine has ended") != 1 && pg.get_copy_data(connection, &data, 1) < -1) {
		return;
	}
	do {
		if (data) {
			pg.free_memory(data);
			data = NULL;
		}
		length = pg.get_copy_data(connection, &data, 0);
	} while (length > 0);
	while ((result = pg.get_result(connection)) != NULL) {
		pg.clear(result);
	}
}

static ask_t sqlite_get_autocommit;

bool async_sqlite_is_there(void)
{
	return look_up(&sqlite_get_autocommit, "sqlite3_get_autocommit") != NULL;
}

async_keep_t async_sqlite_keeps(const void *connection)
{
	return connection && sqlite_get_autocommit(connection) == 0 ? ASYNC_KEEP_FOR_TRANSACTION : ASYNC_KEEP_NOT;
}

void async_sqlite_roll_back(const void *connection)
{
	static int (*execute)(const void *, const char *, void *, void *, char **);

	if (execute == NULL) {
		*(void **) &execute = dlsym(RTLD_DEFAULT, "sqlite3_exec");
	}
	if (connection && execute) {
		(void) execute(connection, "ROLLBACK", NULL, NULL, NULL);
	}
}

/*
 * The libraries behind several extensions (drivers.h).
 */
#include "clients/drivers.h"

#include "compat.h"

#include <dlfcn.h>
#include <sys/socket.h>

/* ---- mysqlnd ---- */

#ifdef ASYNC_COMPAT_HAS_MYSQLND

#include "ext/mysqlnd/mysqlnd.h"
#include "ext/mysqlnd/mysqlnd_connection.h"

/* With an error the server does not tell whether a transaction is open. In most cases it is; not after a deadlock. */
static bool may_be_in_transaction(const MYSQLND_CONN_DATA *connection)
{
	enum { DEADLOCK = 1213 };
	const unsigned error = connection->error_info->error_no;

	return error && error != DEADLOCK && UPSERT_STATUS_GET_SERVER_STATUS(connection->upsert_status) == 0;
}

async_keep_t async_mysqlnd_data_keeps(const void *data, async_keep_t before)
{
	const MYSQLND_CONN_DATA *connection = data;

	ZEND_ASSERT(connection && connection->m && "mysqlnd has made the record");
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
	/* NULL: the connect has not opened the stream yet. */
	php_stream *stream = connection->vio ? connection->vio->data->m.get_stream(connection->vio) : NULL;
	php_socket_t descriptor = -1;

	if (stream && php_stream_cast(stream, PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL, (void *) &descriptor,
			0) == SUCCESS && descriptor >= 0) {
		shutdown(descriptor, SHUT_RDWR);
	}
	/* The state after a KILL: mysqlnd refuses all calls that need the server. */
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

bool async_mysqlnd_is_statement_buffered(const void *statement)
{
	const MYSQLND_STMT_DATA *data = ((const MYSQLND_STMT *) statement)->data;

	return data && async_mysqlnd_is_buffered(data->result);
}

/* The module lists what it depends on. */
bool async_mysqlnd_is_used_by_pdo(void)
{
	static int8_t answer = -1;   /* of all threads: written when it is complete */
	const zend_module_entry *module;
	int8_t found = __atomic_load_n(&answer, __ATOMIC_RELAXED);

	if (EXPECTED(found >= 0)) {
		return found;
	}
	module = zend_hash_str_find_ptr(&module_registry, "pdo_mysql", strlen("pdo_mysql"));
	found = 0;
	for (const zend_module_dep *dep = module ? module->deps : NULL; dep && dep->name; dep++) {
		found |= strcmp(dep->name, "mysqlnd") == 0;
	}
	__atomic_store_n(&answer, found, __ATOMIC_RELAXED);
	return found;
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

bool async_mysqlnd_is_statement_buffered(const void *statement)
{
	(void) statement;
	return false;
}

bool async_mysqlnd_is_used_by_pdo(void)
{
	return false;
}

#endif

/* ---- libpq ---- */

/* Extensions are loaded so that the symbols of their libraries are global. */
#define FIND(function) (*(void **) &pg.function = dlsym(RTLD_DEFAULT, "PQ" #function))

static struct {
	int (*transactionStatus)(const void *connection);
	int (*status)(const void *connection);
	int (*socket)(const void *connection);
	void (*finish)(void *connection);
	void *(*setNoticeProcessor)(const void *connection, void *take, void *receiver);
	void *(*exec)(const void *connection, const char *sql);
	void *(*getResult)(const void *connection);
	int (*resultStatus)(const void *result);
	void (*clear)(void *result);
	int (*consumeInput)(const void *connection);
	int (*putCopyEnd)(const void *connection, const char *error);
	int (*getCopyData)(const void *connection, char **data, int async);
	void (*freemem)(void *data);
} pg;

static bool is_libpq_found;

/* Looked for again until the library is there: an extension may be loaded late. Threads that look at once find the
 * same. */
bool async_libpq_is_there(void)
{
	bool found = __atomic_load_n(&is_libpq_found, __ATOMIC_ACQUIRE);

	if (UNEXPECTED(!found)) {
		found = FIND(transactionStatus) && FIND(status) && FIND(socket) && FIND(finish)
			&& FIND(setNoticeProcessor) && FIND(exec) && FIND(getResult) && FIND(resultStatus) && FIND(clear)
			&& FIND(consumeInput) && FIND(putCopyEnd) && FIND(getCopyData) && FIND(freemem);
		__atomic_store_n(&is_libpq_found, found, __ATOMIC_RELEASE);
	}
	return found;
}

/* Values of PGTransactionStatusType. */
enum { PG_IDLE, PG_ACTIVE, PG_IN_TRANSACTION, PG_IN_FAILED_TRANSACTION, PG_UNKNOWN };

static int transaction_status(const void *connection)
{
	ZEND_ASSERT(is_libpq_found && "the caller has asked whether libpq is there");
	return pg.transactionStatus(connection);
}

async_keep_t async_libpq_keeps(const void *connection)
{
	switch (connection ? transaction_status(connection) : PG_UNKNOWN) {
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

void async_libpq_roll_back(const void *connection)
{
	ZEND_ASSERT(is_libpq_found && "the caller has asked whether libpq is there");
	pg.clear(pg.exec(connection, "ROLLBACK"));
}

static void hang_up(const void *connection)
{
	const int descriptor = pg.socket(connection);

	if (descriptor >= 0) {
		shutdown(descriptor, SHUT_RDWR);
		/* libpq notices the loss when it reads. */
		pg.consumeInput(connection);
	}
}

void async_libpq_leave(const void *connection, bool is_parked_in)
{
	switch (connection ? transaction_status(connection) : PG_IDLE) {
		case PG_ACTIVE:
		case PG_UNKNOWN:
			hang_up(connection);
			break;
		default:
			/* Calls about large objects do not count as active commands. */
			if (connection && is_parked_in) {
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

	ZEND_ASSERT(is_libpq_found && "the caller has asked whether libpq is there");
	while ((result = pg.getResult(connection)) != NULL) {
		status = pg.resultStatus(result);
		pg.clear(result);
		if (status == COPY_OUT || status == COPY_IN || status == COPY_BOTH) {
			/* libpq repeats this answer until it finds that the connection is closed. */
			hang_up(connection);
		}
	}
}

bool async_libpq_is_half_made(const void *connection)
{
	/* Values of ConnStatusType. */
	enum { OPEN = 0, LOST = 1 };
	int status;

	ZEND_ASSERT(is_libpq_found && "the caller has asked whether libpq is there");
	status = pg.status(connection);
	return status != OPEN && status != LOST;
}

void async_libpq_finish(void *connection)
{
	ZEND_ASSERT(connection && is_libpq_found && "the connection was opened by libpq");
	pg.finish(connection);
}

static void take_no_notice(void *receiver, const char *text)
{
	(void) receiver;
	(void) text;
}

void async_libpq_notices_to(const void *connection, void *receiver)
{
	void *take = (void *) (uintptr_t) take_no_notice;

	if (receiver) {
		/* Without a function as its argument, the call changes nothing and returns the function in use. */
		take = pg.setNoticeProcessor(connection, NULL, NULL);
	}
	(void) pg.setNoticeProcessor(connection, take, receiver);
}

/* A COPY goes into one of two directions, and the call for the other direction fails. */
void async_libpq_end_copy(const void *connection)
{
	char *data = NULL;
	void *result;
	int length;

	ZEND_ASSERT(is_libpq_found && "the caller has asked whether libpq is there");
	if (pg.putCopyEnd(connection, "the coroutine has ended") != 1 && pg.getCopyData(connection, &data, 1) < -1) {
		return;
	}
	do {
		if (data) {
			pg.freemem(data);
			data = NULL;
		}
		length = pg.getCopyData(connection, &data, 0);
	} while (length > 0);
	while ((result = pg.getResult(connection)) != NULL) {
		pg.clear(result);
	}
}

/* ---- libsqlite3 ---- */

static struct {
	int (*get_autocommit)(const void *connection);
	int (*exec)(const void *connection, const char *sql, void *callback, void *argument, char **error);
} sqlite;

static bool is_sqlite_found;

bool async_sqlite_is_there(void)
{
	bool found = __atomic_load_n(&is_sqlite_found, __ATOMIC_ACQUIRE);

	if (UNEXPECTED(!found)) {
		*(void **) &sqlite.get_autocommit = dlsym(RTLD_DEFAULT, "sqlite3_get_autocommit");
		*(void **) &sqlite.exec = dlsym(RTLD_DEFAULT, "sqlite3_exec");
		found = sqlite.get_autocommit && sqlite.exec;
		__atomic_store_n(&is_sqlite_found, found, __ATOMIC_RELEASE);
	}
	return found;
}

async_keep_t async_sqlite_keeps(const void *connection)
{
	ZEND_ASSERT(is_sqlite_found && "the caller has asked whether libsqlite3 is there");
	return connection && sqlite.get_autocommit(connection) == 0 ? ASYNC_KEEP_FOR_TRANSACTION : ASYNC_KEEP_NOT;
}

void async_sqlite_roll_back(const void *connection)
{
	ZEND_ASSERT(is_sqlite_found && "the caller has asked whether libsqlite3 is there");
	if (connection) {
		(void) sqlite.exec(connection, "ROLLBACK", NULL, NULL, NULL);
	}
}

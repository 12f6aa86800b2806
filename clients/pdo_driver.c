/*
 * PDO's drivers: whether a connection stays with its owner, the rollback, and connections after a fatal error and in a
 * forked child.
 */
#include "clients/pdo.h"

#include "clients/clients.h"
#include "clients/drivers.h"
#include "engine/abandoned_frames.h"

#ifdef ASYNC_COMPAT_HAS_PDO

#include <dlfcn.h>

static bool is_in_transaction(pdo_dbh_t *dbh)
{
	return dbh->methods->in_transaction ? dbh->methods->in_transaction(dbh) : dbh->in_txn;
}

async_keep_t async_pdo_keeps(const void *connection, const async_owner_t *owner)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;

	ZEND_ASSERT((!dbh->is_persistent || dbh->refcount > 0) && "the list of persistent connections has a share");
	if (UNEXPECTED(dbh->driver_data == NULL) || UNEXPECTED(dbh->methods == NULL)) {
		return ASYNC_KEEP_NOT;
	}
	switch (async_pdo_driver_of(dbh)) {
		case ASYNC_PDO_MYSQL:
			if (async_mysqlnd_is_used_by_pdo()) {
				return async_mysqlnd_keeps(async_pdo_library_handle(dbh), owner ? owner->kept : ASYNC_KEEP_NOT);
			}
			break;
		case ASYNC_PDO_PGSQL:
			if (async_libpq_is_there()) {
				return async_libpq_keeps(async_pdo_library_handle(dbh));
			}
			break;
		case ASYNC_PDO_SQLITE:
			if (async_sqlite_is_there()) {
				return async_sqlite_keeps(async_pdo_library_handle(dbh));
			}
			break;
		case ASYNC_PDO_OTHER:
			break;
	}
	return is_in_transaction(dbh) ? ASYNC_KEEP_FOR_TRANSACTION : ASYNC_KEEP_NOT;
}

/* The driver is called: PDO::rollBack() would refuse a transaction that began with a plain BEGIN. */
void async_pdo_roll_back(const void *connection, zend_object *handle)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;

	(void) handle;
	if (dbh->driver_data && dbh->methods && dbh->methods->rollback) {
		dbh->methods->rollback(dbh);
		dbh->in_txn = false;
	}
}

/* ---- after a fatal error ---- */

/* PDO::query() executes a statement that it has not returned yet: no frame has it, and its result may be freed. */
static void keep_unfinished_statements(const pdo_dbh_t *dbh)
{
	const zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdostatement"));

	for (uint32_t i = 1; ce && i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object) && instanceof_function(object->ce, ce)
			&& php_pdo_stmt_fetch_object(object)->dbh == dbh && !php_pdo_stmt_fetch_object(object)->executed) {
			async_abandoned_frames_keep_object(object);
		}
	}
}

/* The connection is hung up. PDO would roll back an open transaction, and the library would first wait for the answer
 * to the last query. The next request would find an answer that is half read.
 *
 * SQLite is in the middle of a statement. Until its end it keeps the functions of PHP that it knows, even those that
 * the request takes away, so the next request must not find the connection. */
void async_pdo_leave(const void *connection, bool is_parked_in)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;

	keep_unfinished_statements(dbh);
	if (dbh->driver_data == NULL || async_pdo_library_handle(dbh) == NULL) {
		return;
	}
	if (async_pdo_driver_of(dbh) == ASYNC_PDO_MYSQL && async_mysqlnd_is_used_by_pdo()) {
		async_mysqlnd_hang_up(async_pdo_library_handle(dbh));
	} else if (async_pdo_driver_of(dbh) == ASYNC_PDO_PGSQL && async_libpq_is_there()) {
		async_libpq_leave(async_pdo_library_handle(dbh), is_parked_in);
	} else if (async_pdo_driver_of(dbh) == ASYNC_PDO_SQLITE && dbh->is_persistent) {
		async_pdo_unlist(dbh, dbh->refcount > 1);
	}
}

/* ---- in the child of a fork ---- */

/* Objects of the connection are not freed in the child. They would end the session of the parent at the server, and
 * SQLite would wait for a lock that only a thread of the parent can release. */
void async_pdo_leave_to_parent(const void *connection)
{
	pdo_dbh_t *dbh = (pdo_dbh_t *) connection;
	const zend_class_entry *statement = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdostatement"));
	const zend_class_entry *handle = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdo"));

	ZEND_ASSERT(statement && handle && "PDO is loaded, it has made the connection");
	for (uint32_t i = 1; i < EG(objects_store).top; i++) {
		zend_object *object = EG(objects_store).object_buckets[i];
		if (IS_OBJ_VALID(object)
			&& ((instanceof_function(object->ce, statement) && php_pdo_stmt_fetch_object(object)->dbh == dbh)
				|| (instanceof_function(object->ce, handle) && php_pdo_dbh_fetch_inner(object) == dbh))) {
			async_abandoned_frames_keep_object(object);
		}
	}
	if (dbh->is_persistent) {
		async_pdo_unlist(dbh, true);
	}
}

/* ---- for pools ---- */

typedef int (*parse_source_t)(
	const char *source, zend_ulong length, struct pdo_data_src_parser *values, int count);

/* The database is the one that the data source names, read by PDO's own parser. */
static bool begin_anew_in_mysql(const pdo_dbh_t *dbh)
{
	struct pdo_data_src_parser database = { .optname = "dbname", .optval = "" };
	parse_source_t parse = (parse_source_t) (uintptr_t) dlsym(RTLD_DEFAULT, "php_pdo_parse_data_source");
	bool done;

	if (UNEXPECTED(parse == NULL)) {
		return false;
	}
	parse(dbh->data_source, dbh->data_source_len, &database, 1);
	done = async_mysqlnd_begin_anew(async_pdo_library_handle(dbh), dbh->username, dbh->password, database.optval);
	if (database.freeme) {
		efree(database.optval);
	}
	return done;
}

bool async_pdo_begin_anew(zend_object *connection)
{
	const pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(connection);

	if (async_pdo_driver_of(dbh) != ASYNC_PDO_MYSQL || !async_mysqlnd_is_used_by_pdo()) {
		return true;
	}
	return dbh->driver_data && async_pdo_library_handle(dbh) && begin_anew_in_mysql(dbh);
}

bool async_pdo_is_kept(const zend_object *connection)
{
	return async_owner_is_kept(php_pdo_dbh_fetch_inner((zend_object *) connection));
}

#else

bool async_pdo_is_kept(const zend_object *connection)
{
	(void) connection;
	return false;
}

bool async_pdo_begin_anew(zend_object *connection)
{
	(void) connection;
	return true;
}

#endif

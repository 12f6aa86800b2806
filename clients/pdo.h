/*
 * Internal to PDO's files: pdo.c knows which calls use a connection, pdo_driver.c asks the driver behind it,
 * pdo_persistent.c guards the opening of connections that PHP keeps, pdo_large_objects.c guards the streams of large
 * objects, pdo_parameters.c keeps other coroutines away from the variables that are bound.
 */
#ifndef ASYNC_CLIENTS_PDO_H
#define ASYNC_CLIENTS_PDO_H

#include "clients/library.h"

#ifdef ASYNC_COMPAT_HAS_PDO

#include "ext/pdo/php_pdo_driver.h"

/* ---- pdo_driver.c ---- */

typedef enum { ASYNC_PDO_OTHER, ASYNC_PDO_MYSQL, ASYNC_PDO_PGSQL, ASYNC_PDO_SQLITE } async_pdo_driver_t;

static zend_always_inline async_pdo_driver_t async_pdo_driver_of(const pdo_dbh_t *dbh)
{
	const char *name = dbh->driver ? dbh->driver->driver_name : "";

	switch (name[0]) {
		case 'm':
			return strcmp(name, "mysql") == 0 ? ASYNC_PDO_MYSQL : ASYNC_PDO_OTHER;
		case 'p':
			return strcmp(name, "pgsql") == 0 ? ASYNC_PDO_PGSQL : ASYNC_PDO_OTHER;
		case 's':
			return strcmp(name, "sqlite") == 0 ? ASYNC_PDO_SQLITE : ASYNC_PDO_OTHER;
		default:
			return ASYNC_PDO_OTHER;
	}
}

/* The first field of the driver's data is the handle of its library, in all three drivers. */
static zend_always_inline void *async_pdo_library_handle(const pdo_dbh_t *dbh)
{
	ZEND_ASSERT(dbh->driver_data && "the connection is open");
	return *(void **) dbh->driver_data;
}

/* Functions of an async_client_t. connection: a pdo_dbh_t */
async_keep_t async_pdo_keeps(const void *connection, const async_owner_t *owner);
void async_pdo_roll_back(const void *connection, zend_object *handle);
void async_pdo_leave(const void *connection, bool is_parked_in);
void async_pdo_leave_to_parent(const void *connection);

/* ---- pdo.c ---- */

extern const async_client_t async_pdo_client;

/* ---- pdo_large_objects.c ---- */

/* A value that PDO has returned: the first stream of a large object tells how to guard them all.
 * Neither suspends nor runs PHP code. */
void async_pdo_see_stream(const zval *value);

/* ---- pdo_parameters.c ---- */

/* Gives each call of PDOStatement::execute() variables of its own for those that are bound by reference. */
extern const async_part_t async_pdo_parameters_part;

/* ---- pdo_persistent.c ---- */

/* Take a connection out of the list of persistent ones: later callers with the same parameters open another one.
 * is_kept: the connection stays open even if no object uses it; else closing it may suspend
 * runs PHP: no */
void async_pdo_unlist(pdo_dbh_t *dbh, bool is_kept);

/* Calls that open a connection, or find a persistent one. */
extern const async_guard_kind_t async_pdo_opening;

/* ---- mends/pdo_method_names.c ---- */

/* Called whenever a method of a driver is found. Neither suspends nor runs PHP code. */
void async_pdo_keep_method_name(zend_function *function);

#endif

#endif

/*
 * PDO: what its three files share. pdo.c says which calls touch a connection, pdo_driver.c what the driver behind it
 * says, pdo_persistent.c how a connection is made that PHP keeps.
 */
#ifndef ASYNC_CLIENTS_PDO_H
#define ASYNC_CLIENTS_PDO_H

#include "clients/guard.h"
#include "compat.h"

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

/* The first field of the driver's data is its library's handle, in all three. */
static zend_always_inline void *async_pdo_library_handle(const pdo_dbh_t *dbh)
{
	return *(void **) dbh->driver_data;
}

/* Of an async_client_t; connection: a pdo_dbh_t. */
async_keep_t async_pdo_keeps(const void *connection, const async_owner_t *owner);
void async_pdo_roll_back(const void *connection, zend_object *handle);
void async_pdo_leave(const void *connection);
void async_pdo_leave_to_parent(const void *connection);

/* ---- pdo_persistent.c ---- */

/* Once for the process. */
void async_pdo_persistent_startup(void);

/* Who asks with the same words gets another one. is_kept: it stays as it is even if nobody has it.
 * Neither suspends nor runs PHP code, but for closing it. */
void async_pdo_unlist(pdo_dbh_t *dbh, bool is_kept);

/* Calls that make a connection, or find one that PHP keeps. */
extern const async_guard_kind_t async_pdo_making;

#endif

/* A request is over, its objects are gone: nobody has a persistent connection any more, which after a fatal error only
 * we know. Neither suspends nor runs PHP code. */
void async_pdo_request_over(void);

#endif

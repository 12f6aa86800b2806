/*
 * PDO: what its four files share. pdo.c says which calls touch a connection, pdo_driver.c what the driver behind it
 * says, pdo_persistent.c how a connection is made that PHP keeps, pdo_large_objects.c which streams belong to one.
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
void async_pdo_leave(const void *connection, bool is_parked_in);
void async_pdo_leave_to_parent(const void *connection);

/* ---- pdo.c ---- */

extern const async_client_t async_pdo_client;

/* ---- pdo_large_objects.c ---- */

/* Start-up, all functions are there. */
void async_pdo_guard_large_objects(void);

/* What a call has returned: the first stream of a large object tells how they work. Neither suspends nor runs PHP
 * code. */
void async_pdo_see_stream(const zval *value);

/* ---- pdo_persistent.c ---- */

/* Once for the process. */
void async_pdo_persistent_startup(void);

/* Who asks with the same words gets another one. is_kept: it stays as it is even if nobody has it.
 * Neither suspends nor runs PHP code, but for closing it. */
void async_pdo_unlist(pdo_dbh_t *dbh, bool is_kept);

/* Calls that make a connection, or find one that PHP keeps. */
extern const async_guard_kind_t async_pdo_opening;

#endif

/* A request is over, its objects are gone: nobody has a persistent connection any more, which after a fatal error only
 * we know. Neither suspends nor runs PHP code. */
void async_pdo_request_over(void);

/* A request's main flow has become a coroutine: it may have opened streams of large objects. Neither suspends nor runs
 * PHP code. */
void async_pdo_see_all_streams(void);

/* A fatal error ends the request: streams of large objects in the middle of an operation; nothing is freed yet.
 * Neither suspends nor runs PHP code. The end of a request: what memory it has left goes. */
void async_pdo_leave_large_objects(void);
void async_pdo_forget_large_objects(void);
/* In a forked child: only the current coroutine is in the middle of one. */
void async_pdo_forget_large_objects_of_others(void);

#endif

/*
 * What the libraries behind several extensions say of a connection: does it have to stay with its owner?
 *
 * None is linked. mysqlnd's records are read through its own headers; libpq and libsqlite3 are asked, where an
 * extension has loaded them.
 */
#ifndef ASYNC_CLIENTS_DRIVERS_H
#define ASYNC_CLIENTS_DRIVERS_H

#include "clients/owner.h"

/* Is PDO's driver for MySQL made of mysqlnd? */
bool async_mysqlnd_is_used_by_pdo(void);

/* connection: a MYSQLND; data: its MYSQLND_CONN_DATA; before: what it was kept for when the last call began */
async_keep_t async_mysqlnd_keeps(const void *connection, async_keep_t before);
async_keep_t async_mysqlnd_data_keeps(const void *data, async_keep_t before);

/* Whoever waits for an answer does not come back: nothing is sent or read any more, the server sees the end. Neither
 * suspends nor runs PHP code. */
void async_mysqlnd_hang_up(const void *connection);
void async_mysqlnd_data_hang_up(const void *data);

/* Log in once more: the session begins anew, with the character set of the connect. The password may be NULL; what
 * mysqlnd remembers as such is not it. suspends: yes; errors: false, the connection is of no use then */
bool async_mysqlnd_begin_anew(const void *connection, const char *user, const char *password, const char *database);

/* result: a MYSQLND_RES, or NULL. Are all its rows in memory? */
bool async_mysqlnd_is_buffered(const void *result);

bool async_libpq_is_there(void);
async_keep_t async_libpq_keeps(const void *connection);      /* a PGconn */
void async_libpq_roll_back(const void *connection);          /* suspends */
void async_libpq_end_copy(const void *connection);           /* if one is in progress; suspends */
void async_libpq_before_close(const void *connection);       /* suspends for unread answers, as closing does itself */
/* What the server says beside its answers goes to `receiver` from now on, by the function that took it before; NULL:
 * to nobody. Neither suspends nor runs PHP code. */
void async_libpq_notices_to(const void *connection, void *receiver);
/* Whoever waits for an answer does not come back: nothing waits for it any more. No answer is due: nothing to do.
 * is_parked_in: as async_client_t has it */
void async_libpq_leave(const void *connection, bool is_parked_in);
/* Is it neither open nor lost: has making it not come to its end? */
bool async_libpq_is_half_made(const void *connection);
void async_libpq_finish(void *connection);                   /* closes and frees it; may suspend */

bool async_sqlite_is_there(void);
async_keep_t async_sqlite_keeps(const void *connection);     /* a sqlite3 */
void async_sqlite_roll_back(const void *connection);

#endif

/*
 * The libraries behind several extensions: mysqlnd, libpq, libsqlite3. They are asked whether a connection has to stay
 * with its owner, and bring it into a state in which it takes the next command.
 *
 * The extension links none of them. Records of mysqlnd are read through its headers; functions of libpq and libsqlite3
 * are looked up at run time, once another extension has loaded the library.
 */
#ifndef ASYNC_CLIENTS_DRIVERS_H
#define ASYNC_CLIENTS_DRIVERS_H

#include "clients/owner.h"

/* A function neither suspends nor runs PHP code, unless its comment says that it does. */

/* ---- mysqlnd ---- */

/* Does PDO's driver for MySQL use mysqlnd, not libmysqlclient? */
bool async_mysqlnd_is_used_by_pdo(void);

/* connection: a MYSQLND; data: its MYSQLND_CONN_DATA; before: why it was kept when the last call began */
async_keep_t async_mysqlnd_keeps(const void *connection, async_keep_t before);
async_keep_t async_mysqlnd_data_keeps(const void *data, async_keep_t before);

/* A call that waits for an answer will not return: shut the connection down, mysqlnd sends and reads nothing more. */
void async_mysqlnd_hang_up(const void *connection);
void async_mysqlnd_data_hang_up(const void *data);

/* Log in once more: the session begins anew, with the character set of the connect.
 * password: NULL: none; the copy in mysqlnd's record is not the password
 * suspends: yes
 * errors:   false: the connection cannot be used any more */
bool async_mysqlnd_begin_anew(const void *connection, const char *user, const char *password, const char *database);

/* result: a MYSQLND_RES, or NULL. Are all its rows in memory? */
bool async_mysqlnd_is_buffered(const void *result);

/* The same for a MYSQLND_STMT. */
bool async_mysqlnd_is_statement_buffered(const void *statement);

/* ---- libpq; connection: a PGconn ---- */

/* Asked before any other function of this group is called. */
bool async_libpq_is_there(void);

async_keep_t async_libpq_keeps(const void *connection);      /* NULL: not kept */
void async_libpq_roll_back(const void *connection);          /* suspends */
void async_libpq_end_copy(const void *connection);           /* if one is in progress; suspends */

/* Read all unread answers, as closing does, but hang up in the middle of a COPY, which has no end. Suspends. */
void async_libpq_before_close(const void *connection);

/* From now on libpq passes the notices of the server to the same function as before, with `receiver` as its argument.
 * NULL: notices are dropped. */
void async_libpq_notices_to(const void *connection, void *receiver);

/* A call that waits for an answer will not return: hang up. If no answer is due, nothing is done.
 * is_parked_in: as in async_client_t */
void async_libpq_leave(const void *connection, bool is_parked_in);

/* Is it neither open nor lost: was opening it interrupted? */
bool async_libpq_is_half_made(const void *connection);

/* Close and free the connection. May suspend. */
void async_libpq_finish(void *connection);

/* ---- libsqlite3; connection: a sqlite3, or NULL ---- */

/* Asked before the other functions are called. */
bool async_sqlite_is_there(void);
async_keep_t async_sqlite_keeps(const void *connection);
void async_sqlite_roll_back(const void *connection);

#endif

/*
 * Internal to the files of mysqli: mysqli.c guards its functions and objects, mysqli_connect.c those that connect,
 * mysqli_poll.c mysqli_poll().
 */
#ifndef ASYNC_CLIENTS_MYSQLI_H
#define ASYNC_CLIENTS_MYSQLI_H

#include "clients/library.h"

#ifdef ASYNC_COMPAT_HAS_MYSQLI

#include "ext/mysqli/php_mysqli_structs.h"

/* The record of a link behind its object; NULL: it is not initialised yet, or closed. Neither suspends nor runs PHP
 * code. */
MY_MYSQL *async_mysqli_link(zend_object *object);

/* The link of a call: $link->query(), or mysqli_query($link). NULL: it has none. Neither suspends nor runs PHP code. */
zend_object *async_mysqli_link_of_call(zend_execute_data *call);

/* The connection of a link. NULL: the object is no link, or has none. Neither suspends nor runs PHP code. */
const void *async_mysqli_connection(zend_object *object);

/* The connection is a MYSQLND_CONN_DATA. */
extern const async_client_t async_mysqli_client;

/* ---- mysqli_connect.c ---- */

/* At start-up and at the end of the process: put a function before mysqlnd's change_user(). */
void async_mysqli_change_user_start(void);
void async_mysqli_change_user_end(void);

/* The key of a link that another coroutine connects; NULL: none does. Neither suspends nor runs PHP code. */
const void *async_mysqli_connecting(const MY_MYSQL *link);

/* Puts a function before those that connect. */
extern const async_part_t async_mysqli_connects_part;

/* ---- mysqli_poll.c ---- */

/* The key of a call of mysqli_poll() that another coroutine makes with this connection, and that a call has to wait
 * for; NULL: there is none. closes: that call closes the connection, or puts another one into the link. Neither
 * suspends nor runs PHP code. */
const void *async_mysqli_polling(const void *connection, bool closes);

/* Wait until no other coroutine waits for an answer of this connection in mysqli_poll().
 * suspends: yes; runs PHP: no; cancel, errors: an exception is thrown */
void async_mysqli_await_polls(const void *connection);

/* Puts a function before mysqli_poll(). */
extern const async_part_t async_mysqli_poll_part;

#endif

#endif

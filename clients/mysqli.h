/*
 * Internal to the files of mysqli: mysqli.c guards its functions and objects, mysqli_connect.c those that connect.
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

/* ---- mysqli_connect.c ---- */

/* The key of a link that another coroutine connects; NULL: none does. Neither suspends nor runs PHP code. */
const void *async_mysqli_connecting(const MY_MYSQL *link);

/* Puts a function before those that connect. */
extern const async_part_t async_mysqli_connects_part;

#endif

#endif

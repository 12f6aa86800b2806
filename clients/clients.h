/*
 * Client libraries: coroutines that share a connection take turns (D28).
 */
#ifndef ASYNC_CLIENTS_CLIENTS_H
#define ASYNC_CLIENTS_CLIENTS_H

#include "engine/part.h"

/* Guards the libraries when all extensions are loaded; forgets owners at the end of a request. */
extern const async_part_t *const async_clients_parts[];

/* Bring the session behind a PDO object back into its state after the connect. Only MySQL needs this function; with
 * other drivers it does nothing.
 * owns:     nothing; no other code uses the connection
 * suspends: yes
 * runs PHP: no
 * cancel:   fails, the exception is pending
 * errors:   false: the connection cannot be used any more */
bool async_pdo_begin_anew(zend_object *connection);

/* Is a transaction open on the connection of a PDO object, or an answer unread, so that it stays with its owner? */
bool async_pdo_is_kept(const zend_object *connection);

/* Does a connection stay with the current coroutine: a transaction is open, or an answer unread? Only it can
 * bring such a connection into order. suspends: no; runs PHP: no */
bool async_clients_keep_any(void);

#endif

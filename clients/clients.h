/*
 * Client libraries: coroutines that share a connection take turns (D28).
 */
#ifndef ASYNC_CLIENTS_CLIENTS_H
#define ASYNC_CLIENTS_CLIENTS_H

#include "php.h"

/* Module start and end. The libraries are guarded when all extensions are loaded. */
void async_clients_startup(void);
void async_clients_shutdown(void);

/* The coroutines of a request have ended, no call is under way: forget the owners. */
void async_clients_request_end(void);

/* The objects of the request are gone, too. */
void async_clients_request_over(void);

/* Bring the session behind a PDO object into the state that it had after the connect, where only the driver can
 * (MySQL); with other drivers nothing is done.
 * owns:     nothing; no other code uses the connection
 * suspends: yes
 * runs PHP: no
 * cancel:   fails, the exception is pending
 * errors:   false: the connection cannot be used any more */
bool async_pdo_begin_anew(zend_object *connection);

/* A row for phpinfo(). */
void async_clients_info(void);

#endif

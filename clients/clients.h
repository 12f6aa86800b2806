/*
 * Client libraries: what keeps the coroutines that share a connection out of each other's way (D28).
 */
#ifndef ASYNC_CLIENTS_CLIENTS_H
#define ASYNC_CLIENTS_CLIENTS_H

#include "php.h"

/* Once per process: guard what exists when all extensions are there; forget it. */
void async_clients_startup(void);
void async_clients_shutdown(void);

/* The end of a request: forget owners; its objects are gone. */
void async_clients_request_end(void);
void async_clients_request_over(void);

/* A PDO object that nobody else has: bring the session behind it into the state that it has after the connect, where
 * that takes the driver itself (MySQL). suspends: yes; errors: false, the connection is of no use then */
bool async_pdo_begin_anew(zend_object *connection);

/* A row for phpinfo(). */
void async_clients_info(void);

#endif

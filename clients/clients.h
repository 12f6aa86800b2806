/*
 * Client libraries: what keeps the coroutines that share a connection out of each other's way (D28).
 */
#ifndef ASYNC_CLIENTS_CLIENTS_H
#define ASYNC_CLIENTS_CLIENTS_H

#include "engine/part.h"
#include "io/hooks/hooks.h"

/* Guard what exists when all extensions are there; forget owners at the end of a request. */
extern const async_part_t *const async_clients_parts[];

/* A PDO object that nobody else has: bring the session behind it into the state that it has after the connect, where
 * that takes the driver itself (MySQL). suspends: yes; errors: false, the connection is of no use then */
bool async_pdo_begin_anew(zend_object *connection);

/* Hook tables of clients. */
extern const async_hook_group_t async_amqp_hooks;
extern const async_hook_group_t async_redis_hooks;
extern const async_hook_group_t async_ssh2_hooks;
extern const async_hook_group_t async_ssh2_sftp_hooks;

#endif

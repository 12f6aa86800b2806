/*
 * The records of connections in use, by connection (owner.h). They are recycled, and released with the request.
 */
#ifndef ASYNC_CLIENTS_OWNER_TABLE_H
#define ASYNC_CLIENTS_OWNER_TABLE_H

#include "clients/owner.h"

/* NULL: it is not in use. */
async_owner_t *async_owner_find(const void *connection);

/* A new record, which belongs to nobody so far. */
async_owner_t *async_owner_add_record(const void *connection, const async_client_t *client);

/* Nobody has the connection, nobody wants it: the record waits for another one. */
void async_owner_retire(async_owner_t *owner);

#endif

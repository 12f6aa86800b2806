/*
 * State of clients/ in one thread (of the process without ZTS).
 */
#ifndef ASYNC_CLIENTS_GLOBALS_H
#define ASYNC_CLIENTS_GLOBALS_H

#include "scheduler/globals.h"

typedef struct {
	bool connections_used;             /* before the scheduler has started in this request */
	async_records_t *owners;           /* connections that coroutines use; NULL until needed */

	/* ini */
	bool shared_connection_throws;     /* a call on another coroutine's connection gets an exception */
} async_clients_globals_t;

ASYNC_LAYER_GLOBALS_DECLARE(clients)

#define ASYNC_CLIENTS_G(field) ASYNC_LAYER_G(clients, field)

#endif

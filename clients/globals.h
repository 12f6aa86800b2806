/*
 * State of clients/ in one thread (of the process without ZTS).
 */
#ifndef ASYNC_CLIENTS_GLOBALS_H
#define ASYNC_CLIENTS_GLOBALS_H

#include "scheduler/globals.h"

typedef struct async_plain_step async_plain_step_t; /* internal to guard_objects.c */

typedef struct {
	bool connections_used;             /* before the scheduler has started in this request */
	bool memcached_delays;             /* … getDelayed(), whose answer was not read then */
	async_plain_step_t *plain_steps;   /* steps of foreach that began before the first async call */
	HashTable *redis_broken_off;       /* keys: objects, see mends/redis_broken_off.h; NULL: none */
	HashTable *pdo_strings;            /* keys: statements, see pdo_parameters.c; NULL: none */
	uint32_t mysqli_connects;          /* calls that connect a link of mysqli, and have not returned */
	HashTable *mysqli_polled;          /* connections that calls of mysqli_poll() wait for; NULL: none */
	async_ring_t curl_selects;         /* calls of curl_multi_select() that wait; .next is NULL: none */
	uint32_t curl_selects_begun;       /* number of the latest one */
	uint32_t curl_news;                /* counts what gives curl_multi_exec() something to do */
	uint32_t curl_performed;           /* handle of the object of the latest curl_multi_exec() */
	zend_long curl_running;            /* transfers that it has left */
	async_records_t *owners;           /* connections that coroutines use; NULL until needed */

	/* ini */
	bool shared_connection_throws;     /* a call on another coroutine's connection gets an exception */
} async_clients_globals_t;

ASYNC_LAYER_GLOBALS_DECLARE(clients)

#define ASYNC_CLIENTS_G(field) ASYNC_LAYER_G(clients, field)

#endif

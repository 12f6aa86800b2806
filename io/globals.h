/*
 * State of io/ in one thread (of the process without ZTS).
 */
#ifndef ASYNC_IO_GLOBALS_H
#define ASYNC_IO_GLOBALS_H

#include "scheduler/globals.h"

typedef struct {
	/* turns.c */
	async_records_t *turns;            /* what coroutines use one at a time; NULL until needed */
	uint32_t late_turns;               /* those whose owner had to wait and has not taken that into account */

	/* wait_fd.c */
	uint32_t closing_descriptors;      /* for which waits are refused */

	/* files/kind.c */
	struct async_file_memory *file_memory;   /* by descriptor number; NULL until needed */

	/* files/lock.c */
	async_wait_list_t lock_waiters;    /* those who try to get a file lock from time to time */

	/* processes/orphans.c, processes/process_pipe.c: these outlive a request */
	struct async_orphan *orphans;      /* processes that are reaped when they end */
	struct async_pipe_record *open_pipes; /* pipes whose process is known */

	/* delivery.c */
	zend_execute_data *delivery_call;  /* the stock function that returns first; only compared, never looked into */
	void *expired_socket;              /* TLS stream whose time limit looks elapsed until then, streams/socket_ops.h */
	int expired_fd;
	struct timeval expired_timeout;
	uint32_t delivery_refusals;        /* waits that failed since, before the function returned */
	zval delivery_error_handler;       /* the user's error handler while our own stands in for it */

	/* ini */
	char *hooks;                       /* which stock waits become cooperative */
} async_io_globals_t;

ASYNC_LAYER_GLOBALS_DECLARE(io)

#define ASYNC_IO_G(field) ASYNC_LAYER_G(io, field)

#endif

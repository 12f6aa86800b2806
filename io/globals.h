/*
 * State of io/ in one thread (of the process without ZTS).
 */
#ifndef ASYNC_IO_GLOBALS_H
#define ASYNC_IO_GLOBALS_H

#include "scheduler/globals.h"

typedef struct {
	/* call_locks.c */
	async_records_t *call_locks;       /* async_call_lock_t of things in use; NULL until needed */
	uint32_t late_turns;               /* turns whose owner has waited, and has not counted this in its deadline yet */

	/* streams/stream_order.c */
	async_records_t *stream_users;     /* calls without a turn in which a stream must not be closed */
	uintptr_t stream_user_number;      /* of the last one */

	/* streams/taken.c */
	HashTable *taken;                  /* by stream: the async_taken_t of the call that reads it; NULL until needed */
	uint32_t taken_calls;              /* that are known to it */

	/* streams/opcache_key.c */
	uint32_t path_searches;            /* under way in opcache, for files of a list with stream wrappers */

	/* streams/xml_output.c */
	struct async_xml_save *xml_saves;  /* calls under way that write a document */
	struct async_xml_output *(*xml_create)(const char *address, void *encoder, int compression);   /* ext/libxml's */

	/* kept_patterns.c */
	uint32_t pattern_calls;            /* of mb_ereg_replace_callback(), under way */
	HashTable *kept_patterns;          /* that are freed when there is none; NULL until needed */

	zend_long last_directory;          /* handle of the directory that was opened last; 0: none */

	/* wait_fd.c */
	uint32_t closing_descriptors;      /* descriptors for which waits are refused: a coroutine is closing them */

	/* hooks/poll.c */
	struct async_put_off *put_off;     /* the next wait in poll() is put off; NULL: it is not */

	/* wait_words.c */
	void *connects;                    /* addresses of the latest connect() calls; NULL until needed */

	/* files/kind.c */
	struct async_file_memory *file_memory;   /* by descriptor number; NULL until needed */

	/* files/position.c */
	struct async_file_move *file_moves;      /* calls of workers that move the position of a descriptor */

	/* files/lock.c */
	async_wait_list_t lock_waiters;    /* coroutines that try from time to time to get a file lock */

	/* files/notify.c */
	async_ring_t notify_sets;          /* open sets of watched paths; zero until needed */

	/* processes/orphans.c, processes/process_pipe.c: these outlive a request */
	struct async_orphan *orphans;      /* processes without a waiter, which are reaped when they end */
	struct async_pipe_record *open_pipes; /* pipes whose process is known */

	/* workers/supervise_worker.c */
	struct async_supervised *supervised;  /* this process is a worker of Async\supervise(); NULL: it is none */
	/* workers/worker.c */
	async_ring_t workers;              /* async_worker_t of this process; zero until needed */
	/* workers/passed.c */
	async_ring_t passed;               /* async_passed_t that have descriptors; zero until needed */

	/* delivery.c */
	zend_execute_data *delivery_call;  /* call from PHP code whose end is awaited; only compared, never dereferenced */
	void *expired_socket;              /* TLS stream whose time limit looks elapsed, see async_socket_ops_expire() */
	int expired_fd;                    /* its descriptor … */
	struct timeval expired_timeout;    /* … its real time limit … */
	bool expired_event;                /* … and whether one had passed before */
	struct async_tls_record *tls_records;   /* records that a cancelled write has begun, see tls_ops.c */
	void **observed_end;               /* observed_calls.c: where its observers' first end handler was; NULL: nowhere */
	void *observed_end_original;       /* … and that handler */
	uint32_t delivery_refusals;        /* waits that were refused in a row since the delivery was requested */
	zval delivery_error_handler;       /* the user's error handler while error_handler_shim() stands in for it */
	bool delivery_drops_error;         /* the error that is being reported is a result of the cancellation … */
	int delivery_handler_mask;         /* … and what the user's error handler asks for meanwhile */

	/* ini */
	char *hooks;                       /* which stock waits become cooperative */
	const char *hook_extensions;       /* in which extensions, besides those that are known */
} async_io_globals_t;

ASYNC_LAYER_GLOBALS_DECLARE(io)

#define ASYNC_IO_G(field) ASYNC_LAYER_G(io, field)

#endif

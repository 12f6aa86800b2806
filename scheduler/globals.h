/*
 * State of one thread (of the process without ZTS). ASYNC_G(field) is the only way to it.
 */
#ifndef ASYNC_SCHEDULER_GLOBALS_H
#define ASYNC_SCHEDULER_GLOBALS_H

#include "php.h"
#include "compat.h"
#include "scheduler/coroutine.h"
#include "scheduler/scope.h"
#include "scheduler/fiber_context.h"
#include "scheduler/records.h"

#include "zend_llist.h"

typedef struct async_autoload async_autoload_t;
typedef struct async_watchdog async_watchdog_t;
typedef struct async_remains async_remains_t;

/* Life of the scheduler within one request. */
typedef enum {
	ASYNC_PHASE_IDLE,       /* nothing asynchronous happened yet: stock PHP runs */
	ASYNC_PHASE_RUNNING,
	ASYNC_PHASE_GRACEFUL,   /* first phase of the graceful shutdown (D21): the global scope was cancelled */
	ASYNC_PHASE_FORCED,     /* second phase: every new wait is cancelled at once */
	ASYNC_PHASE_UNWINDING,  /* exit or fatal error: frames are released, nothing may wait */
	ASYNC_PHASE_OVER        /* the request is past its asynchronous part: plain synchronous PHP (D14) */
} async_phase_t;

/* Why the main flow was switched to other than by a wake-up. */
typedef enum {
	ASYNC_END_NONE,
	ASYNC_END_EXIT,         /* exit() in a coroutine: go on unwinding in the main flow */
	ASYNC_END_BAILOUT,      /* fatal error in a coroutine: zend_bailout() in the main flow */
	ASYNC_END_FORKED        /* in the child of a fork: the main flow leaves its frames behind, see fork.h */
} async_end_t;

/* How the main flow leaves its frames in the child of a fork, see fork.h. */
typedef enum {
	ASYNC_MAIN_IS_HERE,
	ASYNC_MAIN_LEFT_BY_UNWINDING,
	ASYNC_MAIN_LEFT_AT_ONCE
} async_main_left_t;

/* A frame that stands for a place in user code, see show_spawn_place() in scheduler.c. */
typedef struct {
	zend_execute_data frame;
	zend_op_array function;
	zend_op opline;
} async_place_frame_t;

ZEND_BEGIN_MODULE_GLOBALS(async)
	/* hot: run queue and switch */
	async_coroutine_t *current;        /* NULL while the phase is IDLE or OVER */
	async_coroutine_t *queue_head;
	async_coroutine_t *queue_tail;
	uint32_t turn_countdown;           /* switches until the clock is looked at again, see scheduler.c */
	uint32_t turn_interval;
	uint32_t activity;                 /* counts the times control was given up; read by the watchdog's thread */
	uint32_t base_output_levels;       /* output buffers that were open at the first async call */
	uint32_t base_error_handlers;      /* error handlers below the current one when the main flow last switched */
	uint8_t phase;                     /* async_phase_t */
	uint8_t end;                       /* async_end_t */
	bool exit_called;                  /* exit() ran somewhere in this request */
	bool libxml_errors_used;           /* libxml_use_internal_errors() was turned on in this request */
	bool is_silenced;                  /* errors go nowhere while frames are released */
	int silenced_handler_mask;         /* what the user's error handler wanted to see before that */
	bool deadlock_reported;

	async_fiber_context_pool_t contexts;
	async_reactor_t *reactor;          /* opened when first needed */
	uint64_t last_turn;                /* when events were last looked for */
	uint64_t turn_woke;                /* how many completions that brought */
	uint64_t turn_switches;            /* about how many coroutines have run since */
	async_place_frame_t place_frame;
	async_timer_t trim_timer;          /* gives idle contexts back after a peak */

	async_coroutine_t *main_flow;      /* occupies the engine's own stack: main, later the drain */
	async_coroutine_t *main_coroutine; /* the object of currentCoroutine() in the main script */
	async_coroutine_t *drain;          /* parked until the last active coroutine ended */
	async_coroutine_t *graveyard;      /* completed records whose last reference waits for a running coroutine */
	async_remains_t *remains;          /* scheduler/deferred_release.c: what is to be released, in order */
	async_remains_t *remains_tail;
	bool remains_are_left;             /* a coroutine that releases them is in the run queue */
	async_scope_t global_scope;
	async_scope_t forest;              /* parent of the global scope and of all independent root scopes */
	zend_object *uncaught;             /* first exception that nobody took; raised at the end (D29) */
	zend_string *uncaught_chain;       /* where its coroutine was spawned, and by whom */
	zend_object *uncaught_more;        /* what came after it, collected; reported as a warning */
	struct async_failure_keeper *failure_keepers;
	uint64_t next_id;

	/* error_reporting for new coroutines, parsed once for each value of the ini entry */
	zend_string *error_reporting_value;
	int error_reporting;

	/* autoload_latch.c */
	async_autoload_t *autoloads;       /* classes that are being loaded */

	/* error_handlers.c */
	zval error_handler;                /* borrowed: what a running user error handler has emptied its slot of … */
	zend_execute_data *error_raiser;   /* … and the frame whose error it handles; NULL when none was called yet */
	const void *error_handler_code;    /* identifies the handler's function among the frames */

	/* soap_state.c */
	void *soap_globals;                /* once a client or server was made in this request */
	int soap_version;                  /* outside of calls */
	int soap_features;

	/* libxml_errors.c */
	bool libxml_errors_base;           /* setting of the main flow */
	zend_llist libxml_list_model;      /* an empty list is made like this one … */
	void *libxml_error_function;       /* … and libxml calls this to fill it */

	/* engine_state.c */
	uint32_t compiling;                /* nested runs of the compiler, and others that must not be left */

	/* user_signals.c */
	bool has_user_signals;             /* pcntl_signal() was called in this request */
	bool has_ending_signals;           /* … for a handler that ends waits (EINTR) */
	uint32_t ending_signals;           /* such signals that have come */
	const void *seen_signal;           /* the last one of pcntl's queue that was looked at; only compared */

	/* fork.c */
	uint8_t main_left;                 /* async_main_left_t: in a forked child, until the main script has ended */
	uint8_t phase_of_child;            /* what to go on with then */

	/* channel/select.c */
	uint32_t select_state;             /* of the sequence that chooses among sources that are ready */

	/* future/chain.c */
	HashTable *kept_futures;           /* states that C code will settle and links wait for; NULL: none so far */

	/* counters for stats() */
	size_t coroutines;                 /* members of all scopes */
	uint64_t spawned;
	uint64_t switches;
	uint64_t blocked_in_place;         /* waits made the stock way because switching was impossible */
	size_t waiting;                    /* coroutines parked now */

	async_watchdog_t *watchdog;        /* watchdog.c; NULL while nothing is watched */

	/* main_handler.c */
	zval exception_handler;            /* the user's own, while our stand-in sits in its place */
	bool exception_handler_armed;
	bool main_failed;                  /* an exception left the main script */

	/* io/turns.c */
	async_records_t *turns;            /* what coroutines use one at a time; NULL until needed */
	struct async_file_memory *file_memory;   /* io/files/kind.c: by descriptor number; NULL until needed */
	uint32_t closing_descriptors;      /* wait_fd.c: for which waits are refused */
	uint32_t late_turns;               /* those whose owner had to wait and has not taken that into account */

	/* io/processes/orphans.c, io/processes/process_pipe.c: these outlive a request */
	struct async_orphan *orphans;      /* processes that are reaped when they end */
	struct async_pipe_record *open_pipes; /* pipes whose process is known */

	/* io/delivery.c */
	zend_execute_data *delivery_call;  /* the stock function that returns first; only compared, never looked into */
	void *expired_socket;              /* TLS stream whose time limit looks elapsed until then, see socket_ops.h */
	int expired_fd;
	struct timeval expired_timeout;
	uint32_t delivery_refusals;        /* waits that failed since, before the function returned */
	zval delivery_error_handler;       /* the user's error handler while our own stands in for it */

	/* io/files/lock.c */
	async_wait_list_t lock_waiters;    /* those who try to get a file lock from time to time */

	/* clients/ */
	bool connections_used;             /* before the scheduler has started in this request */
	async_records_t *owners;           /* connections that coroutines use; NULL until needed */

	/* ini */
	bool shared_connection_throws;     /* who wants a connection of somebody else gets an exception */
	zend_long stack_size;
	double zombie_timeout;             /* seconds */
	zend_long max_activity_interval;   /* ms, 0 = off */
	char *hooks;                       /* which stock waits become cooperative */
	bool syntax;                       /* the keywords are compiled */
ZEND_END_MODULE_GLOBALS(async)

ZEND_EXTERN_MODULE_GLOBALS(async)
#define ASYNC_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(async, v)

#if defined(ZTS) && defined(COMPILE_DL_ASYNC)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif

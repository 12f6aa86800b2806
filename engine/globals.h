/*
 * State of engine/ in one thread (of the process without ZTS), and the macros by which each layer keeps such state.
 */
#ifndef ASYNC_ENGINE_GLOBALS_H
#define ASYNC_ENGINE_GLOBALS_H

#include "php.h"
#include "compat.h"
#include "php_async.h"
#include "engine/part.h"

#include "zend_llist.h"

/* Each layer has one struct async_LAYER_globals_t in its own globals.h and DEFINEs it in one source file. Its part
 * starts before all others. A new thread begins with zeros. */
#ifdef ZTS
# define ASYNC_LAYER_GLOBALS_DECLARE(layer) \
	extern ts_rsrc_id async_##layer##_globals_id; \
	extern const async_part_t async_##layer##_globals_part;
# define ASYNC_LAYER_GLOBALS_DEFINE(layer) \
	ts_rsrc_id async_##layer##_globals_id; \
	static void begin_with_zeros(void *globals) \
	{ \
		memset(globals, 0, sizeof(async_##layer##_globals_t)); \
	} \
	static void allocate_globals(void) \
	{ \
		ts_allocate_id(&async_##layer##_globals_id, sizeof(async_##layer##_globals_t), begin_with_zeros, NULL); \
	} \
	static void free_globals(void) \
	{ \
		ts_free_id(async_##layer##_globals_id); \
	} \
	const async_part_t async_##layer##_globals_part = { .startup = allocate_globals, .shutdown = free_globals };
# define ASYNC_LAYER_G(layer, field) \
	(TSRMG_BULK_STATIC(async_##layer##_globals_id, async_##layer##_globals_t *)->field)
#else
# define ASYNC_LAYER_GLOBALS_DECLARE(layer) \
	extern async_##layer##_globals_t async_##layer##_globals; \
	extern const async_part_t async_##layer##_globals_part;
# define ASYNC_LAYER_GLOBALS_DEFINE(layer) \
	async_##layer##_globals_t async_##layer##_globals; \
	const async_part_t async_##layer##_globals_part = { 0 };
# define ASYNC_LAYER_G(layer, field) (async_##layer##_globals.field)
#endif

typedef struct async_recursion_marks async_recursion_marks_t;
typedef struct async_mark_block async_mark_block_t;
typedef struct async_walked_values async_walked_values_t;
typedef struct async_ticks async_ticks_t;
typedef struct async_isolation async_isolation_t;
typedef struct async_isolation_places async_isolation_places_t;
typedef struct async_isolation_changed async_isolation_changed_t;
typedef struct async_isolation_session async_isolation_session_t;
typedef struct async_isolation_web_request async_isolation_web_request_t;

/* Bits of used_extensions: what was used in this request. */
#define ASYNC_USED_LIBXML_ERRORS 1u    /* libxml_use_internal_errors() was turned on */
#define ASYNC_USED_LIBXML_SETTINGS 2u  /* a function that changes a setting was called (libxml_settings.h) */
#define ASYNC_USED_SOAP 4u             /* a client or server was made, so soap_globals is set */
#define ASYNC_USED_TICKS 8u            /* register_tick_function() was called */
#define ASYNC_USED_FILES 16u           /* files were compiled since a coroutine last gave up control */
/* The number of libxml's own defaults that belong to a coroutine. */
#define ASYNC_LIBXML_DEFAULTS 3

typedef struct {
	/* read by each switch */
	async_recursion_marks_t *shown_marks; /* recursion_marks.c: of coroutines that wait for the running one */
	uint32_t base_output_levels;       /* output buffers that were open at the first async call */
	uint32_t base_error_handlers;      /* error handlers below the current one when the main flow last switched */
	uint32_t unparked_calls;           /* calls under way in which no coroutine may park: the compiler and others … */
	uint32_t unparked_calls_base;      /* … of these, the ones below the Fiber that runs (fiber_state.c) */
	async_isolation_t *isolation;      /* the current one; NULL until the first is made in the request */
	uintptr_t used_extensions;         /* bits ASYNC_USED_* */

	async_mark_block_t *mark_blocks;   /* mark_list.c: all that exist, also for frames that were abandoned */
	async_walked_values_t *walked_values; /* walked_values.c: of calls that are running; NULL: none has waited */
	async_ticks_t *parked_ticks;       /* ticks.c: marks of parked coroutines */

	/* isolation/ */
	async_isolation_t *base_isolation;
	async_isolation_places_t *isolation_places;
	HashTable *isolation_plain_arrays;             /* plain_arrays.h; NULL: none is known */
	uint32_t isolation_plain_round;
	async_isolation_changed_t *isolation_changed;  /* ini entries; NULL: none was changed by an isolation or before */
	async_isolation_session_t *unused_session;     /* of isolations that have used no session */
	uint32_t session_calls;                        /* session functions that coroutines are in */
	async_isolation_web_request_t *process_request; /* room for that of the process; NULL: no isolation has its own */
	struct _zend_constant *sid_constant;           /* of ext/session; NULL: not found yet */
	int first_response_code;           /* with which the SAPI begins a request */

	/* engine_state.c: error_reporting for new coroutines, parsed once for each value of the ini entry */
	zend_string *error_reporting_value;
	int error_reporting;

#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	zval fatal_error_trace;            /* last_error.h: while the main flow leaves its frames */
#endif

	/* error_handlers.c */
	zval error_handler;                /* borrowed: the user error handler that runs, whose slot is empty meanwhile … */
	zend_execute_data *error_raiser;   /* … and the frame whose error it handles; NULL when none was called yet */
	const void *error_handler_code;    /* identifies the handler's function among the frames */

	/* soap_state.c */
	void *soap_globals;                /* once a client or server was made in this request */
	int soap_version;                  /* outside of calls */
	int soap_features;
	bool soap_allow_url_fopen;

	/* libxml_errors.c */
	bool libxml_errors_base;           /* setting of the main flow */
	zend_llist libxml_list_model;      /* an empty list is made like this one … */
	void *libxml_error_function;       /* … and libxml calls this to fill it */

	/* libxml_settings.c: places of libxml's defaults; and what coroutines find that have set nothing themselves */
	int *libxml_defaults[ASYNC_LIBXML_DEFAULTS];
	int libxml_defaults_base[ASYNC_LIBXML_DEFAULTS];
	zval libxml_context_base;
	struct async_libxml_loan *libxml_loans; /* calls that have put a context there for their length, innermost first */
	bool libxml_bans_loads_base;

	/* main_handler.c */
	zval exception_handler;            /* the user's own, while our stand-in sits in its place */
	bool exception_handler_armed;
	bool main_failed;                  /* an exception left the main script */
} async_engine_globals_t;

ASYNC_LAYER_GLOBALS_DECLARE(engine)

#define ASYNC_ENGINE_G(field) ASYNC_LAYER_G(engine, field)

#endif

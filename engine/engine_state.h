/*
 * Engine state that zend_fiber_switch_context() does not save and that would leak from one coroutine into another.
 *
 * The rule: a coroutine that switches away with such state set moves it into its own frame and leaves the defaults.
 * So every coroutine finds either the defaults or its own state. The common switch only checks whether there is any.
 *
 * Error handlers and libxml's setting have a base instead of defaults: what the main flow has set.
 *
 * EG(record_errors) and its list are never set at a switch: the engine sets them only while it links a class, where no
 * coroutine may park, and saves them itself around an error handler. Shared on purpose: superglobals, ini values,
 * locale, cwd, mb_* settings, headers, exception handlers (docs/shared-state.md).
 */
#ifndef ASYNC_ENGINE_ENGINE_STATE_H
#define ASYNC_ENGINE_ENGINE_STATE_H

#include "engine/call_state.h"
#include "engine/error_handlers.h"
#include "engine/globals.h"
#include "engine/last_error.h"
#include "engine/libxml_errors.h"
#include "engine/libxml_settings.h"
#include "engine/output.h"
#include "engine/recursion_marks.h"
#include "engine/soap_state.h"
#include "engine/ticks.h"

#include "SAPI.h"
#include "ext/json/php_json.h"
#include "ext/pcre/php_pcre.h"

/* State of one coroutine while it is parked. */
typedef struct {
	async_call_state_t call;
	/* an exception in flight */
	zend_object *exception;
#if ASYNC_COMPAT_HAS_PREV_EXCEPTION
	zend_object *prev_exception;
#endif
	const zend_op *opline_before_exception;
	async_compat_loading_t loading;   /* classes */
#if ASYNC_COMPAT_HAS_FILENAME_OVERRIDE
	zend_string *filename_override;
	zend_long lineno_override;
#endif
	/* strtok() */
	zend_string *strtok_string;
	char *strtok_last;
	size_t strtok_len;
#if ASYNC_COMPAT_HAS_LAST_HTTP_HEADERS
	/* http_get_last_response_headers() */
	zval last_http_headers;
#endif
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	/* stream_last_errors() */
	php_stream_stored_error *stream_errors;
	uint32_t stream_error_count;
#endif
	async_last_error_t last_error;
	/* error_log(): PHP drops a message that is logged while another one is being written */
	bool in_error_log;
	/* json_last_error() */
	async_compat_json_error_t json_error;
	/* preg_last_error(): a callback of preg_replace_callback() waits between the error and the question for it */
	php_pcre_error_code preg_error;
	async_error_handlers_t error_handlers;
	async_libxml_errors_t libxml_errors;
	async_libxml_settings_t libxml_settings;
	async_soap_state_t soap;
	async_ticks_t ticks;
	/* Fibers may not be switched inside destructors of a GC run, ticks, signal handlers */
	uint32_t switch_blocks;
	async_output_levels_t output;
} async_engine_state_t;

/* State that is looked at only after certain functions were called in this request. */
static zend_always_inline bool async_used_extension_is_dirty(void)
{
	return async_has_wrapper_errors() || async_libxml_errors_are_dirty() || async_libxml_settings_are_dirty_slow()
		|| async_soap_state_is_dirty() || async_ticks_are_dirty()
		|| (ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_FILES);
}

/* Has the current coroutine any such state, or is `more` not 0? Asked by every switch: one branch for all fields that
 * are zero by default. */
static zend_always_inline bool async_engine_state_is_set(uintptr_t more)
{
	const uintptr_t set = more
		| async_call_state_bits()
		| (uintptr_t) EG(exception)
#if ASYNC_COMPAT_HAS_PREV_EXCEPTION
		| (uintptr_t) EG(prev_exception)
#endif
#if ASYNC_COMPAT_HAS_FILENAME_OVERRIDE
		| (uintptr_t) EG(filename_override)
#endif
		| (uintptr_t) BG(strtok_string)
#if ASYNC_COMPAT_HAS_LAST_HTTP_HEADERS
		| (uintptr_t) Z_TYPE(BG(last_http_headers))   /* IS_UNDEF is 0 */
#endif
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
		| (uintptr_t) FG(stream_error_state).stored_errors
#endif
		| async_last_error_bits()
		| (uintptr_t) PG(in_error_log)
		| (uintptr_t) ASYNC_COMPAT_JSON_ERROR_CODE()
		| (uintptr_t) PCRE_G(error_code)
		| (uintptr_t) ASYNC_ENGINE_G(shown_marks);
	const uintptr_t used = ASYNC_ENGINE_G(used_extensions) | (uintptr_t) ASYNC_COMPAT_WRAPPER_ERRORS();

	return (UNEXPECTED((set | used) != 0) && (set != 0 || async_used_extension_is_dirty()))
		|| UNEXPECTED(async_is_loading_classes())
		|| async_error_handlers_are_dirty()
		|| UNEXPECTED(async_output_has_own_levels())
		|| UNEXPECTED(zend_fiber_switch_blocked());
}

static zend_always_inline bool async_engine_state_is_dirty(void)
{
	return async_engine_state_is_set(0);
}

/* Move the state of the current coroutine into *state and leave the defaults; move it back.
 * owns: *state owns what it holds until it is attached; suspends: no; runs PHP: no */
void async_engine_state_detach(async_engine_state_t *state);
void async_engine_state_attach(async_engine_state_t *state);

/* The current coroutine ends: release its state, so that the next coroutine on this stack starts with the defaults. An
 * exception in flight stays.
 * suspends: in its output handlers; runs PHP: its output handlers, destructors */
void async_engine_state_reset(void);

/* May the current coroutine park here? Not while the engine compiles, links a class, runs an output handler, or
 * initializes a lazy object: another coroutine would meet their state half changed. */
static zend_always_inline bool async_engine_allows_switch(void)
{
	/* one branch for all: asked at each yield and wait */
	const uintptr_t forbidden = ASYNC_ENGINE_G(unparked_calls)
		| (uintptr_t) CG(in_compilation)
		| (uintptr_t) CG(current_linking_class)
		| (uintptr_t) OG(running);

	return EXPECTED(forbidden == 0)
		&& (EXPECTED(!ASYNC_COMPAT_LAZY_OBJECTS_EXIST()) || !async_initializes_lazy_object());
}

/* Initial error_reporting of a coroutine: the ini setting, like a Fiber's. */
int async_engine_error_reporting(void);

extern const async_part_t async_engine_state_part;

#endif

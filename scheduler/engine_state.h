/*
 * Engine state that zend_fiber_switch_context() does not save and that would leak from one coroutine into another.
 *
 * The rule: whoever switches away with such state set takes it along (into its own frame) and leaves the defaults
 * behind; so every coroutine finds either the defaults or its own. The common switch only looks.
 *
 * Shared on purpose: superglobals, ini values, locale, cwd, mb_* settings, headers (see docs).
 */
#ifndef ASYNC_SCHEDULER_ENGINE_STATE_H
#define ASYNC_SCHEDULER_ENGINE_STATE_H

#include "scheduler/globals.h"
#include "scheduler/output.h"

#include "SAPI.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "php_globals.h"

/* What one coroutine took along. */
typedef struct {
	/* warnings turned into exceptions while an internal function runs */
	zend_error_handling_t error_handling;
	zend_class_entry *exception_class;
	/* an exception in flight */
	zend_object *exception;
	zend_object *prev_exception;
	const zend_op *opline_before_exception;
	/* reflection and autoload */
	zend_class_entry *fake_scope;
	HashTable *in_autoload;
#if ASYNC_COMPAT_HAS_FILENAME_OVERRIDE
	zend_string *filename_override;
	zend_long lineno_override;
#endif
	/* usort() and friends */
	zend_fcall_info user_compare_fci;
	zend_fcall_info_cache user_compare_fci_cache;
	/* serialize() and unserialize(): who writes into which table of references, and who frees it */
	unsigned serialize_lock;
	struct php_serialize_data *serialize_data;
	unsigned serialize_level;
	struct php_unserialize_data *unserialize_data;
	unsigned unserialize_level;
	/* strtok() */
	zend_string *strtok_string;
	char *strtok_last;
	size_t strtok_len;
	/* error_get_last() */
	int last_error_type;
	zend_string *last_error_message;
	zend_string *last_error_file;
	int last_error_lineno;
	/* user stream wrappers and include */
	const char *user_stream_current_filename;
	bool in_user_include;
	/* the user error handler that is running, put back for the others meanwhile */
	bool handler_reinstated;
	zval error_handler;
	zend_execute_data *error_raiser;
	const void *error_handler_code;
	/* Fibers may not be switched inside destructors of a GC run, ticks, signal handlers */
	uint32_t switch_blocks;
	async_output_levels_t output;
} async_engine_state_t;

/* Is there anything to take along? */
static zend_always_inline bool async_engine_state_is_dirty(void)
{
	return UNEXPECTED(EG(error_handling) != EH_NORMAL)
		|| UNEXPECTED(EG(exception) != NULL)
		|| UNEXPECTED(EG(prev_exception) != NULL)
		|| UNEXPECTED(EG(fake_scope) != NULL)
		|| UNEXPECTED(EG(in_autoload) != NULL && zend_hash_num_elements(EG(in_autoload)) > 0)
#if ASYNC_COMPAT_HAS_FILENAME_OVERRIDE
		|| UNEXPECTED(EG(filename_override) != NULL)
#endif
		|| UNEXPECTED(BG(user_compare_fci).size != 0)
		|| UNEXPECTED((BG(serialize_lock) | BG(serialize).level | BG(unserialize).level) != 0)
		|| UNEXPECTED(BG(strtok_string) != NULL)
		|| UNEXPECTED(PG(last_error_message) != NULL)
		|| UNEXPECTED(FG(user_stream_current_filename) != NULL)
		|| UNEXPECTED(PG(in_user_include))
		|| UNEXPECTED(ASYNC_G(error_raiser) != NULL)
		|| UNEXPECTED(async_output_has_own_levels())
		|| UNEXPECTED(zend_fiber_switch_blocked());
}

/* Take the state along and leave the defaults; put it back. Neither suspends nor runs PHP code. */
void async_engine_state_detach(async_engine_state_t *state);
void async_engine_state_attach(async_engine_state_t *state);

/* The coroutine ends: drop what it leaves behind, so that the next one starts with the defaults. An exception in
 * flight stays. May run PHP code (its output handlers) and suspend in it. */
void async_engine_state_reset(void);

/* May the engine be left in the middle of what it does now? Not while compiling, linking a class, or in an output
 * handler. */
static zend_always_inline bool async_engine_allows_switch(void)
{
	return EXPECTED(ASYNC_G(compiling) == 0)
		&& EXPECTED(!CG(in_compilation))
		&& EXPECTED(CG(current_linking_class) == NULL)
		&& EXPECTED(OG(running) == NULL);
}

/* Initial error_reporting of a coroutine: the ini setting, like a Fiber's. */
int async_engine_error_reporting(void);

/* Hooks into the engine, once at module start; end of a request. */
void async_engine_state_startup(void);
void async_engine_state_shutdown(void);
void async_engine_state_request_end(void);

#endif

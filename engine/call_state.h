/*
 * State that the engine keeps in globals while a function of PHP runs: it belongs to the call.
 *
 * A coroutine that parks in the call takes it along (engine_state.h), and so does a Fiber that is left in the middle of
 * one (fiber_state.h). The table of the classes that are being loaded is apart: both treat that in their own way.
 */
#ifndef ASYNC_ENGINE_CALL_STATE_H
#define ASYNC_ENGINE_CALL_STATE_H

#include "compat.h"

#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "php_globals.h"

typedef struct {
	/* warnings turned into exceptions while an internal function runs */
	zend_error_handling_t error_handling;
	zend_class_entry *exception_class;
	/* reflection */
	const zend_class_entry *fake_scope;
	/* usort() and friends */
	zend_fcall_info user_compare_fci;
	zend_fcall_info_cache user_compare_fci_cache;
	/* serialize() and unserialize(): the tables of references in use, and how many nested calls use them */
	unsigned serialize_lock;
	struct php_serialize_data *serialize_data;
	unsigned serialize_level;
	struct php_unserialize_data *unserialize_data;
	unsigned unserialize_level;
	/* user stream wrappers and include */
	const char *user_stream_current_filename;
	bool in_user_include;
	/* what a stream wrapper has noted for the warning of the call; NULL: nothing */
	HashTable *wrapper_errors;
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	/* without its last errors, which are a result (engine_state.h) */
	php_stream_error_state stream_errors;
#endif
	/* pclose() and proc_close(): the stream that is closed waits for its child */
	int pclose_wait;
} async_call_state_t;

/* Not zero: there is such state. */
static zend_always_inline uintptr_t async_call_state_bits(void)
{
	return (uintptr_t) EG(error_handling)   /* EH_NORMAL is 0 */
		| (uintptr_t) EG(fake_scope)
		| (uintptr_t) BG(user_compare_fci).size
		| (uintptr_t) (BG(serialize_lock) | BG(serialize).level | BG(unserialize).level)
		| (uintptr_t) FG(user_stream_current_filename)
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
		| (uintptr_t) FG(stream_error_state).current_operation
#endif
		| (uintptr_t) PG(in_user_include)
		| (uintptr_t) FG(pclose_wait);
}

/* Has the call noted errors of a stream wrapper? The table is made for the first one, and is empty between calls. */
static zend_always_inline bool async_has_wrapper_errors(void)
{
	return ASYNC_COMPAT_WRAPPER_ERRORS() != NULL && zend_hash_num_elements(ASYNC_COMPAT_WRAPPER_ERRORS()) > 0;
}

static zend_always_inline bool async_is_loading_classes(void)
{
	const HashTable *loading = ASYNC_COMPAT_LOADING();

	return UNEXPECTED(loading != NULL) && UNEXPECTED(zend_hash_num_elements(loading) > 0);
}

/* Move the state into *state and leave the defaults; move it back.
 * owns: the errors of streams, until it is put back or dropped; suspends: no; runs PHP: no */
void async_call_state_take(async_call_state_t *state);
void async_call_state_put_back(const async_call_state_t *state);

/* Release what was taken: the coroutine has ended. Runs no PHP code. */
void async_call_state_drop(const async_call_state_t *state);

#endif

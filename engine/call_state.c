/*
 * State that the engine keeps in globals while a function of PHP runs: moving it out and back.
 */
#include "engine/call_state.h"

#define TAKE(field, global, rest) do { \
		state->field = global; \
		global = rest; \
	} while (0)

static void free_wrapper_errors(HashTable *errors)
{
	if (errors) {
		zend_hash_destroy(errors);
		FREE_HASHTABLE(errors);
	}
}

#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
/* Exchange the global state for *state, except for the last errors, which stay. */
static void exchange_stream_errors(php_stream_error_state *state)
{
	const php_stream_error_state current = FG(stream_error_state);

	FG(stream_error_state) = *state;
	FG(stream_error_state).stored_errors = current.stored_errors;
	FG(stream_error_state).stored_count = current.stored_count;
	*state = current;
	state->stored_errors = NULL;
	state->stored_count = 0;
}

/* Release the places of calls. The last errors stay. */
static void drop_stream_errors(const php_stream_error_state *state)
{
	if (state->current_operation || state->overflow_operations) {
		const php_stream_error_state current = FG(stream_error_state);

		FG(stream_error_state) = *state;
		php_stream_error_state_cleanup();
		FG(stream_error_state) = current;
	}
}
#endif

void async_call_state_take(async_call_state_t *state)
{
	TAKE(error_handling, EG(error_handling), EH_NORMAL);
	TAKE(exception_class, EG(exception_class), NULL);
	TAKE(fake_scope, EG(fake_scope), NULL);
	TAKE(user_compare_fci, BG(user_compare_fci), empty_fcall_info);
	TAKE(user_compare_fci_cache, BG(user_compare_fci_cache), empty_fcall_info_cache);
	TAKE(serialize_lock, BG(serialize_lock), 0);
	TAKE(serialize_data, BG(serialize).data, NULL);
	TAKE(serialize_level, BG(serialize).level, 0);
	TAKE(unserialize_data, BG(unserialize).data, NULL);
	TAKE(unserialize_level, BG(unserialize).level, 0);
	TAKE(user_stream_current_filename, FG(user_stream_current_filename), NULL);
	TAKE(in_user_include, PG(in_user_include), 0);
	state->wrapper_errors = NULL;
	if (UNEXPECTED(async_has_wrapper_errors())) {
		TAKE(wrapper_errors, ASYNC_COMPAT_WRAPPER_ERRORS(), NULL);
	}
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	state->stream_errors = (php_stream_error_state) {0};
	exchange_stream_errors(&state->stream_errors);
#endif
	TAKE(pclose_wait, FG(pclose_wait), 0);
}

void async_call_state_put_back(const async_call_state_t *state)
{
	EG(error_handling) = state->error_handling;
	EG(exception_class) = state->exception_class;
	EG(fake_scope) = (zend_class_entry *) state->fake_scope;
	BG(user_compare_fci) = state->user_compare_fci;
	BG(user_compare_fci_cache) = state->user_compare_fci_cache;
	BG(serialize_lock) = state->serialize_lock;
	BG(serialize).data = state->serialize_data;
	BG(serialize).level = state->serialize_level;
	BG(unserialize).data = state->unserialize_data;
	BG(unserialize).level = state->unserialize_level;
	FG(user_stream_current_filename) = state->user_stream_current_filename;
	PG(in_user_include) = state->in_user_include;
	if (UNEXPECTED(state->wrapper_errors != NULL)) {
		free_wrapper_errors(ASYNC_COMPAT_WRAPPER_ERRORS());   /* made by another coroutine, and empty */
		ASYNC_COMPAT_WRAPPER_ERRORS() = state->wrapper_errors;
	}
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	php_stream_error_state left = state->stream_errors;

	exchange_stream_errors(&left);
	drop_stream_errors(&left);   /* the empty place of a deep call of another coroutine */
#endif
	FG(pclose_wait) = state->pclose_wait;
}

void async_call_state_drop(const async_call_state_t *state)
{
	free_wrapper_errors(state->wrapper_errors);
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	drop_stream_errors(&state->stream_errors);
#endif
}

/*
 * Saving the engine state that a coroutine has set while it is parked, and the count of running compilations.
 */
#include "engine/engine_state.h"

#include "engine/flow.h"

#include "zend_compile.h"
#include "zend_exceptions.h"
#include "zend_ini.h"

ASYNC_LAYER_GLOBALS_DEFINE(engine)

const async_flow_ops_t *async_flow;

ASYNC_ALWAYS_RUNS void async_flow_set_ops(const async_flow_ops_t *ops)
{
	ZEND_ASSERT((async_flow == NULL || async_flow == ops) && "one scheduler sets its functions");
	async_flow = ops;
}

static zend_op_array *(*original_compile_file)(zend_file_handle *file, int type);
static zend_op_array *(*original_compile_string)(
	zend_string *source, const char *filename, zend_compile_position position);

/* The compiler's state is global: an error handler or a stream wrapper that runs during a compilation must not park.
 * CG(in_compilation) is not enough, because the engine clears it while an error handler runs. */
static zend_op_array *count_compile_file(zend_file_handle *file, int type)
{
	ASYNC_ENGINE_G(unparked_calls)++;
	zend_op_array *op_array = original_compile_file(file, type);
	ZEND_ASSERT(ASYNC_ENGINE_G(unparked_calls) > 0 && "this compilation was counted");
	ASYNC_ENGINE_G(unparked_calls)--;
	return op_array;
}

static ASYNC_ALWAYS_RUNS zend_op_array *count_compile_string(zend_string *source, const char *filename,
	zend_compile_position position)
{
	ASYNC_ENGINE_G(unparked_calls)++;
	zend_op_array *op_array = original_compile_string(source, filename, position);
	ZEND_ASSERT(ASYNC_ENGINE_G(unparked_calls) > 0 && "this compilation was counted");
	ASYNC_ENGINE_G(unparked_calls)--;
	return op_array;
}

static ASYNC_ALWAYS_RUNS void chain(void)
{
	original_compile_file = zend_compile_file;
	zend_compile_file = count_compile_file;
	original_compile_string = zend_compile_string;
	zend_compile_string = count_compile_string;
}

static ASYNC_ALWAYS_RUNS void unchain(void)
{
	if (zend_compile_file == count_compile_file) {
		zend_compile_file = original_compile_file;
	}
	if (zend_compile_string == count_compile_string) {
		zend_compile_string = original_compile_string;
	}
}

int async_engine_error_reporting(void)
{
	zend_ini_entry *entry = EG(error_reporting_ini_entry);

	if (UNEXPECTED(entry == NULL)) {
		entry = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("error_reporting"));
		if (entry == NULL) {
			return E_ALL;
		}
		EG(error_reporting_ini_entry) = entry;
	}
	if (UNEXPECTED(entry->value == NULL)) {
		return E_ALL;
	}
	if (UNEXPECTED(entry->value != ASYNC_ENGINE_G(error_reporting_value))) {
		if (ASYNC_ENGINE_G(error_reporting_value)) {
			zend_string_release(ASYNC_ENGINE_G(error_reporting_value));
		}
		ASYNC_ENGINE_G(error_reporting_value) = zend_string_copy(entry->value);
		ASYNC_ENGINE_G(error_reporting) = atoi(ZSTR_VAL(entry->value));
	}
	return ASYNC_ENGINE_G(error_reporting);
}

/* Reset the state of all files of the layer. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	if (ASYNC_ENGINE_G(error_reporting_value)) {
		zend_string_release(ASYNC_ENGINE_G(error_reporting_value));
		ASYNC_ENGINE_G(error_reporting_value) = NULL;
	}
	ASYNC_ENGINE_G(unparked_calls) = 0;
	ASYNC_ENGINE_G(unparked_calls_base) = 0;
	ASYNC_ENGINE_G(session_calls) = 0;
	ASYNC_ENGINE_G(error_raiser) = NULL;
	ASYNC_ENGINE_G(base_error_handlers) = 0;
	ASYNC_ENGINE_G(used_extensions) = 0;
	ASYNC_ENGINE_G(libxml_errors_base) = false;
	ASYNC_ENGINE_G(libxml_bans_loads_base) = false;
	ASYNC_ENGINE_G(libxml_loans) = NULL;
	/* The list of resources releases the context. */
	ZVAL_UNDEF(&ASYNC_ENGINE_G(libxml_context_base));
	ASYNC_ENGINE_G(soap_globals) = NULL;
}

const async_part_t async_engine_state_part = {
	.startup = chain,
	.shutdown = unchain,
	.request_end = end_request,
};

static void attach_last_error(async_last_error_t *last_error)
{
	if (UNEXPECTED(PG(last_error_message) != NULL)) {
		/* A fatal error that ended the request has set the last error: shutdown functions have to see that error. */
		async_last_error_release(last_error);
		return;
	}
	async_last_error_put_back(last_error);
}

#define TAKE(field, global, rest) do { \
		state->field = global; \
		global = rest; \
	} while (0)

void async_engine_state_detach(async_engine_state_t *state)
{
	ZEND_ASSERT(!EG(record_errors) && "no coroutine parks while errors are recorded");
	async_call_state_take(&state->call);
	TAKE(exception, EG(exception), NULL);
#if ASYNC_COMPAT_HAS_PREV_EXCEPTION
	TAKE(prev_exception, EG(prev_exception), NULL);
#endif
	TAKE(opline_before_exception, EG(opline_before_exception), NULL);
	async_compat_loading_take(&state->loading);
#if ASYNC_COMPAT_HAS_FILENAME_OVERRIDE
	TAKE(filename_override, EG(filename_override), NULL);
	TAKE(lineno_override, EG(lineno_override), -1);
#endif
	TAKE(strtok_string, BG(strtok_string), NULL);
	TAKE(strtok_last, BG(strtok_last), NULL);
	TAKE(strtok_len, BG(strtok_len), 0);
#if ASYNC_COMPAT_HAS_LAST_HTTP_HEADERS
	ZVAL_COPY_VALUE(&state->last_http_headers, &BG(last_http_headers));
	ZVAL_UNDEF(&BG(last_http_headers));
#endif
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	TAKE(stream_errors, FG(stream_error_state).stored_errors, NULL);
	TAKE(stream_error_count, FG(stream_error_state).stored_count, 0);
#endif
	async_last_error_take(&state->last_error);
	TAKE(in_error_log, PG(in_error_log), 0);
	TAKE(json_error, ASYNC_COMPAT_JSON_ERROR(), (async_compat_json_error_t) {0});
	TAKE(preg_error, PCRE_G(error_code), PHP_PCRE_NO_ERROR);
	async_error_handlers_detach(&state->error_handlers);
	async_libxml_errors_detach(&state->libxml_errors);
	async_libxml_settings_detach(&state->libxml_settings);
	async_soap_state_detach(&state->soap);
	async_ticks_detach(&state->ticks);
	state->switch_blocks = 0;
	while (zend_fiber_switch_blocked()) {
		zend_fiber_switch_unblock();
		state->switch_blocks++;
	}
	async_output_detach(&state->output);
}

void async_engine_state_attach(async_engine_state_t *state)
{
	async_call_state_put_back(&state->call);
	EG(exception) = state->exception;
#if ASYNC_COMPAT_HAS_PREV_EXCEPTION
	EG(prev_exception) = state->prev_exception;
#endif
	EG(opline_before_exception) = state->opline_before_exception;
	/* Another coroutine may have made a table meanwhile. It is empty: that coroutine has removed its entries or taken
	 * them along. */
	async_compat_loading_put_back(&state->loading);
#if ASYNC_COMPAT_HAS_FILENAME_OVERRIDE
	EG(filename_override) = state->filename_override;
	EG(lineno_override) = state->lineno_override;
#endif
	BG(strtok_string) = state->strtok_string;
	BG(strtok_last) = state->strtok_last;
	BG(strtok_len) = state->strtok_len;
#if ASYNC_COMPAT_HAS_LAST_HTTP_HEADERS
	ZVAL_COPY_VALUE(&BG(last_http_headers), &state->last_http_headers);
#endif
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	FG(stream_error_state).stored_errors = state->stream_errors;
	FG(stream_error_state).stored_count = state->stream_error_count;
#endif
	attach_last_error(&state->last_error);
	PG(in_error_log) = state->in_error_log;
	ASYNC_COMPAT_JSON_ERROR() = state->json_error;
	PCRE_G(error_code) = state->preg_error;
	async_error_handlers_attach(&state->error_handlers);
	async_libxml_errors_attach(&state->libxml_errors);
	async_libxml_settings_attach(&state->libxml_settings);
	async_soap_state_attach(&state->soap);
	async_ticks_attach(&state->ticks);
	for (; state->switch_blocks > 0; state->switch_blocks--) {
		zend_fiber_switch_block();
	}
	async_output_attach(&state->output);
}

void async_engine_state_reset(void)
{
	async_engine_state_t state;

	async_output_end_own_levels();
	async_recursion_marks_hide();
	async_engine_state_detach(&state);
	if (state.exception && zend_is_unwind_exit(state.exception) && !async_flow->is_unwinding()) {
		/* The script ends here, and shutdown functions have to see this error. (Some builds of PHP end the script this
		 * way at the memory limit.) */
		async_last_error_put_back(&state.last_error);
	} else {
		async_last_error_release(&state.last_error);
	}
	if (state.strtok_string) {
		zend_string_release(state.strtok_string);
	}
#if ASYNC_COMPAT_HAS_LAST_HTTP_HEADERS
	zval_ptr_dtor(&state.last_http_headers);
#endif
#if ASYNC_COMPAT_HAS_STREAM_OPERATIONS
	FG(stream_error_state).stored_errors = state.stream_errors;
	FG(stream_error_state).stored_count = state.stream_error_count;
	php_stream_error_clear_stored();
#endif
	async_compat_loading_free(&state.loading);
	async_call_state_drop(&state.call);
	async_libxml_errors_drop(&state.libxml_errors);
	async_libxml_settings_drop(&state.libxml_settings);
	/* Only a fatal error leaves marks. */
	async_ticks_attach(&state.ticks);
	/* The exception is the outcome of the coroutine and still in flight. */
	EG(exception) = state.exception;
#if ASYNC_COMPAT_HAS_PREV_EXCEPTION
	EG(prev_exception) = state.prev_exception;
#endif
	EG(opline_before_exception) = state.opline_before_exception;
	async_error_handlers_drop(&state.error_handlers);
}

/*
 * Dom\HTMLDocument::saveHtmlFile().
 *
 * As in xml_output.c the method walks over the tree while it writes, and other coroutines may free nodes while the
 * stream waits. So in a coroutine the method gets a stream that keeps what is written, in the same pieces. When the
 * method has left the tree, the stream that was asked for is opened, written and closed.
 */
#include "io/streams/html_output.h"

#include "engine/handlers.h"
#include "io/globals.h"
#include "scheduler/scheduler.h"

#include "ext/standard/file.h"
#include "php_streams.h"

#include <dlfcn.h>

/* On the stack of the call, which does not wait while the stream is open. The memory lies outside of PHP's heap, as the
 * tree does: the memory limit does not count it. */
typedef struct {
	HashTable *wrappers;       /* of the request; NULL: those of the process */
	bool is_opened;
	zend_long next_number;     /* of a resource */
	char *data;
	size_t size, room;
	size_t *ends;              /* of the pieces */
	size_t count, room_for_ends;
} kept_t;

ZEND_TLS kept_t *kept;

/* ---- the stream that keeps what is written ---- */

static ssize_t keep(php_stream *stream, const char *data, size_t size)
{
	kept_t *to = stream->abstract;

	if (size > to->room - to->size) {
		to->room = 2 * to->room + size;
		to->data = perealloc(to->data, to->room, true);
	}
	if (to->count == to->room_for_ends) {
		to->room_for_ends = 2 * to->room_for_ends + 16;
		to->ends = safe_perealloc(to->ends, to->room_for_ends, sizeof(*to->ends), 0, true);
	}
	memcpy(to->data + to->size, data, size);
	to->size += size;
	to->ends[to->count++] = to->size;
	return (ssize_t) size;
}

static int close_kept(php_stream *stream, int close_handle)
{
	(void) stream;
	(void) close_handle;
	return 0;
}

static const php_stream_ops kept_ops = { .write = keep, .close = close_kept, .label = "HTML" };

static php_stream *open_kept(php_stream_wrapper *wrapper, const char *path, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	(void) wrapper;
	(void) path;
	(void) options;
	(void) opened_path;
	(void) context;
	FG(stream_wrappers) = kept->wrappers;
	kept->is_opened = true;
	kept->next_number = EG(regular_list).nNextFreeElement;
	return php_stream_alloc_rel(&kept_ops, kept, NULL, mode);
}

static const php_stream_wrapper_ops kept_wrapper_ops = { .stream_opener = open_kept, .label = "HTML" };
static php_stream_wrapper kept_wrapper = { .wops = &kept_wrapper_ops };

#define PROTOCOL "html"

/* The stream that the method opens is ours: no other wrapper can be found until it is open. */
static void call_keeping(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, kept_t *to)
{
	zval *address = ZEND_CALL_ARG(execute_data, 1);
	const zval asked = *address;
	HashTable wrappers;

	zend_hash_init(&wrappers, 1, NULL, NULL, false);
	zend_hash_str_add_ptr(&wrappers, ZEND_STRL(PROTOCOL), &kept_wrapper);
	to->wrappers = FG(stream_wrappers);
	FG(stream_wrappers) = &wrappers;
	kept = to;
	ZVAL_STRING(address, PROTOCOL "://");
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	zval_ptr_dtor_str(address);
	*address = asked;
	kept = NULL;
	FG(stream_wrappers) = to->wrappers;
	zend_hash_destroy(&wrappers);
	if (EXPECTED(to->is_opened) && EXPECTED(EG(regular_list).nNextFreeElement == to->next_number + 1)) {
		/* As if there had been no such stream. */
		EG(regular_list).nNextFreeElement = to->next_number;
	}
}

/* ---- the stream that was asked for ---- */

static php_stream_context *(*context_of_libxml)(void);

/* As the method does. False: a write has failed. */
static bool write_pieces(php_stream *stream, const kept_t *from)
{
	size_t at = 0;

	for (size_t i = 0; i < from->count; i++) {
		if (UNEXPECTED(php_stream_write(stream, from->data + at, from->ends[i] - at) < 0)) {
			return false;
		}
		at = from->ends[i];
	}
	return true;
}

static void write_stream(INTERNAL_FUNCTION_PARAMETERS, const kept_t *from)
{
	const char *address = Z_STRVAL_P(ZEND_CALL_ARG(execute_data, 1));
	php_stream *stream = php_stream_open_wrapper_ex(address, "wb", REPORT_ERRORS, NULL, context_of_libxml());

	RETVAL_FALSE;
	if (UNEXPECTED(stream == NULL)) {
		return;
	}
	if (EXPECTED(write_pieces(stream, from))) {
		RETVAL_LONG(php_stream_tell(stream));
	}
	php_stream_close(stream);
}

/* ---- the method ---- */

static zif_handler original_save;

static bool has_address(const zend_execute_data *call)
{
	const zval *address = ZEND_CALL_ARG(call, 1);

	return ZEND_CALL_NUM_ARGS(call) == 1 && Z_TYPE_P(address) == IS_STRING && Z_STRLEN_P(address) > 0
		&& strlen(Z_STRVAL_P(address)) == Z_STRLEN_P(address);
}

static ZEND_NAMED_FUNCTION(save_in_two_steps)
{
	kept_t to = { 0 };

	if (ASYNC_G(current) == NULL || !async_can_park()) {
		original_save(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	ASYNC_ENGINE_G(unparked_calls)++;
	if (EXPECTED(has_address(execute_data)) && EXPECTED(context_of_libxml != NULL)) {
		call_keeping(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_save, &to);
	} else {
		/* Rare: the waits block in place. */
		original_save(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
	ASYNC_ENGINE_G(unparked_calls)--;
	if (EXPECTED(to.is_opened) && EXPECTED(Z_TYPE_P(return_value) == IS_LONG)) {
		write_stream(INTERNAL_FUNCTION_PARAM_PASSTHRU, &to);
	}
	if (to.data) {
		pefree(to.data, true);
	}
	if (to.ends) {
		pefree(to.ends, true);
	}
}

static const async_handler_swap_t swaps[] = {
	{ "dom\\htmldocument", "savehtmlfile", save_in_two_steps, &original_save },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	*(void **) &context_of_libxml = dlsym(RTLD_DEFAULT, "php_libxml_get_stream_context");
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_html_output_part = { .startup = start };

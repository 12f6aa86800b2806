/*
 * Calls in which no coroutine may park: the scanners of PHP's language and INI files, phar archives, array_multisort()
 * and the sorts of a Collator, which write to arrays that they hold no reference on, and the methods of a
 * SplDoublyLinkedList that walk over it.
 * A counter of such calls, which may nest, forbids parking (async_can_park() reads it).
 */
#include "io/no_park.h"

#include "engine/handlers.h"
#include "io/globals.h"

#include "php_streams.h"

/* ---- functions and methods ---- */

/* A bailout skips the decrement; the end of the request sets the count to zero. */
static void without_parking(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	ASYNC_ENGINE_G(unparked_calls)++;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ASYNC_ENGINE_G(unparked_calls)--;
}

#define FUNCTIONS(X) \
	X(array_multisort) \
	X(collator_asort) \
	X(collator_sort) \
	X(collator_sort_with_sort_keys) \
	X(parse_ini_file) \
	X(highlight_file) \
	X(show_source) \
	X(php_strip_whitespace)

#define TRAMPOLINE(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(unparked_##name) \
	{ \
		without_parking(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define ROW(name) { NULL, #name, unparked_##name, &original_##name },

/* They walk over the list, or free it, element by element. */
#define LIST_METHODS(X) \
	X(serialize) \
	X(unserialize)
#define LIST_ROW(name) { "spldoublylinkedlist", #name, unparked_##name, &original_##name },

/* The collator of a running sort is in a global, too. */
#define COLLATOR_METHODS(X) \
	X(asort) \
	X(sort) \
	X(sortwithsortkeys)
#define COLLATOR_ROW(name) { "collator", #name, unparked_##name, &original_##name },

FUNCTIONS(TRAMPOLINE)
LIST_METHODS(TRAMPOLINE)
COLLATOR_METHODS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	FUNCTIONS(ROW)
	LIST_METHODS(LIST_ROW)
	COLLATOR_METHODS(COLLATOR_ROW)
};

static ZEND_NAMED_FUNCTION(unparked_method);

static async_class_swap_t classes[] = {
	{ .class_name = "phar", .replacement = unparked_method },
	{ .class_name = "phardata", .replacement = unparked_method },
	{ .class_name = "pharfileinfo", .replacement = unparked_method },
};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

static ZEND_NAMED_FUNCTION(unparked_method)
{
	const async_class_swap_t *class = async_handlers_class_of(classes, CLASSES, EX(func));

	without_parking(INTERNAL_FUNCTION_PARAM_PASSTHRU, async_handlers_original(class, EX(func)));
}

/* ---- phar:// ---- */

static php_stream_wrapper_ops wrapper_ops;     /* the original operations of phar's wrapper … */
static php_stream_ops stream_ops;              /* … and of its streams */
static bool are_streams_replaced;              /* tried, in any thread */

/* Operations that phar does not have stay NULL, because PHP tests for NULL. */
#define STAND_IN(ops, original, operation, function) ((ops)->operation = (original).operation ? (function) : NULL)
#define WITHOUT_PARKING(type, call) do { \
		type result; \
		ASYNC_ENGINE_G(unparked_calls)++; \
		result = call; \
		ASYNC_ENGINE_G(unparked_calls)--; \
		return result; \
	} while (0)

static ssize_t phar_write(php_stream *stream, const char *data, size_t size)
{
	WITHOUT_PARKING(ssize_t, stream_ops.write(stream, data, size));
}

static ssize_t phar_read(php_stream *stream, char *buffer, size_t size)
{
	WITHOUT_PARKING(ssize_t, stream_ops.read(stream, buffer, size));
}

static int phar_close(php_stream *stream, int close_handle)
{
	WITHOUT_PARKING(int, stream_ops.close(stream, close_handle));
}

static int phar_flush(php_stream *stream)
{
	WITHOUT_PARKING(int, stream_ops.flush(stream));
}

static int phar_seek(php_stream *stream, zend_off_t offset, int whence, zend_off_t *position)
{
	WITHOUT_PARKING(int, stream_ops.seek(stream, offset, whence, position));
}

/* The table of operations is private to phar: the first stream that is opened leads to it. */
static void patch_stream_ops(void *table)
{
	php_stream_ops *ops = table;

	if (!async_table_unprotect(ops, sizeof(*ops))) {
		return;
	}
	stream_ops = *ops;
	async_table_originals_kept();
	STAND_IN(ops, stream_ops, write, phar_write);
	STAND_IN(ops, stream_ops, read, phar_read);
	STAND_IN(ops, stream_ops, close, phar_close);
	STAND_IN(ops, stream_ops, flush, phar_flush);
	STAND_IN(ops, stream_ops, seek, phar_seek);
}

static php_stream *phar_open(php_stream_wrapper *wrapper, const char *path, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	php_stream *stream;

	ASYNC_ENGINE_G(unparked_calls)++;
	stream = wrapper_ops.stream_opener(wrapper, path, mode, options, opened_path, context STREAMS_REL_CC);
	ASYNC_ENGINE_G(unparked_calls)--;
	if (stream && strcmp(stream->ops->label, "phar stream") == 0) {
		async_table_once(&are_streams_replaced, patch_stream_ops, (void *) stream->ops);
	}
	return stream;
}

static int phar_url_stat(php_stream_wrapper *wrapper, const char *url, int flags, php_stream_statbuf *status,
	php_stream_context *context)
{
	WITHOUT_PARKING(int, wrapper_ops.url_stat(wrapper, url, flags, status, context));
}

static php_stream *phar_opendir(php_stream_wrapper *wrapper, const char *path, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	WITHOUT_PARKING(php_stream *,
		wrapper_ops.dir_opener(wrapper, path, mode, options, opened_path, context STREAMS_REL_CC));
}

static int phar_unlink(php_stream_wrapper *wrapper, const char *url, int options, php_stream_context *context)
{
	WITHOUT_PARKING(int, wrapper_ops.unlink(wrapper, url, options, context));
}

static int phar_rename(php_stream_wrapper *wrapper, const char *from, const char *to, int options,
	php_stream_context *context)
{
	WITHOUT_PARKING(int, wrapper_ops.rename(wrapper, from, to, options, context));
}

static int phar_mkdir(php_stream_wrapper *wrapper, const char *url, int mode, int options,
	php_stream_context *context)
{
	WITHOUT_PARKING(int, wrapper_ops.stream_mkdir(wrapper, url, mode, options, context));
}

static int phar_rmdir(php_stream_wrapper *wrapper, const char *url, int options, php_stream_context *context)
{
	WITHOUT_PARKING(int, wrapper_ops.stream_rmdir(wrapper, url, options, context));
}

static php_stream_wrapper_ops *find_wrapper_ops(void)
{
	php_stream_wrapper *wrapper =
		zend_hash_str_find_ptr(php_stream_get_url_stream_wrappers_hash_global(), "phar", strlen("phar"));

	return wrapper ? (php_stream_wrapper_ops *) wrapper->wops : NULL;
}

static ASYNC_ALWAYS_RUNS void patch_wrapper(void)
{
	php_stream_wrapper_ops *ops = find_wrapper_ops();

	if (ops == NULL || !async_table_unprotect(ops, sizeof(*ops))) {
		return;
	}
	wrapper_ops = *ops;
	STAND_IN(ops, wrapper_ops, stream_opener, phar_open);
	STAND_IN(ops, wrapper_ops, url_stat, phar_url_stat);
	STAND_IN(ops, wrapper_ops, dir_opener, phar_opendir);
	STAND_IN(ops, wrapper_ops, unlink, phar_unlink);
	STAND_IN(ops, wrapper_ops, rename, phar_rename);
	STAND_IN(ops, wrapper_ops, stream_mkdir, phar_mkdir);
	STAND_IN(ops, wrapper_ops, stream_rmdir, phar_rmdir);
}

/* ---- life cycle ---- */

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	async_handlers_swap_classes(classes, CLASSES);
}

const async_part_t async_no_park_part = { .startup = start, .all_loaded = patch_wrapper };

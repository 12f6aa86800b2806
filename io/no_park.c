#include "io/no_park.h"

#include "io/handlers.h"
#include "scheduler/globals.h"

#include "php_streams.h"

#include <stdint.h>

/* ---- functions and methods ---- */

/* The scope of a method is its class; copies in subclasses share scope and name. */
typedef struct {
	zend_class_entry *scope;     /* NULL: a function */
	HashTable handlers;          /* original handler by name; opcache moves the name itself after start-up */
} originals_t;

static const char *const functions[] = { "parse_ini_file", "highlight_file", "show_source", "php_strip_whitespace" };
static const char *const classes[] = { "phar", "phardata", "pharfileinfo" };

#define CLASS_COUNT (sizeof(classes) / sizeof(classes[0]))

static originals_t originals[1 + CLASS_COUNT];

static zif_handler original_of(const zend_function *function)
{
	size_t i = function->common.scope ? 0 : CLASS_COUNT;

	while (i < CLASS_COUNT && originals[i].scope != function->common.scope) {
		i++;
	}
	return (zif_handler) (uintptr_t) zend_hash_find_ptr(&originals[i].handlers, function->common.function_name);
}

static void without_parking(INTERNAL_FUNCTION_PARAMETERS)
{
	zif_handler original = original_of(EX(func));

	ASYNC_G(compiling)++;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ASYNC_G(compiling)--;
}

static void swap(originals_t *table, zend_function *function)
{
	zend_internal_function *internal = &function->internal_function;

	if (internal->type == ZEND_INTERNAL_FUNCTION && internal->scope == table->scope
		&& internal->handler != without_parking) {
		zend_hash_str_update_ptr(&table->handlers, ZSTR_VAL(internal->function_name),
			ZSTR_LEN(internal->function_name), (void *) (uintptr_t) internal->handler);
		internal->handler = without_parking;
	}
}

static void swap_all(void)
{
	zend_function *function;

	for (size_t i = 0; i <= CLASS_COUNT; i++) {
		zend_hash_init(&originals[i].handlers, 8, NULL, NULL, 1);
	}
	for (size_t i = 0; i < CLASS_COUNT; i++) {
		zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), classes[i], strlen(classes[i]));
		if (ce == NULL) {
			continue;
		}
		originals[i].scope = ce;
		ZEND_HASH_FOREACH_PTR(&ce->function_table, function) {
			swap(&originals[i], function);
		} ZEND_HASH_FOREACH_END();
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		function = zend_hash_str_find_ptr(CG(function_table), functions[i], strlen(functions[i]));
		if (function) {
			swap(&originals[CLASS_COUNT], function);
		}
	}
}

/* ---- phar:// ---- */

static php_stream_wrapper_ops wrapper_ops;     /* as they were */
static php_stream_ops stream_ops;
static const php_stream_ops *patched_stream_ops;

#define WITHOUT_PARKING(type, call) do { \
		type result; \
		ASYNC_G(compiling)++; \
		result = call; \
		ASYNC_G(compiling)--; \
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

/* The table is private to phar: the first stream leads to it. */
static void patch_stream_ops(const php_stream_ops *table)
{
	php_stream_ops *ops = (php_stream_ops *) table;

	if (patched_stream_ops != NULL || !async_table_unprotect(table, sizeof(*table))) {
		return;
	}
	patched_stream_ops = table;
	stream_ops = *table;
	ops->write = stream_ops.write ? phar_write : NULL;
	ops->read = stream_ops.read ? phar_read : NULL;
	ops->close = stream_ops.close ? phar_close : NULL;
	ops->flush = stream_ops.flush ? phar_flush : NULL;
	ops->seek = stream_ops.seek ? phar_seek : NULL;
}

static php_stream *phar_open(php_stream_wrapper *wrapper, const char *path, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	php_stream *stream;

	ASYNC_G(compiling)++;
	stream = wrapper_ops.stream_opener(wrapper, path, mode, options, opened_path, context STREAMS_REL_CC);
	ASYNC_G(compiling)--;
	if (stream && strcmp(stream->ops->label, "phar stream") == 0) {
		patch_stream_ops(stream->ops);
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

static void patch_wrapper(void)
{
	php_stream_wrapper_ops *ops = find_wrapper_ops();

	if (ops == NULL || !async_table_unprotect(ops, sizeof(*ops))) {
		return;
	}
	wrapper_ops = *ops;
	ops->stream_opener = wrapper_ops.stream_opener ? phar_open : NULL;
	ops->url_stat = wrapper_ops.url_stat ? phar_url_stat : NULL;
	ops->dir_opener = wrapper_ops.dir_opener ? phar_opendir : NULL;
	ops->unlink = wrapper_ops.unlink ? phar_unlink : NULL;
	ops->rename = wrapper_ops.rename ? phar_rename : NULL;
	ops->stream_mkdir = wrapper_ops.stream_mkdir ? phar_mkdir : NULL;
	ops->stream_rmdir = wrapper_ops.stream_rmdir ? phar_rmdir : NULL;
}

/* ---- life cycle ---- */

static zend_result (*previous_post_startup)(void);

/* All extensions are there, and no script has been compiled that knows a handler. */
static zend_result on_post_startup(void)
{
	swap_all();
	patch_wrapper();
	return previous_post_startup ? previous_post_startup() : SUCCESS;
}

void async_no_park_startup(void)
{
	previous_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = on_post_startup;
}

void async_no_park_shutdown(void)
{
	/* Functions, classes and wrappers are gone or going; nothing calls them any more. */
	for (size_t i = 0; i <= CLASS_COUNT; i++) {
		if (originals[i].handlers.nTableSize) {
			zend_hash_destroy(&originals[i].handlers);
		}
	}
}

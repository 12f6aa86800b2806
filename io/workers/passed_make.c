/*
 * Making streams and sockets of descriptors that another process has passed.
 */
#include "io/workers/passed_internal.h"

#include "engine/values.h"

#include "php_network.h"
#include "ext/standard/file.h"

#include "exceptions.h"

#include <unistd.h>

static const char *const transports[] = {
	[ASYNC_PASSED_TCP] = "tcp://",
	[ASYNC_PASSED_UDP] = "udp://",
	[ASYNC_PASSED_UNIX] = "unix://",
	[ASYNC_PASSED_UDG] = "udg://",
};

static const zval *word(const zval *words, zend_ulong index)
{
	return zend_hash_index_find(Z_ARRVAL_P(words), index);
}

static php_stream *make_file(int fd, const zval *words)
{
	const zval *path = word(words, 2);
	php_stream *stream = php_stream_fopen_from_fd(fd, Z_STRVAL_P(word(words, 1)), NULL);

	if (stream && Z_TYPE_P(path) == IS_STRING) {
		stream->orig_path = estrndup(Z_STRVAL_P(path), Z_STRLEN_P(path));
		stream->wrapper = &php_plain_files_wrapper;
	}
	return stream;
}

/* A stream of PHP's own transport, connected to nothing so far. */
static php_stream *make_unconnected(zend_long kind)
{
	const char *name = transports[kind];

	return php_stream_xport_create(name, strlen(name), 0, 0, NULL, NULL, FG(default_context), NULL, NULL);
}

static void set_options(php_stream *stream, const zval *options)
{
	php_stream_context *context = php_stream_context_alloc();

	zval_ptr_dtor(&context->options);
	ZVAL_COPY(&context->options, options);
	php_stream_context_set(stream, context);
	/* The stream has a reference. */
	zend_list_delete(context->res);
}

static php_stream *make_socket(int fd, zend_long kind, const zval *words)
{
	php_stream *stream = kind == ASYNC_PASSED_PAIR
		? php_stream_sock_open_from_socket(fd, NULL) : make_unconnected(kind);
	php_netstream_data_t *sock;

	if (UNEXPECTED(stream == NULL)) {
		return NULL;
	}
	sock = stream->abstract;
	sock->socket = fd;
	sock->is_blocked = Z_TYPE_P(word(words, 1)) == IS_TRUE;
	sock->timeout.tv_sec = Z_LVAL_P(word(words, 2));
	sock->timeout.tv_usec = Z_LVAL_P(word(words, 3));
	if (Z_TYPE_P(word(words, 4)) == IS_ARRAY) {
		set_options(stream, word(words, 4));
	}
	return stream;
}

/* ext/sockets makes the object. False with an exception. */
static bool make_object(int fd, zval *value)
{
	zend_function *import = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("socket_import_stream"));
	php_stream *stream = php_stream_sock_open_from_socket(fd, NULL);
	zval argument;

	ZVAL_UNDEF(value);
	if (UNEXPECTED(stream == NULL)) {
		close(fd);
		async_throw("A stream or socket that was passed to this process cannot be made here");
		return false;
	}
	php_stream_to_zval(stream, &argument);
	if (EXPECTED(import != NULL)) {
		zend_call_known_function(import, NULL, NULL, value, 1, &argument, NULL);
	}
	zval_ptr_dtor(&argument);
	if (EXPECTED(Z_TYPE_P(value) == IS_OBJECT)) {
		return true;
	}
	async_clear_value(value);
	if (!EG(exception)) {
		async_throw("A stream or socket that was passed to this process cannot be made here");
	}
	return false;
}

bool async_passed_make(int fd, const zval *words, zval *value)
{
	const zend_long kind = Z_LVAL_P(word(words, 0));
	php_stream *stream;

	if (kind == ASYNC_PASSED_SOCKET) {
		return make_object(fd, value);
	}
	stream = kind == ASYNC_PASSED_FILE ? make_file(fd, words) : make_socket(fd, kind, words);
	if (UNEXPECTED(stream == NULL)) {
		close(fd);
		if (!EG(exception)) {
			async_throw("A stream or socket that was passed to this process cannot be made here");
		}
		return false;
	}
	php_stream_to_zval(stream, value);
	return true;
}

/*
 * Streams and sockets that can be passed to another process: which ones can, what describes them, and their descriptor.
 */
#include "io/workers/passed_internal.h"

#include "io/streams/stream_turns.h"
#include "io/streams/tls_ops.h"
#include "io/workers/refusal.h"

#include "php_network.h"
#include "ext/standard/file.h"

#include "exceptions.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* By the name of the table of operations. */
static const struct {
	const char *label;
	async_passed_kind_t kind;
} kinds[] = {
	{ "STDIO", ASYNC_PASSED_FILE },
	{ "tcp_socket", ASYNC_PASSED_TCP },
	{ ASYNC_TLS_LABEL, ASYNC_PASSED_TCP },
	{ "unix_socket", ASYNC_PASSED_UNIX },
	{ "generic_socket", ASYNC_PASSED_PAIR },
	{ "udp_socket", ASYNC_PASSED_UDP },
	{ "udg_socket", ASYNC_PASSED_UDG },
};

static bool is_socket_object(const zval *value)
{
	const zend_class_entry *ce;

	if (Z_TYPE_P(value) != IS_OBJECT) {
		return false;
	}
	ce = Z_OBJCE_P(value);
	return ce->type == ZEND_INTERNAL_CLASS && zend_string_equals_literal(ce->name, "Socket");
}

bool async_passed_is_one(const zval *value)
{
	return Z_TYPE_P(value) == IS_RESOURCE || is_socket_object(value);
}

/* ---- refusing ---- */

static ZEND_COLD void refuse(const php_stream *stream, const char *reason)
{
	async_throw("Cannot pass stream #" ZEND_LONG_FMT " (%s) to another process: %s", (zend_long) stream->res->handle,
		stream->ops->label, reason);
}

static ZEND_COLD void refuse_resource(const zend_resource *resource)
{
	const char *type = zend_rsrc_list_get_rsrc_type((zend_resource *) resource);

	if (type) {
		async_throw("Cannot pass a resource of type %s to another process: make it there", type);
	} else {
		async_throw("Cannot pass a closed stream or resource to another process");
	}
}

/* A listener whose streams shall be encrypted from their start: the one at the other end would not do that. */
static bool is_tls_listener(const php_stream *stream, int fd)
{
	const php_stream_context *context = PHP_STREAM_CONTEXT(stream);
	int listens = 0;
	socklen_t size = sizeof(listens);

	return strcmp(stream->ops->label, ASYNC_TLS_LABEL) == 0 && context && Z_TYPE(context->options) == IS_ARRAY
		&& zend_hash_str_exists(Z_ARRVAL(context->options), ZEND_STRL("ssl"))
		&& getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens;
}

/* What of the state of a stream cannot go along? NULL: nothing */
static const char *hindrance(const php_stream *stream)
{
	const php_stream_context *context = PHP_STREAM_CONTEXT(stream);

	if (stream->readfilters.head || stream->writefilters.head) {
		return "it has filters. Remove them with stream_filter_remove(), and append them there";
	}
	if (async_tls_has_keys(stream)) {
		return "it is encrypted, and its keys stay here. Pass the connection before stream_socket_enable_crypto()";
	}
	if (stream->wrapper && stream->wrapper->is_url) {
		return "it comes from a wrapper for URLs, which stays here. Pass the URL, or what was read";
	}
	if (context && context->notifier) {
		return "its context has a notification function, which stays here. Open it with another context";
	}
	return NULL;
}

static bool refuse_unread(const php_stream *stream)
{
	const zend_long unread = (zend_long) (stream->writepos - stream->readpos);

	if (EXPECTED(unread <= 0)) {
		return false;
	}
	async_throw("Cannot pass stream #" ZEND_LONG_FMT " (%s) to another process: " ZEND_LONG_FMT " bytes were read "
		"ahead (unread_bytes of stream_get_meta_data()). Read them here, and pass them as another value",
		(zend_long) stream->res->handle, stream->ops->label, unread);
	return true;
}

/* ---- descriptors ---- */

/* errors: -1 with an exception */
static int duplicate(int fd, const char *what, zend_long number)
{
	const int copy = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (UNEXPECTED(copy < 0)) {
		async_throw("Cannot duplicate %s #" ZEND_LONG_FMT " for another process: %s%s", what, number, strerror(errno),
			async_worker_limit(errno));
	}
	return copy;
}

/* The descriptor of a file or pipe. What was read ahead in a file goes back: its position is where the program is.
 * errors: -1 with an exception */
static int descriptor_of_file(php_stream *stream)
{
	zend_resource *resource = stream->res;
	async_call_lock_t *turns[2] = { NULL, NULL };
	php_socket_t fd = SOCK_ERR;
	int copy = -1;

	if (async_stream_has_position(stream)
		&& !async_stream_take(resource, resource->handle, ASYNC_READ_TURN, turns)) {
		return -1;
	}
	if (UNEXPECTED(resource->ptr != stream)) {
		refuse_resource(resource);
	} else if (async_stream_has_position(stream) || !refuse_unread(stream)) {
		if (php_stream_cast(stream, PHP_STREAM_AS_FD | PHP_STREAM_CAST_INTERNAL, (void **) &fd, 0) == SUCCESS) {
			copy = duplicate((int) fd, "stream", resource->handle);
		} else {
			refuse(stream, "it has no descriptor. Pass what is in it, or open it there");
		}
	}
	async_stream_give_back(turns);
	return copy;
}

/* errors: -1 with an exception */
static int descriptor_of_socket(const php_stream *stream)
{
	const php_netstream_data_t *sock = stream->abstract;

	if (UNEXPECTED(refuse_unread(stream))) {
		return -1;
	}
	if (UNEXPECTED(is_tls_listener(stream, sock->socket))) {
		refuse(stream, "its context has TLS options, which stay here. Make the listener without them, or there");
		return -1;
	}
	return duplicate(sock->socket, "stream", stream->res->handle);
}

/* ---- words ---- */

static void describe_file(const php_stream *stream, zval *words)
{
	add_next_index_string(words, stream->mode);
	if (stream->orig_path && stream->wrapper == &php_plain_files_wrapper) {
		add_next_index_string(words, stream->orig_path);
	} else {
		add_next_index_null(words);
	}
}

static void describe_socket(const php_stream *stream, zval *words)
{
	const php_netstream_data_t *sock = stream->abstract;
	php_stream_context *context = PHP_STREAM_CONTEXT(stream);

	add_next_index_bool(words, sock->is_blocked);
	add_next_index_long(words, (zend_long) sock->timeout.tv_sec);
	add_next_index_long(words, (zend_long) sock->timeout.tv_usec);
	if (context && context != FG(default_context)) {
		Z_TRY_ADDREF(context->options);
		add_next_index_zval(words, &context->options);
	} else {
		add_next_index_null(words);
	}
}

static int describe_stream(zend_resource *resource, zval *words)
{
	php_stream *stream = resource->ptr;
	const char *reason = hindrance(stream);
	size_t i = 0;
	int fd;

	while (i < sizeof(kinds) / sizeof(kinds[0]) && strcmp(kinds[i].label, stream->ops->label) != 0) {
		i++;
	}
	if (UNEXPECTED(i == sizeof(kinds) / sizeof(kinds[0]) || stream->abstract == NULL)) {
		refuse(stream, "it has no descriptor. Pass what is in it, or open it there");
		return -1;
	}
	if (UNEXPECTED(reason != NULL)) {
		refuse(stream, reason);
		return -1;
	}
	fd = kinds[i].kind == ASYNC_PASSED_FILE ? descriptor_of_file(stream) : descriptor_of_socket(stream);
	if (EXPECTED(fd >= 0)) {
		array_init_size(words, 5);
		add_next_index_long(words, kinds[i].kind);
		if (kinds[i].kind == ASYNC_PASSED_FILE) {
			describe_file(stream, words);
		} else {
			describe_socket(stream, words);
		}
	}
	return fd;
}

static int describe_object(const zend_object *object, zval *words)
{
	/* The data of ext/sockets begin with the descriptor in all versions of PHP. */
	const int fd = *(const int *) (const void *) ((const char *) object - object->handlers->offset);
	int copy;

	if (UNEXPECTED(fd < 0)) {
		async_throw("Cannot pass a closed stream or resource to another process");
		return -1;
	}
	copy = duplicate(fd, "the Socket object", object->handle);
	if (EXPECTED(copy >= 0)) {
		array_init_size(words, 1);
		add_next_index_long(words, ASYNC_PASSED_SOCKET);
	}
	return copy;
}

int async_passed_describe(zval *value, zval *words)
{
	ZEND_ASSERT(async_passed_is_one(value) && "a resource or a socket");
	if (Z_TYPE_P(value) == IS_OBJECT) {
		return describe_object(Z_OBJ_P(value), words);
	}
	if (UNEXPECTED(Z_RES_TYPE_P(value) != php_file_le_stream() && Z_RES_TYPE_P(value) != php_file_le_pstream())) {
		refuse_resource(Z_RES_P(value));
		return -1;
	}
	return describe_stream(Z_RES_P(value), words);
}

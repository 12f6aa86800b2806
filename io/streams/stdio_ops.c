/*
 * Plain streams: coroutines that use a stream leave it before it is closed; and reads keep what a call has taken.
 */
#include "io/streams/stdio_ops.h"

#include "engine/handlers.h"
#include "io/streams/stream_order.h"
#include "io/streams/taken.h"

static ssize_t (*original_read)(php_stream *stream, char *buffer, size_t size);
static int (*original_close)(php_stream *stream, int close_handle);

static int descriptor_of(php_stream *stream)
{
	php_socket_t fd = SOCK_ERR;

	/* The operation itself, because php_stream_cast() flushes and seeks before. */
	return stream->ops->cast(stream, PHP_STREAM_AS_FD_FOR_SELECT, (void **) &fd) == SUCCESS ? fd : -1;
}

static int stdio_close(php_stream *stream, int close_handle)
{
	if (close_handle && ASYNC_G(current)) {
		async_stream_closing(stream, descriptor_of(stream));
	}
	return original_close(stream, close_handle);
}

static ssize_t stdio_read(php_stream *stream, char *buffer, size_t size)
{
	return async_taken_read(stream, buffer, size, original_read);
}

bool async_stdio_ops_install(void)
{
	ZEND_ASSERT(original_close == NULL && "replaced once");
	if (!async_table_unprotect(&php_stream_stdio_ops, sizeof(php_stream_stdio_ops))) {
		return false;
	}
	original_close = php_stream_stdio_ops.close;
	original_read = php_stream_stdio_ops.read;
	async_table_originals_kept();
	((php_stream_ops *) &php_stream_stdio_ops)->close = stdio_close;
	((php_stream_ops *) &php_stream_stdio_ops)->read = stdio_read;
	return true;
}

void async_stdio_ops_restore(void)
{
	if (original_close && php_stream_stdio_ops.close == stdio_close) {
		((php_stream_ops *) &php_stream_stdio_ops)->close = original_close;
	}
	if (original_read && php_stream_stdio_ops.read == stdio_read) {
		((php_stream_ops *) &php_stream_stdio_ops)->read = original_read;
	}
	original_close = NULL;
	original_read = NULL;
}

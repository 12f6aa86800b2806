/*
 * Closing plain streams: coroutines that use the stream leave it first.
 */
#include "io/streams/stdio_ops.h"

#include "engine/handlers.h"
#include "io/streams/stream_order.h"

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

bool async_stdio_ops_install(void)
{
	ZEND_ASSERT(original_close == NULL && "replaced once");
	if (!async_table_unprotect(&php_stream_stdio_ops, sizeof(php_stream_stdio_ops))) {
		return false;
	}
	original_close = php_stream_stdio_ops.close;
	async_table_originals_kept();
	((php_stream_ops *) &php_stream_stdio_ops)->close = stdio_close;
	return true;
}

void async_stdio_ops_restore(void)
{
	if (original_close && php_stream_stdio_ops.close == stdio_close) {
		((php_stream_ops *) &php_stream_stdio_ops)->close = original_close;
	}
	original_close = NULL;
}

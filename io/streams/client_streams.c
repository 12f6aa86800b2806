/*
 * Streams of client extensions: a cancelled wait ends the connection where the extension would go on with it.
 */
#include "io/streams/client_streams.h"

#include "io/delivery.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

/* Extensions that may go on with a connection after a read has failed. mysqlnd closes it, so it is not here. phpredis
 * closes it for most commands, but not for those whose answer may be of any kind: rawCommand(), eval() … */
static const char *const modules[] = { "redis" };

/* Does a function of such an extension run now? */
static bool is_in_client(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	const zend_module_entry *module = NULL;

	if (frame && frame->func && frame->func->type == ZEND_INTERNAL_FUNCTION) {
		module = frame->func->internal_function.module;
	}
	for (size_t i = 0; module && i < sizeof(modules) / sizeof(modules[0]); i++) {
		if (strcmp(module->name, modules[i]) == 0) {
			return true;
		}
	}
	return false;
}

void async_client_streams_cancelled(int fd)
{
	int kept_errno = errno;

	if (is_in_client()) {
		(void) shutdown(fd, SHUT_RDWR);
	}
	errno = kept_errno;
}

ssize_t async_client_streams_failed_read(php_stream *stream)
{
	if (!async_delivery_is_pending() || !is_in_client()) {
		return -1;
	}
	stream->eof = 1;
	return 0;
}

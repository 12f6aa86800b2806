/*
 * Streams of wrappers written in PHP: their reads keep what a call has taken before.
 */
#include "io/streams/wrapper_reads.h"

#include "engine/handlers.h"
#include "io/streams/taken.h"

static ssize_t (*original_read)(php_stream *stream, char *buffer, size_t size);

static ssize_t wrapper_read(php_stream *stream, char *buffer, size_t size)
{
	return async_taken_read(stream, buffer, size, original_read);
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	if (async_table_unprotect(&php_stream_userspace_ops, sizeof(php_stream_userspace_ops))) {
		original_read = php_stream_userspace_ops.read;
		((php_stream_ops *) &php_stream_userspace_ops)->read = wrapper_read;
	}
}

static ASYNC_ALWAYS_RUNS void restore(void)
{
	if (original_read && php_stream_userspace_ops.read == wrapper_read) {
		((php_stream_ops *) &php_stream_userspace_ops)->read = original_read;
	}
	original_read = NULL;
}

const async_part_t async_wrapper_reads_part = { .startup = start, .shutdown = restore };

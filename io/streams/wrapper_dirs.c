/*
 * Mend: dir_readdir() of a stream wrapper that is left by an exception.
 *
 * PHP takes the missing result for an entry with an empty name, and calls no method while an exception is on its way.
 * So scandir() and its kind add such entries until the memory limit ends the process. On stock PHP an exception or
 * exit() in dir_readdir() does that; here a cancellation does it, too, or exit() elsewhere, while the method waits. So
 * in a coroutine there is no entry when there is an exception.
 *
 * Upstream: php-src, main/streams/userspace.c; seen in PHP 8.2.36. The state of later versions was not checked, so no
 * version switches the mend off.
 */
#include "io/streams/wrapper_dirs.h"

#include "engine/handlers.h"
#include "io/wait_fd.h"

#include "php.h"

static ssize_t (*original_read)(php_stream *stream, char *buffer, size_t size);

static ssize_t read_entry(php_stream *stream, char *buffer, size_t size)
{
	const ssize_t result = original_read(stream, buffer, size);

	return UNEXPECTED(EG(exception) != NULL) && async_io_is_inside() ? -1 : result;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	if (async_table_unprotect(&php_stream_userspace_dir_ops, sizeof(php_stream_userspace_dir_ops))) {
		original_read = php_stream_userspace_dir_ops.read;
		((php_stream_ops *) &php_stream_userspace_dir_ops)->read = read_entry;
	}
}

static ASYNC_ALWAYS_RUNS void restore(void)
{
	if (original_read && php_stream_userspace_dir_ops.read == read_entry) {
		((php_stream_ops *) &php_stream_userspace_dir_ops)->read = original_read;
	}
	original_read = NULL;
}

const async_part_t async_wrapper_dirs_part = { .startup = start, .shutdown = restore };

/*
 * The hooks for close() and fclose(). PHP closes a stream by fclose() when an extension has asked for its FILE, as curl
 * does for CURLOPT_FILE.
 */
#include "io/hooks/close.h"

#include "io/files/files.h"
#include "io/streams/write_locks.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <unistd.h>

int (*async_original_close)(int fd) = close;
int (*async_original_fclose)(FILE *file) = fclose;

void async_hooks_closing(int fd)
{
	const int errno_before = errno;

	if (!async_io_thread_has_scheduler() || fd < 0) {
		return;
	}
	async_file_forget(fd);
	if (async_io_thread_has_reactor()) {
		async_write_locks_closing(fd);
		async_fd_forget(ASYNC_G(reactor), fd);
		/* The close may free a file lock. */
		async_file_locks_released();
	}
	errno = errno_before;
}

int async_hooked_close(int fd)
{
	async_hooks_closing(fd);
	return async_original_close(fd);
}

/* A FILE without a descriptor has the number -1. */
int async_hooked_fclose(FILE *file)
{
	const int errno_before = errno;
	const int fd = async_io_thread_has_scheduler() ? fileno(file) : -1;

	errno = errno_before;
	async_hooks_closing(fd);
	return async_original_fclose(file);
}

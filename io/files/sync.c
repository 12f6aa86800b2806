/*
 * Writing files through to the disk, fsync() and fdatasync(): by a worker.
 */
#include "io/files/files.h"

#include "io/files/job.h"
#include "io/wait_fd.h"

#include <errno.h>
#include <unistd.h>

static int sync_in_place(int fd, bool data_only)
{
	return data_only ? fdatasync(fd) : fsync(fd);
}

int async_file_sync(int fd, bool data_only)
{
	async_file_call_t call = ASYNC_FILE_CALL(.op = data_only ? ASYNC_FILE_CALL_DATASYNC : ASYNC_FILE_CALL_SYNC);

	if (!async_io_may_park() || (call.fd = async_file_duplicate(fd)) < 0) {
		return sync_in_place(fd, data_only);
	}
	switch (async_file_call(&call)) {
		case ASYNC_FILE_CALL_CANCELLED:
			/* async_file_call() has taken the descriptor over. */
			return -1;
		case ASYNC_FILE_CALL_IMPOSSIBLE:
			call.result = sync_in_place(fd, data_only);
			break;
		case ASYNC_FILE_CALL_MADE:
			break;
	}
	int kept_errno = errno;
	(void) close(call.fd);
	errno = kept_errno;
	return (int) call.result;
}

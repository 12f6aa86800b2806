/*
 * Reading memory of this process that another thread may change, or give back, at any moment.
 *
 * The kernel copies it, and says that an address is wrong instead of ending the process. Some sandboxes refuse
 * process_vm_readv(), and some have no /proc; a pipe works in all of them.
 */
#include "own_memory.h"

#include "internal.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static struct {
	bool is_open;
	int out;      /* where bytes are read from … */
	int in;       /* … that the kernel has copied here */
} by_pipe;

/* errors: false with errno, nothing is open */
static bool open_pipe(void)
{
	int ends[2];

	if (by_pipe.is_open) {
		return true;
	}
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
		return false;
	}
	ends[0] = async_fd_above_standard(ends[0]);
	if (ends[0] < 0) {
		goto close_in;
	}
	ends[1] = async_fd_above_standard(ends[1]);
	if (ends[1] < 0) {
		goto close_out;
	}
	by_pipe.out = ends[0];
	by_pipe.in = ends[1];
	by_pipe.is_open = true;
	return true;

close_out:
	close(ends[0]);
	return false;
close_in:
	close(ends[1]);
	return false;
}

void async_own_memory_done(void)
{
	if (by_pipe.is_open) {
		close(by_pipe.out);
		close(by_pipe.in);
		by_pipe.is_open = false;
	}
}

/* Not write(): a sanitizer looks at the bytes then, in the place of the kernel. */
static ssize_t write_bytes(const void *address, size_t size)
{
#ifdef __linux__
	return syscall(SYS_write, by_pipe.in, address, size);
#else
	return write(by_pipe.in, address, size);
#endif
}

/* What is not wholly there is taken out of the pipe again. */
static bool read_by_pipe(const void *address, void *to, size_t size)
{
	ssize_t count;

	if (!open_pipe()) {
		return false;
	}
	count = write_bytes(address, size);
	return count > 0 && read(by_pipe.out, to, (size_t) count) == (ssize_t) size;
}

bool async_own_memory_read(const void *address, void *to, size_t size)
{
	ASYNC_ASSERT(size > 0 && size <= ASYNC_OWN_MEMORY_READ_MAX && "a pipe takes the bytes at once");
#ifdef __linux__
	struct iovec local = {.iov_base = to, .iov_len = size};
	struct iovec remote = {.iov_base = (void *) address, .iov_len = size};
	ssize_t count;

	if ((uintptr_t) address < 4096) {
		return false;
	}
	count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
	if (count >= 0 || errno == EFAULT) {
		return count == (ssize_t) size;
	}
#endif
	return read_by_pipe(address, to, size);
}

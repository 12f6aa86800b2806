/*
 * Reading regular files, pipes and terminals: what the page cache holds in place, the rest by a worker.
 * Pipes and terminals are read when they are ready.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/files/job.h"
#include "io/libc.h"
#include "io/wait_fd.h"
#include "scheduler/user_signals.h"
#include "scheduler/testing.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

/* Bytes that a worker reads at a time, into memory of its own. At the position of a descriptor that processes share, a
 * read up to this size is one read as in stock PHP: no other reader gets bytes from its middle. */
#define PART_SIZE ((size_t) 16 * 1024 * 1024)

/* No file system caches smaller pieces than this. A read that ends within one has come to the end of the file. */
#define BLOCK_SIZE 512

/* Read what is there without a wait. -1 with EAGAIN: nothing is there yet. -1 with another errno: an error, or this
 * descriptor cannot be read that way (was_not_answered()). */
static ssize_t read_now(int fd, void *buffer, size_t size, off_t offset)
{
	struct iovec part = { buffer, size };

	return preadv2(fd, &part, 1, offset, RWF_NOWAIT);
}

/* After a read_now() that failed: would the read wait, or can this descriptor not be read that way? False: an error. */
static bool was_not_answered(void)
{
	return errno == EAGAIN || async_file_is_refused(errno);
}

static ssize_t read_plainly(int fd, void *buffer, size_t size, off_t offset)
{
	return offset == ASYNC_FILE_CURRENT ? read(fd, buffer, size) : pread(fd, buffer, size, offset);
}

/* One read of a file. */
typedef struct {
	int fd;
	char *buffer;
	size_t size;
	size_t done;      /* the kernel has moved the position by this much already, if the read goes by the position */
	off_t offset;     /* maybe ASYNC_FILE_CURRENT */
} file_read_t;

/* Where the bytes that are still missing begin. */
static off_t rest_of(const file_read_t *in)
{
	ZEND_ASSERT(in->done <= in->size && "no read goes beyond its buffer");
	return in->offset == ASYNC_FILE_CURRENT ? in->offset : in->offset + (off_t) in->done;
}

/* Read the rest without a worker: the thread blocks if the disk has to be waited for. */
static ssize_t read_rest_in_place(file_read_t *in)
{
	ssize_t got;

	if (async_delivery_is_unwinding()) {
		errno = EINTR;
		return -1;
	}
	got = read_plainly(in->fd, in->buffer + in->done, in->size - in->done, rest_of(in));
	if (got > 0) {
		in->done += (size_t) got;
	}
	return got < 0 && in->done == 0 ? -1 : (ssize_t) in->done;
}

/* Read part after part: by a worker, and from the page cache where the kernel has read ahead meanwhile. A read that is
 * cancelled has not happened (D34): async_file_call() puts the position back. */
static ssize_t read_rest_on_worker(file_read_t *in)
{
	async_file_call_t call = ASYNC_FILE_CALL(.op = ASYNC_FILE_CALL_READ);
	ssize_t got = -1;

	call.fd = async_file_duplicate(in->fd);
	if (call.fd < 0) {
		return read_rest_in_place(in);
	}
	call.moved[0] = in->offset == ASYNC_FILE_CURRENT ? in->fd : -1;
	while (in->done < in->size) {
		call.data = in->buffer + in->done;
		call.size = MIN(in->size - in->done, PART_SIZE);
		call.offset = rest_of(in);
		call.done = in->done;
		switch (async_file_call(&call)) {
			case ASYNC_FILE_CALL_MADE:
				got = call.result;
				break;
			case ASYNC_FILE_CALL_CANCELLED:
				return -1;
			default:
				got = read_plainly(call.fd, call.data, call.size, call.offset);
		}
		if (got <= 0) {
			break;
		}
		in->done += (size_t) got;
		if (in->done == in->size) {
			break;
		}
		got = read_now(call.fd, in->buffer + in->done, in->size - in->done, rest_of(in));
		if (got == 0) {
			break;
		}
		in->done += got > 0 ? (size_t) got : 0;
	}
	if (in->done > 0 || got == 0) {
		got = (ssize_t) in->done;
	}
	int kept_errno = errno;
	(void) close(call.fd);
	errno = kept_errno;
	return got;
}

/* Read the rest of a disk file, after `done` bytes that were in the page cache. */
static ssize_t read_file(int fd, char *buffer, size_t size, off_t offset, size_t done)
{
	file_read_t in = { fd, buffer, size, done, offset };

	/* No parking in other C code: two coroutines that fill ext/date's cache of time zones would lose an entry. */
	if (!async_io_may_park() || async_file_stream_of(fd) == NULL) {
		return read_rest_in_place(&in);
	}
	return read_rest_on_worker(&in);
}

/* Read a pipe, a terminal or the like in blocking mode: park until there is something. `can_ask`: read_now() can be
 * used. Otherwise poll() says whether something is there, and a plain read() follows. */
static ssize_t read_stream(int fd, char *buffer, size_t size, bool can_ask)
{
	struct pollfd entry = { .fd = fd, .events = POLLIN };
	int flags = fcntl(fd, F_GETFL);
	async_call_signals_t signals;
	async_wait_result_t result = ASYNC_WAIT_PENDING;
	ssize_t got;

	if (flags < 0 || (flags & O_NONBLOCK) || !async_io_may_park()) {
		return read(fd, buffer, size);
	}
	async_call_signals_begin(&signals, ASYNC_ENDED_UNLESS_RESTARTED);
	for (;;) {
		if (!can_ask && async_poll_now(&entry, 1) != 0) {
			return read(fd, buffer, size);
		}
		if (UNEXPECTED(result == ASYNC_WAIT_SIGNALLED)) {
			errno = EINTR;
			return -1;
		}
		result = async_wait_fd(fd, ASYNC_FD_READABLE, ASYNC_WAIT_FOREVER, &signals);
		if (UNEXPECTED(result != ASYNC_WAIT_READY && result != ASYNC_WAIT_SIGNALLED)) {
			return async_file_failed(result);
		}
		if (can_ask) {
			/* Another reader may have taken the data that ended this wait. */
			got = read_now(fd, buffer, size, ASYNC_FILE_CURRENT);
			if (got >= 0 || !was_not_answered()) {
				return got;
			}
			can_ask = errno == EAGAIN;
		}
	}
}

/* After a read that got less than was asked for: may there be more of the file, which the page cache did not hold? */
static bool may_be_more(int fd, off_t offset, size_t done)
{
	off_t end = offset == ASYNC_FILE_CURRENT ? lseek(fd, 0, SEEK_CUR) : offset + (off_t) done;

	ZEND_ASSERT(done > 0 && "a read of nothing says that the file ends");
	return end >= 0 && end % BLOCK_SIZE == 0;
}

static ssize_t read_by_kind(int fd, char *buffer, size_t size, off_t offset, size_t done, bool can_ask)
{
	async_file_note_position(fd, -1);
	switch (async_file_kind(fd)) {
		case ASYNC_FILE_CACHED:
		case ASYNC_FILE_SLOW:
			return read_file(fd, buffer, size, offset, done);
		case ASYNC_FILE_STREAM:
		case ASYNC_FILE_SOCKET:
			if (done > 0) {
				return (ssize_t) done;
			}
			return offset == ASYNC_FILE_CURRENT ? read_stream(fd, buffer, size, can_ask)
				: pread(fd, buffer, size, offset);
		default:
			return done > 0 ? (ssize_t) done : read_plainly(fd, buffer, size, offset);
	}
}

/* Go on after an attempt that did not bring everything; errno is that of the attempt. A read that succeeds leaves the
 * errno from before the attempt. */
static ZEND_COLD ssize_t read_slowly(int fd, char *buffer, size_t size, off_t offset, size_t done, int kept_errno)
{
	const ssize_t got = read_by_kind(fd, buffer, size, offset, done, errno == EAGAIN);

	if (got >= 0) {
		errno = kept_errno;
	}
	return got;
}

ssize_t async_file_read(int fd, void *buffer, size_t size, off_t offset)
{
	const int kept_errno = errno;
	ssize_t got, more;

	ZEND_ASSERT(offset >= ASYNC_FILE_CURRENT && "an offset, or the position of the descriptor");
	/* Every further wait of a cancelled function is refused, and a read may be one (D11). */
	if (UNEXPECTED(async_delivery_is_pending())) {
		async_delivery_request();
		return async_file_failed(ASYNC_WAIT_CANCELLED);
	}
	if (offset == ASYNC_FILE_CURRENT && UNEXPECTED(!async_file_settle(fd))) {
		return async_file_failed(ASYNC_WAIT_CANCELLED);
	}
	if (UNEXPECTED(async_testing_is_cold_now())) {
		errno = EAGAIN;
		return read_slowly(fd, buffer, size, offset, 0, kept_errno);
	}
	if (offset == ASYNC_FILE_CURRENT && async_file_take_read_at_end(fd)) {
		return read(fd, buffer, size);
	}
	got = read_now(fd, buffer, async_testing_cached_part(size), offset);
	if (got < 0) {
		return was_not_answered() ? read_slowly(fd, buffer, size, offset, 0, kept_errno) : -1;
	}
	if (EXPECTED(offset == ASYNC_FILE_CURRENT)
		&& async_file_note_read(fd, (size_t) got, (size_t) got < size) && !async_testing_storage_is_cold()) {
		return got;
	}
	if (EXPECTED(got == (ssize_t) size || got == 0)) {
		return got;
	}
	if (EXPECTED(!may_be_more(fd, offset, (size_t) got)) && !async_testing_storage_is_cold()) {
		return got;
	}
	more = read_now(fd, (char *) buffer + got, size - (size_t) got,
		offset == ASYNC_FILE_CURRENT ? offset : offset + got);
	if (EXPECTED(more == 0)) {
		return got;
	}
	if (more > 0) {
		got += more;
		async_file_note_read(fd, (size_t) more, false);
	}
	if (got == (ssize_t) size) {
		return got;
	}
	/* For read_slowly(): the kernel could be asked, and the rest is not there yet. */
	errno = EAGAIN;
	return read_slowly(fd, buffer, size, offset, (size_t) got, kept_errno);
}

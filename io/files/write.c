/*
 * Writing files, pipes and terminals: small writes to the page cache in place, large or slow ones by a worker.
 * A coroutine that writes to a full pipe parks until there is room.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/files/job.h"
#include "io/globals.h"
#include "io/libc.h"
#include "io/streams/socket_wait.h"
#include "io/streams/write_locks.h"
#include "io/wait_fd.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Copying this much to the page cache takes long enough to be given to a worker. */
#define LARGE_SIZE ((size_t) 1024 * 1024)

/* Where the kernel cannot be asked to take as many bytes as fit: bytes that fit for sure when poll() reports room. */
#define PIPE_PIECE ((size_t) PIPE_BUF)
#define TERMINAL_PIECE ((size_t) 128)

/* ---- files ---- */

static ssize_t write_plainly(int fd, const void *data, size_t size, off_t offset)
{
	return offset == ASYNC_FILE_CURRENT ? write(fd, data, size) : pwrite(fd, data, size, offset);
}

/* One call for all bytes, because the kernel does not mix one write with those of other writers. It also moves the
 * position, which other processes may share. */
static ssize_t write_on_worker(int fd, const void *data, size_t size, off_t offset)
{
	async_file_call_t call =
		ASYNC_FILE_CALL(.op = ASYNC_FILE_CALL_WRITE, .data = (void *) data, .size = size, .offset = offset);

	ZEND_ASSERT(size > 0 && "an empty write never waits");
	if (!async_io_may_park() || (call.fd = async_file_duplicate(fd)) < 0) {
		return write_plainly(fd, data, size, offset);
	}
	call.moved[0] = offset == ASYNC_FILE_CURRENT ? fd : -1;
	switch (async_file_call(&call)) {
		case ASYNC_FILE_CALL_CANCELLED:
			return -1;
		case ASYNC_FILE_CALL_IMPOSSIBLE:
			call.result = write_plainly(fd, data, size, offset);
			break;
		case ASYNC_FILE_CALL_MADE:
			ZEND_ASSERT(call.result <= (ssize_t) size && "no more is written than there is");
			break;
	}
	int kept_errno = errno;
	(void) close(call.fd);
	errno = kept_errno;
	return call.result;
}

/* ---- pipes, terminals and the like ---- */

/* One write to a descriptor in blocking mode: it is over when all bytes are written. */
typedef struct {
	int fd;
	const char *data;
	size_t size;
	size_t done;
	bool can_ask;     /* the kernel can be asked to take as many bytes as fit at once */
	async_call_signals_t signals;
} stream_write_t;

/* Write the bytes that fit at once. Afterwards errno says how to go on. EAGAIN: wait for room if bytes are left.
 * cannot_ask(): write piece by piece. Anything else: the write failed. */
static void attempt(stream_write_t *out)
{
	struct iovec part = { (void *) (out->data + out->done), out->size - out->done };
	ssize_t sent = pwritev2(out->fd, &part, 1, ASYNC_FILE_CURRENT, RWF_NOWAIT);

	ZEND_ASSERT(out->done < out->size && "there is something left to write");
	if (sent >= 0) {
		out->done += (size_t) sent;
		errno = EAGAIN;
	}
	out->can_ask = sent >= 0 || errno == EAGAIN;
}

/* Did the attempt fail because the kernel cannot be asked for this descriptor? */
static bool cannot_ask(void)
{
	return async_file_is_refused(errno);
}

/* Bytes that a write takes without a wait, once poll() has reported room. */
static size_t piece_of(int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode) ? PIPE_PIECE : TERMINAL_PIECE;
}

/* poll() has reported room: write one piece. False with errno: the write failed. */
static bool write_piece(stream_write_t *out, size_t piece)
{
	ssize_t sent = write(out->fd, out->data + out->done, MIN(out->size - out->done, piece));

	ZEND_ASSERT(piece > 0 && out->done < out->size && "a write of nothing would never come to an end");
	if (sent > 0) {
		out->done += (size_t) sent;
	}
	return sent >= 0;
}

/* Write all that is left, with waits for room. False with errno: the write failed, or a wait was cancelled. */
static bool write_rest(stream_write_t *out, const async_call_lock_t *turn)
{
	struct pollfd entry = { .fd = out->fd, .events = POLLOUT };
	const size_t piece = out->can_ask ? 0 : piece_of(out->fd);
	async_wait_result_t result;

	while (out->done < out->size) {
		if (!out->can_ask && async_poll_now(&entry, 1) != 0) {
			if (!write_piece(out, piece)) {
				return false;
			}
			continue;
		}
		if (out->done > 0) {
			async_call_signals_add_all(&out->signals);
		}
		result = async_wait_fd(out->fd, ASYNC_FD_WRITABLE, ASYNC_WAIT_FOREVER, &out->signals);
		if (UNEXPECTED(result == ASYNC_WAIT_SIGNALLED)) {
			errno = EINTR;
			return false;
		}
		if (UNEXPECTED(result != ASYNC_WAIT_READY)) {
			(void) async_file_failed(result);
			return false;
		}
		if (UNEXPECTED(async_write_lock_is_lost(turn))) {
			errno = EBADF;
			return false;
		}
		if (out->can_ask) {
			attempt(out);
			if (UNEXPECTED(errno != EAGAIN)) {
				return false;
			}
		}
	}
	return true;
}

/* Go on with a write that has to wait. It has the turn of the descriptor, so bytes of other coroutines do not come
 * between its bytes (D28). Returns how many bytes are written in all. */
static ssize_t write_in_turn(stream_write_t *out)
{
	async_call_lock_t *turn;
	async_wait_result_t result = async_write_lock_take(out->fd, &turn);
	bool failed = true;

	if (UNEXPECTED(result != ASYNC_WAIT_READY)) {
		return async_file_failed(result);
	}
	if (out->done == 0) {
		attempt(out);
		failed = errno != EAGAIN && !cannot_ask();
	} else {
		failed = false;
	}
	failed = failed || !write_rest(out, turn);
	int kept_errno = errno;
	async_call_lock_give_back(turn);
	errno = kept_errno;
	return failed && out->done == 0 ? -1 : (ssize_t) out->done;
}

static ssize_t write_stream(int fd, const void *data, size_t size)
{
	stream_write_t out = { .fd = fd, .data = data, .size = size };
	int flags;

	if (UNEXPECTED(async_delivery_is_pending())) {
		async_delivery_request();
		return async_file_failed(ASYNC_WAIT_CANCELLED);
	}
	if (EXPECTED(!async_write_lock_is_taken(fd))) {
		attempt(&out);
		if (EXPECTED(out.done == size)) {
			return (ssize_t) size;
		}
		if (errno != EAGAIN && !cannot_ask()) {
			return -1;
		}
		if (!out.can_ask && async_file_kind_now(fd) != ASYNC_FILE_STREAM) {
			/* The remembered kind is that of an earlier file with this number. */
			return async_file_write(fd, data, size, ASYNC_FILE_CURRENT);
		}
	}
	async_call_signals_begin(&out.signals, ASYNC_ENDED_UNLESS_RESTARTED);
	flags = fcntl(fd, F_GETFL);
	if (flags < 0 || (flags & O_NONBLOCK)) {
		return out.done > 0 ? (ssize_t) out.done : write(fd, data, size);
	}
	if (!async_io_may_park()) {
		ssize_t sent = write(fd, (const char *) data + out.done, size - out.done);
		return sent > 0 ? (ssize_t) out.done + sent : out.done > 0 ? (ssize_t) out.done : sent;
	}
	return write_in_turn(&out);
}

static ssize_t write_socket(int fd, const void *data, size_t size)
{
	ssize_t sent = async_socket_write(fd, data, size);

	if (UNEXPECTED(sent < 0 && errno == ENOTSOCK)) {
		/* The remembered kind is that of an earlier file with this number. */
		(void) async_file_kind_now(fd);
		return async_file_write(fd, data, size, ASYNC_FILE_CURRENT);
	}
	return sent;
}

ssize_t async_file_write(int fd, const void *data, size_t size, off_t offset)
{
	if (fd == STDOUT_FILENO || fd == STDERR_FILENO || size == 0) {
		/* Output of PHP itself is written in place: messages may come where no coroutine may park, and have to stay
		 * whole. */
		return write_plainly(fd, data, size, offset);
	}
	async_file_note_position(fd, -1);
	if (offset == ASYNC_FILE_CURRENT && UNEXPECTED(!async_file_settle(fd))) {
		return async_file_failed(ASYNC_WAIT_CANCELLED);
	}
	switch (async_file_kind(fd)) {
		case ASYNC_FILE_CACHED:
			return EXPECTED(size < LARGE_SIZE) ? write_plainly(fd, data, size, offset)
				: write_on_worker(fd, data, size, offset);
		case ASYNC_FILE_SLOW:
			return write_on_worker(fd, data, size, offset);
		case ASYNC_FILE_STREAM:
			return offset == ASYNC_FILE_CURRENT ? write_stream(fd, data, size) : pwrite(fd, data, size, offset);
		case ASYNC_FILE_SOCKET:
			return offset == ASYNC_FILE_CURRENT ? write_socket(fd, data, size) : pwrite(fd, data, size, offset);
		default:
			return write_plainly(fd, data, size, offset);
	}
}

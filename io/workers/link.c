/*
 * Frames between a process and its worker: packets of a pair of sockets, and shared memory for large payloads.
 */
#include "io/workers/link.h"

#include "compat.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Larger payloads go through memory: there a byte is copied as often, and the kernel needs no packet of that size. */
#define PAYLOAD_MAX (16 * 1024)
/* Memory above this size is given back when its payload was read. Below it the pages are used again. */
#define MEMORY_KEPT (4 * 1024 * 1024)

int async_link_above_standard(int fd)
{
	int moved;

	if (fd < 0 || fd > STDERR_FILENO) {
		return fd;
	}
	moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return moved;
}

static int open_memory(void)
{
#ifdef MFD_CLOEXEC
	return async_link_above_standard(memfd_create("async worker", MFD_CLOEXEC));
#else
	char name[] = "/tmp/async-worker-XXXXXX";
	const int fd = mkstemp(name);

	if (fd >= 0) {
		unlink(name);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	return async_link_above_standard(fd);
#endif
}

static void close_one(int *fd)
{
	if (*fd >= 0) {
		close(*fd);
		*fd = -1;
	}
}

static int copy_of(int fd)
{
	return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/* Each end has descriptors of its own, so that one can be closed before the fork is undone. */
bool async_link_open_pair(async_link_t *one, async_link_t *other)
{
	int pair[2] = { -1, -1 };

	*one = *other = (async_link_t) { .fd = -1, .out_memory = -1, .in_memory = -1 };
	one->buffer = malloc(sizeof(async_frame_t) + PAYLOAD_MAX);
	other->buffer = malloc(sizeof(async_frame_t) + PAYLOAD_MAX);
	if (one->buffer == NULL || other->buffer == NULL
		|| socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
		goto failed;
	}
	one->fd = async_link_above_standard(pair[0]);
	other->fd = async_link_above_standard(pair[1]);
	one->out_memory = open_memory();
	one->in_memory = open_memory();
	if (one->fd < 0 || other->fd < 0 || one->out_memory < 0 || one->in_memory < 0) {
		goto failed;
	}
	other->in_memory = copy_of(one->out_memory);
	other->out_memory = copy_of(one->in_memory);
	if (other->in_memory < 0 || other->out_memory < 0) {
		goto failed;
	}
	return true;

failed:
	async_link_close(one);
	async_link_close(other);
	return false;
}

void async_link_close(async_link_t *link)
{
	const int kept_errno = errno;

	async_link_done(link);
	close_one(&link->fd);
	close_one(&link->out_memory);
	close_one(&link->in_memory);
	free(link->buffer);
	link->buffer = NULL;
	errno = kept_errno;
}

/* errors: false with errno set */
static bool write_memory(int fd, const char *payload, size_t length)
{
	off_t at = 0;

	while (length > 0) {
		const ssize_t written = pwrite(fd, payload, length, at);
		if (written < 0 && errno == EINTR) {
			continue;
		}
		if (written <= 0) {
			return false;
		}
		payload += written;
		at += written;
		length -= (size_t) written;
	}
	return true;
}

bool async_link_send(async_link_t *link, uint32_t kind, uint64_t job, const char *payload, size_t length, bool waits)
{
	async_frame_t frame = { .job = job, .length = length, .kind = kind, .in_memory = length > PAYLOAD_MAX };
	struct iovec parts[2] = {
		{ .iov_base = &frame, .iov_len = sizeof(frame) },
		{ .iov_base = (void *) (uintptr_t) payload, .iov_len = length },
	};
	const struct msghdr message = { .msg_iov = parts, .msg_iovlen = frame.in_memory || length == 0 ? 1 : 2 };
	ssize_t sent;

	if (frame.in_memory && !write_memory(link->out_memory, payload, length)) {
		return false;
	}
	do {
		sent = sendmsg(link->fd, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
	} while (sent < 0 && errno == EINTR);
	return sent >= 0;
}

/* The memory may be shorter than an end that is out of its mind says: reading it would be a signal. */
static bool map_payload(async_link_t *link, const async_frame_t *frame)
{
	struct stat status;
	int flags = MAP_SHARED;

#ifdef MAP_POPULATE
	flags |= MAP_POPULATE;
#endif
	if (fstat(link->in_memory, &status) != 0 || status.st_size < 0 || frame->length > (uint64_t) status.st_size
		|| frame->length == 0) {
		return false;
	}
	link->map = mmap(NULL, frame->length, PROT_READ, flags, link->in_memory, 0);
	if (link->map == MAP_FAILED) {
		link->map = NULL;
		return false;
	}
	link->map_length = frame->length;
	return true;
}

async_link_result_t async_link_receive(async_link_t *link, async_frame_t *frame, const char **payload, bool waits)
{
	const ssize_t size = recv(link->fd, link->buffer, sizeof(*frame) + PAYLOAD_MAX, waits ? 0 : MSG_DONTWAIT);

	if (size < 0) {
		return errno == EAGAIN || errno == EINTR ? ASYNC_LINK_EMPTY : ASYNC_LINK_CLOSED;
	}
	if ((size_t) size < sizeof(*frame)) {
		return ASYNC_LINK_CLOSED;
	}
	memcpy(frame, link->buffer, sizeof(*frame));
	*payload = link->buffer + sizeof(*frame);
	if (frame->in_memory) {
		if (!map_payload(link, frame)) {
			return ASYNC_LINK_CLOSED;
		}
		*payload = link->map;
	} else if (frame->length != (size_t) size - sizeof(*frame)) {
		return ASYNC_LINK_CLOSED;
	}
	return ASYNC_LINK_FRAME;
}

void async_link_done(async_link_t *link)
{
	if (link->map) {
		munmap(link->map, link->map_length);
		link->map = NULL;
		if (link->map_length > MEMORY_KEPT && link->in_memory >= 0) {
			/* If that fails, the memory is only used again. */
			(void) !ftruncate(link->in_memory, 0);
		}
	}
}

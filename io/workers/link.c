/*
 * Frames between a process and its worker: packets of a pair of sockets, and shared memory for large payloads.
 */
#include "io/workers/link.h"

#include "compat.h"
#include "reactor/reactor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Larger payloads go through memory: there a byte is copied as often, and the kernel needs no packet of that size. */
#define PAYLOAD_MAX (16 * 1024)
/* Memory above this size is given back when its payload was read. Below it the pages are used again. */
#define MEMORY_KEPT (4 * 1024 * 1024)
/* Greatest size of a packet. */
#define PACKET_MAX (sizeof(async_frame_t) + PAYLOAD_MAX)
/* Size of the control data for all descriptors of a packet. */
#define CONTROL_MAX CMSG_SPACE(sizeof(((async_link_descriptors_t *) NULL)->fds))

static int open_memory(void)
{
#ifdef MFD_CLOEXEC
	return async_fd_above_standard(memfd_create("async worker", MFD_CLOEXEC));
#else
	char name[] = "/tmp/async-worker-XXXXXX";
	const int fd = mkstemp(name);

	if (fd >= 0) {
		unlink(name);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	return async_fd_above_standard(fd);
#endif
}

void async_link_close_one(int *fd)
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

/* The packet, and behind it the descriptors that come with it. errors: false */
static bool make_buffer(async_link_t *link)
{
	link->buffer = malloc(PACKET_MAX + sizeof(((async_link_descriptors_t *) NULL)->fds));
	if (link->buffer == NULL) {
		return false;
	}
	link->received = (int *) (void *) (link->buffer + PACKET_MAX);
	return true;
}

/* Each end has descriptors of its own, so that one can be closed before the fork is undone. */
bool async_link_open_pair(async_link_t *one, async_link_t *other)
{
	int pair[2] = { -1, -1 };

	*one = *other = (async_link_t) { .fd = -1, .out_memory = -1, .in_memory = -1 };
	if (!make_buffer(one) || !make_buffer(other)
		|| socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
		goto failed;
	}
	one->fd = async_fd_above_standard(pair[0]);
	other->fd = async_fd_above_standard(pair[1]);
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
	async_link_close_one(&link->fd);
	async_link_close_one(&link->out_memory);
	async_link_close_one(&link->in_memory);
	free(link->buffer);
	link->buffer = NULL;
	errno = kept_errno;
}

/* Take a signal that this thread has caused and blocks. */
static void take_signal(int signo)
{
	const struct timespec at_once = { 0 };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, signo);
	while (sigtimedwait(&set, NULL, &at_once) < 0 && errno == EINTR) {
	}
}

/* errors: false with errno set */
static bool write_all(int fd, const char *payload, size_t length)
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

/* The limit for the size of files holds for memory, too. Its signal would end the process.
 * errors: false with errno set */
static bool write_memory(int fd, const char *payload, size_t length)
{
	sigset_t held, mask;
	int kept_errno;
	bool is_written;

	sigemptyset(&held);
	sigaddset(&held, SIGXFSZ);
	pthread_sigmask(SIG_BLOCK, &held, &mask);
	is_written = write_all(fd, payload, length);
	kept_errno = errno;
	if (UNEXPECTED(!is_written) && kept_errno == EFBIG && !sigismember(&mask, SIGXFSZ)) {
		take_signal(SIGXFSZ);
	}
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	errno = kept_errno;
	return is_written;
}

/* Put the descriptors into the control data of a message. */
static void attach(struct msghdr *message, char *control, const async_link_descriptors_t *with)
{
	struct cmsghdr *header;

	message->msg_control = control;
	message->msg_controllen = CMSG_SPACE(with->count * sizeof(int));
	memset(control, 0, message->msg_controllen);
	header = CMSG_FIRSTHDR(message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(with->count * sizeof(int));
	memcpy(CMSG_DATA(header), with->fds, with->count * sizeof(int));
}

bool async_link_send(async_link_t *link, uint32_t kind, uint64_t job, const char *payload, size_t length,
	const async_link_descriptors_t *with, bool waits)
{
	async_frame_t frame = { .job = job, .length = length, .kind = kind, .in_memory = length > PAYLOAD_MAX };
	struct iovec parts[2] = {
		{ .iov_base = &frame, .iov_len = sizeof(frame) },
		{ .iov_base = (void *) (uintptr_t) payload, .iov_len = length },
	};
	struct msghdr message = { .msg_iov = parts, .msg_iovlen = frame.in_memory || length == 0 ? 1 : 2 };
	_Alignas(struct cmsghdr) char control[CONTROL_MAX];
	ssize_t sent;

	if (frame.in_memory && !write_memory(link->out_memory, payload, length)) {
		return false;
	}
	if (UNEXPECTED(with != NULL && with->count > 0)) {
		frame.descriptors = with->count;
		attach(&message, control, with);
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

/* Note the descriptors that have come with a message. */
static void detach(async_link_t *link, struct msghdr *message)
{
	for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
		if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
			const size_t size = header->cmsg_len - CMSG_LEN(0);
			ZEND_ASSERT(link->received_count * sizeof(int) + size <= CONTROL_MAX && "the buffer has room for all");
			memcpy(link->received + link->received_count, CMSG_DATA(header), size);
			link->received_count += (uint16_t) (size / sizeof(int));
		}
	}
}

/* errors: as recvmsg() */
static ssize_t receive_packet(async_link_t *link, bool waits)
{
	_Alignas(struct cmsghdr) char control[CONTROL_MAX];
	struct iovec part = { .iov_base = link->buffer, .iov_len = PACKET_MAX };
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control),
	};
	const ssize_t size = recvmsg(link->fd, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));

	if (UNEXPECTED(size >= 0 && message.msg_controllen > 0)) {
		detach(link, &message);
	}
	return size;
}

async_link_result_t async_link_receive(async_link_t *link, async_frame_t *frame, const char **payload, bool waits)
{
	const ssize_t size = receive_packet(link, waits);

	if (size < 0) {
		return errno == EAGAIN || errno == EINTR ? ASYNC_LINK_EMPTY
			: errno == ECONNRESET ? ASYNC_LINK_RESET : ASYNC_LINK_CLOSED;
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

/* A copy of the payload in shared memory. errors: false */
static bool copy_map(const async_link_t *link, async_link_t *kept)
{
	if (link->map == NULL) {
		return true;
	}
	kept->map = mmap(NULL, link->map_length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (kept->map == MAP_FAILED) {
		return false;
	}
	kept->map_length = link->map_length;
	memcpy(kept->map, link->map, link->map_length);
	return true;
}

bool async_link_keep(async_link_t *link, const async_frame_t *frame, async_link_t *kept, const char **payload)
{
	async_link_t fresh = { .fd = -1, .out_memory = -1, .in_memory = -1 };

	*kept = fresh;
	if (!make_buffer(&fresh)) {
		return false;
	}
	if (!copy_map(link, kept)) {
		free(fresh.buffer);
		return false;
	}
	kept->buffer = link->buffer;
	kept->received = link->received;
	kept->received_count = link->received_count;
	link->buffer = fresh.buffer;
	link->received = fresh.received;
	link->received_count = 0;
	*payload = kept->map ? kept->map : kept->buffer + sizeof(*frame);
	return true;
}

int async_link_take_descriptor(async_link_t *link, size_t index)
{
	int fd = -1;

	if (index < link->received_count) {
		fd = link->received[index];
		link->received[index] = -1;
	}
	return fd;
}

void async_link_done(async_link_t *link)
{
	while (UNEXPECTED(link->received_count > 0)) {
		async_link_close_one(&link->received[--link->received_count]);
	}
	if (link->map) {
		munmap(link->map, link->map_length);
		link->map = NULL;
		if (link->map_length > MEMORY_KEPT && link->in_memory >= 0) {
			/* If that fails, the memory is only used again. */
			(void) !ftruncate(link->in_memory, 0);
		}
	}
}

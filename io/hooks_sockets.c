/*
 * Sockets in blocking mode: try without blocking, park, try again.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "io/hooks.h"

#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>

static __typeof__(recv) *original_recv = recv;
static __typeof__(recvfrom) *original_recvfrom = recvfrom;
static __typeof__(send) *original_send = send;
static __typeof__(sendto) *original_sendto = sendto;

/* After a non-blocking attempt that failed: should the call have blocked, and is the descriptor ready now? */
static bool wait_and_retry(int fd, unsigned events)
{
	int flags;

	if (errno != EAGAIN && errno != EWOULDBLOCK) {
		return false;
	}
	flags = fcntl(fd, F_GETFL);
	if (flags < 0 || (flags & O_NONBLOCK)) {
		errno = EAGAIN;
		return false;
	}
	return async_wait_fd(fd, events, ASYNC_WAIT_FOREVER) == ASYNC_WAIT_READY;
}

static ssize_t hooked_recv(int fd, void *buffer, size_t size, int flags)
{
	ssize_t received;

	if ((flags & (MSG_DONTWAIT | MSG_WAITALL)) || !async_io_may_park()) {
		return original_recv(fd, buffer, size, flags);
	}
	do {
		received = original_recv(fd, buffer, size, flags | MSG_DONTWAIT);
	} while (received < 0 && wait_and_retry(fd, ASYNC_FD_READABLE));
	return received;
}

static ssize_t hooked_recvfrom(
	int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
	socklen_t room = length ? *length : 0;
	ssize_t received;

	if ((flags & (MSG_DONTWAIT | MSG_WAITALL)) || !async_io_may_park()) {
		return original_recvfrom(fd, buffer, size, flags, address, length);
	}
	do {
		if (length) {
			*length = room;
		}
		received = original_recvfrom(fd, buffer, size, flags | MSG_DONTWAIT, address, length);
	} while (received < 0 && wait_and_retry(fd, ASYNC_FD_READABLE));
	if (received < 0 && length) {
		/* PHP looks at the address all the same. */
		*length = 0;
	}
	return received;
}

/* A blocking send returns when everything is sent, or with what was sent before an error. */
static ssize_t send_all(
	int fd, const char *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
	size_t done = 0;
	ssize_t sent;

	do {
		sent = address
			? original_sendto(fd, data + done, size - done, flags | MSG_DONTWAIT, address, length)
			: original_send(fd, data + done, size - done, flags | MSG_DONTWAIT);
		if (sent > 0) {
			done += (size_t) sent;
			errno = EAGAIN;
		}
	} while ((sent < 0 || (sent > 0 && done < size)) && wait_and_retry(fd, ASYNC_FD_WRITABLE));
	return done > 0 ? (ssize_t) done : sent;
}

static ssize_t hooked_send(int fd, const void *data, size_t size, int flags)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_send(fd, data, size, flags);
	}
	return send_all(fd, data, size, flags, NULL, 0);
}

static ssize_t hooked_sendto(
	int fd, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_sendto(fd, data, size, flags, address, length);
	}
	return send_all(fd, data, size, flags, address, length);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(recv),
	ASYNC_HOOK(recvfrom),
	ASYNC_HOOK(send),
	ASYNC_HOOK(sendto),
};
ASYNC_HOOK_GROUP(sockets, hooks);

/*
 * Hooks for connections on sockets in blocking mode: connect(), accept(), accept4().
 */
#include "io/hooks/hooks.h"

#include "io/streams/socket_wait.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <fcntl.h>
#include <sys/socket.h>

static __typeof__(connect) *original_connect = connect;
static __typeof__(accept) *original_accept = accept;
static __typeof__(accept4) *original_accept4 = accept4;

/* connect() without blocking. The mode is changed for the moment of the call, in which no other coroutine runs. */
static int try_connect(int fd, const struct sockaddr *address, socklen_t length, int mode)
{
	int result, kept_errno;

	if (fcntl(fd, F_SETFL, mode | O_NONBLOCK) != 0) {
		return -1;
	}
	result = original_connect(fd, address, length);
	kept_errno = errno;
	(void) fcntl(fd, F_SETFL, mode);
	errno = kept_errno;
	return result;
}

/* Start to connect, wait until the socket is writable, and call connect() again: that call answers as a blocking one
 * would, and completes the state of the socket. Asking for SO_ERROR instead would leave the state at "connecting". */
static int hooked_connect(int fd, const struct sockaddr *address, socklen_t length)
{
	async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_WRITABLE);
	int errno_before = errno;
	int mode, result, pending = 0;

	if (!async_io_may_park() || (mode = fcntl(fd, F_GETFL)) < 0 || (mode & O_NONBLOCK)) {
		return original_connect(fd, address, length);
	}
	for (unsigned turn = 0;; turn++) {
		result = try_connect(fd, address, length, mode);
		if (result == 0) {
			errno = errno_before;
			return 0;
		}
		if (errno != EINPROGRESS && errno != EALREADY && errno != EAGAIN) {
			return result;
		}
		/* A blocking connect() fails with the errno of the first attempt when SO_SNDTIMEO has passed. */
		pending = pending ? pending : errno;
		/* EAGAIN: the backlog of a Unix socket is full. No event reports that there is room again. */
		if (!(errno == EAGAIN ? async_socket_wait_moment(&wait, turn) : async_socket_wait(&wait))) {
			errno = wait.has_expired ? pending : errno;
			return -1;
		}
	}
}

/* Would accept() find a connection? It has no flag to try without blocking. Between this look and the accept() no other
 * coroutine runs, but another process that shares the listener may take the connection. Then the accept() blocks in
 * place until the next connection, as in stock PHP: listeners that processes share should be in non-blocking mode. */
static bool has_connection(int fd)
{
	struct pollfd look = { .fd = fd, .events = POLLIN };

	return async_poll_now(&look, 1) != 0;
}

/* accept() on a socket that does not listen fails at once. */
static bool is_listening(int fd)
{
	int value = 0;
	socklen_t length = sizeof(value);

	return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0 && value != 0;
}

/* Wait until accept() would return, with a connection or an error. False with errno: the caller returns -1 instead. */
static bool wait_for_connection(int fd)
{
	async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE);

	while (!has_connection(fd)) {
		if (!wait.has_begun && (!is_listening(fd) || !async_socket_wait_begin(&wait))) {
			return true;
		}
		if (!async_socket_wait(&wait)) {
			return false;
		}
	}
	return true;
}

static int hooked_accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	int errno_before = errno;
	int result;

	if (async_io_may_park() && !wait_for_connection(fd)) {
		return -1;
	}
	result = original_accept(fd, address, length);
	errno = result >= 0 ? errno_before : errno;
	return result;
}

/* ext/sockets calls this one from PHP 8.5 on. */
static int hooked_accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
	int errno_before = errno;
	int result;

	if (async_io_may_park() && !wait_for_connection(fd)) {
		return -1;
	}
	result = original_accept4(fd, address, length, flags);
	errno = result >= 0 ? errno_before : errno;
	return result;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(connect),
	ASYNC_HOOK(accept),
	ASYNC_HOOK(accept4),
};
ASYNC_HOOK_TABLE(connect, "sockets", hooks);

/*
 * Hooks for connections on sockets in blocking mode: connect(), accept(), accept4().
 */
#include "io/hooks/hooks.h"

#include "io/streams/socket_wait.h"
#include "io/wait_fd.h"
#include "io/wait_words.h"
#include "scheduler/scheduler.h"

#include <fcntl.h>
#include <sys/socket.h>

static __typeof__(connect) *original_connect = connect;
static __typeof__(accept) *original_accept = accept;
static __typeof__(accept4) *original_accept4 = accept4;

/* Looks for a connection without a wait between them, while another process accepts. */
#define LOOKS_AT_ONCE 4

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

	if (async_io_is_inside()) {
		async_wait_words_note_connect(fd, address, length);
	}
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

/* Would accept() find a connection? It has no flag to try without blocking. */
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

/* Between the look and the accept() no other coroutine runs, but another process that shares the listener may take the
 * connection, and the accept() would hold up all coroutines until the next one comes. So processes that share a
 * listener lock it for these two calls. The lock belongs to the process and goes when it dies. Neither the listener nor
 * its mode changes, so other programs that use it see nothing of it; but they do not take this lock either. */
static int set_accept_lock(int fd, short type)
{
	struct flock lock = { .l_type = type, .l_whence = SEEK_SET };

	return fcntl(fd, F_SETLK, &lock);
}

typedef enum {
	LISTENER_IS_READY,       /* *is_locked: to be unlocked after the accept() */
	LISTENER_IS_TAKEN        /* another process accepts from it at this moment, or has just done so */
} listener_t;

/* There was a connection: make sure that the accept() finds it, or returns at once for another reason. */
static listener_t lock_listener(int fd, bool *is_locked)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0 || (flags & O_NONBLOCK)) {
		return LISTENER_IS_READY;
	}
	if (set_accept_lock(fd, F_WRLCK) != 0) {
		/* Without any locks, as in a sandbox, the accept() may block. */
		return errno == EAGAIN || errno == EACCES ? LISTENER_IS_TAKEN : LISTENER_IS_READY;
	}
	if (has_connection(fd)) {
		*is_locked = true;
		return LISTENER_IS_READY;
	}
	(void) set_accept_lock(fd, F_UNLCK);
	return LISTENER_IS_TAKEN;
}

/* Wait until accept() would return, with a connection or an error. False with errno: the caller returns -1 instead. */
static bool wait_for_connection(int fd, bool *is_locked)
{
	async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE);

	for (unsigned turn = 0;; turn++) {
		if (has_connection(fd)) {
			if (lock_listener(fd, is_locked) == LISTENER_IS_READY) {
				return true;
			}
			/* The other process needs microseconds, unless it was interrupted. */
			if (turn >= LOOKS_AT_ONCE && !async_socket_wait_moment(&wait, turn - LOOKS_AT_ONCE)) {
				return false;
			}
		} else if (!wait.has_begun && (!is_listening(fd) || !async_socket_wait_begin(&wait))) {
			return true;
		} else if (!async_socket_wait(&wait)) {
			return false;
		}
	}
}

/* After accept(): give the lock back, and keep errno as the call has set it. */
static int accepted(int fd, int result, bool is_locked, int errno_before)
{
	const int error = result >= 0 ? errno_before : errno;

	if (is_locked) {
		(void) set_accept_lock(fd, F_UNLCK);
	}
	errno = error;
	return result;
}

static int hooked_accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
	int errno_before = errno;
	bool is_locked = false;
	int result;

	if (async_io_may_park() && !wait_for_connection(fd, &is_locked)) {
		return -1;
	}
	result = original_accept(fd, address, length);
	return accepted(fd, result, is_locked, errno_before);
}

/* ext/sockets calls this one from PHP 8.5 on. */
static int hooked_accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
	int errno_before = errno;
	bool is_locked = false;
	int result;

	if (async_io_may_park() && !wait_for_connection(fd, &is_locked)) {
		return -1;
	}
	result = original_accept4(fd, address, length, flags);
	return accepted(fd, result, is_locked, errno_before);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(connect),
	ASYNC_HOOK(accept),
	ASYNC_HOOK(accept4),
};
ASYNC_HOOK_TABLE(connect, "sockets", hooks);

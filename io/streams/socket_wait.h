/*
 * Waits within a call on a socket in blocking mode, which is tried without blocking first, and again after each wait.
 *
 *     async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE);
 *     do {
 *         received = recv(fd, …, MSG_DONTWAIT);
 *     } while (received < 0 && async_socket_would_block() && async_socket_wait(&wait));
 */
#ifndef ASYNC_IO_STREAMS_SOCKET_WAIT_H
#define ASYNC_IO_STREAMS_SOCKET_WAIT_H

#include "io/wait_fd.h"

#include <errno.h>

/* Lives in the frame of the call. */
typedef struct {
	int fd;
	unsigned events;         /* ASYNC_FD_READABLE or ASYNC_FD_WRITABLE */
	bool has_begun;          /* the mode was looked at, and `deadline` is set */
	bool has_expired;        /* the deadline has passed: one more try, and no more wait */
	bool is_signalled;       /* a signal has come that ends the call: the same */
	bool was_ready;          /* the last wait ended because the socket was ready */
	unsigned vain_waits;     /* how often it was ready for nothing */
	uint64_t deadline;       /* SO_RCVTIMEO or SO_SNDTIMEO, measured from the first wait */
	async_call_signals_t signals;   /* begins with the first wait, too */
} async_socket_wait_t;

#define ASYNC_SOCKET_WAIT(descriptor, what) { .fd = (descriptor), .events = (what) }

static zend_always_inline bool async_socket_would_block(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK;
}

/* Find out whether a call on this descriptor may block, and until when. Looks only once for each call.
 * errors: false with errno EAGAIN: the descriptor is in non-blocking mode; with another errno: it is not open */
bool async_socket_wait_begin(async_socket_wait_t *wait);

/* Wait until the call should be tried again: the socket seems ready, or the time limit has just passed, or a signal has
 * come that ends the call. A socket may be ready for nothing: for a datagram when its receiver has no room, or with
 * urgent data alone. Then the wait is a moment.
 * signals:  the kernel restarts a call without a time limit, if the handler wants it
 * owns:     nothing
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   false with errno ECANCELED (delivery.h)
 * errors:   false with errno: EAGAIN: the descriptor is in non-blocking mode, or its time limit has passed before;
 *           EINTR: such a signal has come before; EBADF: another coroutine closed it. True may be spurious, as with
 *           async_wait_fd(). */
bool async_socket_wait(async_socket_wait_t *wait);

/* The same for a change that no event reports: sleep a moment. `turn` counts from 0; later moments are longer. */
bool async_socket_wait_moment(async_socket_wait_t *wait, unsigned turn);

/* The same when part of the data was transferred: then all signals end the call. False also when the socket has an
 * error, with any errno: the call ends with what it has, and leaves the error to the next call. */
bool async_socket_wait_for_rest(async_socket_wait_t *wait);

/* Does the socket report one of these ASYNC_FD_… events now? suspends: no */
bool async_socket_is_ready(int fd, unsigned events);

/* Is the socket shut down for reading, here or by its peer? A call that blocks returns at once then. suspends: no */
bool async_socket_is_shut(int fd);

/* write(2) on a socket, with the contract of send() as the hook has it (io/hooks/sockets.c). */
ssize_t async_socket_write(int fd, const void *data, size_t size);

#endif

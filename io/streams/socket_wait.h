/*
 * A call on a socket in blocking mode: tried without blocking first, and again after each wait.
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

typedef struct {
	int fd;
	unsigned events;         /* ASYNC_FD_READABLE or ASYNC_FD_WRITABLE */
	bool has_begun;
	bool has_expired;
	uint64_t deadline;       /* SO_RCVTIMEO or SO_SNDTIMEO, measured from the first wait */
} async_socket_wait_t;

#define ASYNC_SOCKET_WAIT(descriptor, what) { .fd = (descriptor), .events = (what) }

static zend_always_inline bool async_socket_would_block(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK;
}

/* Would a call on this descriptor block, and until when? Looks at the first time only.
 * errors: false with errno EAGAIN: the descriptor is in non-blocking mode; or with the errno of a bad one */
bool async_socket_wait_begin(async_socket_wait_t *wait);

/* Wait until the call may go on. After the time limit it is to be tried once more.
 * owns:     nothing
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   false with errno ECANCELED (delivery.h)
 * errors:   false with errno: EAGAIN: the descriptor is in non-blocking mode, or its time limit has passed; EBADF:
 *           another coroutine closed it. True may be unfounded, as with async_wait_fd(). */
bool async_socket_wait(async_socket_wait_t *wait);

/* The same for what no event tells: sleep a moment and look again. `turn` counts from 0, later moments are longer. */
bool async_socket_wait_moment(async_socket_wait_t *wait, unsigned turn);

/* Part of the data is through. Goes on only when it need not take an error away that belongs to the next call. */
bool async_socket_wait_for_rest(async_socket_wait_t *wait);

/* As write(2) on a socket (io/hooks/sockets.c). */
ssize_t async_socket_write(int fd, const void *data, size_t size);

#endif

/*
 * Waits within a blocking call on a socket: time limits as SO_RCVTIMEO and SO_SNDTIMEO say.
 */
#include "io/streams/socket_wait.h"

#include "scheduler/user_signals.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

/* Longest moment between two looks, in milliseconds: 1 << this. */
#define MOMENT_SHIFT_MAX 3

/* The deadline of the call, measured from its first wait. */
static uint64_t limit_of(const async_socket_wait_t *wait)
{
	const int option = wait->events == ASYNC_FD_WRITABLE ? SO_SNDTIMEO : SO_RCVTIMEO;
	struct timeval limit;
	socklen_t length = sizeof(limit);

	ZEND_ASSERT((wait->events == ASYNC_FD_READABLE || wait->events == ASYNC_FD_WRITABLE) && "one direction");
	if (getsockopt(wait->fd, SOL_SOCKET, option, &limit, &length) != 0 || (limit.tv_sec == 0 && limit.tv_usec == 0)) {
		return ASYNC_WAIT_FOREVER;
	}
	return async_deadline_after(limit.tv_sec, (long) limit.tv_usec * 1000);
}

bool async_socket_wait_begin(async_socket_wait_t *wait)
{
	int flags;

	if (wait->has_begun) {
		return true;
	}
	ZEND_ASSERT(!wait->has_expired && "no time passes before the first wait");
	flags = fcntl(wait->fd, F_GETFL);
	if (flags < 0) {
		return false;
	}
	if (flags & O_NONBLOCK) {
		errno = EAGAIN;
		return false;
	}
	wait->deadline = limit_of(wait);
	async_call_signals_begin(&wait->signals,
		wait->deadline == ASYNC_WAIT_FOREVER ? ASYNC_ENDED_UNLESS_RESTARTED : ASYNC_ENDED_BY_ALL);
	wait->has_begun = true;
	return true;
}

/* May the call wait once more? False with errno: as async_socket_wait(). */
static bool has_time_left(async_socket_wait_t *wait)
{
	if (!async_socket_wait_begin(wait)) {
		return false;
	}
	if (wait->has_expired || wait->is_signalled) {
		errno = wait->is_signalled ? EINTR : EAGAIN;
		return false;
	}
	return true;
}

/* Should the call be tried again? Yes when the deadline has passed or a signal has come: once more, as the kernel
 * does. */
static bool should_try_again(async_socket_wait_t *wait, async_wait_result_t result)
{
	ZEND_ASSERT(wait->has_begun && result != ASYNC_WAIT_PENDING && "the wait is over");
	wait->was_ready = result == ASYNC_WAIT_READY;
	wait->has_expired = result == ASYNC_WAIT_TIMEOUT;
	wait->is_signalled = result == ASYNC_WAIT_SIGNALLED;
	return result == ASYNC_WAIT_READY || result == ASYNC_WAIT_TIMEOUT || result == ASYNC_WAIT_SIGNALLED;
}

static bool wait_until_ready(async_socket_wait_t *wait)
{
	return has_time_left(wait)
		&& should_try_again(wait, async_wait_fd(wait->fd, wait->events, wait->deadline, &wait->signals));
}

bool async_socket_wait(async_socket_wait_t *wait)
{
	/* The caller has tried since, and would block: no event reports what it waits for. */
	if (UNEXPECTED(wait->was_ready) && async_socket_is_ready(wait->fd, wait->events)) {
		return async_socket_wait_moment(wait, wait->vain_waits++);
	}
	return wait_until_ready(wait);
}

bool async_socket_wait_moment(async_socket_wait_t *wait, unsigned turn)
{
	uint64_t moment;
	async_wait_result_t result;

	if (!has_time_left(wait)) {
		return false;
	}
	moment = async_deadline_after_ms(1 << MIN(turn, MOMENT_SHIFT_MAX));
	result = async_wait_fds(NULL, 0, MIN(moment, wait->deadline), &wait->signals);
	if (result == ASYNC_WAIT_TIMEOUT && moment < wait->deadline) {
		result = ASYNC_WAIT_READY;
	}
	return should_try_again(wait, result);
}

bool async_socket_wait_for_rest(async_socket_wait_t *wait)
{
	/* POLLERR is reported without being asked for. A read or write would take the error away. */
	struct pollfd look = { .fd = wait->fd };

	async_call_signals_add_all(&wait->signals);
	return wait_until_ready(wait) && poll(&look, 1, 0) >= 0 && !(look.revents & POLLERR);
}

bool async_socket_is_ready(int fd, unsigned events)
{
	struct pollfd look = { .fd = fd, .events = (events & ASYNC_FD_WRITABLE) ? POLLOUT : POLLIN };

	return async_poll_now(&look, 1) > 0;
}

bool async_socket_is_shut(int fd)
{
	struct pollfd look = { .fd = fd, .events = POLLRDHUP };

	return async_poll_now(&look, 1) > 0 && (look.revents & POLLRDHUP);
}

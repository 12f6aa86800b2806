#include "io/streams/socket_wait.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

/* Longest moment between two looks, in milliseconds: 1 << this. */
#define MOMENT_SHIFT_MAX 3

static uint64_t limit_of(const async_socket_wait_t *wait)
{
	const int option = wait->events == ASYNC_FD_WRITABLE ? SO_SNDTIMEO : SO_RCVTIMEO;
	struct timeval limit;
	socklen_t length = sizeof(limit);

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
	flags = fcntl(wait->fd, F_GETFL);
	if (flags < 0) {
		return false;
	}
	if (flags & O_NONBLOCK) {
		errno = EAGAIN;
		return false;
	}
	wait->deadline = limit_of(wait);
	wait->has_begun = true;
	return true;
}

static bool has_time_left(async_socket_wait_t *wait)
{
	if (!async_socket_wait_begin(wait)) {
		return false;
	}
	if (wait->has_expired) {
		errno = EAGAIN;
		return false;
	}
	return true;
}

static bool goes_on(async_socket_wait_t *wait, async_wait_result_t result)
{
	wait->has_expired = result == ASYNC_WAIT_TIMEOUT;
	return result == ASYNC_WAIT_READY || result == ASYNC_WAIT_TIMEOUT;
}

bool async_socket_wait(async_socket_wait_t *wait)
{
	return has_time_left(wait) && goes_on(wait, async_wait_fd(wait->fd, wait->events, wait->deadline));
}

bool async_socket_wait_moment(async_socket_wait_t *wait, unsigned turn)
{
	uint64_t moment;
	async_wait_result_t result;

	if (!has_time_left(wait)) {
		return false;
	}
	moment = async_deadline_after_ms(1 << MIN(turn, MOMENT_SHIFT_MAX));
	result = async_wait_fds(NULL, 0, MIN(moment, wait->deadline));
	if (result == ASYNC_WAIT_TIMEOUT && moment < wait->deadline) {
		result = ASYNC_WAIT_READY;
	}
	return goes_on(wait, result);
}

bool async_socket_wait_for_rest(async_socket_wait_t *wait)
{
	struct pollfd look = { .fd = wait->fd };

	return async_socket_wait(wait) && poll(&look, 1, 0) >= 0 && !(look.revents & POLLERR);
}

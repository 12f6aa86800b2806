/*
 * Waiting for descriptors: poll().
 */
#include "io/hooks.h"

#include "io/delivery.h"
#include "io/socket_ops.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#define UNUSUAL_MS 10

static __typeof__(poll) *original_poll = poll;

/* A function that answers a failed poll() with the next one would spin: the connection ends instead. */
static void end_cancelled_wait(const struct pollfd *fds, nfds_t count)
{
	int kept_errno = errno;

	if (count == 1) {
		async_socket_ops_expire(fds[0].fd);
	}
	for (nfds_t i = 0; async_delivery_is_ignored() && i < count; i++) {
		(void) shutdown(fds[i].fd, SHUT_RDWR);
	}
	errno = kept_errno;
}

/* Waits for something that the reactor cannot tell from data that are there: look again after a moment. */
static bool is_unusual(const struct pollfd *fds, nfds_t count)
{
	for (nfds_t i = 0; i < count; i++) {
		if (fds[i].fd >= 0 && (fds[i].events & ~(POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM | POLLPRI))) {
			return true;
		}
	}
	return false;
}

static int hooked_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	async_wait_result_t result = ASYNC_WAIT_PENDING;
	int ready;
	uint64_t deadline;

	if (timeout == 0 || !async_io_may_park()) {
		return original_poll(fds, count, timeout);
	}
	deadline = async_deadline_after_ms(timeout);
	for (;;) {
		/* Ready at once, or after a wake-up that somebody else may have consumed. */
		ready = original_poll(fds, count, 0);
		if (ready != 0) {
			return ready;
		}
		if (UNEXPECTED(result == ASYNC_WAIT_READY && is_unusual(fds, count))) {
			result = async_wait_fds(NULL, 0, MIN(deadline, async_deadline_after_ms(UNUSUAL_MS)));
			if (result == ASYNC_WAIT_TIMEOUT && async_reactor_now() < deadline) {
				continue;
			}
		} else {
			result = async_wait_fds(fds, count, deadline);
		}
		switch (result) {
			case ASYNC_WAIT_READY:
				break;
			case ASYNC_WAIT_TIMEOUT:
				return original_poll(fds, count, 0);
			case ASYNC_WAIT_CANCELLED:
				end_cancelled_wait(fds, count);
				return -1;
			default:
				return -1;
		}
	}
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(poll),
};
ASYNC_HOOK_GROUP(poll, hooks);

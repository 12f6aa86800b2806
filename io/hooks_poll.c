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

static int hooked_poll(struct pollfd *fds, nfds_t count, int timeout)
{
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
		switch (async_wait_fds(fds, count, deadline)) {
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

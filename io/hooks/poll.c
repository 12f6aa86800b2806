/*
 * Waiting for descriptors: poll().
 */
#include "io/hooks/hooks.h"

#include "io/delivery.h"
#include "io/hooks/client_libraries.h"
#include "io/streams/client_streams.h"
#include "io/streams/socket_ops.h"
#include "io/streams/tls_ops.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#define UNUSUAL_MS 10

static __typeof__(poll) *original_poll = poll;

/* Signals do not end waits, and this is none. */
static int look(struct pollfd *fds, nfds_t count)
{
	int ready;

	do {
		ready = original_poll(fds, count, 0);
	} while (ready < 0 && errno == EINTR);
	return ready;
}

static bool loses_step(const void *caller)
{
	const char *soname = async_import_slots_soname(caller);
	const async_client_library_t *library = soname ? async_client_library_find(soname) : NULL;

	return library && library->loses_step;
}

static void end_connections(const struct pollfd *fds, nfds_t count)
{
	for (nfds_t i = 0; i < count; i++) {
		(void) shutdown(fds[i].fd, SHUT_RDWR);
	}
}

/* What poll() answers in a cancelled wait: it fails. */
static int end_cancelled_wait(struct pollfd *fds, nfds_t count, const void *caller)
{
	int kept_errno = errno;
	int ready = -1;

	if (count == 1) {
		async_socket_ops_expire(fds[0].fd);
		async_client_streams_cancelled(fds[0].fd);
	}
	if (loses_step(caller)) {
		/* A lost connection it knows how to handle. */
		end_connections(fds, count);
		ready = look(fds, count);
	} else if (async_delivery_is_ignored()) {
		/* It answers a failed poll() with the next one: that would spin. */
		end_connections(fds, count);
	}
	errno = kept_errno;
	return ready > 0 ? ready : -1;
}

static async_wait_result_t wait_for(const struct pollfd *fds, nfds_t count, uint64_t deadline)
{
	async_tls_call_t *call = count == 1 ? async_tls_call_of(fds[0].fd) : NULL;
	async_wait_result_t result;

	if (EXPECTED(call == NULL)) {
		return async_wait_fds(fds, count, deadline);
	}
	async_tls_before_wait(call);
	result = async_wait_fds(fds, count, deadline);
	async_tls_after_wait(call, result);
	return result;
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

/* Nothing is ready: wait, and look again. */
static int wait_and_poll(struct pollfd *fds, nfds_t count, uint64_t deadline, const void *caller)
{
	async_wait_result_t result = ASYNC_WAIT_PENDING;
	int ready;

	do {
		if (UNEXPECTED(result == ASYNC_WAIT_READY && is_unusual(fds, count))) {
			result = async_wait_fds(NULL, 0, MIN(deadline, async_deadline_after_ms(UNUSUAL_MS)));
			if (result == ASYNC_WAIT_TIMEOUT && async_reactor_now() < deadline) {
				result = ASYNC_WAIT_PENDING;
			}
		} else {
			result = wait_for(fds, count, deadline);
		}
		if (result == ASYNC_WAIT_CANCELLED) {
			return end_cancelled_wait(fds, count, caller);
		}
		if (result == ASYNC_WAIT_ERROR) {
			return -1;
		}
		/* Somebody else may have consumed what woke us. */
		ready = look(fds, count);
	} while (ready == 0 && result != ASYNC_WAIT_TIMEOUT);
	return ready;
}

/* A coroutine that is alone waits as stock PHP does. A call of a TLS stream has more to do around its waits. */
static bool has_to_share(const struct pollfd *fds, nfds_t count)
{
	return !async_scheduler_is_alone() || (count == 1 && async_tls_call_of(fds[0].fd) != NULL);
}

/* 0, also after a signal: the rest of the time is waited for as always. */
static int poll_alone(struct pollfd *fds, nfds_t count, int timeout)
{
	int ready;

	async_coroutine_note_suspend(ASYNC_G(current));
	ready = original_poll(fds, count, timeout);
	return ready < 0 && errno == EINTR ? 0 : ready;
}

static int hooked_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	int errno_before = errno;
	uint64_t deadline;
	int ready;

	if (timeout == 0 || !async_io_may_park()) {
		return original_poll(fds, count, timeout);
	}
	deadline = async_deadline_after_ms(timeout);
	ready = has_to_share(fds, count) ? look(fds, count) : poll_alone(fds, count, timeout);
	if (ready == 0) {
		ready = wait_and_poll(fds, count, deadline, __builtin_return_address(0));
	}
	if (ready >= 0) {
		/* As the call itself: callers look at errno without a failure. */
		errno = errno_before;
	}
	return ready;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(poll),
};
ASYNC_HOOK_GROUP(poll, hooks);

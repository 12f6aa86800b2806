/*
 * The hook for poll(), in which most client libraries and PHP itself wait for descriptors.
 */
#include "io/hooks/hooks.h"

#include "io/delivery.h"
#include "io/globals.h"
#include "io/hooks/client_libraries.h"
#include "io/hooks/put_off.h"
#include "io/streams/client_streams.h"
#include "io/streams/socket_ops.h"
#include "io/streams/tls_ops.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

/* Interval between two looks for events that the reactor cannot watch, in milliseconds. */
#define UNWATCHABLE_MS 10

static __typeof__(poll) *original_poll = poll;

/* poll() without waiting; see async_poll_now(). */
static int look(struct pollfd *fds, nfds_t count)
{
	int ready;

	do {
		ready = original_poll(fds, count, 0);
	} while (ready < 0 && errno == EINTR);
	return ready;
}

/* What does a cancellation mean for the library that called poll()? */
static async_library_cancel_t cancel_of(const void *caller)
{
	const char *soname = async_import_slots_soname(caller);
	const async_client_library_t *library = soname ? async_client_library_find(soname) : NULL;

	return library ? library->cancel : ASYNC_CANCEL_PLAIN;
}

/* Has a cancellation left PHP code that the library has called back in this call? */
static bool is_left_by_cancellation(const void *caller)
{
	return UNEXPECTED(EG(exception) != NULL) && EG(exception) == ASYNC_G(current)->cancellation
		&& cancel_of(caller) == ASYNC_CANCEL_ENDS_WAITS;
}

static void end_connections(const struct pollfd *fds, nfds_t count)
{
	for (nfds_t i = 0; i < count; i++) {
		(void) shutdown(fds[i].fd, SHUT_RDWR);
	}
}

/* The result of poll() after a cancelled wait. It fails with ECANCELED, and the connection ends where the library could
 * not go on with it. */
static int end_cancelled_wait(struct pollfd *fds, nfds_t count, const void *caller)
{
	int kept_errno = errno;
	int ready = -1;

	if (count == 1) {
		async_socket_ops_expire(fds[0].fd);
		async_client_streams_cancelled(fds[0].fd);
	}
	if (cancel_of(caller) == ASYNC_CANCEL_HANGS_UP) {
		/* The library knows how to handle a lost connection: report that instead of a failure. */
		end_connections(fds, count);
		ready = look(fds, count);
	} else if (async_delivery_is_ignored()) {
		/* The library calls poll() again and again when it fails: only a lost connection stops it. */
		end_connections(fds, count);
	}
	errno = kept_errno;
	return ready > 0 ? ready : -1;
}

/* One wait. A call of a TLS stream has work to do before and after each of its waits, see tls_ops.h. */
static async_wait_result_t wait_for(const struct pollfd *fds, nfds_t count, uint64_t deadline,
	const async_call_signals_t *signals)
{
	async_tls_call_t *call = count == 1 ? async_tls_call_of(fds[0].fd) : NULL;
	async_wait_result_t result;

	if (EXPECTED(call == NULL)) {
		return async_wait_fds(fds, count, deadline, signals);
	}
	async_tls_before_wait(call);
	result = async_wait_fds(fds, count, deadline, signals);
	async_tls_after_wait(call, result);
	return result;
}

/* Is there an event asked for that the reactor reports as plain readiness, such as POLLRDHUP? When the wait ends and
 * poll() finds nothing, data that were not asked for have arrived, and each further wait would end at once: sleep
 * between two looks then. */
static bool asks_for_unwatchable(const struct pollfd *fds, nfds_t count)
{
	for (nfds_t i = 0; i < count; i++) {
		if (fds[i].fd >= 0 && (fds[i].events & ~(POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM | POLLPRI))) {
			return true;
		}
	}
	return false;
}

/* Nothing is ready: wait and look again until poll() finds something, the deadline has passed or a signal has come.
 * is_over: another coroutine sets it to end the wait; it wakes the coroutine if that is still parked */
static int wait_and_poll(struct pollfd *fds, nfds_t count, uint64_t deadline, const async_call_signals_t *signals,
	const void *caller, const bool *is_over)
{
	async_wait_result_t result = ASYNC_WAIT_PENDING;
	int ready;

	do {
		if (UNEXPECTED(result == ASYNC_WAIT_READY && asks_for_unwatchable(fds, count))) {
			result = async_wait_fds(NULL, 0, MIN(deadline, async_deadline_after_ms(UNWATCHABLE_MS)), signals);
			if (result == ASYNC_WAIT_TIMEOUT && async_reactor_now() < deadline) {
				result = ASYNC_WAIT_PENDING;
			}
		} else {
			result = wait_for(fds, count, deadline, signals);
		}
		if (result == ASYNC_WAIT_CANCELLED) {
			return end_cancelled_wait(fds, count, caller);
		}
		if (result == ASYNC_WAIT_ERROR) {
			return -1;
		}
		/* Another coroutine may have consumed the data that ended this wait. */
		ready = look(fds, count);
	} while (ready == 0 && result != ASYNC_WAIT_TIMEOUT && result != ASYNC_WAIT_SIGNALLED && !*is_over);
	if (UNEXPECTED(ready == 0 && (result == ASYNC_WAIT_SIGNALLED || *is_over))) {
		errno = EINTR;
		return -1;
	}
	return ready;
}

/* Has this wait to go through the reactor? A coroutine that is alone calls poll() itself, as stock PHP does. A call of
 * a TLS stream never does: it has work to do before and after its waits. */
static bool has_to_share(const struct pollfd *fds, nfds_t count)
{
	return !async_scheduler_is_alone() || (count == 1 && async_tls_call_of(fds[0].fd) != NULL);
}

/* Returns 0 also when a signal came: the caller goes on to wait for the rest of the time. */
static int poll_alone(struct pollfd *fds, nfds_t count, int timeout)
{
	int ready;

	ZEND_ASSERT(timeout != 0 && "a call that does not wait is not hooked");
	async_coroutine_note_suspend(ASYNC_G(current));
	ready = original_poll(fds, count, timeout);
	return ready < 0 && errno == EINTR ? 0 : ready;
}

/* ---- waits that are put off ---- */

void async_put_off_begin(async_put_off_t *put_off)
{
	memset(put_off, 0, sizeof(*put_off));
	ASYNC_IO_G(put_off) = put_off;
}

/* Nothing is ready. Leave the wait to the caller of the library. */
static void put_off(const struct pollfd *fds, nfds_t count, uint64_t deadline, const async_call_signals_t *signals,
	const void *library)
{
	async_put_off_t *put_off = ASYNC_IO_G(put_off);

	ASYNC_IO_G(put_off) = NULL;
	if (count > 0) {
		put_off->fds = safe_emalloc(count, sizeof(*fds), 0);
		memcpy(put_off->fds, fds, count * sizeof(*fds));
	}
	put_off->count = count;
	put_off->deadline = deadline;
	put_off->signals = *signals;
	put_off->library = library;
	put_off->is_due = true;
}

bool async_put_off_end(async_put_off_t *put_off)
{
	ASYNC_IO_G(put_off) = NULL;
	return put_off->is_due;
}

int async_put_off_wait(async_put_off_t *put_off)
{
	int ready, kept_errno;

	ZEND_ASSERT(put_off->is_due && "there is a wait to be made up");
	ready = wait_and_poll(put_off->fds, put_off->count, put_off->deadline, &put_off->signals, put_off->library,
		&put_off->is_over);
	kept_errno = errno;
	if (put_off->fds) {
		efree(put_off->fds);
	}
	errno = kept_errno;
	return ready;
}

/* ---- the hook ---- */

static int hooked_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	static const bool is_never_over = false;
	async_call_signals_t signals;
	int errno_before = errno;
	uint64_t deadline;
	int ready;

	if (timeout == 0 || !async_io_may_park()) {
		return original_poll(fds, count, timeout);
	}
	if (UNEXPECTED(is_left_by_cancellation(__builtin_return_address(0)))) {
		errno = ECANCELED;
		return -1;
	}
	async_call_signals_begin(&signals, ASYNC_ENDED_BY_ALL);
	deadline = async_deadline_after_ms(timeout);
	ready = has_to_share(fds, count) ? look(fds, count) : poll_alone(fds, count, timeout);
	if (ready == 0 && UNEXPECTED(ASYNC_IO_G(put_off) != NULL)) {
		put_off(fds, count, deadline, &signals, __builtin_return_address(0));
	} else if (ready == 0) {
		ready = wait_and_poll(fds, count, deadline, &signals, __builtin_return_address(0), &is_never_over);
	}
	if (ready >= 0) {
		/* A successful call leaves errno alone, and some callers rely on it. */
		errno = errno_before;
	}
	return ready;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(poll),
};
ASYNC_HOOK_GROUP(poll, hooks);

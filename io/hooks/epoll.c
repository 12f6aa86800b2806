/*
 * The hooks for epoll_wait() and its kind, in which Io\Poll of PHP 8.6 waits.
 *
 * An epoll set is itself a descriptor, which is readable while the set has an event. The coroutine waits for that. Only
 * the original function, called with a time limit of zero, takes events out of the set.
 */
#include "io/hooks/hooks.h"

#include "io/wait_fd.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <time.h>

static __typeof__(epoll_wait) *original_epoll_wait = epoll_wait;

/* In glibc from 2.35 on. It is called through the slot that it was found in. */
typedef int epoll_pwait2_fn(int set, struct epoll_event *events, int count, const struct timespec *limit,
	const sigset_t *mask);
static epoll_pwait2_fn *original_epoll_pwait2;

/* A call without waiting: a signal must not end it. */
static int look(int set, struct epoll_event *events, int count)
{
	int ready;

	do {
		ready = original_epoll_wait(set, events, count, 0);
	} while (ready < 0 && errno == EINTR);
	return ready;
}

/* `events` belongs to the caller, which lets no other coroutine wait with it (state_locks.c). */
static int wait_and_look(int set, struct epoll_event *events, int count, uint64_t deadline)
{
	async_call_signals_t signals;
	const int errno_before = errno;
	int ready;

	async_call_signals_begin(&signals, ASYNC_ENDED_BY_ALL);
	ready = look(set, events, count);
	while (ready == 0) {
		async_wait_result_t result = async_wait_fd(set, ASYNC_FD_READABLE, deadline, &signals);

		if (result == ASYNC_WAIT_CANCELLED || result == ASYNC_WAIT_ERROR) {
			return -1;
		}
		/* Another coroutine may have taken the data since. */
		ready = look(set, events, count);
		if (result == ASYNC_WAIT_TIMEOUT) {
			break;
		}
		if (UNEXPECTED(ready == 0 && result == ASYNC_WAIT_SIGNALLED)) {
			errno = EINTR;
			return -1;
		}
	}
	if (ready >= 0) {
		errno = errno_before;
	}
	return ready;
}

static int hooked_epoll_wait(int set, struct epoll_event *events, int count, int timeout)
{
	if (timeout == 0 || count <= 0 || !async_io_may_park()) {
		return original_epoll_wait(set, events, count, timeout);
	}
	return wait_and_look(set, events, count, async_deadline_after_ms(timeout));
}

static bool is_valid(const struct timespec *limit)
{
	return limit->tv_sec >= 0 && limit->tv_nsec >= 0 && limit->tv_nsec < 1000000000;
}

static int hooked_epoll_pwait2(
	int set, struct epoll_event *events, int count, const struct timespec *limit, const sigset_t *mask)
{
	if ((limit && (!is_valid(limit) || (limit->tv_sec | limit->tv_nsec) == 0)) || mask || count <= 0
		|| !async_io_may_park()) {
		return original_epoll_pwait2(set, events, count, limit, mask);
	}
	return wait_and_look(set, events, count,
		limit ? async_deadline_after(limit->tv_sec, limit->tv_nsec) : ASYNC_WAIT_FOREVER);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(epoll_wait),
	ASYNC_HOOK(epoll_pwait2),
};
ASYNC_HOOK_TABLE(epoll, "poll", hooks);

/*
 * Hooks for sleep(), usleep() and nanosleep(): the coroutine parks until its deadline.
 */
#include "io/hooks/hooks.h"

#include "io/wait_fd.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S UINT64_C(1000000000)

#define HOOKS(X) \
	X(sleep) X(usleep) X(nanosleep)

HOOKS(ASYNC_HOOK_ORIGINAL)

/* Is it PHP's own function that sleeps? A library that sleeps looks again then at what it cannot wait for, such as a
 * lock of a file (SQLite). */
static bool is_sleep_of_php(void)
{
	const zend_execute_data *call = EG(current_execute_data);

	return call && call->func && call->func->type == ZEND_INTERNAL_FUNCTION && call->func->internal_function.module
		&& strcmp(call->func->internal_function.module->name, "standard") == 0;
}

/* Sleep until the deadline. False with EINTR: a signal came before it. False with ECANCELED: the cancellation is
 * delivered when control is back in PHP code. */
static bool sleep_until(uint64_t deadline)
{
	struct pollfd none = { .fd = -1 };
	async_call_signals_t signals;
	int errno_before = errno;
	const bool is_foreign = UNEXPECTED(async_reactor_clock_is_virtual()) && !is_sleep_of_php()
		&& async_scheduler_reactor() && async_reactor_lock_is_foreign();
	async_wait_result_t result;

	async_call_signals_begin(&signals, ASYNC_ENDED_BY_ALL);
	if (UNEXPECTED(is_foreign)) {
		async_reactor_wait_foreign(ASYNC_G(reactor), true);
	}
	result = async_wait_fds(&none, 0, deadline, &signals);
	if (UNEXPECTED(is_foreign)) {
		async_reactor_wait_foreign(ASYNC_G(reactor), false);
	}
	if (result != ASYNC_WAIT_TIMEOUT && result != ASYNC_WAIT_READY
		&& !(result == ASYNC_WAIT_SIGNALLED && async_reactor_now() >= deadline)) {
		return false;
	}
	errno = errno_before;
	return true;
}

static uint64_t left_of(uint64_t deadline)
{
	uint64_t now = async_reactor_now();
	return deadline > now ? deadline - now : 0;
}

static unsigned hooked_sleep(unsigned seconds)
{
	uint64_t deadline;

	if (seconds == 0 || !async_io_may_park()) {
		return original_sleep(seconds);
	}
	deadline = async_reactor_now() + seconds * NS_PER_S;
	/* The whole seconds that are left, as libc counts them. */
	return sleep_until(deadline) ? 0 : (unsigned) (left_of(deadline) / NS_PER_S);
}

static int hooked_usleep(useconds_t microseconds)
{
	if (!async_io_may_park()) {
		return original_usleep(microseconds);
	}
	return sleep_until(async_reactor_now() + (uint64_t) microseconds * 1000) ? 0 : -1;
}

static int hooked_nanosleep(const struct timespec *request, struct timespec *remaining)
{
	uint64_t deadline, left;

	if (request->tv_sec < 0 || request->tv_nsec < 0 || request->tv_nsec >= (long) NS_PER_S || !async_io_may_park()) {
		return original_nanosleep(request, remaining);
	}
	deadline = (uint64_t) request->tv_sec >= UINT64_MAX / 4 / NS_PER_S ? UINT64_MAX / 2
		: async_reactor_now() + (uint64_t) request->tv_sec * NS_PER_S + (uint64_t) request->tv_nsec;
	if (sleep_until(deadline)) {
		return 0;
	}
	if (remaining) {
		left = left_of(deadline);
		remaining->tv_sec = (time_t) (left / NS_PER_S);
		remaining->tv_nsec = (long) (left % NS_PER_S);
	}
	return -1;
}

static async_import_hook_t hooks[] = { HOOKS(ASYNC_HOOK_ROW) };
ASYNC_HOOK_GROUP(sleep, hooks);

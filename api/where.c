/*
 * C interface: where the caller is, and the waits that need no ticket.
 */
#include "api/api.h"

#include "io/hooks/extensions.h"
#include "io/wait_fd.h"
#include "scheduler/activity.h"
#include "scheduler/scheduler.h"

#include <errno.h>

_Static_assert(PHP_ASYNC_READABLE == ASYNC_FD_READABLE && PHP_ASYNC_WRITABLE == ASYNC_FD_WRITABLE
	&& PHP_ASYNC_PRIORITY == ASYNC_FD_PRIORITY, "the reactor has the same events");

zend_object *async_api_current(void)
{
	return async_io_is_inside() ? &ASYNC_G(current)->std : NULL;
}

bool async_api_may_park(void)
{
	if (!async_io_is_inside()) {
		return false;
	}
	if (UNEXPECTED(!async_can_park()) || async_extensions_forbid_own_parking() || async_scheduler_reactor() == NULL) {
		ASYNC_G(blocked_in_place)++;
		async_activity_mark(ASYNC_MARK_BLOCKED, 0);
		return false;
	}
	return true;
}

php_async_result async_api_finish(async_wait_result_t result)
{
	switch (result) {
		case ASYNC_WAIT_READY:
			return PHP_ASYNC_READY;
		case ASYNC_WAIT_TIMEOUT:
			return PHP_ASYNC_TIMEOUT;
		case ASYNC_WAIT_CANCELLED:
			async_throw_cancellation();
			return PHP_ASYNC_CANCELLED;
		default:
			return PHP_ASYNC_FAILED;
	}
}

php_async_result async_api_yield(void)
{
	return async_api_may_park() ? async_api_finish(async_yield()) : PHP_ASYNC_UNAVAILABLE;
}

php_async_result async_api_sleep(int64_t ms)
{
	php_async_result result;

	if (!async_api_may_park()) {
		return PHP_ASYNC_UNAVAILABLE;
	}
	result = async_api_finish(async_park_until(async_reactor_now() + async_ns_from_ms(ms > 0 ? ms : 0)));
	return result == PHP_ASYNC_TIMEOUT ? PHP_ASYNC_READY : result;
}

php_async_result async_api_wait_fd(int fd, unsigned events, int64_t timeout_ms)
{
	if (fd < 0) {
		errno = EBADF;
		return PHP_ASYNC_FAILED;
	}
	if (!async_api_may_park()) {
		return PHP_ASYNC_UNAVAILABLE;
	}
	return async_api_finish(async_wait_fd(fd, events & (ASYNC_FD_READABLE | ASYNC_FD_WRITABLE | ASYNC_FD_PRIORITY),
		async_deadline_after_ms(timeout_ms), NULL));
}

void async_api_fd_closing(int fd)
{
	if (fd >= 0 && async_io_thread_has_reactor()) {
		async_fd_forget(ASYNC_G(reactor), fd);
	}
}

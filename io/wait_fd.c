#include "io/wait_fd.h"

#include "io/delivery.h"
#include "scheduler/scheduler.h"

#include <errno.h>

/* Sets up to this size are waited for without an allocation. */
#define WAITERS_INLINE 4

typedef struct {
	async_fd_waiter_t base;
	async_wait_t *wait;
} fd_waiter_t;

/* Import slots serve every thread of the process; only those that run a scheduler may look at its globals. */
static _Thread_local bool thread_has_scheduler;

void async_io_thread_attach(void)
{
	thread_has_scheduler = true;
}

bool async_io_may_park(void)
{
	if (!thread_has_scheduler || ASYNC_G(current) == NULL) {
		return false;
	}
	if (UNEXPECTED(!async_can_park())) {
		ASYNC_G(blocked_in_place)++;
		return false;
	}
	return true;
}

bool async_io_thread_has_scheduler(void)
{
	return thread_has_scheduler && ASYNC_G(current) != NULL;
}

bool async_io_thread_has_reactor(void)
{
	return thread_has_scheduler && ASYNC_G(reactor) != NULL;
}

uint64_t async_deadline_after_ms(int64_t ms)
{
	return ms < 0 ? ASYNC_WAIT_FOREVER : async_reactor_limit_after((uint64_t) ms * UINT64_C(1000000));
}

static void on_ready(async_fd_waiter_t *base, unsigned events)
{
	fd_waiter_t *waiter = (fd_waiter_t *) base;

	async_wake(waiter->wait->coroutine, waiter->wait->ticket,
		(events & ASYNC_FD_CLOSED) ? ASYNC_WAIT_ERROR : ASYNC_WAIT_READY);
}

/* Set errno for the stock code that is about to fail, and arrange for the cancellation to follow. */
static async_wait_result_t finish(async_wait_result_t result)
{
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_delivery_request();
		errno = ECANCELED;
	} else if (UNEXPECTED(result == ASYNC_WAIT_ERROR)) {
		/* Closed by another coroutine while waiting: what a system call would say about the number. */
		errno = EBADF;
	}
	return result;
}

static async_wait_result_t park(async_wait_t *wait, uint64_t deadline)
{
	async_wait_result_t result;

	if (deadline != ASYNC_WAIT_FOREVER && UNEXPECTED(!async_wait_set_deadline(wait, deadline))) {
		return ASYNC_WAIT_ERROR;
	}
	async_reactor_ref(ASYNC_G(reactor));
	result = finish(async_park(wait));
	async_reactor_unref(ASYNC_G(reactor));
	return result;
}

async_wait_result_t async_wait_fd(int fd, unsigned events, uint64_t deadline)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	async_wait_t wait;
	fd_waiter_t waiter = { .wait = &wait };
	async_wait_result_t result;
	int error;

	if (UNEXPECTED(reactor == NULL)) {
		return ASYNC_WAIT_ERROR;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_DESCRIPTOR);
	wait.detail = fd;
	error = async_fd_watch(reactor, &waiter.base, fd, events, on_ready);
	if (UNEXPECTED(error != 0)) {
		if (error == -EPERM) {
			/* Regular files are always ready. */
			return ASYNC_WAIT_READY;
		}
		errno = -error;
		return ASYNC_WAIT_ERROR;
	}
	result = park(&wait, deadline);
	async_fd_unwatch(reactor, &waiter.base);
	return result;
}

static unsigned events_of(short poll_events)
{
	return ((poll_events & (POLLIN | POLLRDNORM)) ? ASYNC_FD_READABLE : 0)
		| ((poll_events & (POLLOUT | POLLWRNORM)) ? ASYNC_FD_WRITABLE : 0)
		| ((poll_events & POLLPRI) ? ASYNC_FD_PRIORITY : 0);
}

async_wait_result_t async_wait_fds(const struct pollfd *fds, nfds_t count, uint64_t deadline)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	async_wait_t wait;
	fd_waiter_t inline_waiters[WAITERS_INLINE];
	fd_waiter_t *waiters = inline_waiters;
	async_wait_result_t result = ASYNC_WAIT_PENDING;
	nfds_t watched = 0;

	if (count == 1 && fds[0].fd >= 0) {
		return async_wait_fd(fds[0].fd, events_of(fds[0].events), deadline);
	}
	if (UNEXPECTED(reactor == NULL)) {
		return ASYNC_WAIT_ERROR;
	}
	if (count > WAITERS_INLINE) {
		waiters = safe_emalloc(count, sizeof(*waiters), 0);
	}
	async_wait_begin(&wait, count > 0 ? ASYNC_WAIT_FOR_DESCRIPTOR : ASYNC_WAIT_FOR_TIMER);
	wait.detail = count > 0 ? fds[0].fd : 0;
	for (; watched < count && result == ASYNC_WAIT_PENDING; watched++) {
		fd_waiter_t *waiter = &waiters[watched];
		waiter->wait = &wait;
		waiter->base.descriptor = NULL;
		if (fds[watched].fd < 0) {
			continue;
		}
		int error = async_fd_watch(reactor, &waiter->base, fds[watched].fd, events_of(fds[watched].events), on_ready);
		if (error == -EPERM) {
			result = ASYNC_WAIT_READY;
		} else if (error != 0) {
			errno = -error;
			result = ASYNC_WAIT_ERROR;
		}
	}
	if (result == ASYNC_WAIT_PENDING) {
		result = park(&wait, deadline);
	}
	int kept_errno = errno;
	for (nfds_t i = 0; i < watched; i++) {
		async_fd_unwatch(reactor, &waiters[i].base);
	}
	if (waiters != inline_waiters) {
		efree(waiters);
	}
	errno = kept_errno;
	return result;
}

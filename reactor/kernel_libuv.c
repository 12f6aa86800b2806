/*
 * Systems without epoll: a libuv poll handle for each descriptor. Ready descriptors are reported in each round, until
 * what is watched for was changed.
 */
#include "kernel.h"

#ifndef ASYNC_KERNEL_EPOLL

#include <fcntl.h>
#include <poll.h>

typedef struct {
	async__descriptor_t base;
	uv_poll_t poll;
} handle_t;

struct async__kernel {
	async_reactor_t *reactor;
	uv_timer_t alarm;          /* ends a sleep */
};

int async__kernel_open(async_reactor_t *reactor)
{
	async__kernel_t *kernel = calloc(1, sizeof(*kernel));
	int err;

	if (!kernel) {
		return -ENOMEM;
	}
	err = uv_timer_init(&reactor->loop->uv, &kernel->alarm);
	assert(err == 0 && "uv_timer_init() cannot fail");
	(void) err;
	kernel->reactor = reactor;
	kernel->alarm.data = kernel;
	async__handle_opened(reactor);
	reactor->kernel = kernel;
	return 0;
}

static void on_alarm_closed(uv_handle_t *alarm)
{
	async__kernel_t *kernel = alarm->data;

	async__handle_closed(kernel->reactor);
	free(kernel);
}

void async__kernel_close(async_reactor_t *reactor)
{
	if (reactor->kernel) {
		async__handle_close(reactor, (uv_handle_t *) &reactor->kernel->alarm, on_alarm_closed);
		reactor->kernel = NULL;
	}
}

static int to_uv(unsigned events)
{
	return (events & ASYNC_FD_READABLE ? UV_READABLE : 0) | (events & ASYNC_FD_WRITABLE ? UV_WRITABLE : 0)
		| (events & ASYNC_FD_PRIORITY ? UV_PRIORITIZED : 0);
}

static unsigned from_uv(int events)
{
	return (events & UV_READABLE ? ASYNC_FD_READABLE : 0) | (events & UV_WRITABLE ? ASYNC_FD_WRITABLE : 0)
		| (events & UV_PRIORITIZED ? ASYNC_FD_PRIORITY : 0);
}

/* Ask the kernel directly: libuv folds error and hang-up into the other events. */
static unsigned look_at_descriptor(const async__descriptor_t *entry)
{
	struct pollfd look = {.fd = entry->fd, .events = POLLIN | POLLOUT | POLLPRI};

	if (poll(&look, 1, 0) < 0) {
		return ASYNC_FD_ERROR;   /* rather an unfounded wake-up than a lost one */
	}
	return (look.revents & POLLIN ? ASYNC_FD_READABLE : 0) | (look.revents & POLLOUT ? ASYNC_FD_WRITABLE : 0)
		| (look.revents & POLLPRI ? ASYNC_FD_PRIORITY : 0) | (look.revents & POLLHUP ? ASYNC_FD_HANGUP : 0)
		| (look.revents & POLLERR ? ASYNC_FD_ERROR : 0) | (look.revents & POLLNVAL ? ASYNC_FD_CLOSED : 0);
}

static void on_poll(uv_poll_t *poll, int status, int uv_events)
{
	async__descriptor_t *entry = poll->data;
	unsigned events = look_at_descriptor(entry) | from_uv(uv_events);

	/* status < 0 is an error condition; libuv stopped the handle. */
	async__descriptor_event(entry, status < 0 ? events | ASYNC_FD_ERROR : events, status < 0);
}

static void on_handle_closed(uv_handle_t *closed)
{
	handle_t *handle = closed->data;

	async__handle_closed(handle->base.reactor);
	free(handle);
}

int async__kernel_add(async_reactor_t *reactor, int fd, unsigned events, async__descriptor_t **result)
{
	int flags = fcntl(fd, F_GETFL);
	handle_t *handle;
	int err;

	if (flags == -1) {
		return -errno;
	}
	handle = calloc(1, sizeof(*handle));
	if (!handle) {
		return -ENOMEM;
	}
	err = uv_poll_init(&reactor->loop->uv, &handle->poll, fd);
	if (err) {
		free(handle);
		return err;
	}
	handle->base.reactor = reactor;
	handle->base.fd = fd;
	handle->poll.data = handle;
	async__handle_opened(reactor);
	/* libuv made it non-blocking. It is not ours to change: others may share the open file. */
	if (!(flags & O_NONBLOCK) && fcntl(fd, F_SETFL, flags) == -1) {
		err = -errno;
	} else {
		err = async__kernel_change(&handle->base, events);
	}
	if (err) {
		async__kernel_remove(&handle->base);
		return err;
	}
	*result = &handle->base;
	return 0;
}

/* Where libuv cannot watch a number, because it was closed, it aborts the process. */
int async__kernel_change(async__descriptor_t *entry, unsigned events)
{
	handle_t *handle = (handle_t *) entry;

	if (fcntl(entry->fd, F_GETFD) == -1) {
		return -errno;
	}
	entry->reactor->stale = true;
	return events ? uv_poll_start(&handle->poll, to_uv(events), on_poll) : uv_poll_stop(&handle->poll);
}

void async__kernel_remove(async__descriptor_t *entry)
{
	handle_t *handle = (handle_t *) entry;

	async__handle_close(entry->reactor, (uv_handle_t *) &handle->poll, on_handle_closed);
}

bool async__kernel_must_look(const async_reactor_t *reactor)
{
	return reactor->stale || reactor->closing_handles;
}

int async__kernel_descriptor(const async_reactor_t *reactor)
{
	return uv_backend_fd(&reactor->loop->uv);
}

void async__kernel_look(async_reactor_t *reactor)
{
	reactor->stale = false;
	uv_run(&reactor->loop->uv, UV_RUN_NOWAIT);
}

static void on_alarm(uv_timer_t *alarm)
{
	/* Before 1.45, uv_run() fires timers first and sleeps then, for ever when this was the last one. */
	uv_stop(alarm->loop);
}

/* libuv adds the time-out to its cached clock, and some versions sleep by it without looking at the real one. */
void async__kernel_sleep(async_reactor_t *reactor, int milliseconds)
{
	int err = 0;

	uv_update_time(&reactor->loop->uv);
	if (milliseconds >= 0) {
		err = uv_timer_start(&reactor->kernel->alarm, on_alarm, (uint64_t) milliseconds, 0);
		assert(err == 0 && "the alarm is an open handle");
	}
	reactor->stale = false;
	uv_run(&reactor->loop->uv, UV_RUN_ONCE);
	err = uv_timer_stop(&reactor->kernel->alarm);
	assert(err == 0 && "the alarm is an open handle");
	(void) err;
}

#else
typedef int async__not_libuv;   /* a file must not be empty */
#endif

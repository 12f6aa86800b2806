/*
 * Linux: an epoll set of our own, in which libuv's is one descriptor among others.
 *
 * libuv reports a ready descriptor again in each round until somebody has read from it, and needs nine system calls for
 * a descriptor that is watched once. Here every change of state is reported once (EPOLLET), and it takes two.
 */
#include "kernel.h"

#ifdef ASYNC_KERNEL_EPOLL

#include <sys/epoll.h>
#include <unistd.h>

/* Reported in one round; the others come in the next one. */
#define BATCH 512
/* What stands for libuv's descriptor. */
#define LIBUV UINT64_MAX

struct async__kernel {
	int fd;
	uint32_t generations;                /* of descriptors: numbers are used again, generations are not */
	bool libuv_is_watched;
	struct epoll_event batch[BATCH];     /* not on the stack, which is some coroutine's */
};

static uint64_t key_of(const async__descriptor_t *entry)
{
	return (uint64_t) entry->generation << 32 | (uint32_t) entry->fd;
}

/* The end of one direction and urgent data are reported beside data, so that nobody waits in vain for more of them. */
static uint32_t to_epoll(unsigned events)
{
	return (events & ASYNC_FD_READABLE ? EPOLLIN | EPOLLRDHUP | EPOLLPRI : 0u)
		| (events & ASYNC_FD_WRITABLE ? EPOLLOUT : 0u) | (events & ASYNC_FD_PRIORITY ? EPOLLPRI : 0u) | EPOLLET;
}

static unsigned from_epoll(uint32_t events)
{
	return (events & EPOLLIN ? ASYNC_FD_READABLE : 0) | (events & EPOLLOUT ? ASYNC_FD_WRITABLE : 0)
		| (events & EPOLLRDHUP ? ASYNC_FD_READABLE | ASYNC__FD_ENDING : 0)
		| (events & EPOLLPRI ? ASYNC_FD_PRIORITY : 0) | (events & EPOLLHUP ? ASYNC_FD_HANGUP : 0)
		| (events & EPOLLERR ? ASYNC_FD_ERROR : 0);
}

static int control(const async__descriptor_t *entry, int operation, unsigned events)
{
	struct epoll_event event = { .events = to_epoll(events), .data.u64 = key_of(entry) };

	return epoll_ctl(entry->reactor->kernel->fd, operation, entry->fd, &event) == 0 ? 0 : -errno;
}

int async__kernel_open(async_reactor_t *reactor)
{
	async__kernel_t *kernel = calloc(1, sizeof(*kernel));
	struct epoll_event event = { .events = EPOLLIN, .data.u64 = LIBUV };
	int err;

	if (!kernel) {
		return -ENOMEM;
	}
	kernel->fd = epoll_create1(EPOLL_CLOEXEC);
	if (kernel->fd == -1) {
		goto failed;
	}
	if (epoll_ctl(kernel->fd, EPOLL_CTL_ADD, uv_backend_fd(&reactor->loop->uv), &event) != 0) {
		goto close_set;
	}
	reactor->kernel = kernel;
	return 0;

close_set:
	err = errno;
	close(kernel->fd);
	errno = err;
failed:
	err = errno;
	free(kernel);
	return -err;
}

void async__kernel_close(async_reactor_t *reactor)
{
	if (reactor->kernel) {
		close(reactor->kernel->fd);   /* a set has nothing to lose */
		free(reactor->kernel);
		reactor->kernel = NULL;
	}
}

int async__kernel_add(async_reactor_t *reactor, int fd, unsigned events, async__descriptor_t **result)
{
	async__descriptor_t *entry = calloc(1, sizeof(*entry));
	int err;

	if (!entry) {
		return -ENOMEM;
	}
	entry->reactor = reactor;
	entry->fd = fd;
	entry->generation = ++reactor->kernel->generations;
	err = control(entry, EPOLL_CTL_ADD, events);
	if (err == -EEXIST) {
		/* Closed, and put back from a copy (dup2(2)): the kernel has never forgotten it. */
		err = control(entry, EPOLL_CTL_MOD, events);
	}
	if (err) {
		free(entry);
		return err;
	}
	*result = entry;
	return 0;
}

int async__kernel_change(async__descriptor_t *entry, unsigned events)
{
	return control(entry, EPOLL_CTL_MOD, events);
}

/* Not left to close(2): a copy of the descriptor, in another process maybe, would keep the registration alive. */
void async__kernel_remove(async__descriptor_t *entry)
{
	if (entry->reactor->kernel) {
		(void) control(entry, EPOLL_CTL_DEL, 0);   /* fails when it was closed already */
	}
	free(entry);
}

bool async__kernel_must_look(const async_reactor_t *reactor)
{
	return reactor->stale || reactor->closing_handles;
}

int async__kernel_descriptor(const async_reactor_t *reactor)
{
	return reactor->kernel->fd;
}

/* Signals, jobs, and what libuv has to do for itself. */
static void run_libuv(async_reactor_t *reactor)
{
	reactor->stale = false;
	uv_run(&reactor->loop->uv, UV_RUN_NOWAIT);
}

static void run(async_reactor_t *reactor, int milliseconds)
{
	struct epoll_event *batch = reactor->kernel->batch;
	bool libuv_is_ready = false;
	int count = epoll_wait(reactor->kernel->fd, batch, BATCH, milliseconds);

	/* count < 0 is EINTR: nothing was reported. */
	for (int i = 0; i < count; i++) {
		async__descriptor_t *entry;

		if (batch[i].data.u64 == LIBUV) {
			libuv_is_ready = true;
			continue;
		}
		/* Closed by one of those that were called before, or closed while a copy of it is still open. */
		entry = async__descriptor_find(reactor, (int) (batch[i].data.u64 & UINT32_MAX));
		if (entry && key_of(entry) == batch[i].data.u64) {
			async__descriptor_event(entry, from_epoll(batch[i].events), true);
		}
	}
	if (libuv_is_ready || async__kernel_must_look(reactor)) {
		run_libuv(reactor);
	}
}

void async__kernel_look(async_reactor_t *reactor)
{
	run(reactor, 0);
}

void async__kernel_sleep(async_reactor_t *reactor, int milliseconds)
{
	run(reactor, async__kernel_must_look(reactor) ? 0 : milliseconds);
}

#else
typedef int async__not_linux;   /* a file must not be empty */
#endif

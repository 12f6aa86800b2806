#include "io/libc_hooks.h"

#include "io/delivery.h"
#include "io/import_slots.h"
#include "io/resolver.h"
#include "io/socket_ops.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S UINT64_C(1000000000)

static int (*original_poll)(struct pollfd *, nfds_t, int);
static unsigned (*original_sleep)(unsigned);
static int (*original_usleep)(useconds_t);
static int (*original_nanosleep)(const struct timespec *, struct timespec *);
static int (*original_close)(int);
static ssize_t (*original_recv)(int, void *, size_t, int);
static ssize_t (*original_recvfrom)(int, void *, size_t, int, struct sockaddr *, socklen_t *);
static ssize_t (*original_send)(int, const void *, size_t, int);
static ssize_t (*original_sendto)(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
static async_getaddrinfo_fn original_getaddrinfo;
static async_gethostbyname_r_fn original_gethostbyname_r;

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

/* Sleep until the deadline; false with ECANCELED, the cancellation follows. */
static bool sleep_until(uint64_t deadline)
{
	struct pollfd none = { .fd = -1 };
	async_wait_result_t result = async_wait_fds(&none, 0, deadline);

	return result == ASYNC_WAIT_TIMEOUT || result == ASYNC_WAIT_READY;
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
	/* Rounded as libc does. */
	return sleep_until(deadline) ? 0 : (unsigned) ((left_of(deadline) + NS_PER_S / 2) / NS_PER_S);
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

static int hooked_close(int fd)
{
	if (async_io_thread_has_reactor()) {
		/* Before the number can be reused (lifetime rule 4). */
		async_fd_forget(ASYNC_G(reactor), fd);
	}
	return original_close(fd);
}

/* After a non-blocking attempt that failed: should the call have blocked, and is the descriptor ready now? */
static bool wait_and_retry(int fd, unsigned events)
{
	int flags;

	if (errno != EAGAIN && errno != EWOULDBLOCK) {
		return false;
	}
	flags = fcntl(fd, F_GETFL);
	if (flags < 0 || (flags & O_NONBLOCK)) {
		errno = EAGAIN;
		return false;
	}
	return async_wait_fd(fd, events, ASYNC_WAIT_FOREVER) == ASYNC_WAIT_READY;
}

static ssize_t hooked_recv(int fd, void *buffer, size_t size, int flags)
{
	ssize_t received;

	if ((flags & (MSG_DONTWAIT | MSG_WAITALL)) || !async_io_may_park()) {
		return original_recv(fd, buffer, size, flags);
	}
	do {
		received = original_recv(fd, buffer, size, flags | MSG_DONTWAIT);
	} while (received < 0 && wait_and_retry(fd, ASYNC_FD_READABLE));
	return received;
}

static ssize_t hooked_recvfrom(
	int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
	socklen_t room = length ? *length : 0;
	ssize_t received;

	if ((flags & (MSG_DONTWAIT | MSG_WAITALL)) || !async_io_may_park()) {
		return original_recvfrom(fd, buffer, size, flags, address, length);
	}
	do {
		if (length) {
			*length = room;
		}
		received = original_recvfrom(fd, buffer, size, flags | MSG_DONTWAIT, address, length);
	} while (received < 0 && wait_and_retry(fd, ASYNC_FD_READABLE));
	if (received < 0 && length) {
		/* PHP looks at the address all the same. */
		*length = 0;
	}
	return received;
}

/* A blocking send returns when everything is sent, or with what was sent before an error. */
static ssize_t send_all(
	int fd, const char *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
	size_t done = 0;
	ssize_t sent;

	do {
		sent = address || !original_send
			? original_sendto(fd, data + done, size - done, flags | MSG_DONTWAIT, address, length)
			: original_send(fd, data + done, size - done, flags | MSG_DONTWAIT);
		if (sent > 0) {
			done += (size_t) sent;
			errno = EAGAIN;
		}
	} while ((sent < 0 || (sent > 0 && done < size)) && wait_and_retry(fd, ASYNC_FD_WRITABLE));
	return done > 0 ? (ssize_t) done : sent;
}

static ssize_t hooked_send(int fd, const void *data, size_t size, int flags)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_send(fd, data, size, flags);
	}
	return send_all(fd, data, size, flags, NULL, 0);
}

static ssize_t hooked_sendto(
	int fd, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_sendto(fd, data, size, flags, address, length);
	}
	return send_all(fd, data, size, flags, address, length);
}

static int hooked_getaddrinfo(
	const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
	if (!async_io_may_park()) {
		return original_getaddrinfo(node, service, hints, result);
	}
	return async_resolver_getaddrinfo(original_getaddrinfo, node, service, hints, result);
}

static int hooked_gethostbyname_r(const char *name, struct hostent *entry, char *buffer, size_t size,
	struct hostent **result, int *host_errno)
{
	if (!async_io_may_park()) {
		return original_gethostbyname_r(name, entry, buffer, size, result, host_errno);
	}
	return async_resolver_gethostbyname_r(original_gethostbyname_r, name, entry, buffer, size, result, host_errno);
}

#define HOOK(function) { #function, (void *) hooked_##function, (void **) &original_##function, 0 }

static async_import_hook_t hooks[] = {
	HOOK(poll),
	HOOK(sleep),
	HOOK(usleep),
	HOOK(nanosleep),
	HOOK(close),
	HOOK(recv),
	HOOK(recvfrom),
	HOOK(send),
	HOOK(sendto),
	HOOK(getaddrinfo),
	HOOK(gethostbyname_r),
};

bool async_libc_hooks_install(void)
{
	/* Any function of the engine tells which object that is. */
	const void *engine = (const void *) &zend_get_executed_lineno;

	return async_import_slots_install(hooks, sizeof(hooks) / sizeof(hooks[0]), engine);
}

void async_libc_hooks_restore(void)
{
	async_import_slots_restore();
}

const char *async_libc_hooks_describe(size_t index, unsigned *slots)
{
	if (index >= sizeof(hooks) / sizeof(hooks[0])) {
		return NULL;
	}
	*slots = hooks[index].slots;
	return hooks[index].name;
}

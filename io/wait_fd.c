/*
 * Waiting for descriptors: a coroutine parks until the reactor reports readiness, a deadline or a close.
 */
#include "io/wait_fd.h"

#include "engine/operands.h"
#include "io/call_locks.h"
#include "io/delivery.h"
#include "io/hooks/extensions.h"
#include "scheduler/activity.h"
#include "scheduler/scheduler.h"

#include <errno.h>

#define NS_PER_S INT64_C(1000000000)
#define NS_PER_MS INT64_C(1000000)

/* Waits for sets up to this size allocate nothing. */
#define WAITERS_INLINE 4

/* One descriptor of a wait. Lives in the parking frame; a set has one for each entry. */
typedef struct {
	async_fd_waiter_t base;
	async_wait_t *wait;
	int fd;
	bool is_held;        /* watched: to be unwatched and released */
	uint32_t held;       /* what async_fd_hold() returned: tells whether the descriptor was closed since */
} fd_waiter_t;

/* In the parking frame. */
typedef struct {
	async_wait_t wait;           /* first: reports get it */
	const fd_waiter_t *waiters;
	nfds_t count;
} fd_wait_t;

_Thread_local bool async_io_thread_is_ours;

void async_io_thread_attach(void)
{
	async_io_thread_is_ours = true;
}

static bool refuse_to_park(void)
{
	ASYNC_G(blocked_in_place)++;
	async_activity_mark(ASYNC_MARK_BLOCKED, 0);
	return false;
}

bool async_io_may_park(void)
{
	if (!async_io_is_inside()) {
		return false;
	}
	/* Also without an event loop, for want of descriptors or memory, the answer is that of stock PHP. */
	if (UNEXPECTED(!async_can_park()) || async_extensions_forbid_parking()
		|| (UNEXPECTED(ASYNC_G(reactor) == NULL) && !async_scheduler_reactor())) {
		return refuse_to_park();
	}
	return true;
}

/* Functions have frames of their own: an instruction itself waits only when it releases a process. */
static bool instruction_uses_variable_again(void)
{
	const zend_execute_data *frame = EG(current_execute_data);

	return frame && frame->func && ZEND_USER_CODE(frame->func->type) && async_released_variable_is_used_again(frame);
}

bool async_io_may_park_for_child(void)
{
	/* Threads of libraries come here, too. They have no engine. */
	if (async_io_is_inside() && instruction_uses_variable_again()) {
		return refuse_to_park();
	}
	return async_io_may_park();
}

uint64_t async_deadline_after(time_t seconds, long nanoseconds)
{
	/* Later than any clock will come; far enough from the end that sums do not overflow. */
	const int64_t most = INT64_MAX / 4 / NS_PER_S;
	int64_t limit;

	/* poll() is given whole milliseconds by stock PHP, and waits without end for less than zero of them. */
	if ((int64_t) seconds > most || (int64_t) seconds < -most) {
		return ASYNC_WAIT_FOREVER;
	}
	limit = (int64_t) seconds * NS_PER_S + nanoseconds;
	return limit <= -NS_PER_MS ? ASYNC_WAIT_FOREVER : async_reactor_limit_after(limit > 0 ? (uint64_t) limit : 0);
}

uint64_t async_deadline_after_ms(int64_t ms)
{
	return ms < 0 ? ASYNC_WAIT_FOREVER : async_reactor_limit_after(async_ns_from_ms(ms));
}

static void on_ready(async_fd_waiter_t *base, unsigned events)
{
	fd_waiter_t *waiter = (fd_waiter_t *) base;

	ZEND_ASSERT(waiter->wait != NULL && "a watched descriptor belongs to a wait");
	async_wake(waiter->wait->coroutine, waiter->wait->ticket,
		(events & ASYNC_FD_CLOSED) ? ASYNC_WAIT_ERROR : ASYNC_WAIT_READY);
}

/* Set errno for the stock code that is about to fail, and arrange for the cancellation to follow. */
static async_wait_result_t finish(async_wait_result_t result)
{
	ZEND_ASSERT(result != ASYNC_WAIT_PENDING && "async_park() returns when the wait is over");
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_delivery_request();
		errno = ECANCELED;
	} else if (UNEXPECTED(result == ASYNC_WAIT_SIGNALLED)) {
		errno = EINTR;
	} else if (UNEXPECTED(result == ASYNC_WAIT_ERROR)) {
		/* Another coroutine closed the descriptor: the errno of a system call on a closed number. */
		errno = EBADF;
	}
	return result;
}

static async_wait_result_t park(async_wait_t *wait, uint64_t deadline, const async_call_signals_t *signals)
{
	if (deadline != ASYNC_WAIT_FOREVER && UNEXPECTED(!async_wait_set_deadline(wait, deadline))) {
		return ASYNC_WAIT_ERROR;
	}
	wait->is_external = true;
	wait->signals = signals;
	return finish(async_park(wait));
}

/* Add a descriptor to a wait that has begun. PENDING: it is watched, or will never be ready. READY: there is nothing to
 * wait for. ERROR: errno says why. */
static async_wait_result_t watch(async_reactor_t *reactor, fd_waiter_t *waiter, async_wait_t *wait, int fd,
	unsigned events)
{
	int error;

	ZEND_ASSERT(wait->coroutine == ASYNC_G(current) && "a coroutine begins its own wait");
	ZEND_ASSERT(fd >= 0 && "entries with a negative descriptor are left out");
	waiter->wait = wait;
	waiter->fd = fd;
	waiter->is_held = false;
	waiter->base.descriptor = NULL;
	waiter->base.events = events;
	/* Failure and hang-up are always reported, but the reactor wants at least one event: take a rare one. */
	error = async_fd_watch(reactor, &waiter->base, fd, events ? events : ASYNC_FD_PRIORITY, on_ready);
	if (error == 0) {
		waiter->held = async_fd_hold(reactor, fd);
		waiter->is_held = true;
		return ASYNC_WAIT_PENDING;
	}
	if (error == -EPERM) {
		/* Regular files are always ready to be read and written, and never have anything else to report. */
		return (events & (ASYNC_FD_READABLE | ASYNC_FD_WRITABLE)) ? ASYNC_WAIT_READY : ASYNC_WAIT_PENDING;
	}
	errno = -error;
	return ASYNC_WAIT_ERROR;
}

/* Undo watch(), and find out whether the descriptor was closed since, maybe after the event that woke this coroutine:
 * the number may belong to another file by now. Returns the result of the wait. */
static async_wait_result_t unwatch(async_reactor_t *reactor, fd_waiter_t *waiter, async_wait_result_t result)
{
	if (!waiter->is_held) {
		return result;
	}
	async_fd_unwatch(reactor, &waiter->base);
	if (!async_fd_release(reactor, waiter->fd, waiter->held) && result != ASYNC_WAIT_CANCELLED) {
		result = finish(ASYNC_WAIT_ERROR);
	}
	return result;
}

/* Key of the turns that mark a descriptor as being closed; only its address is used. */
static const char closing;

async_call_lock_t *async_wait_fd_refuse(int fd)
{
	async_call_lock_t *turn;

	if (async_call_lock_find(&closing, (uintptr_t) fd) || !async_call_lock_take(&closing, (uintptr_t) fd, "", &turn)) {
		return NULL;
	}
	ASYNC_IO_G(closing_descriptors)++;
	if (ASYNC_G(reactor)) {
		async_fd_forget(ASYNC_G(reactor), fd);
	}
	return turn;
}

bool async_wait_fd_is_refused(int fd)
{
	return ASYNC_IO_G(closing_descriptors) > 0 && async_call_lock_find(&closing, (uintptr_t) fd) != NULL;
}

void async_wait_fd_allow(async_call_lock_t *turn)
{
	if (turn) {
		ASYNC_IO_G(closing_descriptors)--;
		async_call_lock_give_back(turn);
	}
}

/* ---- alone: no other coroutine could run meanwhile (async_scheduler_is_alone()) ---- */

/* Sleep in ppoll() itself: one system call, where the reactor makes several. PENDING: a signal came, or ppoll() failed;
 * the caller waits by the reactor then. */
static async_wait_result_t wait_alone(struct pollfd *fds, nfds_t count, uint64_t deadline)
{
	const int kept_errno = errno;
	struct timespec limit = {0};
	int ready;

	ZEND_ASSERT(count > 0 && "waits for a deadline alone go to the reactor");
	if (deadline != ASYNC_WAIT_FOREVER) {
		const uint64_t now = async_reactor_now();
		const uint64_t rest = deadline > now ? deadline - now : 0;
		limit.tv_sec = (time_t) (rest / UINT64_C(1000000000));
		limit.tv_nsec = (long) (rest % UINT64_C(1000000000));
	}
	async_coroutine_note_suspend(ASYNC_G(current));
	ready = ppoll(fds, count, deadline != ASYNC_WAIT_FOREVER ? &limit : NULL, NULL);
	for (nfds_t i = 0; ready > 0 && i < count; i++) {
		if (UNEXPECTED(fds[i].revents & POLLNVAL)) {
			errno = EBADF;
			return ASYNC_WAIT_ERROR;
		}
	}
	if (UNEXPECTED(ready < 0)) {
		errno = kept_errno;
		return ASYNC_WAIT_PENDING;
	}
	return ready > 0 ? ASYNC_WAIT_READY : ASYNC_WAIT_TIMEOUT;
}

static struct pollfd as_pollfd(int fd, unsigned events)
{
	return (struct pollfd) {
		.fd = fd,
		.events = (short) (((events & ASYNC_FD_READABLE) ? POLLIN : 0) | ((events & ASYNC_FD_WRITABLE) ? POLLOUT : 0)
			| ((events & ASYNC_FD_PRIORITY) ? POLLPRI : 0)),
	};
}

static async_wait_result_t wait_for_one_alone(int fd, unsigned events, uint64_t deadline)
{
	struct pollfd one = as_pollfd(fd, events);

	return wait_alone(&one, 1, deadline);
}

/* ---- once more before asking the reactor ---- */

/* Number of other coroutines that have to be ready: while these run, data may arrive. */
#define OTHERS_WORTH_A_ROUND 8

static async_wait_result_t look_for_one(int fd, unsigned events)
{
	struct pollfd one = as_pollfd(fd, events);
	int ready = async_poll_now(&one, 1);

	if (UNEXPECTED(ready < 0 || (one.revents & POLLNVAL))) {
		return ASYNC_WAIT_PENDING;   /* watch() will fail, and say what is wrong */
	}
	return ready > 0 ? ASYNC_WAIT_READY : ASYNC_WAIT_PENDING;
}

/* Let the other coroutines run once, and look again before the descriptor is registered. The first wait for a
 * descriptor makes ten system calls and its close another one: for a connection that serves one request, these cost
 * more than the request itself. PENDING: there is still nothing. */
static async_wait_result_t wait_for_a_round(async_reactor_t *reactor, int fd, unsigned events)
{
	const uint32_t held = async_fd_hold(reactor, fd);
	async_wait_result_t result = async_yield();

	if (!async_fd_release(reactor, fd, held) && result != ASYNC_WAIT_CANCELLED) {
		result = ASYNC_WAIT_ERROR;
	}
	return result == ASYNC_WAIT_READY ? look_for_one(fd, events) : finish(result);
}

/* ---- waiting ---- */

async_wait_result_t async_wait_fd(int fd, unsigned events, uint64_t deadline, const async_call_signals_t *signals)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	fd_wait_t wait;
	fd_waiter_t waiter;
	async_wait_result_t result;

	ZEND_ASSERT(ASYNC_G(current) != NULL && "only a coroutine waits: async_io_may_park() was asked");
	if (UNEXPECTED(reactor == NULL)) {
		return ASYNC_WAIT_ERROR;
	}
	if (UNEXPECTED(async_wait_fd_is_refused(fd))) {
		errno = EBADF;
		return ASYNC_WAIT_ERROR;
	}
	if (async_scheduler_is_alone()) {
		result = wait_for_one_alone(fd, events, deadline);
		if (EXPECTED(result != ASYNC_WAIT_PENDING)) {
			return result;
		}
	} else if (async_fd_is_new(reactor, fd) && async_scheduler_has_ready(OTHERS_WORTH_A_ROUND)) {
		result = wait_for_a_round(reactor, fd, events);
		if (result != ASYNC_WAIT_PENDING) {
			return result;
		}
	}
	async_wait_begin(&wait.wait, ASYNC_WAIT_FOR_DESCRIPTOR);
	wait.wait.detail = fd;
	wait.waiters = &waiter;
	wait.count = 1;
	result = watch(reactor, &waiter, &wait.wait, fd, events);
	if (EXPECTED(result == ASYNC_WAIT_PENDING)) {
		result = unwatch(reactor, &waiter, park(&wait.wait, deadline, signals));
	}
	ZEND_ASSERT(result != ASYNC_WAIT_PENDING && "the wait is over");
	return result;
}

int async_poll_now(struct pollfd *fds, nfds_t count)
{
	int ready;

	do {
		ready = poll(fds, count, 0);
	} while (ready < 0 && errno == EINTR);
	return ready;
}

/* All events other than the writable and urgent ones are found by reading. */
static unsigned events_of(short poll_events)
{
	return ((poll_events & ~(POLLOUT | POLLWRNORM | POLLWRBAND | POLLPRI)) ? ASYNC_FD_READABLE : 0)
		| ((poll_events & (POLLOUT | POLLWRNORM | POLLWRBAND)) ? ASYNC_FD_WRITABLE : 0)
		| ((poll_events & POLLPRI) ? ASYNC_FD_PRIORITY : 0);
}

async_wait_result_t async_wait_fds(const struct pollfd *fds, nfds_t count, uint64_t deadline,
	const async_call_signals_t *signals)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	fd_wait_t wait;
	fd_waiter_t inline_waiters[WAITERS_INLINE];
	fd_waiter_t *waiters = inline_waiters;
	async_wait_result_t result = ASYNC_WAIT_PENDING;
	nfds_t watched = 0;
	int kept_errno;

	ZEND_ASSERT(ASYNC_G(current) != NULL && "only a coroutine waits: async_io_may_park() was asked");
	if (count == 1 && fds[0].fd >= 0) {
		return async_wait_fd(fds[0].fd, events_of(fds[0].events), deadline, signals);
	}
	if (UNEXPECTED(reactor == NULL)) {
		return ASYNC_WAIT_ERROR;
	}
	if (count > WAITERS_INLINE) {
		waiters = safe_emalloc(count, sizeof(*waiters), 0);
	}
	async_wait_begin(&wait.wait, count > 0 ? ASYNC_WAIT_FOR_DESCRIPTOR : ASYNC_WAIT_FOR_TIMER);
	wait.wait.detail = count > 0 ? fds[0].fd : 0;
	wait.waiters = waiters;
	wait.count = count;
	for (; watched < count && result == ASYNC_WAIT_PENDING; watched++) {
		if (fds[watched].fd < 0) {
			waiters[watched].is_held = false;
			waiters[watched].fd = -1;
		} else {
			result = watch(reactor, &waiters[watched], &wait.wait, fds[watched].fd, events_of(fds[watched].events));
		}
	}
	kept_errno = errno;
	if (result == ASYNC_WAIT_PENDING) {
		result = park(&wait.wait, deadline, signals);
		kept_errno = errno;
	}
	ZEND_ASSERT(result != ASYNC_WAIT_PENDING && "the wait is over");
	ZEND_ASSERT(watched <= count && "an entry is watched once");
	for (nfds_t i = 0; i < watched; i++) {
		if (unwatch(reactor, &waiters[i], result) != result) {
			result = ASYNC_WAIT_ERROR;
			kept_errno = EBADF;
		}
	}
	if (waiters != inline_waiters) {
		efree(waiters);
	}
	errno = kept_errno;
	return result;
}

/* ---- reports ---- */

size_t async_wait_fd_count(const async_wait_t *wait)
{
	const fd_wait_t *self = (const fd_wait_t *) wait;
	size_t count = 0;

	ZEND_ASSERT(wait->kind == ASYNC_WAIT_FOR_DESCRIPTOR && "a wait of this file");
	for (nfds_t i = 0; i < self->count; i++) {
		count += self->waiters[i].fd >= 0;
	}
	return count;
}

bool async_wait_fd_at(const async_wait_t *wait, size_t index, int *fd, unsigned *events)
{
	const fd_wait_t *self = (const fd_wait_t *) wait;

	for (nfds_t i = 0; i < self->count; i++) {
		if (self->waiters[i].fd >= 0 && index-- == 0) {
			*fd = self->waiters[i].fd;
			*events = self->waiters[i].base.events;
			return true;
		}
	}
	return false;
}

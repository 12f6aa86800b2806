/*
 * The turn: due timers, then descriptors, signals and jobs, then the timers that became due. The one place where the
 * process sleeps.
 */
#include "kernel.h"

#include <limits.h>
#include <poll.h>

/* The kernel sleeps for descriptors in milliseconds. When the first timer is closer than this, a turn sleeps in ppoll()
 * instead: one system call more, but exact. */
#define EXACT_SLEEP_NS (4 * UINT64_C(1000000))

/* Anything that a look could deliver or finish? */
static bool has_sources(const async_reactor_t *reactor)
{
	return reactor->descriptors_armed || reactor->signal_count || reactor->job_count || reactor->closing_handles;
}

/* Whole milliseconds, not fewer than asked for. */
static int in_milliseconds(uint64_t nanoseconds)
{
	uint64_t milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);

	if (nanoseconds == UINT64_MAX) {
		return -1;
	}
	return milliseconds > INT_MAX ? INT_MAX : (int) milliseconds;
}

/* Sleep for an exact time (UINT64_MAX: no limit), then process what came.
 * errors: false when a signal handler wants the turn to end */
static bool sleep_exactly(async_reactor_t *reactor, uint64_t nanoseconds)
{
	struct pollfd backend = {.fd = async__kernel_descriptor(reactor), .events = POLLIN};
	struct timespec time_out = {
		.tv_sec = (time_t) (nanoseconds / 1000000000), .tv_nsec = (long) (nanoseconds % 1000000000),
	};
	const struct timespec *limit = nanoseconds == UINT64_MAX ? NULL : &time_out;
	bool interrupted = false;
	int ready = -1;

	if (reactor->interrupt) {
		/* Only ppoll() lets signals in, so none gets lost between the look at the flag and the sleep. */
		sigset_t all, before;

		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		interrupted = *reactor->interrupt;
		if (!interrupted) {
			ready = ppoll(&backend, 1, limit, &before);
		}
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		interrupted = interrupted || *reactor->interrupt;
	} else {
		ready = ppoll(&backend, 1, limit, NULL);
	}

	if (ready > 0) {
		async__kernel_look(reactor);
	}
	/* ready < 0 is EINTR, or ENOMEM: the caller looks at the clock again. */
	return !interrupted;
}

/* With the virtual clock of tests nobody sleeps for a timer. errors: false when the clock is the real one */
static bool poll_and_jump(async_reactor_t *reactor, uint64_t deadline)
{
	uint64_t before = reactor->deliveries;

	if (async__clock_virtual_now() == 0) {
		return false;
	}
	async__kernel_look(reactor);
	return reactor->deliveries != before || async__clock_jump(reactor, deadline);
}

/* Sleep until something was delivered or the first timer is due. */
static void sleep_until_event(async_reactor_t *reactor)
{
	uint64_t before = reactor->deliveries;
	bool go_on = true;

	async__fds_settle(reactor);
	while (go_on && reactor->deliveries == before) {
		uint64_t deadline, now, remaining = UINT64_MAX;

		if (async__timer_first(reactor, &deadline)) {
			now = async_reactor_now();
			if (deadline <= now) {
				return;
			}
			remaining = deadline - now;
			if (poll_and_jump(reactor, deadline)) {
				return;
			}
		}

		if (!reactor->interrupt && remaining >= EXACT_SLEEP_NS) {
			async__kernel_sleep(reactor, in_milliseconds(remaining));
		} else if (async__kernel_must_look(reactor)) {
			async__kernel_look(reactor);
		} else {
			go_on = sleep_exactly(reactor, remaining);
		}
	}
}

void async_reactor_set_interrupt(async_reactor_t *reactor, const volatile bool *flag)
{
	reactor->interrupt = flag;
}

void async_reactor_turn(async_reactor_t *reactor, bool block)
{
	int saved_errno = errno;

	assert(reactor->loop && "after a failed fork a reactor can only be closed");
	assert(!reactor->turning && "a completion function does not turn the reactor");

	reactor->turning = true;
	reactor->blocking = block;
	reactor->turns++;
	if (!block) {
		async__clock_pass_turn();
	}
	if (async__timers_fire(reactor) == 0 && block) {
		sleep_until_event(reactor);
	} else if (has_sources(reactor)) {
		async__kernel_look(reactor);
	}
	async__timers_fire(reactor);
	async__timers_admit(reactor);
	reactor->turning = false;
	errno = saved_errno;
}

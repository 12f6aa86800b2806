/*
 * The turn: due timers, then libuv, then the timers that became due. The one place where the reactor sleeps.
 *
 * A sleep that an event will probably end is libuv's, with one timer of its own (the alarm) for our first deadline. One
 * that will probably last until the deadline is a ppoll() on libuv's descriptor, because libuv counts in milliseconds.
 */
#include "internal.h"

#include <poll.h>

/* When the first timer is closer than this, a turn sleeps in ppoll() instead of libuv in any case: exact, but with one
 * system call more when an event comes. */
#define EXACT_SLEEP_NS (4 * UINT64_C(1000000))

/* With the virtual clock: a job takes no time, unless it lasts longer than this. */
#define JOB_PATIENCE_MS 100

/* One round of libuv. Sleeps only when asked to and when nothing was delivered on the way there. */
static void run_loop(async_reactor_t *reactor, bool block)
{
	uint64_t before = reactor->deliveries;

	ASYNC_ASSERT(reactor->turning && "libuv runs inside a turn only");
	async__fds_settle(reactor);
	async__shards_settle(reactor);
	if (reactor->shards && async__shards_run_one(reactor)) {
		return;
	}
	if (reactor->deliveries != before) {
		block = false;
	}
	reactor->stale = false;
	uv_run(&reactor->loop->uv, block ? UV_RUN_ONCE : UV_RUN_NOWAIT);
}

/* Could a round of libuv deliver or finish anything? */
static bool has_sources(const async_reactor_t *reactor)
{
	return reactor->descriptors_armed || reactor->signal_count || reactor->job_count || reactor->closing_handles
		|| __atomic_load_n(&reactor->is_rung, __ATOMIC_RELAXED);
}

static void on_alarm(uv_timer_t *alarm)
{
	async_reactor_t *reactor = alarm->data;

	reactor->alarm_deadline = 0;   /* the turn fires our timers itself */
	/* Before 1.45, uv_run() fires timers first and sleeps then: for ever, when this was the last timer. */
	uv_stop(alarm->loop);
}

/* Set libuv's timer to our first deadline, or stop it (0). Rounded up: a sleep that ends too early is repeated.
 * An alarm for an earlier time stays set. Most limits are stopped long before they pass, and with each event another
 * one comes first: without this rule each event would set the alarm. With it, one sleep in the time of a limit ends too
 * early. A clock that has jumped since is ahead of libuv's, whose alarm would come too late: it is always set anew. */
static void set_alarm(async_reactor_t *reactor, uint64_t deadline, uint64_t now)
{
	int err = 0;

	ASYNC_ASSERT((deadline == 0 || deadline > now) && "the alarm is set for a time ahead");
	/* libuv adds the time-out to its cached clock, and some versions sleep by the cached clock alone. */
	uv_update_time(&reactor->loop->uv);
	if (!async__clock_was_changed && (deadline == reactor->alarm_deadline
			|| (reactor->alarm_deadline != 0 && reactor->alarm_deadline < deadline))) {
		return;
	}
	if (deadline) {
		uint64_t milliseconds = (deadline - now) / 1000000 + ((deadline - now) % 1000000 != 0);

		err = uv_timer_start(&reactor->alarm, on_alarm, milliseconds, 0);
	} else {
		err = uv_timer_stop(&reactor->alarm);
	}
	assert(err == 0 && "the alarm is an open handle");
	(void) err;
	reactor->alarm_deadline = deadline;
}

/* Sleep on libuv's descriptor for an exact time (UINT64_MAX: no limit), then let libuv process the events.
 * errors: false when a signal handler has left something to do: the turn ends */
static bool sleep_exactly(async_reactor_t *reactor, uint64_t nanoseconds)
{
	struct pollfd backend = {.fd = uv_backend_fd(&reactor->loop->uv), .events = POLLIN};
	struct timespec time_out = {
		.tv_sec = (time_t) (nanoseconds / 1000000000), .tv_nsec = (long) (nanoseconds % 1000000000),
	};
	const struct timespec *limit = nanoseconds == UINT64_MAX ? NULL : &time_out;
	bool interrupted = false;
	int ready = -1;

	ASYNC_ASSERT(backend.fd >= 0 && !reactor->stale && "the kernel knows all that is watched");
	if (reactor->interrupt) {
		/* Only ppoll() lets signals in, so no signal is lost between the question and the sleep. */
		sigset_t all, before;

		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		interrupted = reactor->interrupt();
		if (!interrupted) {
			ready = ppoll(&backend, 1, limit, &before);
		}
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		interrupted = interrupted || reactor->interrupt();
	} else {
		ready = ppoll(&backend, 1, limit, NULL);
	}

	reactor->woken_by_event = ready > 0;
	if (ready > 0) {
		run_loop(reactor, false);
	}
	/* After EINTR or ENOMEM (ready < 0) the caller looks at the clock again. */
	return !interrupted;
}

/* Sleep in libuv, until the deadline (0: none) at most. */
static void sleep_in_libuv(async_reactor_t *reactor, uint64_t deadline, uint64_t now)
{
	uint64_t before = reactor->deliveries;

	set_alarm(reactor, deadline, now);
	run_loop(reactor, true);
	reactor->woken_by_event = reactor->deliveries != before;
}

/* With the virtual clock of tests no turn sleeps for a timer: look for events once, then let the time jump. While a job
 * is in flight, wait for it, and while something outside of the process is waited for, let the clock run.
 * returns: the sleep is over; false: sleep until the deadline, when the clock is or has become a running one */
static __attribute__((cold, noinline)) bool poll_and_jump(async_reactor_t *reactor, uint64_t deadline)
{
	const uint64_t before = reactor->deliveries;

	if (!async__clock_stands()) {
		return false;
	}
	run_loop(reactor, false);
	if (reactor->deliveries != before || async__clock_jump(reactor, deadline)) {
		return true;
	}
	if (reactor->job_count > 0 && !reactor->stale && !async__waits_outside(reactor)) {
		struct pollfd backend = {.fd = uv_backend_fd(&reactor->loop->uv), .events = POLLIN};

		(void) poll(&backend, 1, JOB_PATIENCE_MS);
		run_loop(reactor, false);
	}
	if (reactor->deliveries == before) {
		async__clock_let_go();
	}
	return reactor->deliveries != before;
}

/* No timer is armed: time passes while something outside of the process is waited for. */
static __attribute__((cold, noinline)) void pass_time_outside(const async_reactor_t *reactor)
{
	if (async__waits_outside(reactor)) {
		async__clock_let_go();
	}
}

/* Sleep until something was delivered or the first timer is due. A loop, because a sleep may end without either: after
 * a signal, or when an event was for no waiter. now: the clock as the turn has read it; 0: it has not. */
static void sleep_until_event(async_reactor_t *reactor, uint64_t now)
{
	uint64_t before = reactor->deliveries;
	bool go_on = true;

	ASYNC_ASSERT(reactor->blocking && "only a turn that may block sleeps");
	while (go_on && reactor->deliveries == before) {
		uint64_t deadline, remaining = UINT64_MAX;

		if (async__timer_first(reactor, &deadline)) {
			now = now ? now : async_reactor_now();
			if (deadline <= now) {
				return;
			}
			remaining = deadline - now;
			if (async__clock_was_changed && poll_and_jump(reactor, deadline)) {
				return;
			}
		} else {
			deadline = 0;
			if (async__clock_was_changed) {
				pass_time_outside(reactor);
			}
		}

		if (!reactor->interrupt
			&& (deadline == 0 || (reactor->woken_by_event && remaining >= EXACT_SLEEP_NS))) {
			sleep_in_libuv(reactor, deadline, now);
		} else if (reactor->stale || reactor->closing_handles) {
			run_loop(reactor, false);   /* libuv tells the kernel what to watch, before the sleep without libuv */
		} else {
			go_on = sleep_exactly(reactor, remaining);
		}
		now = 0;
	}
}

void async_reactor_set_interrupt(async_reactor_t *reactor, bool (*is_due)(void))
{
	reactor->interrupt = is_due;
}

size_t async_reactor_turn(async_reactor_t *reactor, bool block)
{
	int saved_errno = errno;
	uint64_t now;

	assert(reactor->loop && "after a failed fork a reactor can only be closed");
	assert(!reactor->turning && "a completion function does not turn the reactor");
	ASYNC_ASSERT(pthread_equal(reactor->loop->thread, pthread_self()) && "a reactor belongs to one thread");

	reactor->turning = true;
	reactor->blocking = block;
	reactor->turns++;
	reactor->last_readied = reactor->readied;
	reactor->readied = 0;
	if (!block && async__clock_was_changed) {
		async__clock_pass_turn();
	}
	now = async__timers_are_armed(reactor) ? async_reactor_now() : 0;
	if (async__timers_fire(reactor, now) == 0 && block) {
		sleep_until_event(reactor, now);
		if (async__clock_was_changed) {
			async__clock_stop();
		}
	} else if (has_sources(reactor)) {
		run_loop(reactor, false);
	}
	reactor->turned_at = async_reactor_now();
	async__timers_fire(reactor, reactor->turned_at);
	async__timers_admit(reactor);
	reactor->turning = false;
	errno = saved_errno;
	return reactor->readied;
}

void async_reactor_fire_timers(async_reactor_t *reactor)
{
	int saved_errno = errno;

	assert(!reactor->turning && "a completion function does not turn the reactor");

	reactor->turning = true;
	async__timers_fire(reactor, async_reactor_now());
	async__timers_admit(reactor);
	reactor->turning = false;
	errno = saved_errno;
}

uint64_t async_reactor_turned_at(const async_reactor_t *reactor)
{
	return reactor->turned_at;
}

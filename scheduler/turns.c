/*
 * Turns of the reactor: when the scheduler looks for events, and when it sleeps.
 */
#include "scheduler/turns.h"

#include "reactor/debug_assert.h"
#include "scheduler/activity.h"
#include "scheduler/dump_signal.h"
#include "scheduler/file_runs.h"
#include "scheduler/inspect.h"
#include "scheduler/observers.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"
#include "scheduler/watchdog.h"

/* Events are looked for at least this often while coroutines keep each other busy. */
#define TURN_EVERY_NS UINT64_C(1000000)
/* … but each look reports a descriptor as ready until a coroutine has read from it. The coroutines that will read are
 * in the run queue. They run first, as long as that takes no more than this time, or so much for each of them: a look
 * at thousands of descriptors takes milliseconds. */
#define TURN_EVERY_MAX_NS (16 * TURN_EVERY_NS)
#define TURN_FOR_EACH_NS UINT64_C(64000)
/* At most this number of switches passes between two looks at the clock; fewer when switches are slow. */
#define TURN_INTERVAL_MAX 64

static bool has_opened_reactor;   /* of the process: any of its threads has */

async_reactor_t *async_scheduler_reactor(void)
{
	if (UNEXPECTED(ASYNC_G(reactor) == NULL)) {
		ASYNC_G(reactor) = async_reactor_open();
		__atomic_store_n(&has_opened_reactor, true, __ATOMIC_RELAXED);
		ASYNC_G(last_turn) = ASYNC_G(last_look) = async_reactor_now();
		if (UNEXPECTED(async_is_observed_by(ASYNC_OBSERVER_INSPECTOR)) && ASYNC_G(reactor)) {
			async_inspect_follow_reactor();
		}
	}
	return ASYNC_G(reactor);
}

ASYNC_ALWAYS_RUNS void async_scheduler_process_end(void)
{
	if (__atomic_load_n(&has_opened_reactor, __ATOMIC_RELAXED)) {
		async_reactor_process_end();
	}
}

/* Readers that the last looks have woken, and that have not run yet. */
static int64_t still_to_run(void)
{
	return ASYNC_G(turn_woke) > ASYNC_G(turn_switches) ? ASYNC_G(turn_woke) - ASYNC_G(turn_switches) : 0;
}

/* Turn the reactor and note the time. */
static void turn(bool block)
{
	size_t readied;

	ZEND_ASSERT(ASYNC_G(reactor) && "the reactor was opened before its first turn");
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_turn_begins();
	}
	readied = async_reactor_turn(ASYNC_G(reactor), block);
	ASYNC_G(turn_woke) = (int64_t) readied + (block ? 0 : still_to_run());
	if (UNEXPECTED(async_user_signals_exist())) {
		async_user_signals_note();
	}
	/* The part of the interval that has passed already is counted with the rest. */
	ASYNC_G(turn_switches) = block ? (int64_t) ASYNC_G(turn_countdown) - ASYNC_G(turn_interval) : 0;
	ASYNC_G(last_turn) = ASYNC_G(last_look) = async_reactor_turned_at(ASYNC_G(reactor));
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_turn_ends();
	}
}

/* Have the readers run that the last looks for events have woken? */
static bool is_round_over(uint64_t elapsed)
{
	return ASYNC_G(turn_switches) >= ASYNC_G(turn_woke)
		|| elapsed >= MAX(TURN_EVERY_MAX_NS, (uint64_t) ASYNC_G(turn_woke) * TURN_FOR_EACH_NS);
}

/* Look for events if it is time. Returns the number of switches until the clock is read again: the quicker they are,
 * the more. So a hundred thousand switches a second do not read the clock each time, and slow ones do not delay
 * timers. */
static uint32_t look_if_due(uint32_t interval)
{
	const uint64_t now = async_reactor_now();
	const uint64_t elapsed = now - ASYNC_G(last_look);
	/* A clock that stands does not say when to look. */
	const bool stands = ASYNC_G(schedule) != NULL && async_is_observed_by(ASYNC_OBSERVER_CLOCK);

	ASYNC_G(turn_switches) += interval;
	if (elapsed < TURN_EVERY_NS && !stands) {
		return interval < TURN_INTERVAL_MAX && elapsed < TURN_EVERY_NS / 4 ? interval * 2 : interval;
	}
	if (is_round_over(now - ASYNC_G(last_turn)) || stands) {
		turn(false);
	} else {
		ASYNC_G(last_look) = now;
		ASYNC_G(activity_clock).is_turning = true;
		async_reactor_fire_timers(ASYNC_G(reactor));
		ASYNC_G(activity_clock).is_turning = false;
	}
	return interval > 4 ? interval / 4 : 1;
}

/* Does each switch come here? */
static bool is_at_each_switch(void)
{
	return async_activity_clock || async_file_runs_are_awaited();
}

void async_turn_at_each_switch(void)
{
	if (!async_activity_clock) {
		ASYNC_G(activity_clock).countdown = ASYNC_G(turn_countdown);
		ASYNC_G(turn_countdown) = 1;
	}
}

void async_turn_if_due(void)
{
	uint32_t interval = ASYNC_G(turn_interval);

	async_activity_look_for_probes();
	if (async_file_runs_are_awaited()) {
		async_file_runs_settle();
	}
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_leave(false);
	}
	if (UNEXPECTED(is_at_each_switch()) && ASYNC_G(activity_clock).countdown > 1) {
		ASYNC_G(activity_clock).countdown--;
		ASYNC_G(turn_countdown) = 1;
		return;
	}
	interval = ASYNC_G(reactor) ? look_if_due(interval) : TURN_INTERVAL_MAX;
	if (UNEXPECTED(ASYNC_G(schedule) != NULL)) {
		interval = 1;   /* each choice is made by the schedule, after this call */
	}
	ASYNC_ASSERT(interval > 0 && interval <= TURN_INTERVAL_MAX && "the interval stays within its bounds");
	ASYNC_G(turn_interval) = interval;
	ASYNC_G(activity_clock).countdown = interval;
	ASYNC_G(turn_countdown) = UNEXPECTED(is_at_each_switch()) ? 1 : interval;
}

bool async_turn_may_wake(void)
{
	if (ASYNC_G(reactor) && async_reactor_has_refs(ASYNC_G(reactor))) {
		return true;
	}
	return UNEXPECTED(async_user_signals_exist()) && ASYNC_G(phase) < ASYNC_PHASE_FORCED && ASYNC_G(waiting) > 0
		&& async_scheduler_reactor() != NULL;
}

bool async_scheduler_is_alone(void)
{
	const async_reactor_t *reactor = ASYNC_G(reactor);

	return ASYNC_G(queue_head) == NULL && ASYNC_G(awaited_file_runs) == NULL
		&& (reactor == NULL || async_reactor_is_idle(reactor))
		&& !(ASYNC_G(current)->flags & ASYNC_COROUTINE_CANCEL_PENDING) && ASYNC_G(phase) == ASYNC_PHASE_RUNNING
		&& !async_is_observed();
}

void async_turn_until_event(void)
{
	if (UNEXPECTED(ASYNC_G(dump_signal_taken) != 0)) {
		async_scheduler_shield(async_dump_if_due, NULL);
	}
	if (UNEXPECTED(async_user_signals_exist()) && async_user_signals_due()) {
		return;
	}
	async_watchdog_enter_idle();
	turn(true);
	async_watchdog_leave_idle();
}

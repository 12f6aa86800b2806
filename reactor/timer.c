/*
 * Timers: a heap of four children per node, ordered by deadline and then by the order of arming.
 *
 * The heap is an array of deadlines beside pointers, because the timers themselves lie scattered over the stacks of
 * parked coroutines: with a hundred thousand of them every look at one is a cache miss, and this way an operation
 * looks at hardly any. The array grows by doubling when more timers are armed than ever before, and shrinks after a
 * peak. libuv sees only the first deadline, and only when a turn is about to sleep (turn.c).
 */
#include "internal.h"

#include <stdlib.h>

#define ARITY 4
#define CAPACITY_MIN 64

static bool fires_before(const async_timer_entry_t *a, const async_timer_entry_t *b)
{
	return a->deadline != b->deadline ? a->deadline < b->deadline : a->timer->sequence < b->timer->sequence;
}

static void place(async_reactor_t *reactor, size_t index, async_timer_entry_t entry)
{
	reactor->timers[index] = entry;
	entry.timer->index = index;
}

static void sift_up(async_reactor_t *reactor, size_t index, async_timer_entry_t entry)
{
	while (index > 0) {
		size_t parent = (index - 1) / ARITY;
		if (!fires_before(&entry, &reactor->timers[parent])) {
			break;
		}
		place(reactor, index, reactor->timers[parent]);
		index = parent;
	}
	place(reactor, index, entry);
}

static void sift_down(async_reactor_t *reactor, size_t index, async_timer_entry_t entry)
{
	const size_t count = reactor->timer_count;

	for (;;) {
		size_t first = index * ARITY + 1;
		size_t end = first + ARITY < count ? first + ARITY : count;
		size_t best = first;

		if (first >= count) {
			break;
		}
		for (size_t child = first + 1; child < end; child++) {
			if (fires_before(&reactor->timers[child], &reactor->timers[best])) {
				best = child;
			}
		}
		if (!fires_before(&reactor->timers[best], &entry)) {
			break;
		}
		place(reactor, index, reactor->timers[best]);
		index = best;
	}
	place(reactor, index, entry);
}

static bool set_capacity(async_reactor_t *reactor, size_t capacity)
{
	async_timer_entry_t *timers = realloc(reactor->timers, capacity * sizeof(*timers));

	if (!timers) {
		return false;
	}
	reactor->timers = timers;
	reactor->timer_capacity = capacity;
	return true;
}

static void remove_at(async_reactor_t *reactor, size_t index)
{
	async_timer_entry_t last = reactor->timers[--reactor->timer_count];
	const size_t count = reactor->timer_count;

	if (index < count) {
		if (index > 0 && fires_before(&last, &reactor->timers[(index - 1) / ARITY])) {
			sift_up(reactor, index, last);
		} else {
			sift_down(reactor, index, last);
		}
	}
	if (reactor->timer_capacity > CAPACITY_MIN && count < reactor->timer_capacity / 8) {
		(void) set_capacity(reactor, reactor->timer_capacity / 2);   /* keeping the larger one does no harm */
	}
}

static bool insert(async_reactor_t *reactor, async_timer_t *timer)
{
	if (reactor->timer_count == reactor->timer_capacity
		&& !set_capacity(reactor, reactor->timer_capacity ? reactor->timer_capacity * 2 : CAPACITY_MIN)) {
		return false;
	}
	sift_up(reactor, reactor->timer_count++, (async_timer_entry_t) { .deadline = timer->deadline, .timer = timer });
	return true;
}

bool async_timer_start(async_reactor_t *reactor, async_timer_t *timer, uint64_t deadline, async_timer_fn fire)
{
	assert(fire && "a timer has a function to call");
	assert(!timer->fire && "an armed timer is stopped before it is armed again");

	timer->deadline = deadline;
	timer->sequence = reactor->timer_sequence++;
	timer->late_next = NULL;
	timer->is_late = reactor->timers_firing && deadline <= reactor->firing_until;
	if (timer->is_late) {
		/* Due at once, armed by a firing timer: its turn is the next one. */
		*reactor->late_tail = timer;
		reactor->late_tail = &timer->late_next;
	} else if (!insert(reactor, timer)) {
		errno = ENOMEM;
		return false;
	}
	timer->fire = fire;
	return true;
}

static void remove_late(async_reactor_t *reactor, async_timer_t *timer)
{
	async_timer_t **link = &reactor->late_timers;

	while (*link != timer) {
		assert(*link && "a late timer is on its list");
		link = &(*link)->late_next;
	}
	*link = timer->late_next;
	if (reactor->late_tail == &timer->late_next) {
		reactor->late_tail = link;
	}
}

void async_timer_stop(async_reactor_t *reactor, async_timer_t *timer)
{
	if (!timer->fire) {
		return;
	}
	timer->fire = NULL;
	if (timer->is_late) {
		remove_late(reactor, timer);
		return;
	}
	assert(timer->index < reactor->timer_count && reactor->timers[timer->index].timer == timer
		&& "an armed timer knows its place");
	remove_at(reactor, timer->index);
}

/* Deadline of the timer that fires first. errors: false when none is armed */
bool async__timer_first(const async_reactor_t *reactor, uint64_t *deadline)
{
	if (reactor->late_timers) {
		*deadline = 0;
		return true;
	}
	if (reactor->timer_count == 0) {
		return false;
	}
	*deadline = reactor->timers[0].deadline;
	return true;
}

/* Fire all timers that are due now, in order, and say how many. What they arm waits for the next turn, even when it
 * is due, so that a timer that re-arms itself cannot keep the turn from ending. */
size_t async__timers_fire(async_reactor_t *reactor)
{
	size_t fired = 0;

	if (reactor->timer_count == 0) {
		return 0;
	}
	reactor->firing_until = async_reactor_now();
	reactor->timers_firing = true;
	while (reactor->timer_count > 0 && reactor->timers[0].deadline <= reactor->firing_until) {
		async_timer_t *timer = reactor->timers[0].timer;
		async_timer_fn fire = timer->fire;

		remove_at(reactor, 0);
		timer->fire = NULL;
		fired++;
		fire(timer);
	}
	reactor->timers_firing = false;
	reactor->deliveries += fired;
	return fired;
}

/* End of a turn: timers armed by firing timers join the others. */
void async__timers_admit(async_reactor_t *reactor)
{
	async_timer_t *timer;

	while ((timer = reactor->late_timers) != NULL) {
		if (!insert(reactor, timer)) {
			return;   /* out of memory: they stay late, the next turn tries again and does not sleep */
		}
		reactor->late_timers = timer->late_next;
		timer->is_late = false;
	}
	reactor->late_tail = &reactor->late_timers;
}

void async__timers_drop(async_reactor_t *reactor, bool owners_alive)
{
	for (size_t i = 0; owners_alive && i < reactor->timer_count; i++) {
		reactor->timers[i].timer->fire = NULL;
	}
	while (owners_alive && reactor->late_timers) {
		reactor->late_timers->fire = NULL;
		reactor->late_timers = reactor->late_timers->late_next;
	}
	free(reactor->timers);
	reactor->timers = NULL;
	reactor->timer_capacity = 0;
	reactor->timer_count = 0;
	reactor->late_timers = NULL;
	reactor->late_tail = &reactor->late_timers;
}

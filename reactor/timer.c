/*
 * Timers: a heap of deadlines with four children for each node, ordered by deadline and then by the order of arming.
 *
 * The heap is an array of deadlines beside pointers, because the timers themselves lie scattered over the stacks of
 * parked coroutines. With a hundred thousand of them each look at a timer is a cache miss; with this array an operation
 * looks at hardly any timer. The array doubles when it is full, and shrinks after a peak.
 *
 * Most timers are limits that are stopped long before they pass. A stopped timer leaves a hole in its place, which
 * keeps its deadline and sequence number, so the order of the heap stays valid. When half of the entries are holes, the
 * heap is made anew without them.
 *
 * Timers that a firing timer arms and that are due at once are late: they stay on a list until the end of the turn.
 */
#include "internal.h"

#include <stdlib.h>

#define ARITY 4
#define CAPACITY_MIN 64
#define HOLES_MIN 32
/* Up to one hole in this number of entries, holes are removed one by one; more holes are removed all at once. */
#define HOLES_FEW 8

static bool is_hole(const async__timer_entry_t *entry)
{
	return entry->content & 1;
}

static async_timer_t *timer_of(const async__timer_entry_t *entry)
{
	ASYNC_ASSERT(!is_hole(entry) && "a hole has no timer");
	return (async_timer_t *) (uintptr_t) entry->content;
}

static async__timer_entry_t entry_of(async_timer_t *timer)
{
	return (async__timer_entry_t) { .deadline = timer->deadline, .content = (uintptr_t) timer };
}

static uint64_t hole_of(uint64_t sequence)
{
	return sequence << 1 | 1;
}

static uint64_t sequence_of(const async__timer_entry_t *entry)
{
	return is_hole(entry) ? entry->content >> 1 : timer_of(entry)->sequence;
}

static bool fires_before(const async__timer_entry_t *a, const async__timer_entry_t *b)
{
	return a->deadline != b->deadline ? a->deadline < b->deadline : sequence_of(a) < sequence_of(b);
}

/* Write an entry to its place, and the place to its timer. */
static void place(async_reactor_t *reactor, size_t index, async__timer_entry_t entry)
{
	ASYNC_ASSERT(index < reactor->timer_count && "a place is one in use");
	reactor->timers[index] = entry;
	if (!is_hole(&entry)) {
		timer_of(&entry)->index = index;
	}
}

/* Find the place of an entry from a free place upward: parents that fire later move down. */
static void sift_up(async_reactor_t *reactor, size_t index, async__timer_entry_t entry)
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

/* Find the place of an entry from a free place downward: the child that fires first moves up. */
static void sift_down(async_reactor_t *reactor, size_t index, async__timer_entry_t entry)
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
	async__timer_entry_t *timers;

	ASYNC_ASSERT(capacity >= reactor->timer_count && "all entries have room");
	timers = realloc(reactor->timers, capacity * sizeof(*timers));
	if (!timers) {
		return false;
	}
	reactor->timers = timers;
	reactor->timer_capacity = capacity;
	return true;
}

/* Down to half only when an eighth is in use: growing and shrinking do not alternate. */
static void shrink(async_reactor_t *reactor)
{
	if (reactor->timer_capacity > CAPACITY_MIN && reactor->timer_count < reactor->timer_capacity / 8) {
		(void) set_capacity(reactor, reactor->timer_capacity / 2);   /* keeping the larger one does no harm */
	}
}

static void remove_first(async_reactor_t *reactor)
{
	async__timer_entry_t last;

	ASYNC_ASSERT(reactor->timer_count > 0 && "a heap with entries has a first one");
	last = reactor->timers[--reactor->timer_count];
	if (reactor->timer_count > 0) {
		sift_down(reactor, 0, last);
	}
	shrink(reactor);
}

/* Move the timers together, and make a heap of them from the last parent upward. */
static void remove_all_holes(async_reactor_t *reactor)
{
	size_t kept = 0;

	ASYNC_ASSERT(reactor->timer_holes <= reactor->timer_count && "holes are entries of the heap");
	for (size_t i = 0; i < reactor->timer_count; i++) {
		if (!is_hole(&reactor->timers[i])) {
			place(reactor, kept++, reactor->timers[i]);
		}
	}
	ASYNC_ASSERT(kept == reactor->timer_count - reactor->timer_holes && "holes are counted");
	reactor->timer_count = kept;
	reactor->timer_holes = 0;
	for (size_t i = kept > 1 ? (kept - 2) / ARITY + 1 : 0; i > 0; i--) {
		sift_down(reactor, i - 1, reactor->timers[i - 1]);
	}
	shrink(reactor);
}

static void remove_first_hole(async_reactor_t *reactor)
{
	ASYNC_ASSERT(reactor->timer_holes > 0 && is_hole(&reactor->timers[0]) && "a hole is counted");
	reactor->timer_holes--;
	remove_first(reactor);
}

/* Make the first entry that of an armed timer, if there is one. The oldest limits are stopped first, so holes come in
 * crowds. */
static void remove_holes_in_front(async_reactor_t *reactor)
{
	while (reactor->timer_holes > 0 && is_hole(&reactor->timers[0])) {
		if (reactor->timer_holes > reactor->timer_count / HOLES_FEW) {
			remove_all_holes(reactor);
		} else {
			remove_first_hole(reactor);
		}
	}
}

/* Stop the timer of an entry: no entry moves, and no other timer is looked at. */
static void leave_hole(async_reactor_t *reactor, size_t index)
{
	reactor->timers[index].content = hole_of(timer_of(&reactor->timers[index])->sequence);
	if (++reactor->timer_holes >= HOLES_MIN && reactor->timer_holes > reactor->timer_count / 2) {
		remove_all_holes(reactor);
	}
}

static bool insert(async_reactor_t *reactor, async_timer_t *timer)
{
	if (reactor->timer_count == reactor->timer_capacity
		&& !set_capacity(reactor, reactor->timer_capacity ? reactor->timer_capacity * 2 : CAPACITY_MIN)) {
		return false;
	}
	ASYNC_ASSERT(!((uintptr_t) timer & 1) && "the address of a timer is even");
	ASYNC_ASSERT(reactor->timer_count < reactor->timer_capacity && "there is room for one more");
	reactor->timer_count++;
	sift_up(reactor, reactor->timer_count - 1, entry_of(timer));
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
		/* Due at once, armed by a firing timer: it fires in the next turn. */
		ASYNC_ASSERT(*reactor->late_tail == NULL && "the tail ends the list of late timers");
		*reactor->late_tail = timer;
		reactor->late_tail = &timer->late_next;
	} else if (!insert(reactor, timer)) {
		errno = ENOMEM;
		return false;
	}
	timer->fire = fire;
	return true;
}

/* A walk, but a rare one: the timer was armed and is stopped in the same turn. */
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
	assert(timer->index < reactor->timer_count && timer_of(&reactor->timers[timer->index]) == timer
		&& "an armed timer knows its place");
	leave_hole(reactor, timer->index);
}

bool async__timer_first(async_reactor_t *reactor, uint64_t *deadline)
{
	if (reactor->late_timers) {
		*deadline = 0;
		return true;
	}
	remove_holes_in_front(reactor);
	if (reactor->timer_count == 0) {
		return false;
	}
	*deadline = reactor->timers[0].deadline;
	return true;
}

size_t async__timers_fire(async_reactor_t *reactor)
{
	size_t fired = 0;

	ASYNC_ASSERT(!reactor->timers_firing && "a firing timer does not fire others");
	if (reactor->timer_count == reactor->timer_holes) {
		return 0;
	}
	reactor->firing_until = async_reactor_now();
	reactor->timers_firing = true;
	while (reactor->timer_count > 0 && reactor->timers[0].deadline <= reactor->firing_until) {
		async_timer_t *timer;
		async_timer_fn fire;

		if (is_hole(&reactor->timers[0])) {
			remove_first_hole(reactor);
			continue;
		}
		timer = timer_of(&reactor->timers[0]);
		ASYNC_ASSERT(timer->index == 0 && timer->deadline == reactor->timers[0].deadline && "a timer knows its place");
		remove_first(reactor);
		fire = timer->fire;
		ASYNC_ASSERT(fire && "a timer in the heap is armed");
		timer->fire = NULL;
		fired++;
		fire(timer);
	}
	reactor->timers_firing = false;
	reactor->deliveries += fired;
	return fired;
}

void async__timers_admit(async_reactor_t *reactor)
{
	async_timer_t *timer;

	ASYNC_ASSERT(!reactor->timers_firing && "late timers wait until the others have fired");
	while ((timer = reactor->late_timers) != NULL) {
		ASYNC_ASSERT(timer->is_late && timer->fire && "a late timer is armed");
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
		if (!is_hole(&reactor->timers[i])) {
			timer_of(&reactor->timers[i])->fire = NULL;
		}
	}
	while (owners_alive && reactor->late_timers) {
		reactor->late_timers->fire = NULL;
		reactor->late_timers = reactor->late_timers->late_next;
	}
	free(reactor->timers);
	reactor->timers = NULL;
	reactor->timer_capacity = 0;
	reactor->timer_count = reactor->timer_holes = 0;
	reactor->late_timers = NULL;
	reactor->late_tail = &reactor->late_timers;
}

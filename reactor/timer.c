/*
 * Timers: a heap of deadlines with four children for each node, ordered by deadline and then by the order of arming.
 *
 * The timers themselves lie scattered over the stacks of parked coroutines: with a hundred thousand of them each look
 * at a timer is a cache miss. So the entries of the heap have all that the order needs, and no timer is looked at
 * until it fires. An entry knows its timer by the number of a slot, and the timer knows its slot: when an entry moves,
 * neither of them changes. Entries and slots are two arrays, which double when they are full, and shrink after a peak.
 *
 * Most timers are limits that are stopped long before they pass. A stopped timer leaves its slot empty, and its entry
 * becomes a hole, which keeps its place, so the order of the heap stays valid. When half of the entries are holes, the
 * heap is made anew without them.
 *
 * Timers that a firing timer arms and that are due at once are late: they stay on a list until the end of the turn.
 */
#include "internal.h"

#include <stdlib.h>

#define ARITY 4
#define CAPACITY_MIN 64
/* A slot has a number of 31 bits. */
#define CAPACITY_MAX ((size_t) 1 << 31)
#define HOLES_MIN 32
/* An entry that comes up to this place will fire soon: its timer is fetched into the cache. */
#define SOON (ARITY + ARITY * ARITY)
/* Up to one hole in this number of entries, holes are removed one by one; more holes are removed all at once. */
#define HOLES_FEW 8

/* ---- slots ---- */

/* Content of a slot: the address of its timer, 0 for a hole, or an odd number: free, with the next free slot. */
#define HOLE ((uintptr_t) 0)

static uint32_t slot_take(async_reactor_t *reactor, async_timer_t *timer)
{
	uint32_t slot = reactor->timer_slots_used;

	ASYNC_ASSERT(!((uintptr_t) timer & 1) && "the address of a timer is even");
	if (reactor->timer_free_slot) {
		slot = reactor->timer_free_slot - 1;
		ASYNC_ASSERT((reactor->timer_slots[slot] & 1) && "only free slots are linked");
		reactor->timer_free_slot = (uint32_t) (reactor->timer_slots[slot] >> 1);
	} else {
		reactor->timer_slots_used++;
	}
	ASYNC_ASSERT(slot < reactor->timer_capacity && "there are as many slots as places for entries");
	reactor->timer_slots[slot] = (uintptr_t) timer;
	return slot;
}

static void slot_free(async_reactor_t *reactor, uint32_t slot)
{
	ASYNC_ASSERT(!(reactor->timer_slots[slot] & 1) && "a slot is freed once");
	reactor->timer_slots[slot] = (uintptr_t) reactor->timer_free_slot << 1 | 1;
	reactor->timer_free_slot = slot + 1;
}

static bool is_hole(const async_reactor_t *reactor, const async__timer_entry_t *entry)
{
	return reactor->timer_slots[entry->slot] == HOLE;
}

static async_timer_t *timer_of(const async_reactor_t *reactor, const async__timer_entry_t *entry)
{
	const uintptr_t content = reactor->timer_slots[entry->slot];

	ASYNC_ASSERT(content != HOLE && !(content & 1) && "the slot of an armed timer has its address");
	return (async_timer_t *) content;
}

/* ---- the heap ---- */

/* Of two entries with the same deadline the one that was armed first is less. The numbers of arming may overflow: the
 * order holds for timers that less than 2^31 others were armed between. Without jumps: the processor cannot guess the
 * answer. */
static bool fires_before(const async__timer_entry_t *a, const async__timer_entry_t *b)
{
	return (a->deadline < b->deadline) | ((a->deadline == b->deadline) & ((int32_t) (a->order - b->order) < 0));
}

/* Find the place of an entry from a free place upward: parents that fire later move down. */
static void sift_up(async_reactor_t *reactor, size_t index, async__timer_entry_t entry)
{
	async__timer_entry_t *const entries = reactor->timers;

	ASYNC_ASSERT(index < reactor->timer_count && "a place is one in use");
	while (index > 0) {
		size_t parent = (index - 1) / ARITY;
		if (!fires_before(&entry, &entries[parent])) {
			break;
		}
		entries[index] = entries[parent];
		index = parent;
	}
	entries[index] = entry;
}

/* The place of the first of up to four children. */
static size_t first_child(const async__timer_entry_t *entries, size_t child, size_t count)
{
	size_t end = child + ARITY < count ? child + ARITY : count;
	size_t best = child;

	while (++child < end) {
		best = fires_before(&entries[child], &entries[best]) ? child : best;
	}
	return best;
}

/* Find the place of an entry from a free place downward: the child that fires first moves up. */
static void sift_down(async_reactor_t *reactor, size_t index, async__timer_entry_t entry)
{
	async__timer_entry_t *const entries = reactor->timers;
	size_t child;

	ASYNC_ASSERT(index < reactor->timer_count && "a place is one in use");
	while ((child = index * ARITY + 1) < reactor->timer_count) {
		child = first_child(entries, child, reactor->timer_count);
		if (!fires_before(&entries[child], &entry)) {
			break;
		}
		entries[index] = entries[child];
		if (index > 0 && index <= SOON) {
			__builtin_prefetch((const void *) reactor->timer_slots[entries[index].slot]);
		}
		index = child;
	}
	entries[index] = entry;
}

/* errors: false without memory; one of the arrays may be larger than the capacity then */
static bool set_capacity(async_reactor_t *reactor, size_t capacity)
{
	async__timer_entry_t *timers;
	uintptr_t *slots;

	ASYNC_ASSERT(capacity >= reactor->timer_count && capacity >= reactor->timer_slots_used && "all have room");
	if (capacity > CAPACITY_MAX || !(slots = realloc(reactor->timer_slots, capacity * sizeof(*slots)))) {
		return false;
	}
	reactor->timer_slots = slots;
	timers = realloc(reactor->timers, capacity * sizeof(*timers));
	if (!timers) {
		reactor->timer_capacity = capacity < reactor->timer_capacity ? capacity : reactor->timer_capacity;
		return false;
	}
	reactor->timers = timers;
	reactor->timer_capacity = capacity;
	return true;
}

/* Use the first slots only. errors: false without memory, nothing has changed */
static bool renumber_slots(async_reactor_t *reactor)
{
	const size_t count = reactor->timer_count;
	uintptr_t *slots = malloc(reactor->timer_capacity * sizeof(*slots));

	if (!slots) {
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		async__timer_entry_t *entry = &reactor->timers[i];

		slots[i] = reactor->timer_slots[entry->slot];
		if (!is_hole(reactor, entry)) {
			timer_of(reactor, entry)->slot = (uint32_t) i;
		}
		entry->slot = (uint32_t) i;
	}
	free(reactor->timer_slots);
	reactor->timer_slots = slots;
	reactor->timer_slots_used = (uint32_t) count;
	reactor->timer_free_slot = 0;
	return true;
}

/* Down to a quarter, when less than an eighth is in use: growing and shrinking do not alternate. */
static void shrink(async_reactor_t *reactor)
{
	if (reactor->timer_capacity > CAPACITY_MIN && reactor->timer_count < reactor->timer_capacity / 8
		&& renumber_slots(reactor)) {
		(void) set_capacity(reactor, reactor->timer_capacity / 4);
	}
}

static void remove_first(async_reactor_t *reactor)
{
	async__timer_entry_t last;

	ASYNC_ASSERT(reactor->timer_count > 0 && "a heap with entries has a first one");
	slot_free(reactor, reactor->timers[0].slot);
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
		if (is_hole(reactor, &reactor->timers[i])) {
			slot_free(reactor, reactor->timers[i].slot);
		} else {
			reactor->timers[kept++] = reactor->timers[i];
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
	ASYNC_ASSERT(reactor->timer_holes > 0 && is_hole(reactor, &reactor->timers[0]) && "a hole is counted");
	reactor->timer_holes--;
	remove_first(reactor);
}

/* Make the first entry that of an armed timer, if there is one. The oldest limits are stopped first, so holes come in
 * crowds. */
static void remove_holes_in_front(async_reactor_t *reactor)
{
	while (reactor->timer_holes > 0 && is_hole(reactor, &reactor->timers[0])) {
		if (reactor->timer_holes > reactor->timer_count / HOLES_FEW) {
			remove_all_holes(reactor);
		} else {
			remove_first_hole(reactor);
		}
	}
}

/* Stop the timer of a slot: no entry moves, and no other timer is looked at. */
static void leave_hole(async_reactor_t *reactor, uint32_t slot)
{
	reactor->timer_slots[slot] = HOLE;
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
	ASYNC_ASSERT(reactor->timer_count < reactor->timer_capacity && "there is room for one more");
	timer->slot = slot_take(reactor, timer);
	reactor->timer_count++;
	sift_up(reactor, reactor->timer_count - 1, (async__timer_entry_t) {
		.deadline = timer->deadline, .order = (uint32_t) timer->sequence, .slot = timer->slot,
	});
	return true;
}

/* ---- arming, stopping, firing ---- */

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
	assert(timer->slot < reactor->timer_slots_used && reactor->timer_slots[timer->slot] == (uintptr_t) timer
		&& "an armed timer knows its slot");
	leave_hole(reactor, timer->slot);
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

size_t async__timers_fire(async_reactor_t *reactor, uint64_t now)
{
	size_t fired = 0;

	ASYNC_ASSERT(!reactor->timers_firing && "a firing timer does not fire others");
	if (!async__timers_are_armed(reactor)) {
		return 0;
	}
	reactor->firing_until = now;
	reactor->timers_firing = true;
	while (reactor->timer_count > 0 && reactor->timers[0].deadline <= reactor->firing_until) {
		async_timer_t *timer;
		async_timer_fn fire;

		if (is_hole(reactor, &reactor->timers[0])) {
			remove_first_hole(reactor);
			continue;
		}
		timer = timer_of(reactor, &reactor->timers[0]);
		ASYNC_ASSERT(timer->slot == reactor->timers[0].slot && timer->deadline == reactor->timers[0].deadline
			&& "timer and entry know each other");
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
		if (!is_hole(reactor, &reactor->timers[i])) {
			timer_of(reactor, &reactor->timers[i])->fire = NULL;
		}
	}
	while (owners_alive && reactor->late_timers) {
		reactor->late_timers->fire = NULL;
		reactor->late_timers = reactor->late_timers->late_next;
	}
	free(reactor->timers);
	free(reactor->timer_slots);
	reactor->timers = NULL;
	reactor->timer_slots = NULL;
	reactor->timer_slots_used = reactor->timer_free_slot = 0;
	reactor->timer_capacity = 0;
	reactor->timer_count = reactor->timer_holes = 0;
	reactor->late_timers = NULL;
	reactor->late_tail = &reactor->late_timers;
}

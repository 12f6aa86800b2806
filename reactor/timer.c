/*
 * Timers: an intrusive pairing heap, ordered by deadline and then by the order of arming.
 *
 * libuv sees only the first deadline, and only when a turn is about to sleep (reactor.c). Arming is O(1), stopping
 * and firing O(log n) amortised; nothing here allocates, recurses or makes a system call.
 */
#include "internal.h"

static bool fires_before(const async_timer_t *a, const async_timer_t *b)
{
	return a->deadline != b->deadline ? a->deadline < b->deadline : a->sequence < b->sequence;
}

/* Both are roots or NULL; the one that fires later becomes the first child of the other. */
static async_timer_t *meld(async_timer_t *a, async_timer_t *b)
{
	if (!a || !b) {
		return a ? a : b;
	}
	if (fires_before(b, a)) {
		async_timer_t *swap = a;
		a = b;
		b = swap;
	}

	b->next = a->child;
	b->prev = a;
	if (a->child) {
		a->child->prev = b;
	}
	a->child = b;
	return a;
}

/* Make one heap of a list of siblings: meld them in pairs from left to right, then the pairs from right to left. */
static async_timer_t *meld_siblings(async_timer_t *first)
{
	async_timer_t *pairs = NULL;   /* stack, linked by next */
	async_timer_t *root = NULL;

	while (first) {
		async_timer_t *a = first;
		async_timer_t *b = a->next;

		first = b ? b->next : NULL;
		a->next = a->prev = NULL;
		if (b) {
			b->next = b->prev = NULL;
		}
		a = meld(a, b);
		a->next = pairs;
		pairs = a;
	}

	while (pairs) {
		async_timer_t *pair = pairs;

		pairs = pair->next;
		pair->next = NULL;
		root = meld(root, pair);
	}
	return root;
}

static void remove_timer(async_reactor_t *reactor, async_timer_t *timer)
{
	async_timer_t *below = meld_siblings(timer->child);

	if (timer == reactor->timers) {
		reactor->timers = below;
	} else if (timer == reactor->late_timers) {
		reactor->late_timers = below;
	} else {
		async_timer_t *prev = timer->prev;

		assert(prev && "a timer that is no root hangs below one");
		/* What it was cut from keeps its order: all below fire later than its parent. So put them in its place. */
		if (below) {
			below->next = timer->next;
			below->prev = prev;
			if (timer->next) {
				timer->next->prev = below;
			}
		} else if (timer->next) {
			timer->next->prev = prev;
		}
		if (prev->child == timer) {
			prev->child = below ? below : timer->next;
		} else {
			prev->next = below ? below : timer->next;
		}
	}

	timer->child = timer->next = timer->prev = NULL;
	timer->fire = NULL;
	reactor->timer_count--;
}

void async_timer_start(async_reactor_t *reactor, async_timer_t *timer, uint64_t deadline, async_timer_fn fire)
{
	async_timer_t **heap = reactor->timers_firing ? &reactor->late_timers : &reactor->timers;

	assert(fire && "a timer has a function to call");
	assert(!timer->fire && "an armed timer is stopped before it is armed again");

	timer->deadline = deadline;
	timer->sequence = reactor->timer_sequence++;
	timer->child = timer->next = timer->prev = NULL;
	timer->fire = fire;
	*heap = meld(*heap, timer);
	reactor->timer_count++;
}

void async_timer_stop(async_reactor_t *reactor, async_timer_t *timer)
{
	if (!timer->fire) {
		return;
	}
	assert(reactor->timer_count > 0 && "an armed timer is counted");
	remove_timer(reactor, timer);
}

/* Deadline of the timer that fires first. errors: false when none is armed */
bool async__timer_first(const async_reactor_t *reactor, uint64_t *deadline)
{
	assert(!reactor->late_timers && "late timers are admitted at the end of the turn");

	if (!reactor->timers) {
		return false;
	}
	*deadline = reactor->timers->deadline;
	return true;
}

/* Fire all timers that are due now, in order, and say how many. What they arm waits for the next turn, even when it
 * is due, so that a timer that re-arms itself cannot keep the turn from ending. */
size_t async__timers_fire(async_reactor_t *reactor)
{
	size_t fired = 0;
	uint64_t now;

	if (!reactor->timers) {
		return 0;
	}

	now = async_reactor_now();
	reactor->timers_firing = true;
	while (reactor->timers && reactor->timers->deadline <= now) {
		async_timer_t *timer = reactor->timers;
		async_timer_fn fire = timer->fire;

		remove_timer(reactor, timer);
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
	reactor->timers = meld(reactor->timers, reactor->late_timers);
	reactor->late_timers = NULL;
}

void async__timers_drop(async_reactor_t *reactor, bool owners_alive)
{
	async__timers_admit(reactor);
	while (owners_alive && reactor->timers) {
		remove_timer(reactor, reactor->timers);
	}
	reactor->timers = NULL;
	reactor->timer_count = 0;
}

/*
 * The idle places of a pool in the order of their last check, for the health checks: a pairing heap.
 *
 * A place goes in and out each time that it becomes idle and is lent, so going in costs a comparison, and a place that
 * has no children goes out at once. Only a pool with checks in the background has the heap.
 */
#include "pool/internal.h"

/* Among places that were checked at the same time the one that became idle first comes first. */
static bool comes_before(const async_place_t *a, const async_place_t *b)
{
	return a->checked < b->checked || (a->checked == b->checked && a->entry < b->entry);
}

/* Make one tree of two. Neither has siblings. */
static async_place_t *join(async_place_t *a, async_place_t *b)
{
	async_place_t *top = comes_before(a, b) ? a : b;
	async_place_t *child = top == a ? b : a;

	child->heap_next = top->heap_child;
	child->heap_prev = top;
	if (top->heap_child) {
		top->heap_child->heap_prev = child;
	}
	top->heap_child = child;
	return top;
}

static async_place_t *cut(async_place_t *place)
{
	place->heap_next = place->heap_prev = NULL;
	return place;
}

/* Make one tree of a list of siblings: in pairs, then of the pairs from the last to the first. NULL: the list is
 * empty. */
static async_place_t *join_siblings(async_place_t *first)
{
	async_place_t *pairs = NULL;
	async_place_t *whole = NULL;

	while (first) {
		async_place_t *a = first;
		async_place_t *b = first->heap_next;

		first = b ? b->heap_next : NULL;
		a = b ? join(cut(a), cut(b)) : cut(a);
		a->heap_next = pairs;
		pairs = a;
	}
	while (pairs) {
		async_place_t *pair = pairs;

		pairs = pairs->heap_next;
		whole = whole ? join(cut(pair), whole) : cut(pair);
	}
	return whole;
}

void async_pool_note_unchecked(async_pool_t *pool, async_place_t *place)
{
	if (EXPECTED(pool->health_interval == 0)) {
		return;
	}
	ZEND_ASSERT(place->heap_child == NULL && place->heap_prev == NULL && "a place is in the heap once");
	place->heap_next = NULL;
	pool->unchecked = pool->unchecked ? join(pool->unchecked, place) : place;
}

void async_pool_forget_unchecked(async_pool_t *pool, async_place_t *place)
{
	async_place_t *below;

	if (EXPECTED(pool->health_interval == 0)) {
		return;
	}
	below = join_siblings(place->heap_child);
	place->heap_child = NULL;
	if (place == pool->unchecked) {
		pool->unchecked = below;
		return;
	}
	if (place->heap_prev->heap_child == place) {
		place->heap_prev->heap_child = place->heap_next;
	} else {
		place->heap_prev->heap_next = place->heap_next;
	}
	if (place->heap_next) {
		place->heap_next->heap_prev = place->heap_prev;
	}
	cut(place);
	if (below) {
		pool->unchecked = join(pool->unchecked, below);
	}
}

/*
 * Places of a pool: idle and busy ones, and the hand-over to the longest waiter.
 */
#include "pool/internal.h"

#include "engine/values.h"

/* The frame of a parked acquire(). */
typedef struct {
	async_wait_t wait;          /* must be first */
	async_wait_node_t node;
	async_place_t *place;       /* the place that was handed to it */
} acquisition_t;

/* ---- idle and busy ---- */

void async_pool_set_holder(async_place_t *place, async_coroutine_t *holder)
{
	async_coroutine_t *before = place->holder.coroutine;

	if (holder) {
		async_coroutine_addref(holder);
	}
	place->holder.coroutine = holder;
	if (before) {
		async_scheduler_release_quietly(before);
	}
}

/* The idle places are in the order of their idle time: `next` is the node in front of which the place belongs. */
static void enter_idle(async_pool_t *pool, async_place_t *place, async_ring_t *next)
{
	ZEND_ASSERT(!pool->lock.waiters.head && "no waiter while a place is idle");
	place->state = ASYNC_PLACE_IDLE;
	async_pool_set_holder(place, NULL);
	/* At the tail of a ring is right before its head. */
	async_ring_insert_tail(next, &place->holder.node);
	pool->idle_count++;
	async_pool_note_unchecked(pool, place);
	async_pool_watch_idle(pool);
	async_pool_watch_health(pool);
}

static void leave_idle(async_pool_t *pool, async_place_t *place)
{
	if (UNEXPECTED(pool->gap == &place->holder.node)) {
		pool->gap = place->holder.node.prev;
	}
	async_ring_remove(&place->holder.node);
	pool->idle_count--;
	async_pool_forget_unchecked(pool, place);
}

static void make_busy(async_pool_t *pool, async_place_t *place)
{
	place->state = ASYNC_PLACE_PREPARED;
	async_pool_set_holder(place, ASYNC_G(current));
	async_ring_insert_tail(&pool->busy, &place->holder.node);
}

void async_pool_take_idle(async_pool_t *pool, async_place_t *place)
{
	ZEND_ASSERT(place->state == ASYNC_PLACE_IDLE && "an idle place is in the list");
	leave_idle(pool, place);
	make_busy(pool, place);
}

async_place_t *async_pool_take(async_pool_t *pool)
{
	async_place_t *place;

	if (!async_ring_is_empty(&pool->idle)) {
		place = (async_place_t *) pool->idle.prev;
		async_pool_take_idle(pool, place);
		return place;
	}
	return EXPECTED(pool->count < pool->max) ? async_pool_take_new(pool) : NULL;
}

async_place_t *async_pool_take_new(async_pool_t *pool)
{
	async_place_t *place = ecalloc(1, sizeof(*place));

	ZEND_ASSERT(pool->count < pool->max && "there is room for a place");
	pool->count++;
	place->pool = pool;
	ZVAL_UNDEF(&place->value);
	ZVAL_UNDEF(&place->notes);
	make_busy(pool, place);
	return place;
}

void async_pool_reclaim(async_pool_t *pool, async_place_t *place)
{
	if (UNEXPECTED(place->is_forsaken)) {
		place->is_forsaken = false;
		pool->count++;
	}
}

static void free_place(async_place_t *place)
{
	async_pool_set_holder(place, NULL);
	if (place->lent_file) {
		zend_string_release(place->lent_file);
	}
	efree(place);
}

/* ---- hand-over ---- */

/* Hand the place to the longest waiter; or free it, if it has no resource. False: it is to become idle. */
static bool hand_over(async_pool_t *pool, async_place_t *place)
{
	async_wait_node_t *node;

	ZEND_ASSERT(place->state != ASYNC_PLACE_IDLE && place->holder_end.list == NULL && "a busy place, not lent");
	async_pool_reclaim(pool, place);
	place->state = ASYNC_PLACE_PREPARED;
	node = async_wait_claim_first(&pool->lock.waiters);
	if (node) {
		async_pool_set_holder(place, node->wait->coroutine);
		((acquisition_t *) node->wait)->place = place;
		return true;
	}
	async_ring_remove(&place->holder.node);
	if (Z_ISUNDEF(place->value)) {
		pool->count--;
		free_place(place);
		async_pool_watch_health(pool);
		return true;
	}
	return false;
}

void async_pool_pass_on(async_pool_t *pool, async_place_t *place)
{
	if (!hand_over(pool, place)) {
		place->idle_since = async_reactor_now();
		place->entry = ++pool->entries;
		enter_idle(pool, place, &pool->idle);
	}
}

void async_pool_pass_on_untouched(async_pool_t *pool, async_place_t *place, uint64_t idle_since)
{
	if (!hand_over(pool, place)) {
		place->idle_since = idle_since;
		/* In a forked child all others have been left to the parent. */
		enter_idle(pool, place, EXPECTED(pool->gap != NULL) ? pool->gap->next : &pool->idle);
	}
}

static void revoke_place(async_wait_t *wait)
{
	acquisition_t *acquisition = (acquisition_t *) wait;
	async_place_t *place = acquisition->place;

	if (place) {
		acquisition->place = NULL;
		async_pool_put_back(place->pool, place);
	}
}

async_place_t *async_pool_await_place(async_pool_t *pool, zend_object *token)
{
	acquisition_t acquisition = { .place = NULL };
	const bool is_connection = pool->lock.is_connection;
	async_wait_result_t result;

	async_wait_begin(&acquisition.wait, ASYNC_WAIT_FOR_LOCK);
	acquisition.wait.subject = &pool->lock;
	acquisition.wait.revoke = revoke_place;
	/* The pool may be gone afterwards. */
	ASYNC_G(connection_waiters) += is_connection;
	result = async_park_on(&acquisition.wait, &pool->lock.waiters, &acquisition.node, false, token);
	ASYNC_G(connection_waiters) -= is_connection && ASYNC_G(connection_waiters) > 0;
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
	}
	return acquisition.place;
}

/* ---- lookup ---- */

/* Identical values have the same hash. */
static zend_ulong hash_of(zval *value)
{
	switch (Z_TYPE_P(value)) {
		case IS_OBJECT:
			return Z_OBJ_HANDLE_P(value);
		case IS_RESOURCE:
			return (zend_ulong) Z_RES_HANDLE_P(value);
		case IS_STRING:
			return ZSTR_HASH(Z_STR_P(value));
		case IS_LONG:
			return (zend_ulong) Z_LVAL_P(value);
		default:
			return Z_TYPE_P(value);
	}
}

void async_pool_note_lent(async_pool_t *pool, async_place_t *place)
{
	const zend_ulong hash = hash_of(&place->value);
	async_place_t *first = zend_hash_index_find_ptr(&pool->lent, hash);

	place->prev_alike = NULL;
	place->next_alike = first;
	if (UNEXPECTED(first != NULL)) {
		first->prev_alike = place;
	}
	zend_hash_index_update_ptr(&pool->lent, hash, place);
}

void async_pool_forget_lent(async_pool_t *pool, async_place_t *place)
{
	if (place->next_alike) {
		place->next_alike->prev_alike = place->prev_alike;
	}
	if (place->prev_alike) {
		place->prev_alike->next_alike = place->next_alike;
	} else if (place->next_alike) {
		zend_hash_index_update_ptr(&pool->lent, hash_of(&place->value), place->next_alike);
	} else {
		zend_hash_index_del(&pool->lent, hash_of(&place->value));
	}
}

async_place_t *async_pool_find_lent(const async_pool_t *pool, zval *value)
{
	async_place_t *found = NULL;
	async_place_t *place = zend_hash_index_find_ptr(&pool->lent, hash_of(value));

	for (; place; place = place->next_alike) {
		ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && "only places that are lent are listed");
		if (zend_is_identical(&place->value, value)) {
			found = place;
			if (place->holder.coroutine == ASYNC_G(current)) {
				break;
			}
		}
	}
	return found;
}

async_lending_t async_pool_lending_of(async_place_t *place)
{
	ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && "only a place that is lent has a lending");
	return (async_lending_t) { hash_of(&place->value), place->lending };
}

async_place_t *async_pool_find_lending(const async_pool_t *pool, async_lending_t lending)
{
	async_place_t *place = zend_hash_index_find_ptr(&pool->lent, lending.hash);

	while (place && place->lending != lending.number) {
		place = place->next_alike;
	}
	return place;
}

/* ---- in a forked child ---- */

static void leave_value(async_place_t *place, void (*keep)(zval *value))
{
	if (!Z_ISUNDEF(place->value)) {
		keep(&place->value);
		ZVAL_UNDEF(&place->value);
	}
}

/* Free a place without its resource. */
static void leave_place(async_pool_t *pool, async_place_t *place, void (*keep)(zval *value))
{
	async_ring_remove(&place->holder.node);
	pool->count--;
	leave_value(place, keep);
	async_clear_value(&place->notes);
	free_place(place);
}

/* The reference that a lending has on its pool is not given back: it may be the last one, and the end of the pool runs
 * PHP code. */
static void leave_busy(async_pool_t *pool, async_place_t *place, void (*keep)(zval *value))
{
	if (place->state == ASYNC_PLACE_LENT) {
		async_wait_list_remove(&place->holder_end);
		async_pool_forget_lent(pool, place);
		pool->lent_count--;
		leave_place(pool, place, keep);
	} else if (place->holder.coroutine != ASYNC_G(current) && !place->is_forsaken) {
		/* The frame that has the record never goes on. */
		place->is_forsaken = true;
		pool->count--;
		leave_value(place, keep);
	}
}

void async_pool_leave_to_parent(async_pool_t *pool, void (*keep)(zval *value))
{
	async_ring_t *next;

	while (!async_ring_is_empty(&pool->idle)) {
		pool->idle_count--;
		leave_place(pool, (async_place_t *) async_ring_first(&pool->idle), keep);
	}
	pool->unchecked = NULL;
	pool->gap = NULL;
	for (async_ring_t *at = pool->busy.next; at != &pool->busy; at = next) {
		next = at->next;
		leave_busy(pool, (async_place_t *) at, keep);
	}
	pool->sweeping = false;
	pool->is_examining = false;
	pool->is_trying = false;
}

/* ---- the end ---- */

static void free_ring(async_ring_t *places)
{
	while (!async_ring_is_empty(places)) {
		async_place_t *place = (async_place_t *) places->prev;
		async_ring_remove(&place->holder.node);
		async_wait_list_remove(&place->holder_end);
		async_clear_value(&place->value);
		async_clear_value(&place->notes);
		free_place(place);
	}
}

void async_pool_free_places(async_pool_t *pool)
{
	free_ring(&pool->idle);
	free_ring(&pool->busy);
	zend_hash_destroy(&pool->lent);
}

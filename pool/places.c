/*
 * Places of a pool: idle and busy ones, and the hand-over to the longest waiter.
 */
#include "pool/internal.h"

/* The frame of a parked acquire(). */
typedef struct {
	async_wait_t wait;          /* must be first */
	async_wait_node_t node;
	async_place_t *place;       /* what it was given */
} acquisition_t;

/* ---- lists ---- */

static void list_prepend(async_holder_t **head, async_holder_t *holder)
{
	holder->prev = NULL;
	holder->next = *head;
	if (*head) {
		(*head)->prev = holder;
	}
	*head = holder;
}

static void list_remove(async_holder_t **head, async_holder_t *holder)
{
	if (holder->prev) {
		holder->prev->next = holder->next;
	} else {
		*head = holder->next;
	}
	if (holder->next) {
		holder->next->prev = holder->prev;
	}
}

static void enter_idle(async_pool_t *pool, async_place_t *place)
{
	ZEND_ASSERT(!pool->lock.waiters.head && "no waiter while a place is idle");
	place->state = ASYNC_PLACE_IDLE;
	place->holder.coroutine = NULL;
	place->idle_since = async_reactor_now();
	list_prepend(&pool->newest, &place->holder);
	if (pool->oldest == NULL) {
		pool->oldest = &place->holder;
	}
	pool->idle_count++;
	async_pool_watch_idle(pool);
}

void async_pool_take_idle(async_pool_t *pool, async_place_t *place)
{
	ZEND_ASSERT(place->state == ASYNC_PLACE_IDLE && "an idle place is in the list");
	if (pool->oldest == &place->holder) {
		pool->oldest = place->holder.prev;
	}
	list_remove(&pool->newest, &place->holder);
	pool->idle_count--;
	place->state = ASYNC_PLACE_PREPARED;
	place->holder.coroutine = ASYNC_G(current);
	list_prepend(&pool->lock.holders, &place->holder);
}

async_place_t *async_pool_take(async_pool_t *pool)
{
	async_place_t *place = (async_place_t *) pool->newest;

	if (place) {
		async_pool_take_idle(pool, place);
		return place;
	}
	if (pool->count == pool->max) {
		return NULL;
	}
	pool->count++;
	place = ecalloc(1, sizeof(*place));
	place->pool = pool;
	ZVAL_UNDEF(&place->value);
	ZVAL_UNDEF(&place->notes);
	place->state = ASYNC_PLACE_PREPARED;
	place->holder.coroutine = ASYNC_G(current);
	list_prepend(&pool->lock.holders, &place->holder);
	return place;
}

static void free_place(async_place_t *place)
{
	if (place->lent_file) {
		zend_string_release(place->lent_file);
	}
	efree(place);
}

/* ---- hand-over ---- */

void async_pool_pass_on(async_pool_t *pool, async_place_t *place)
{
	async_wait_node_t *node;

	ZEND_ASSERT(place->state != ASYNC_PLACE_IDLE && place->holder_end.list == NULL && "a busy place, not lent");
	place->state = ASYNC_PLACE_PREPARED;
	while ((node = pool->lock.waiters.head) != NULL) {
		if (EXPECTED(async_wait_claim(node))) {
			place->holder.coroutine = node->wait->coroutine;
			((acquisition_t *) node->wait)->place = place;
			return;
		}
	}
	list_remove(&pool->lock.holders, &place->holder);
	if (Z_ISUNDEF(place->value)) {
		pool->count--;
		free_place(place);
	} else {
		enter_idle(pool, place);
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

	async_wait_begin(&acquisition.wait, ASYNC_WAIT_FOR_LOCK);
	acquisition.wait.subject = &pool->lock;
	acquisition.wait.revoke = revoke_place;
	if (UNEXPECTED(async_park_on(&acquisition.wait, &pool->lock.waiters, &acquisition.node, false, token)
			== ASYNC_WAIT_CANCELLED)) {
		/* At the end of everything nobody revokes. */
		revoke_place(&acquisition.wait);
		async_throw_cancellation();
	}
	return acquisition.place;
}

/* ---- lookup ---- */

async_place_t *async_pool_find_lent(const async_pool_t *pool, zval *value)
{
	async_place_t *found = NULL;

	for (async_holder_t *at = pool->lock.holders; at; at = at->next) {
		async_place_t *place = (async_place_t *) at;
		if (place->state == ASYNC_PLACE_LENT && zend_is_identical(&place->value, value)) {
			found = place;
			if (at->coroutine == ASYNC_G(current)) {
				break;
			}
		}
	}
	return found;
}

async_place_t *async_pool_find_lending(const async_pool_t *pool, uint64_t lending)
{
	for (async_holder_t *at = pool->lock.holders; at; at = at->next) {
		async_place_t *place = (async_place_t *) at;
		if (place->state == ASYNC_PLACE_LENT && place->lending == lending) {
			return place;
		}
	}
	return NULL;
}

/* ---- the end ---- */

static void free_list(async_holder_t *holder)
{
	while (holder) {
		async_place_t *place = (async_place_t *) holder;
		holder = holder->next;
		if (EXPECTED(!async_scheduler_is_over())) {
			async_wait_list_remove(&place->holder_end);
		}
		zval_ptr_dtor(&place->value);
		zval_ptr_dtor(&place->notes);
		free_place(place);
	}
}

void async_pool_free_places(async_pool_t *pool)
{
	async_holder_t *idle = pool->newest;
	async_holder_t *busy = pool->lock.holders;

	pool->newest = pool->oldest = pool->lock.holders = NULL;
	free_list(idle);
	free_list(busy);
}

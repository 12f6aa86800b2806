/*
 * Lending the resources of a pool, and taking them back.
 */
#include "pool/internal.h"

#include "scheduler/cycle.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"

#include "clients/clients.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* ---- lending ---- */

/* Get a resource into the place that can be lent. False after an exception: the place was passed on. */
static bool prepare(async_pool_t *pool, async_place_t *place)
{
	ZEND_ASSERT(place->state == ASYNC_PLACE_PREPARED && "a place is prepared by its holder");
	if (!Z_ISUNDEF(place->value) && !async_pool_may_be_lent(pool, place)) {
		async_pool_destroy_value(pool, place);
	}
	if (Z_ISUNDEF(place->value) && EXPECTED(!EG(exception)) && EXPECTED(!pool->closed)) {
		async_pool_make(pool, place);
	}
	if (EXPECTED(!EG(exception)) && UNEXPECTED(pool->closed)) {
		async_throw("The pool is closed");
	}
	if (EXPECTED(!EG(exception))) {
		return true;
	}
	async_pool_destroy_value(pool, place);
	async_pool_pass_on(pool, place);
	return false;
}

/* Drop a reference that is not the last one, where no PHP code may run. */
static void release_quietly(async_pool_t *pool)
{
	ZEND_ASSERT(GC_REFCOUNT(&pool->std) > 1 && "the pool has another holder");
	async_deferred_drop(&pool->std);
}

/* Count the lending as over, and note whether its holder was cancelled during it. */
static void end_lending(async_pool_t *pool, async_place_t *place)
{
	const async_coroutine_t *holder = place->holder.coroutine;

	ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && pool->lent_count > 0 && "a place that is lent counts");
	ZEND_ASSERT((holder || !place->may_be_interrupted) && "only a coroutine can be cancelled");
	pool->lent_count--;
	async_pool_forget_lent(pool, place);
	place->interrupted = place->may_be_interrupted && (holder->flags & ASYNC_COROUTINE_CANCEL_REQUESTED);
}

/* A coroutine has ended without giving its resource back. */
static void holder_ended(async_wait_node_t *node)
{
	async_place_t *place = async_container_of(node, async_place_t, holder_end);
	async_pool_t *pool = place->pool;

	end_lending(pool, place);
	if (UNEXPECTED(async_is_unwinding())) {
		/* No user code can run any more to reset the resource. A pool that only this coroutine had is freed now, as the
		 * rest of its frames is. */
		place->spoilt = true;
		async_pool_pass_on(pool, place);
		OBJ_RELEASE(&pool->std);
		return;
	}
	place->state = ASYNC_PLACE_RETURNING;
	if (UNEXPECTED(GC_REFCOUNT(&pool->std) == 1)) {
		/* The last reference is that of the lending. The service coroutine that puts the place back gets its own, so
		 * that release_quietly() below does not drop the last one. */
		pool->closed = true;
	}
	async_pool_put_back(pool, place);
	release_quietly(pool);
}

/* Lend a resource that was prepared to the current coroutine. User code has prepared it, possibly in a Fiber that was
 * suspended meanwhile: so the coroutine that began may be over, and this one gets the resource. */
static void lend(async_pool_t *pool, async_place_t *place)
{
	async_coroutine_t *holder = ASYNC_G(current);

	async_pool_reclaim(pool, place);
	async_pool_set_holder(place, holder);
	place->state = ASYNC_PLACE_LENT;
	place->lending = ++pool->lendings;
	place->borrower = NULL;
	place->uses++;
	pool->lent_count++;
	async_pool_note_lent(pool, place);
	async_note_place(&place->lent_file, &place->lent_line);
	place->may_be_interrupted = holder && (holder->flags
		& (ASYNC_COROUTINE_CANCEL_REQUESTED | ASYNC_COROUTINE_CANCEL_PENDING)) != ASYNC_COROUTINE_CANCEL_REQUESTED;
	if (EXPECTED(holder != NULL)) {
		async_wait_list_watch(&holder->awaitable.waiters, &place->holder_end, holder_ended);
		GC_ADDREF(&pool->std);
	}
}

/* Take a place from a coroutine that will never go on: after exit() or a fatal error, for a shutdown function. Its
 * resource is not used again. A Fiber of that coroutine may go on all the same, in the middle of preparing a place or
 * taking it back: it keeps the record, and a new one counts in its stead. NULL: there is no such place, or the
 * coroutines may still go on. */
static async_place_t *inherit_place(async_pool_t *pool)
{
	if (EXPECTED(!async_scheduler_is_over())) {
		return NULL;
	}
	for (async_ring_t *at = pool->busy.prev; at != &pool->busy; at = at->prev) {
		async_place_t *place = (async_place_t *) at;

		if (place->holder.coroutine == NULL) {
			continue;
		}
		async_pool_set_holder(place, NULL);
		if (place->state != ASYNC_PLACE_LENT) {
			place->is_forsaken = true;
			pool->count--;
			return async_pool_take_new(pool);
		}
		async_wait_list_remove(&place->holder_end);
		pool->lent_count--;
		async_pool_forget_lent(pool, place);
		release_quietly(pool);
		place->state = ASYNC_PLACE_PREPARED;
		place->spoilt = true;
		return place;
	}
	return NULL;
}

/* Would the wait for a connection of the pool never end (D44)? True after an exception. The caller itself is about to
 * wait for a connection, so the search is made also where no other coroutine does. */
static bool closes_cycle(async_pool_t *pool, const zend_object *token)
{
	if (pool->lock.is_connection) {
		return async_cycle_refuse_slow(ASYNC_WAIT_FOR_LOCK, &pool->lock, 0, token != NULL);
	}
	return async_cycle_refuse(ASYNC_WAIT_FOR_LOCK, &pool->lock, token);
}

/* Get a place for the current coroutine, wait for one if need be. NULL: an exception was thrown, or `waits` is not set
 * and all places are busy. */
static async_place_t *get_place(async_pool_t *pool, zend_object *token, bool waits)
{
	for (;;) {
		async_place_t *place;

		if (UNEXPECTED(pool->closed)) {
			async_throw("The pool is closed");
			return NULL;
		}
		place = async_pool_take(pool);
		if (UNEXPECTED(place == NULL)) {
			place = inherit_place(pool);
		}
		if (EXPECTED(place != NULL) || !waits) {
			return place;
		}
		if (UNEXPECTED(!async_limited_wait_allowed(token))
			|| UNEXPECTED(closes_cycle(pool, token))) {
			return NULL;
		}
		place = async_pool_await_place(pool, token);
		if (EXPECTED(place != NULL) || EG(exception)) {
			return place;
		}
	}
}

async_place_t *async_pool_acquire(async_pool_t *pool, zend_object *token, bool waits)
{
	async_place_t *place;

	if (async_scheduler_start() && async_coroutine_is_cancellation_due(ASYNC_G(current))) {
		async_throw_cancellation();
		return NULL;
	}
	GC_ADDREF(&pool->std);
	place = get_place(pool, token, waits);
	if (place && EXPECTED(prepare(pool, place))) {
		lend(pool, place);
	} else {
		place = NULL;
	}
	OBJ_RELEASE(&pool->std);
	return place;
}

/* ---- the way back ---- */

/* Take a resource back: reset it, or destroy it, then pass the place on. The place is busy and not lent. */
static void take_back(async_pool_t *pool, async_place_t *place, bool discards)
{
	place->state = ASYNC_PLACE_RETURNING;
	if (!discards && !pool->closed && !async_pool_is_worn_out(pool, place)) {
		const async_put_aside_t kept = async_pool_put_aside();
		const bool is_ready = !async_pool_is_exiting() && (!pool->ops->resets(pool) || pool->ops->reset(pool, place));

		discards = !is_ready || EG(exception);
		async_pool_bring_back(kept);
	}
	if (discards || pool->closed || async_pool_is_worn_out(pool, place)) {
		async_pool_destroy_value(pool, place);
	}
	async_pool_pass_on(pool, place);
}

void async_pool_release(async_pool_t *pool, async_place_t *place, bool discards)
{
	const bool holds_pool = place->holder_end.list != NULL;

	ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && "only what is lent is released");
	/* A connection with an open transaction stays with its coroutine, which has to reset it itself. */
	if (pool->resets_in_background && !discards && holds_pool && !async_scheduler_is_over()
		&& !async_clients_keep_any()) {
		async_pool_recall(pool, place, false);
		return;
	}
	async_wait_list_remove(&place->holder_end);
	end_lending(pool, place);
	take_back(pool, place, discards);
	if (EXPECTED(holds_pool)) {
		OBJ_RELEASE(&pool->std);
	}
}

void async_pool_return_unchanged(async_pool_t *pool, async_place_t *place)
{
	const bool holds_pool = place->holder_end.list != NULL;

	ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && "only what is lent is returned");
	async_wait_list_remove(&place->holder_end);
	end_lending(pool, place);
	if (UNEXPECTED(place->interrupted) || UNEXPECTED(pool->closed) || UNEXPECTED(async_pool_is_worn_out(pool, place))) {
		take_back(pool, place, false);
	} else {
		async_pool_pass_on(pool, place);
	}
	if (EXPECTED(holds_pool)) {
		OBJ_RELEASE(&pool->std);
	}
}

/* Body of the service coroutine that takes back a resource whose holder has ended. */
static void take_back_for_holder(async_coroutine_t *self)
{
	take_back(async_pool_from_obj(Z_OBJ(self->params[0])), Z_PTR(self->params[1]), false);
}

/* Must the resource be reset or destroyed before the place is handed to a waiter? */
static bool needs_work(const async_pool_t *pool, const async_place_t *place)
{
	if (Z_ISUNDEF(place->value) || async_is_unwinding()) {
		return false;
	}
	return pool->closed
		|| (place->state == ASYNC_PLACE_RETURNING && (pool->ops->resets(pool) || async_pool_is_worn_out(pool, place)));
}

void async_pool_put_back(async_pool_t *pool, async_place_t *place)
{
	async_coroutine_t *holder = place->holder.coroutine;
	async_coroutine_t *worker;

	if (EXPECTED(!needs_work(pool, place))) {
		async_pool_pass_on(pool, place);
		return;
	}
	ZEND_ASSERT(holder && "a place is put back for a coroutine");
	worker = async_coroutine_new_service(take_back_for_holder, 2);
	ZVAL_OBJ_COPY(&worker->params[0], &pool->std);
	ZVAL_PTR(&worker->params[1], place);
	worker->spawn_line = holder->spawn_line;
	worker->spawn_file = holder->spawn_file ? zend_string_copy(holder->spawn_file) : NULL;
	async_scheduler_enqueue(worker, holder->scope ? holder->scope : &ASYNC_G(global_scope), false);
	async_pool_set_holder(place, worker);
}

void async_pool_recall(async_pool_t *pool, async_place_t *place, bool discards)
{
	const bool holds_pool = place->holder_end.list != NULL;

	ZEND_ASSERT(place->state == ASYNC_PLACE_LENT && "only what is lent is recalled");
	async_wait_list_remove(&place->holder_end);
	end_lending(pool, place);
	place->state = ASYNC_PLACE_RETURNING;
	if (discards) {
		take_back(pool, place, true);
	} else if (UNEXPECTED(place->holder.coroutine == NULL) || UNEXPECTED(async_is_unwinding())) {
		/* No coroutine can reset the resource: the next holder gets another one. */
		place->spoilt = true;
		async_pool_pass_on(pool, place);
	} else {
		async_pool_put_back(pool, place);
	}
	if (EXPECTED(holds_pool)) {
		release_quietly(pool);
	}
}

/* ---- all of them ---- */

void async_pool_fill(async_pool_t *pool)
{
	/* Other code may have the object already: it may add places, take those that are ready, and close the pool. */
	for (zend_long i = 0; i < pool->min && pool->count < pool->min && !pool->closed && !EG(exception); i++) {
		async_place_t *place = async_pool_take_new(pool);

		async_pool_make(pool, place);
		if (UNEXPECTED(pool->closed) || UNEXPECTED(EG(exception) != NULL)) {
			async_pool_destroy_value(pool, place);
		}
		async_pool_pass_on(pool, place);
	}
	if (UNEXPECTED(EG(exception) != NULL)) {
		async_pool_close(pool);
	}
}

void async_pool_close(async_pool_t *pool)
{
	pool->closed = true;
	async_wait_list_wake_all(&pool->lock.waiters);
	while (!async_ring_is_empty(&pool->idle)) {
		async_place_t *place = (async_place_t *) async_ring_first(&pool->idle);

		async_pool_take_idle(pool, place);
		place->state = ASYNC_PLACE_RETURNING;
		async_pool_destroy_value(pool, place);
		async_pool_pass_on(pool, place);
	}
}

void async_pool_destruct(async_pool_t *pool)
{
	/* As for any destructor: the code that drops the handle must not notice it. */
	const async_put_aside_t kept = async_put_aside();

	async_pool_close(pool);
	async_put_back(kept);
}

/*
 * The idle limit of a pool: a timer, and a coroutine that destroys resources that were idle for too long.
 *
 * The timer is set for the place that has been idle the longest. It takes a service coroutine to destroy a resource,
 * because the user's code does it. Neither timer nor coroutine keeps the request alive.
 */
#include "pool/internal.h"

#include "zend_exceptions.h"

static bool has_too_many(const async_pool_t *pool)
{
	return !async_ring_is_empty(&pool->idle) && pool->count > pool->min;
}

static uint64_t deadline_of_oldest(const async_pool_t *pool)
{
	return ((const async_place_t *) pool->idle.next)->idle_since + pool->idle_limit;
}

/* Body of the coroutine. */
static void sweep(async_coroutine_t *self)
{
	async_pool_t *pool = async_pool_from_obj(Z_OBJ(self->params[0]));

	ZEND_ASSERT(pool->sweeping && "one sweeper at a time");
	pool->sweeping = false;
	while (!pool->closed && has_too_many(pool) && deadline_of_oldest(pool) <= async_reactor_now()) {
		async_place_t *place = (async_place_t *) async_ring_first(&pool->idle);
		async_pool_take_idle(pool, place);
		place->state = ASYNC_PLACE_RETURNING;
		async_pool_destroy_value(pool, place);
		async_pool_pass_on(pool, place);
		if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
			return;
		}
	}
	async_pool_watch_idle(pool);
}

static void queue_sweep(void *argument)
{
	async_pool_t *pool = argument;
	async_coroutine_t *sweeper = async_coroutine_new_service(sweep, 1);

	pool->sweeping = true;
	ZVAL_OBJ_COPY(&sweeper->params[0], &pool->std);
	async_scheduler_enqueue(sweeper, &ASYNC_G(global_scope), false);
}

static void limit_passed(async_timer_t *timer)
{
	async_pool_t *pool = async_container_of(timer, async_pool_t, idle_timer);

	if (has_too_many(pool) && deadline_of_oldest(pool) <= async_reactor_now()) {
		async_scheduler_shield(queue_sweep, pool);
	} else {
		/* The place was lent meanwhile, and another one is the oldest now. */
		async_pool_watch_idle(pool);
	}
}

void async_pool_watch_idle(async_pool_t *pool)
{
	async_reactor_t *reactor;

	if (pool->idle_limit == 0 || pool->closed || pool->sweeping || async_timer_is_armed(&pool->idle_timer)
		|| !has_too_many(pool) || !async_pool_has_timers()) {
		return;
	}
	reactor = async_scheduler_reactor();
	if (EXPECTED(reactor != NULL)) {
		/* Without a timer the limit is checked when a resource is lent (is_idle_too_long()). */
		(void) async_timer_start(reactor, &pool->idle_timer, deadline_of_oldest(pool), limit_passed);
	}
}

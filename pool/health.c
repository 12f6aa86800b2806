/*
 * The health checks of a pool in the background: a timer, and a coroutine that checks idle resources.
 *
 * The timer is set for the idle resource that was checked the longest time ago, or for a place that the minimum lacks.
 * While a resource is checked its place is busy; it keeps its position among the idle ones. The timer does not keep the
 * request alive. A check that is under way is finished first.
 */
#include "pool/internal.h"

#include "zend_exceptions.h"

static bool lacks_places(const async_pool_t *pool)
{
	return pool->count < pool->min;
}

static bool is_due(const async_pool_t *pool, const async_place_t *place)
{
	return place && place->checked + pool->health_interval <= async_reactor_now();
}

/* Drop an exception, for which there is no caller. An Error is a defect of the callable: it stays, as exit() does. */
static void drop_exception(void)
{
	if (EG(exception) && !async_is_exit(EG(exception)) && instanceof_function(EG(exception)->ce, zend_ce_exception)) {
		zend_clear_exception();
	}
}

/* Put a resource into a place without one, so that the pool has its minimum again. What the factory throws is dropped:
 * the next caller that needs a resource tries again, and gets its own exception. */
static void refill(async_pool_t *pool, async_place_t *place)
{
	const async_put_aside_t pending = async_pool_put_aside();

	if (!EG(exception) && !pool->closed && async_pool_may_make(pool)) {
		async_pool_make(pool, place);
		drop_exception();
	}
	async_pool_bring_back(pending);
}

/* Check a resource; destroy it if it is not good any more. The place is passed on. */
static void examine(async_pool_t *pool, async_place_t *place)
{
	const uint64_t idle_since = place->idle_since;
	bool is_healthy;

	pool->gap = place->holder.node.prev;
	async_pool_take_idle(pool, place);
	is_healthy = async_pool_is_healthy(pool, place);
	drop_exception();
	if (!is_healthy || UNEXPECTED(pool->closed)) {
		place->state = ASYNC_PLACE_RETURNING;
		async_pool_destroy_value(pool, place);
		if (pool->count <= pool->min) {
			place->state = ASYNC_PLACE_PREPARED;
			refill(pool, place);
		}
		async_pool_pass_on(pool, place);
	} else {
		async_pool_pass_on_untouched(pool, place, idle_since);
	}
	pool->gap = NULL;
}

static void add_missing(async_pool_t *pool)
{
	while (lacks_places(pool) && !pool->closed && !EG(exception) && async_pool_may_make(pool)) {
		async_place_t *place = async_pool_take_new(pool);
		bool has_failed;

		refill(pool, place);
		if (UNEXPECTED(pool->closed)) {
			async_pool_destroy_value(pool, place);
		}
		has_failed = Z_ISUNDEF(place->value);
		async_pool_pass_on(pool, place);
		if (has_failed) {
			return;
		}
	}
}

/* Body of the coroutine. */
static void examine_all(async_coroutine_t *self)
{
	async_pool_t *pool = async_pool_from_obj(Z_OBJ(self->params[0]));

	ZEND_ASSERT(pool->is_examining && "one coroutine examines at a time");
	/* An exception ends this round. The next one goes on. */
	while (!pool->closed && !EG(exception) && is_due(pool, pool->unchecked)) {
		examine(pool, pool->unchecked);
	}
	add_missing(pool);
	pool->is_examining = false;
	if (!async_pool_is_exiting()) {
		async_pool_watch_health(pool);
	}
}

static void queue_examination(void *argument)
{
	async_pool_t *pool = argument;
	async_coroutine_t *examiner = async_coroutine_new_service(examine_all, 1);

	pool->is_examining = true;
	ZVAL_OBJ_COPY(&examiner->params[0], &pool->std);
	async_scheduler_enqueue(examiner, &ASYNC_G(global_scope), false);
}

static void interval_passed(async_timer_t *timer)
{
	async_pool_t *pool = async_container_of(timer, async_pool_t, health_timer);

	if (!pool->closed && (is_due(pool, pool->unchecked) || lacks_places(pool))) {
		async_scheduler_shield(queue_examination, pool);
	} else {
		async_pool_watch_health(pool);
	}
}

void async_pool_watch_health(async_pool_t *pool)
{
	const async_place_t *place;
	async_reactor_t *reactor;
	uint64_t next;

	if (EXPECTED(pool->health_interval == 0) || pool->closed || pool->is_examining
		|| async_timer_is_armed(&pool->health_timer) || !async_pool_has_timers()) {
		return;
	}
	place = pool->unchecked;   /* NULL: none is idle */
	if (place == NULL && !lacks_places(pool)) {
		return;
	}
	next = async_reactor_now() + pool->health_interval;
	if (place && !lacks_places(pool)) {
		next = MAX(place->checked + pool->health_interval, async_reactor_now());
	}
	reactor = async_scheduler_reactor();
	if (EXPECTED(reactor != NULL)) {
		/* Without a timer resources are checked when they are lent. */
		(void) async_timer_start(reactor, &pool->health_timer, next, interval_passed);
	}
}

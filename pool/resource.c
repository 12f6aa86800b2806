/*
 * One resource of a pool: it is made, checked, and destroyed here, with the exceptions of the callables that do it.
 */
#include "pool/internal.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* ---- exceptions of several calls in a row ---- */

async_put_aside_t async_pool_put_aside_slow(void)
{
	if (async_pool_is_exiting()) {
		return (async_put_aside_t) { NULL, NULL, NULL };
	}
	return async_put_aside();
}

void async_pool_bring_back_slow(async_put_aside_t kept)
{
	zend_object *later = EG(exception);

	if (later == NULL || async_is_exit(later)) {
		async_put_back(kept);
		return;
	}
	EG(exception) = NULL;
	async_put_back(kept);
	async_exception_set_previous(kept.exception, later);
}

bool async_pool_is_exiting(void)
{
	return EG(exception) && zend_is_unwind_exit(EG(exception));
}

/* ---- a resource ---- */

bool async_pool_is_worn_out(const async_pool_t *pool, const async_place_t *place)
{
	return place->spoilt || (pool->max_uses && place->uses >= pool->max_uses)
		|| (pool->max_lifetime && async_reactor_now() - place->made >= pool->max_lifetime);
}

static bool is_idle_too_long(const async_pool_t *pool, const async_place_t *place)
{
	return pool->idle_limit && pool->count > pool->min
		&& async_reactor_now() - place->idle_since >= pool->idle_limit;
}

static bool is_to_be_checked(const async_pool_t *pool, const async_place_t *place)
{
	return place->checked <= pool->suspected || async_reactor_now() - place->checked >= pool->check_interval;
}

bool async_pool_may_be_lent(async_pool_t *pool, async_place_t *place)
{
	if (async_pool_is_worn_out(pool, place) || is_idle_too_long(pool, place)) {
		return false;
	}
	return !is_to_be_checked(pool, place) || async_pool_is_healthy(pool, place);
}

bool async_pool_is_healthy(async_pool_t *pool, async_place_t *place)
{
	if (pool->ops->check(pool, place) && EXPECTED(!EG(exception))) {
		place->checked = async_reactor_now();
		return true;
	}
	/* The cause may have broken the other resources, too (a server that was restarted): check them all. */
	pool->suspected = async_reactor_now();
	return false;
}

void async_pool_destroy_value(async_pool_t *pool, async_place_t *place)
{
	async_put_aside_t kept;
	zval value;
	zval notes;

	if (Z_ISUNDEF(place->value)) {
		return;
	}
	kept = async_pool_put_aside();
	ZVAL_COPY_VALUE(&value, &place->value);
	ZVAL_COPY_VALUE(&notes, &place->notes);
	ZVAL_UNDEF(&place->value);
	ZVAL_UNDEF(&place->notes);
	place->spoilt = false;
	if (EXPECTED(!async_pool_is_exiting())) {
		pool->ops->destroy(pool, &value);
	}
	zval_ptr_dtor(&value);
	zval_ptr_dtor(&notes);
	async_pool_bring_back(kept);
}

void async_pool_make(async_pool_t *pool, async_place_t *place)
{
	bool is_trial;

	if (UNEXPECTED(!async_pool_begin_making(pool, &is_trial))) {
		return;
	}
	pool->ops->make(pool, place);
	async_pool_end_making(pool, is_trial);
	place->made = place->checked = async_reactor_now();
	place->uses = 0;
}

/*
 * The circuit breaker of a pool: after several failures of the factory in a row, callers fail at once for a while.
 *
 * Then one caller is let through to try. If it gets a resource, all callers may try again; if it fails, the time begins
 * anew. A cancellation and an exit() say nothing of the server: they count neither as a failure nor as a success.
 */
#include "pool/internal.h"

#include "engine/values.h"

#include "exceptions.h"

static bool is_open(const async_pool_t *pool)
{
	return pool->max_failures && pool->failures >= pool->max_failures;
}

bool async_pool_may_make(const async_pool_t *pool)
{
	return !is_open(pool) || (!pool->is_trying && async_reactor_now() >= pool->retry_at);
}

static ZEND_COLD void throw_open(const async_pool_t *pool)
{
	const uint64_t now = async_reactor_now();

	if (pool->is_trying) {
		async_throw("The factory of the pool fails, " ZEND_LONG_FMT " in a row so far: another coroutine tries it now",
			pool->failures);
	} else {
		async_throw("The factory of the pool fails, " ZEND_LONG_FMT " in a row so far: the next attempt is possible in "
			ZEND_LONG_FMT " ms", pool->failures, (zend_long) ((pool->retry_at - now + 999999) / 1000000));
	}
	if (Z_TYPE(pool->last_failure) == IS_OBJECT) {
		GC_ADDREF(Z_OBJ(pool->last_failure));
		async_exception_set_previous(EG(exception), Z_OBJ(pool->last_failure));
	}
}

bool async_pool_begin_making(async_pool_t *pool, bool *is_trial)
{
	*is_trial = false;
	if (EXPECTED(!is_open(pool))) {
		return true;
	}
	if (!async_pool_may_make(pool)) {
		throw_open(pool);
		return false;
	}
	pool->is_trying = *is_trial = true;
	return true;
}

static bool is_failure(const zend_object *exception)
{
	return !async_is_exit(exception) && !instanceof_function(exception->ce, async_ce_cancellation);
}

void async_pool_end_making(async_pool_t *pool, bool is_trial)
{
	if (EXPECTED(pool->max_failures == 0)) {
		return;
	}
	if (is_trial) {
		pool->is_trying = false;
	}
	if (EXPECTED(EG(exception) == NULL)) {
		pool->failures = 0;
		async_clear_value(&pool->last_failure);
	} else if (is_failure(EG(exception))) {
		pool->failures++;
		pool->retry_at = async_reactor_now() + pool->retry_after;
		async_clear_value(&pool->last_failure);
		ZVAL_OBJ_COPY(&pool->last_failure, EG(exception));
	}
}

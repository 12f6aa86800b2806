/*
 * Pools whose resources are made, checked, reset and destroyed by callables of the user.
 */
#include "pool/internal.h"

#include "exceptions.h"

/* Call with one argument, or none (NULL). *result is undefined after an exception. */
static void call(zval *callable, zval *argument, zval *result)
{
	ZVAL_UNDEF(result);
	call_user_function(NULL, NULL, callable, result, argument ? 1 : 0, argument);
	if (UNEXPECTED(Z_ISREF_P(result))) {
		zend_unwrap_reference(result);
	}
	if (UNEXPECTED(EG(exception) != NULL)) {
		zval_ptr_dtor(result);
		ZVAL_UNDEF(result);
	}
}

void async_pool_call_with(zval *callable, const zval *value, zval *result)
{
	zval argument;

	ZVAL_COPY(&argument, value);
	call(callable, &argument, result);
	zval_ptr_dtor(&argument);
}

static void make_by_factory(async_pool_t *pool, async_place_t *place)
{
	call(&pool->factory, NULL, &place->value);
	if (EXPECTED(!Z_ISUNDEF(place->value)) && UNEXPECTED(Z_TYPE(place->value) == IS_NULL)) {
		ZVAL_UNDEF(&place->value);
		async_throw("The factory of the pool returned NULL instead of a resource");
	}
}

static bool check_by_callable(async_pool_t *pool, async_place_t *place)
{
	zval answer;
	bool is_good;

	if (Z_ISUNDEF(pool->healthcheck)) {
		return true;
	}
	async_pool_call_with(&pool->healthcheck, &place->value, &answer);
	is_good = !Z_ISUNDEF(answer) && zend_is_true(&answer);
	zval_ptr_dtor(&answer);
	return is_good;
}

static bool has_reset(const async_pool_t *pool)
{
	return !Z_ISUNDEF(pool->reset);
}

static bool reset_by_callable(async_pool_t *pool, async_place_t *place)
{
	zval answer;
	bool is_ready;

	async_pool_call_with(&pool->reset, &place->value, &answer);
	is_ready = !Z_ISUNDEF(answer) && Z_TYPE(answer) != IS_FALSE;
	zval_ptr_dtor(&answer);
	return is_ready;
}

static void destroy_by_callable(async_pool_t *pool, zval *value)
{
	zval ignored;

	if (!Z_ISUNDEF(pool->destructor)) {
		call(&pool->destructor, value, &ignored);
		zval_ptr_dtor(&ignored);
	}
}

const async_pool_ops_t async_pool_callable_ops = {
	.make = make_by_factory,
	.check = check_by_callable,
	.resets = has_reset,
	.reset = reset_by_callable,
	.destroy = destroy_by_callable,
};

/*
 * Async\Pool: the class, its limits, and its methods.
 */
#include "pool/internal.h"

#include "engine/values.h"
#include "scheduler/identity.h"
#include "scheduler/snapshot.h"

#include "zend_interfaces.h"

#include "exceptions.h"
#include "stubs/pool_arginfo.h"

zend_class_entry *async_ce_pool;
static zend_object_handlers pool_handlers;

#define THIS_POOL() async_pool_from_obj(Z_OBJ_P(ZEND_THIS))

/* ---- object ---- */

static zend_object *pool_create(zend_class_entry *ce)
{
	async_pool_t *pool = zend_object_alloc(sizeof(async_pool_t), ce);

	async_ring_init(&pool->idle);
	async_ring_init(&pool->busy);
	zend_hash_init(&pool->lent, 0, NULL, NULL, 0);
	pool->lock.holders = &pool->busy;
	pool->lock.name = ZSTR_VAL(ce->name);
	async_note_place(&pool->lock.made_file, &pool->lock.made_line);
	ZVAL_UNDEF(&pool->factory);
	ZVAL_UNDEF(&pool->destructor);
	ZVAL_UNDEF(&pool->healthcheck);
	ZVAL_UNDEF(&pool->reset);
	ZVAL_UNDEF(&pool->prepare);
	ZVAL_UNDEF(&pool->last_failure);
	ZVAL_UNDEF(&pool->arguments);
	zend_object_std_init(&pool->std, ce);
	pool->std.handlers = &pool_handlers;
	return &pool->std;
}

/* The destructor handler, not the free handler, calls the user's destructors: PHP code may run here. */
static void pool_destruct(zend_object *object)
{
	async_pool_destruct(async_pool_from_obj(object));
}

static void pool_free(zend_object *object)
{
	async_pool_t *pool = async_pool_from_obj(object);

	ZEND_ASSERT((!pool->lock.waiters.head || async_scheduler_is_over()) && "a parked coroutine holds the pool");
	if (ASYNC_G(reactor)) {
		async_timer_stop(ASYNC_G(reactor), &pool->idle_timer);
		async_timer_stop(ASYNC_G(reactor), &pool->health_timer);
	}
	zend_object_std_dtor(object);
	async_pool_free_places(pool);
	async_lock_forget_place(&pool->lock);
	async_clear_value(&pool->factory);
	async_clear_value(&pool->destructor);
	async_clear_value(&pool->healthcheck);
	async_clear_value(&pool->reset);
	async_clear_value(&pool->prepare);
	async_clear_value(&pool->arguments);
	async_clear_value(&pool->last_failure);
}

static void add_places(zend_get_gc_buffer *buffer, const async_ring_t *places)
{
	for (async_ring_t *at = places->next; at != places; at = at->next) {
		zend_get_gc_buffer_add_zval(buffer, &((async_place_t *) at)->value);
		zend_get_gc_buffer_add_zval(buffer, &((async_place_t *) at)->notes);
	}
}

static HashTable *pool_get_gc(zend_object *object, zval **table, int *n)
{
	async_pool_t *pool = async_pool_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &pool->factory);
	zend_get_gc_buffer_add_zval(buffer, &pool->destructor);
	zend_get_gc_buffer_add_zval(buffer, &pool->healthcheck);
	zend_get_gc_buffer_add_zval(buffer, &pool->reset);
	zend_get_gc_buffer_add_zval(buffer, &pool->prepare);
	zend_get_gc_buffer_add_zval(buffer, &pool->arguments);
	zend_get_gc_buffer_add_zval(buffer, &pool->last_failure);
	add_places(buffer, &pool->idle);
	add_places(buffer, &pool->busy);
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static const async_snapshot_class_t pool_rows = { "pools", &pool_handlers, async_pool_row };

ASYNC_REGISTERS void async_pool_register(void)
{
	async_ce_pool = register_class_Async_Pool(zend_ce_countable);
	async_ce_pool->create_object = pool_create;
	memcpy(&pool_handlers, zend_get_std_object_handlers(), sizeof(pool_handlers));
	pool_handlers.offset = offsetof(async_pool_t, std);
	pool_handlers.dtor_obj = pool_destruct;
	pool_handlers.get_debug_info = async_pool_debug_info;
	pool_handlers.free_obj = pool_free;
	async_snapshot_add_class(&pool_rows);
	pool_handlers.get_gc = pool_get_gc;
	pool_handlers.clone_obj = NULL;
	pool_handlers.compare = async_compare_identity;
}

/* ---- constructor ---- */

static bool check_least(zend_long value, zend_long least, uint32_t arg_num)
{
	if (EXPECTED(value >= least)) {
		return true;
	}
	zend_argument_value_error(arg_num, "must be greater than or equal to " ZEND_LONG_FMT, least);
	return false;
}

bool async_pool_set_limits(async_pool_t *pool, const async_pool_limits_t *limits, uint32_t first_arg)
{
	if (!check_least(limits->min, 0, first_arg) || !check_least(limits->max, 1, first_arg + 1)
		|| !check_least(limits->idle_ms, 0, first_arg + 2) || !check_least(limits->lifetime_ms, 0, first_arg + 3)
		|| !check_least(limits->uses, 0, first_arg + 4) || !check_least(limits->check_ms, 0, first_arg + 5)) {
		return false;
	}
	if (limits->min > limits->max) {
		zend_argument_value_error(first_arg, "must not be greater than argument #%u ($max)", first_arg + 1);
		return false;
	}
	pool->min = limits->min;
	pool->max = limits->max;
	pool->idle_limit = async_ns_from_ms(limits->idle_ms);
	pool->max_lifetime = async_ns_from_ms(limits->lifetime_ms);
	pool->max_uses = limits->uses;
	pool->check_interval = async_ns_from_ms(limits->check_ms);
	return true;
}

bool async_pool_check_care(const async_pool_care_t *care, uint32_t first_arg)
{
	return check_least(care->health_ms, 0, first_arg) && check_least(care->max_failures, 0, first_arg + 2)
		&& check_least(care->retry_ms, 0, first_arg + 3);
}

void async_pool_set_care(async_pool_t *pool, const async_pool_care_t *care)
{
	pool->health_interval = async_ns_from_ms(care->health_ms);
	pool->resets_in_background = care->resets_in_background;
	pool->max_failures = care->max_failures;
	pool->retry_after = async_ns_from_ms(care->retry_ms);
}

static void keep_callable(zval *kept, zend_fcall_info *fci, zend_fcall_info_cache *fcc)
{
	if (ZEND_FCI_INITIALIZED(*fci)) {
		async_callable_keep(kept, fci, fcc);
	}
}

ZEND_METHOD(Async_Pool, __construct)
{
	async_pool_t *pool = THIS_POOL();
	async_pool_limits_t limits = { .max = 10 };
	async_pool_care_t care = { .retry_ms = 1000 };
	zend_fcall_info fci[4] = { empty_fcall_info, empty_fcall_info, empty_fcall_info, empty_fcall_info };
	zend_fcall_info_cache fcc[4] = { empty_fcall_info_cache, empty_fcall_info_cache, empty_fcall_info_cache,
		empty_fcall_info_cache };

	ZEND_PARSE_PARAMETERS_START(1, 14)
		Z_PARAM_FUNC(fci[0], fcc[0])
		Z_PARAM_OPTIONAL
		Z_PARAM_FUNC_OR_NULL(fci[1], fcc[1])
		Z_PARAM_FUNC_OR_NULL(fci[2], fcc[2])
		Z_PARAM_FUNC_OR_NULL(fci[3], fcc[3])
		Z_PARAM_LONG(limits.min)
		Z_PARAM_LONG(limits.max)
		Z_PARAM_LONG(limits.idle_ms)
		Z_PARAM_LONG(limits.lifetime_ms)
		Z_PARAM_LONG(limits.uses)
		Z_PARAM_LONG(limits.check_ms)
		Z_PARAM_LONG(care.health_ms)
		Z_PARAM_BOOL(care.resets_in_background)
		Z_PARAM_LONG(care.max_failures)
		Z_PARAM_LONG(care.retry_ms)
	ZEND_PARSE_PARAMETERS_END();
	if (pool->ops) {
		async_throw("Async\\Pool is constructed once");
		RETURN_THROWS();
	}
	if (!async_pool_check_care(&care, 11) || !async_pool_set_limits(pool, &limits, 5)) {
		RETURN_THROWS();
	}
	async_pool_set_care(pool, &care);
	pool->ops = &async_pool_callable_ops;
	keep_callable(&pool->factory, &fci[0], &fcc[0]);
	keep_callable(&pool->destructor, &fci[1], &fcc[1]);
	keep_callable(&pool->healthcheck, &fci[2], &fcc[2]);
	keep_callable(&pool->reset, &fci[3], &fcc[3]);
	async_pool_fill(pool);
}

/* ---- methods ---- */

static void acquire(INTERNAL_FUNCTION_PARAMETERS, zend_object *token, bool waits)
{
	async_place_t *place = async_pool_acquire(THIS_POOL(), token, waits);

	if (EXPECTED(place != NULL)) {
		RETURN_COPY(&place->value);
	}
}

ZEND_METHOD(Async_Pool, acquire)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 1))) {
		RETURN_THROWS();
	}
	acquire(INTERNAL_FUNCTION_PARAM_PASSTHRU, token, true);
}

ZEND_METHOD(Async_Pool, tryAcquire)
{
	ZEND_PARSE_PARAMETERS_NONE();
	acquire(INTERNAL_FUNCTION_PARAM_PASSTHRU, NULL, false);
}

static ZEND_COLD void throw_not_holder(const async_place_t *place)
{
	const async_coroutine_t *holder = place->holder.coroutine;

	if (holder) {
		async_throw("The resource is held by another coroutine, #" ZEND_ULONG_FMT ", since %s:%u",
			(zend_ulong) holder->id, place->lent_file ? ZSTR_VAL(place->lent_file) : "unknown place",
			place->lent_line);
	} else {
		async_throw("The resource is held by code outside of coroutines");
	}
}

static void give_back(INTERNAL_FUNCTION_PARAMETERS, bool discards)
{
	async_pool_t *pool = THIS_POOL();
	async_place_t *place;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	place = async_pool_find_lent(pool, value);
	ZEND_ASSERT((place == NULL || (place->pool == pool && pool->lent_count > 0)) && "a place that is lent counts");
	if (UNEXPECTED(place == NULL)) {
		async_throw("The resource is not lent by this pool: it was returned already, or is not from this pool");
	} else if (UNEXPECTED(place->holder.coroutine != ASYNC_G(current))) {
		throw_not_holder(place);
	} else {
		async_pool_release(pool, place, discards);
	}
}

ZEND_METHOD(Async_Pool, release)
{
	give_back(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_METHOD(Async_Pool, discard)
{
	give_back(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

ZEND_METHOD(Async_Pool, use)
{
	async_pool_t *pool = THIS_POOL();
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_object *token = NULL;
	async_place_t *place;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 2))) {
		RETURN_THROWS();
	}
	async_callable_keep(&callback, &fci, &fcc);
	place = async_pool_acquire(pool, token, true);
	if (EXPECTED(place != NULL)) {
		const async_lending_t lending = async_pool_lending_of(place);

		async_pool_call_with(&callback, &place->value, return_value);
		place = async_pool_find_lending(pool, lending);
		if (EXPECTED(place != NULL)) {
			async_pool_release(pool, place, false);
		}
		if (UNEXPECTED(EG(exception) != NULL)) {
			zval_ptr_dtor(return_value);
			ZVAL_NULL(return_value);
		}
	}
	zval_ptr_dtor(&callback);
}

ZEND_METHOD(Async_Pool, close)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_pool_close(THIS_POOL());
}

ZEND_METHOD(Async_Pool, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_POOL()->closed);
}

ZEND_METHOD(Async_Pool, count)
{
	const async_pool_t *pool = THIS_POOL();

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASSERT(pool->idle_count + pool->lent_count <= pool->count && "a place is idle, lent or neither");
	RETURN_LONG(pool->count);
}

ZEND_METHOD(Async_Pool, idle)
{
	const async_pool_t *pool = THIS_POOL();

	ZEND_PARSE_PARAMETERS_NONE();
	ZEND_ASSERT(async_ring_is_empty(&pool->idle) == (pool->idle_count == 0) && "the count is the length of the list");
	RETURN_LONG(pool->idle_count);
}

ZEND_METHOD(Async_Pool, lent)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(THIS_POOL()->lent_count);
}

ZEND_METHOD(Async_Pool, waiting)
{
	zend_long count = 0;

	ZEND_PARSE_PARAMETERS_NONE();
	for (const async_wait_node_t *at = THIS_POOL()->lock.waiters.head; at; at = at->next) {
		count += async_wait_is_claimable(at);
	}
	RETURN_LONG(count);
}

/*
 * Async\ProcessPool: the class, a handle of the pool that parallel/internal.h describes; and availableParallelism().
 */
#include "parallel/internal.h"

#include "io/workers/parallelism.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/report.h"
#include "scheduler/snapshot.h"

#include "zend_interfaces.h"

#include "exceptions.h"
#include "stubs/process_pool_arginfo.h"

static zend_class_entry *process_pool_ce;
static zend_object_handlers process_pool_handlers;

typedef struct {
	async_process_pool_t *pool;   /* counted; NULL until the constructor has run */
	zend_object std;
} handle_t;

static handle_t *handle_from_obj(zend_object *object)
{
	return async_container_of(object, handle_t, std);
}

/* The pool of $this; NULL with an exception when there is none. */
static async_process_pool_t *pool_of(zval *this)
{
	async_process_pool_t *pool = handle_from_obj(Z_OBJ_P(this))->pool;

	if (UNEXPECTED(pool == NULL)) {
		async_throw("The process pool was not constructed");
	}
	return pool;
}

/* ---- object ---- */

static zend_object *handle_create(zend_class_entry *ce)
{
	handle_t *handle = zend_object_alloc(sizeof(handle_t), ce);

	handle->pool = NULL;
	zend_object_std_init(&handle->std, ce);
	handle->std.handlers = &process_pool_handlers;
	return &handle->std;
}

static void handle_free(zend_object *object)
{
	handle_t *handle = handle_from_obj(object);
	async_process_pool_t *pool = handle->pool;

	zend_object_std_dtor(object);
	if (pool) {
		handle->pool = NULL;
		async_process_pool_drop(pool);
	}
}

static HashTable *handle_get_gc(zend_object *object, zval **table, int *n)
{
	handle_t *handle = handle_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	/* While it has drivers, they hold the task as well. */
	if (handle->pool && handle->pool->drivers == 0) {
		zend_get_gc_buffer_add_zval(buffer, &handle->pool->task);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static size_t worker_count(const async_process_pool_t *pool)
{
	return pool->idle_count + pool->run_count;
}

static HashTable *handle_debug_info(zend_object *object, int *is_temp)
{
	const async_process_pool_t *pool = handle_from_obj(object)->pool;
	HashTable *info = async_debug_begin(object, is_temp);

	if (pool) {
		async_debug_add_text(info, "state", pool->is_closed ? "closed" : "open");
		async_debug_add_place(info, "createdAt", pool->file, pool->line);
		async_debug_add_long(info, "max", pool->max);
		async_debug_add_long(info, "workers", (zend_long) worker_count(pool));
		async_debug_add_long(info, "queued", (zend_long) pool->queued);
		async_debug_add_long(info, "running", (zend_long) pool->run_count);
		async_debug_add_waiters(info, "waiters", &pool->waiters);
	}
	return info;
}

static bool pool_row(zend_object *object, zval *row)
{
	const async_process_pool_t *pool = handle_from_obj(object)->pool;
	smart_str text = {0};

	if (pool == NULL) {
		return false;
	}
	add_assoc_string(row, "class", "Async\\ProcessPool");
	async_snapshot_add_place(row, "place", pool->file, pool->line);
	add_assoc_string(row, "state", pool->is_closed ? "closed" : "open");
	add_assoc_long(row, "max", pool->max);
	add_assoc_long(row, "workers", (zend_long) worker_count(pool));
	add_assoc_long(row, "queued", (zend_long) pool->queued);
	add_assoc_long(row, "running", (zend_long) pool->run_count);
	smart_str_appends(&text, "Async\\ProcessPool");
	async_report_append_made_at(&text, pool->file, pool->line);
	smart_str_append_printf(&text, ", %s, %zu of " ZEND_LONG_FMT " workers, %zu jobs run, %zu wait",
		pool->is_closed ? "closed" : "open", worker_count(pool), pool->max, pool->run_count, pool->queued);
	async_snapshot_add_text(row, "text", &text);
	return true;
}

static const async_snapshot_class_t pool_rows = { "process_pools", &process_pool_handlers, pool_row };

ASYNC_REGISTERS void async_process_pool_register(void)
{
	async_worker_exception_register(register_class_Async_WorkerException(async_ce_exception));
	process_pool_ce = register_class_Async_ProcessPool();
	process_pool_ce->create_object = handle_create;
	memcpy(&process_pool_handlers, zend_get_std_object_handlers(), sizeof(process_pool_handlers));
	process_pool_handlers.offset = offsetof(handle_t, std);
	process_pool_handlers.free_obj = handle_free;
	process_pool_handlers.get_gc = handle_get_gc;
	process_pool_handlers.get_debug_info = handle_debug_info;
	process_pool_handlers.clone_obj = NULL;
	process_pool_handlers.compare = async_compare_identity;
	async_snapshot_add_class(&pool_rows);
	async_process_results_register(register_class_Async_ProcessPoolResults(zend_ce_iterator));
}

/* ---- constructor ---- */

static bool check_least(zend_long value, uint32_t arg_num)
{
	if (UNEXPECTED(value < 0)) {
		zend_argument_value_error(arg_num, "must be greater than or equal to 0");
		return false;
	}
	return true;
}

/* Both functions, or none: what one has written only the other can read. */
static void choose_packer(async_process_pool_t *pool)
{
	zend_function *packer = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("igbinary_serialize"));
	zend_function *unpacker = zend_hash_str_find_ptr(EG(function_table), ZEND_STRL("igbinary_unserialize"));

	if (packer && unpacker && packer->type == ZEND_INTERNAL_FUNCTION && unpacker->type == ZEND_INTERNAL_FUNCTION) {
		pool->packer = packer;
		pool->unpacker = unpacker;
	}
}

ZEND_METHOD(Async_ProcessPool, __construct)
{
	handle_t *handle = handle_from_obj(Z_OBJ_P(ZEND_THIS));
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_long workers = 0, max_jobs = 0, memory_limit = 0, timeout = 0, retries = 0, grace = 1000;
	async_process_pool_t *pool;

	ZEND_PARSE_PARAMETERS_START(1, 7)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(workers)
		Z_PARAM_LONG(max_jobs)
		Z_PARAM_LONG(memory_limit)
		Z_PARAM_LONG(timeout)
		Z_PARAM_LONG(retries)
		Z_PARAM_LONG(grace)
	ZEND_PARSE_PARAMETERS_END();
	if (!check_least(workers, 2) || !check_least(max_jobs, 3) || !check_least(memory_limit, 4)
		|| !check_least(timeout, 5) || !check_least(retries, 6) || !check_least(grace, 7)) {
		RETURN_THROWS();
	}
	if (handle->pool) {
		async_throw("Async\\ProcessPool is constructed once");
		RETURN_THROWS();
	}
	if (!async_require_scheduler("make a process pool")) {
		RETURN_THROWS();
	}
	pool = async_process_pool_new(&handle->std);
	handle->pool = pool;
	async_callable_keep(&pool->task, &fci, &fcc);
	pool->max = workers ? workers : async_available_parallelism();
	pool->max_jobs = max_jobs;
	pool->memory_limit = memory_limit;
	pool->timeout = async_ns_from_ms(timeout);
	pool->retries = retries;
	pool->grace = async_ns_from_ms(grace);
	choose_packer(pool);
	async_process_pool_bind(pool);
}

/* ---- methods ---- */

ZEND_METHOD(Async_ProcessPool, submit)
{
	async_process_pool_t *pool;
	zval arguments, *params;
	uint32_t count;
	HashTable *named;
	zend_string *name;
	zval *value;
	zend_object *future;

	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_VARIADIC_WITH_NAMED(params, count, named)
	ZEND_PARSE_PARAMETERS_END();
	pool = pool_of(ZEND_THIS);
	if (pool == NULL) {
		RETURN_THROWS();
	}
	array_init_size(&arguments, count);
	for (uint32_t i = 0; i < count; i++) {
		Z_TRY_ADDREF(params[i]);
		zend_hash_next_index_insert(Z_ARRVAL(arguments), &params[i]);
	}
	if (named) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(named, name, value) {
			Z_TRY_ADDREF_P(value);
			zend_hash_add_new(Z_ARRVAL(arguments), name, value);
		} ZEND_HASH_FOREACH_END();
	}
	future = async_process_pool_submit(pool, &arguments, NULL);
	zval_ptr_dtor(&arguments);
	if (future) {
		RETURN_OBJ(future);
	}
}

ZEND_METHOD(Async_ProcessPool, map)
{
	async_process_pool_t *pool;
	zval *items;
	zend_long concurrency = 0;
	bool ordered = false;
	zend_object *results;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ITERABLE(items)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(concurrency)
		Z_PARAM_BOOL(ordered)
	ZEND_PARSE_PARAMETERS_END();
	pool = pool_of(ZEND_THIS);
	if (pool == NULL || !check_least(concurrency, 2)) {
		RETURN_THROWS();
	}
	results = async_process_results_new(Z_OBJ_P(ZEND_THIS), pool, items, concurrency, ordered);
	if (results) {
		RETURN_OBJ(results);
	}
}

ZEND_METHOD(Async_ProcessPool, close)
{
	async_process_pool_t *pool;

	ZEND_PARSE_PARAMETERS_NONE();
	pool = pool_of(ZEND_THIS);
	if (pool) {
		async_process_pool_close(pool);
	}
}

ZEND_METHOD(Async_ProcessPool, cancel)
{
	async_process_pool_t *pool;
	zend_object *reason = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();
	pool = pool_of(ZEND_THIS);
	if (pool) {
		async_process_pool_cancel(pool, reason, true);
	}
}

ZEND_METHOD(Async_ProcessPool, awaitCompletion)
{
	async_process_pool_t *pool;
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	pool = pool_of(ZEND_THIS);
	if (pool == NULL || !async_token_check(token, 1)) {
		RETURN_THROWS();
	}
	while (!async_process_pool_is_over(pool)) {
		async_wait_node_t node;
		async_wait_t wait;

		if (!async_limited_wait_allowed(token)) {
			RETURN_THROWS();
		}
		async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
		wait.subject = Z_OBJ_P(ZEND_THIS);
		if (async_park_on(&wait, &pool->waiters, &node, false, token) == ASYNC_WAIT_CANCELLED) {
			async_throw_cancellation();
			RETURN_THROWS();
		}
		if (wait.fired != &node && async_token_fired(token)) {
			async_token_throw(token);
			RETURN_THROWS();
		}
	}
}

ZEND_METHOD(Async_ProcessPool, isClosed)
{
	const async_process_pool_t *pool;

	ZEND_PARSE_PARAMETERS_NONE();
	pool = pool_of(ZEND_THIS);
	if (pool) {
		RETURN_BOOL(pool->is_closed);
	}
}

ZEND_METHOD(Async_ProcessPool, getWorkerCount)
{
	const async_process_pool_t *pool;

	ZEND_PARSE_PARAMETERS_NONE();
	pool = pool_of(ZEND_THIS);
	if (pool) {
		RETURN_LONG((zend_long) worker_count(pool));
	}
}

ZEND_METHOD(Async_ProcessPool, getQueuedCount)
{
	const async_process_pool_t *pool;

	ZEND_PARSE_PARAMETERS_NONE();
	pool = pool_of(ZEND_THIS);
	if (pool) {
		RETURN_LONG((zend_long) pool->queued);
	}
}

ZEND_METHOD(Async_ProcessPool, getRunningCount)
{
	const async_process_pool_t *pool;

	ZEND_PARSE_PARAMETERS_NONE();
	pool = pool_of(ZEND_THIS);
	if (pool) {
		RETURN_LONG((zend_long) pool->run_count);
	}
}

ZEND_FUNCTION(Async_availableParallelism)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG((zend_long) async_available_parallelism());
}

/*
 * Async\ProcessPoolResults: the iterator of ProcessPool::map(), which submits jobs as results are taken.
 */
#include "parallel/internal.h"

#include "engine/values.h"
#include "scheduler/debug_info.h"
#include "scheduler/end.h"
#include "scheduler/identity.h"

#include "zend_exceptions.h"

#include "exceptions.h"

typedef struct results results_t;

/* A job whose result was not taken yet. */
typedef struct {
	async_ring_t node;             /* pending or ready; first */
	async_wait_node_t watcher;     /* of the future, while it is pending */
	results_t *results;
	async_process_job_t *job;      /* borrowed, while the future is pending */
	async_future_state_t *state;   /* counted */
	zval key;
} entry_t;

struct results {
	async_process_pool_t *pool;    /* the handle holds it */
	zend_object *handle;           /* counted; NULL: an object without map() */
	async_elements_t elements;
	bool is_filling;               /* a coroutine takes elements, whose iterator may wait */
	bool is_ordered;
	bool is_moved;                 /* beyond the first result: next() has passed it, or its job has failed */
	size_t limit;
	size_t count;                  /* of entries */
	async_ring_t pending;          /* entries in the order of the elements; ordered: also those that are settled */
	async_ring_t ready;            /* unordered: settled ones in the order in which jobs have ended */
	async_wait_list_t waiters;
	zval key;
	zval value;                    /* of the current element; UNDEF: not fetched yet */
	zend_object std;
};

static zend_object_handlers results_handlers;
static zend_class_entry *results_ce;

static results_t *results_from_obj(zend_object *object)
{
	return async_container_of(object, results_t, std);
}

#define THIS_RESULTS() results_from_obj(Z_OBJ_P(ZEND_THIS))

/* ---- entries ---- */

static void entry_settled(async_wait_node_t *watcher)
{
	entry_t *entry = async_container_of(watcher, entry_t, watcher);

	entry->job = NULL;
	if (!entry->results->is_ordered) {
		async_ring_remove(&entry->node);
		async_ring_insert_tail(&entry->results->ready, &entry->node);
	}
	async_wait_list_wake_all(&entry->results->waiters);
}

static void free_entry(entry_t *entry)
{
	async_wait_list_remove(&entry->watcher);
	async_ring_remove(&entry->node);
	entry->results->count--;
	OBJ_RELEASE(&entry->state->std);
	zval_ptr_dtor(&entry->key);
	efree(entry);
}

/* Submit a job for an element. False with an exception. */
static bool add_entry(results_t *results, zval *element, zval *key)
{
	zval arguments, future;
	async_process_job_t *job;
	zend_object *object;
	entry_t *entry;

	array_init_size(&arguments, 1);
	Z_TRY_ADDREF_P(element);
	add_next_index_zval(&arguments, element);
	object = async_process_pool_submit(results->pool, &arguments, &job);
	zval_ptr_dtor(&arguments);
	if (UNEXPECTED(object == NULL)) {
		return false;
	}
	entry = ecalloc(1, sizeof(*entry));
	entry->results = results;
	entry->job = job;
	entry->state = job->state;
	/* A failure is thrown when its turn comes. When the iterator is dropped before, the user does not want it. */
	entry->state->seen = true;
	GC_ADDREF(&entry->state->std);
	ZVAL_COPY(&entry->key, key);
	async_ring_insert_tail(&results->pending, &entry->node);
	async_wait_list_watch(&entry->state->waiters, &entry->watcher, entry_settled);
	results->count++;
	ZVAL_OBJ(&future, object);
	zval_ptr_dtor(&future);
	return true;
}

/* ---- elements ---- */

/* Submit a job for the next element. False with an exception. */
static bool add_next(results_t *results)
{
	zval element, key;
	bool is_added = true;

	if (async_elements_next(&results->elements, &element, &key)) {
		is_added = add_entry(results, &element, &key);
		zval_ptr_dtor(&key);
		zval_ptr_dtor(&element);
	}
	return is_added && !EG(exception);
}

/* Submit jobs up to the limit. False with an exception. */
static bool fill(results_t *results)
{
	bool is_filled = true;

	if (results->is_filling) {
		return true;
	}
	results->is_filling = true;
	while (is_filled && !results->elements.is_exhausted && results->count < results->limit) {
		is_filled = add_next(results);
	}
	results->is_filling = false;
	if (!is_filled) {
		results->elements.is_exhausted = true;
	}
	/* Others may wait for elements that this coroutine has taken. */
	async_wait_list_wake_all(&results->waiters);
	return is_filled;
}

/* ---- taking ---- */

static entry_t *next_ready(const results_t *results)
{
	const async_ring_t *ring = results->is_ordered ? &results->pending : &results->ready;
	entry_t *entry;

	if (async_ring_is_empty(ring)) {
		return NULL;
	}
	entry = (entry_t *) async_ring_first(ring);
	return entry->state->status == ASYNC_FUTURE_PENDING ? NULL : entry;
}

/* False: the job has failed, its exception is thrown. */
static bool take_entry(results_t *results, entry_t *entry)
{
	zend_object *exception = entry->state->exception;

	if (EXPECTED(exception == NULL)) {
		ZVAL_COPY(&results->value, &entry->state->result);
		ZVAL_COPY(&results->key, &entry->key);
	} else {
		results->is_moved = true;
		GC_ADDREF(exception);
	}
	free_entry(entry);
	if (UNEXPECTED(exception != NULL)) {
		zend_throw_exception_internal(exception);
	}
	return exception == NULL;
}

/* False: an exception was thrown. */
static bool wait_for_next(results_t *results)
{
	async_wait_node_t node;
	async_wait_t wait;

	if (!async_require_scheduler("wait") || !async_wait_allowed()) {
		return false;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = results->handle;
	if (async_park_on(&wait, &results->waiters, &node, true, NULL) == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* Is there a current element? Fetches the next result if need be, and waits for it. False: no element is left, or an
 * exception was thrown. */
static bool stands_at_one(results_t *results)
{
	while (Z_TYPE(results->value) == IS_UNDEF) {
		entry_t *entry;

		if (results->handle == NULL || !fill(results)) {
			return false;
		}
		entry = next_ready(results);
		if (entry) {
			return take_entry(results, entry);
		}
		if ((results->count == 0 && !results->is_filling) || !wait_for_next(results)) {
			return false;
		}
	}
	return true;
}

static void drop_value(results_t *results)
{
	zval key, value;

	ZVAL_COPY_VALUE(&key, &results->key);
	ZVAL_COPY_VALUE(&value, &results->value);
	ZVAL_UNDEF(&results->key);
	ZVAL_UNDEF(&results->value);
	zval_ptr_dtor(&key);
	zval_ptr_dtor(&value);
}

ZEND_METHOD(Async_ProcessPoolResults, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_ProcessPoolResults, valid)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(stands_at_one(THIS_RESULTS()));
}

ZEND_METHOD(Async_ProcessPoolResults, current)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (stands_at_one(THIS_RESULTS())) {
		RETURN_COPY(&THIS_RESULTS()->value);
	}
	RETURN_NULL();
}

ZEND_METHOD(Async_ProcessPoolResults, key)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (stands_at_one(THIS_RESULTS())) {
		RETURN_COPY(&THIS_RESULTS()->key);
	}
	RETURN_NULL();
}

ZEND_METHOD(Async_ProcessPoolResults, next)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (stands_at_one(THIS_RESULTS())) {
		THIS_RESULTS()->is_moved = true;
		drop_value(THIS_RESULTS());
	}
}

ZEND_METHOD(Async_ProcessPoolResults, rewind)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (THIS_RESULTS()->is_moved) {
		async_throw("The results of a process pool can be read once: keep them with iterator_to_array()");
	}
}

/* ---- object ---- */

static zend_object *results_create(zend_class_entry *ce)
{
	results_t *results = zend_object_alloc(sizeof(results_t), ce);

	memset(results, 0, offsetof(results_t, std));
	async_ring_init(&results->pending);
	async_ring_init(&results->ready);
	ZVAL_UNDEF(&results->elements.items);
	ZVAL_UNDEF(&results->key);
	ZVAL_UNDEF(&results->value);
	zend_object_std_init(&results->std, ce);
	results->std.handlers = &results_handlers;
	return &results->std;
}

/* The results of the jobs that are left are not needed. */
static void cancel_entries(results_t *results, async_ring_t *ring)
{
	zend_object *reason = NULL;

	while (!async_ring_is_empty(ring)) {
		entry_t *entry = (entry_t *) async_ring_first(ring);
		async_process_job_t *job = entry->job;

		async_wait_list_remove(&entry->watcher);
		if (job && entry->state->status == ASYNC_FUTURE_PENDING && !async_is_unwinding()) {
			if (reason == NULL) {
				reason = async_exception_new(async_ce_cancellation, "The results of the pool were dropped");
			}
			async_process_job_cancel(job, reason);
		}
		free_entry(entry);
	}
	if (reason) {
		OBJ_RELEASE(reason);
	}
}

static void results_free(zend_object *object)
{
	results_t *results = results_from_obj(object);

	zend_object_std_dtor(object);
	cancel_entries(results, &results->pending);
	cancel_entries(results, &results->ready);
	async_wait_list_forget(&results->waiters);
	drop_value(results);
	async_elements_end(&results->elements);
	async_clear_object(&results->handle);
}

/* The exception of a job may lead back here: by the arguments in its trace, for instance. */
static void add_entries_gc(const async_ring_t *ring, zend_get_gc_buffer *buffer)
{
	for (const async_ring_t *at = ring->next; at != ring; at = at->next) {
		entry_t *entry = (entry_t *) (uintptr_t) at;

		zend_get_gc_buffer_add_obj(buffer, &entry->state->std);
		zend_get_gc_buffer_add_zval(buffer, &entry->key);
	}
}

static HashTable *results_get_gc(zend_object *object, zval **table, int *n)
{
	results_t *results = results_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &results->value);
	zend_get_gc_buffer_add_zval(buffer, &results->key);
	async_elements_add_gc(&results->elements, buffer);
	add_entries_gc(&results->pending, buffer);
	add_entries_gc(&results->ready, buffer);
	if (results->handle) {
		zend_get_gc_buffer_add_obj(buffer, results->handle);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static HashTable *results_debug_info(zend_object *object, int *is_temp)
{
	const results_t *results = results_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	if (results->handle) {
		async_debug_add_text(info, "order", results->is_ordered ? "of the elements" : "of the results");
		async_debug_add_long(info, "jobs", (zend_long) results->count);
		async_debug_add_waiters(info, "waiters", &results->waiters);
	}
	return info;
}

ASYNC_REGISTERS void async_process_results_register(zend_class_entry *ce)
{
	results_ce = ce;
	results_ce->create_object = results_create;
	memcpy(&results_handlers, zend_get_std_object_handlers(), sizeof(results_handlers));
	results_handlers.offset = offsetof(results_t, std);
	results_handlers.free_obj = results_free;
	results_handlers.get_gc = results_get_gc;
	results_handlers.get_debug_info = results_debug_info;
	results_handlers.clone_obj = NULL;
	results_handlers.compare = async_compare_identity;
}

zend_object *async_process_results_new(zend_object *handle, async_process_pool_t *pool, zval *items,
	zend_long concurrency, bool ordered)
{
	results_t *results = results_from_obj(results_create(results_ce));

	GC_ADDREF(handle);
	results->handle = handle;
	results->pool = pool;
	results->is_ordered = ordered;
	results->limit = concurrency ? (size_t) concurrency : (size_t) pool->max * 2;
	async_elements_begin(&results->elements, items);
	return &results->std;
}

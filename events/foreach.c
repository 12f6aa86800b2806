/*
 * The iterator behind foreach over a watcher: each step waits for the next event.
 */
#include "events/events.h"

#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

typedef struct {
	zend_object_iterator it;
	bool (*is_over)(zend_object *object);
	zval current;                   /* UNDEF: before the first value, or after the last one */
	zend_ulong key;
	bool begun;
} iterator_t;

/* Park until the watcher has something. False after an exception. */
static bool park(zend_object *object)
{
	async_wait_node_t node;
	async_wait_t wait;

	if (UNEXPECTED(!async_limited_wait_allowed(NULL))) {
		return false;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = object;
	if (UNEXPECTED(async_park_on(&wait, async_awaitable_waiters(object), &node, async_awaitable_is_external(object),
			NULL) == ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* As await(), but the end is no failure: then, and after an exception, *result is undefined. A cancellation that is due
 * comes before any value. */
static void fetch_next(zend_object *object, bool (*is_over)(zend_object *), zval *result)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;

	if (async_scheduler_start() && UNEXPECTED(async_coroutine_is_cancellation_due(ASYNC_G(current)))) {
		async_throw_cancellation();
		return;
	}
	for (;;) {
		if (!ops->is_ready(object)) {
			if (!park(object)) {
				return;
			}
			continue;
		}
		if (is_over(object)) {
			return;
		}
		ops->take(object, result);
		if (Z_TYPE_P(result) != IS_UNDEF || EG(exception)) {
			return;
		}
	}
}

static void iterator_dtor(zend_object_iterator *it)
{
	zval_ptr_dtor(&((iterator_t *) it)->current);
	zval_ptr_dtor(&it->data);
}

static void iterator_invalidate(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;
	zval current;

	ZVAL_COPY_VALUE(&current, &iterator->current);
	ZVAL_UNDEF(&iterator->current);
	zval_ptr_dtor(&current);
}

static int iterator_valid(zend_object_iterator *it)
{
	return Z_TYPE(((iterator_t *) it)->current) == IS_UNDEF ? FAILURE : SUCCESS;
}

static zval *iterator_current(zend_object_iterator *it)
{
	zval *current = &((iterator_t *) it)->current;
	return Z_TYPE_P(current) == IS_UNDEF ? NULL : current;
}

static void iterator_key(zend_object_iterator *it, zval *key)
{
	ZVAL_LONG(key, (zend_long) ((iterator_t *) it)->key);
}

static void iterator_fetch(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;
	zval value;

	iterator_invalidate(it);
	if (EG(exception)) {
		return;
	}
	ZVAL_UNDEF(&value);
	fetch_next(Z_OBJ(it->data), iterator->is_over, &value);
	if (EXPECTED(!EG(exception))) {
		ZVAL_COPY_VALUE(&iterator->current, &value);
	}
}

static void iterator_forward(zend_object_iterator *it)
{
	((iterator_t *) it)->key++;
	iterator_fetch(it);
}

static void iterator_rewind(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	/* A value that was received cannot be received again: only the first rewind() does something. */
	if (!iterator->begun) {
		iterator->begun = true;
		iterator_fetch(it);
	}
}

static HashTable *iterator_get_gc(zend_object_iterator *it, zval **table, int *n)
{
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &it->data);
	zend_get_gc_buffer_add_zval(buffer, &((iterator_t *) it)->current);
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static const zend_object_iterator_funcs iterator_funcs = {
	.dtor = iterator_dtor,
	.valid = iterator_valid,
	.get_current_data = iterator_current,
	.get_current_key = iterator_key,
	.move_forward = iterator_forward,
	.rewind = iterator_rewind,
	.invalidate_current = iterator_invalidate,
	.get_gc = iterator_get_gc,
};

zend_object_iterator *async_events_iterator(zval *object, int by_ref, bool (*is_over)(zend_object *object))
{
	iterator_t *iterator;

	if (by_ref) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	iterator = ecalloc(1, sizeof(*iterator));
	zend_iterator_init(&iterator->it);
	iterator->it.funcs = &iterator_funcs;
	iterator->is_over = is_over;
	ZVAL_OBJ_COPY(&iterator->it.data, Z_OBJ_P(object));
	return &iterator->it;
}

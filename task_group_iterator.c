/*
 * Iteration over a group: key => [result, error] in the order in which tasks end (TG-09).
 */
#include "task_group.h"

#include "zend_interfaces.h"

typedef struct {
	zend_object_iterator it;     /* must stay first; its data is the TaskGroup */
	async_group_reader_t reader;
	async_wait_list_t waiters;
	zval key;
	zval value;                  /* [result, error] of the task at which it stands, UNDEF: not fetched yet */
} iterator_t;

static void iterator_told(async_group_reader_t *reader, const async_task_t *task)
{
	iterator_t *iterator = (iterator_t *) ((char *) reader - XtOffsetOf(iterator_t, reader));

	(void) task;
	async_wait_list_wake_all(&iterator->waiters);
}

static void drop_value(iterator_t *iterator)
{
	zval key, value;

	ZVAL_COPY_VALUE(&key, &iterator->key);
	ZVAL_COPY_VALUE(&value, &iterator->value);
	ZVAL_UNDEF(&iterator->key);
	ZVAL_UNDEF(&iterator->value);
	zval_ptr_dtor(&key);
	zval_ptr_dtor(&value);
}

static void iterator_dtor(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	drop_value(iterator);
	async_group_unlink_reader(&iterator->reader);
	zval_ptr_dtor(&iterator->it.data);
}

/* Stand at the next task that is over. */
static void fetch(iterator_t *iterator)
{
	async_task_t *task = iterator->reader.at;
	zval null, outcome;

	ZVAL_NULL(&null);
	ZVAL_COPY(&outcome, &task->outcome);
	ZVAL_COPY(&iterator->key, &task->key);
	iterator->reader.at = task->next;
	if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) {
		ZVAL_ARR(&iterator->value, zend_new_pair(&null, &outcome));
		async_group_see(task);
	} else {
		ZVAL_ARR(&iterator->value, zend_new_pair(&outcome, &null));
		async_group_used(&iterator->reader, task);
	}
}

/* Park until a task is over. False: an exception was thrown. */
static bool wait_for_next(iterator_t *iterator)
{
	async_wait_node_t node;
	async_wait_t wait;

	if (!async_require_scheduler("wait") || !async_wait_allowed()) {
		return false;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = Z_OBJ(iterator->it.data);
	if (async_park_on(&wait, &iterator->waiters, &node, false, NULL) == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

static int iterator_valid(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	while (Z_TYPE(iterator->value) == IS_UNDEF) {
		if (iterator->reader.at) {
			fetch(iterator);
			break;
		}
		if (async_group_pending(iterator->reader.group) == 0 || !wait_for_next(iterator)) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

static zval *iterator_current(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	return Z_TYPE(iterator->value) == IS_UNDEF ? NULL : &iterator->value;
}

static void iterator_key(zend_object_iterator *it, zval *key)
{
	iterator_t *iterator = (iterator_t *) it;

	if (Z_TYPE(iterator->key) == IS_UNDEF) {
		ZVAL_NULL(key);
	} else {
		ZVAL_COPY(key, &iterator->key);
	}
}

static void iterator_next(zend_object_iterator *it)
{
	drop_value((iterator_t *) it);
}

static void iterator_rewind(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	drop_value(iterator);
	iterator->reader.at = iterator->reader.group->over.head;
}

static HashTable *iterator_get_gc(zend_object_iterator *it, zval **table, int *n)
{
	iterator_t *iterator = (iterator_t *) it;
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &iterator->it.data);
	zend_get_gc_buffer_add_zval(buffer, &iterator->value);
	if (iterator->reader.group) {
		zend_get_gc_buffer_add_obj(buffer, &iterator->reader.group->std);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static const zend_object_iterator_funcs iterator_funcs = {
	.dtor = iterator_dtor,
	.valid = iterator_valid,
	.get_current_data = iterator_current,
	.get_current_key = iterator_key,
	.move_forward = iterator_next,
	.rewind = iterator_rewind,
	.get_gc = iterator_get_gc,
};

zend_object_iterator *async_group_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	iterator_t *iterator;

	(void) ce;
	if (by_ref) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	iterator = ecalloc(1, sizeof(*iterator));
	zend_iterator_init(&iterator->it);
	iterator->it.funcs = &iterator_funcs;
	ZVAL_OBJ_COPY(&iterator->it.data, Z_OBJ_P(object));
	iterator->reader.told = iterator_told;
	iterator->reader.takes_results = true;
	async_group_link_reader(&iterator->reader, async_group_of_handle(Z_OBJ_P(object)));
	return &iterator->it;
}

/*
 * The iterator of a group: key => [result, error], in the order in which tasks end (TG-09).
 */
#include "task_group/task_group.h"

#include "engine/values.h"
#include "scheduler/cycle.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"


static zend_object_handlers iterator_handlers;
static zend_class_entry *ce_iterator;

typedef struct {
	async_group_cursor_t cursor;
	async_wait_list_t waiters;
	zend_object *handle;         /* the TaskGroup, counted: it is not disposed during the iteration */
	zval key;
	zval value;                  /* [result, error] of the current task, UNDEF: not fetched yet */
	zend_object std;
} iterator_t;

static iterator_t *iterator_from_obj(zend_object *object)
{
	return async_container_of(object, iterator_t, std);
}

#define THIS_ITERATOR() iterator_from_obj(Z_OBJ_P(ZEND_THIS))

static void iterator_told(async_group_cursor_t *cursor)
{
	iterator_t *iterator = (iterator_t *) cursor;

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

/* Make the next task that is over the current one. */
static void fetch(iterator_t *iterator)
{
	async_task_t *task = iterator->cursor.at;
	zval null, outcome;

	ZEND_ASSERT(task && (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER) && "the next task has ended");
	ZEND_ASSERT(Z_ISUNDEF(iterator->value) && "the task before was dropped");
	ZVAL_NULL(&null);
	ZVAL_COPY(&outcome, &task->outcome);
	ZVAL_COPY(&iterator->key, &task->key);
	async_group_move_cursor(&iterator->cursor, task->next);
	if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) {
		ZVAL_ARR(&iterator->value, zend_new_pair(&null, &outcome));
		async_group_see(task);
	} else {
		ZVAL_ARR(&iterator->value, zend_new_pair(&outcome, &null));
		async_group_used(&iterator->cursor, task);
	}
}

/* Park until a task is over. False: an exception was thrown. */
static bool wait_for_next(iterator_t *iterator)
{
	async_wait_node_t node;
	async_wait_t wait;

	if (!async_require_scheduler("wait") || !async_wait_allowed()
		|| async_group_refuse_own(iterator->cursor.group, iterator->handle, ASYNC_WAIT_FOR_ONE_OF)
		|| async_cycle_refuse_for(ASYNC_WAIT_FOR_AWAITABLE, iterator->handle, ASYNC_WAIT_FOR_ONE_OF, NULL)) {
		return false;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = iterator->handle;
	wait.detail = ASYNC_WAIT_FOR_ONE_OF;
	if (async_park_on(&wait, &iterator->waiters, &node, false, NULL) == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* Is there a current task? Fetches the next one if need be, and waits for it. False: no task is left, or an exception
 * was thrown. */
static bool stands_at_one(iterator_t *iterator)
{
	while (Z_TYPE(iterator->value) == IS_UNDEF) {
		if (iterator->cursor.at) {
			fetch(iterator);
		} else if (async_group_pending(iterator->cursor.group) == 0 || !wait_for_next(iterator)) {
			return false;
		}
	}
	return true;
}

ZEND_METHOD(Async_TaskGroupIterator, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_TaskGroupIterator, valid)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(stands_at_one(THIS_ITERATOR()));
}

ZEND_METHOD(Async_TaskGroupIterator, current)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (stands_at_one(THIS_ITERATOR())) {
		RETURN_COPY(&THIS_ITERATOR()->value);
	}
	RETURN_NULL();
}

ZEND_METHOD(Async_TaskGroupIterator, key)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (stands_at_one(THIS_ITERATOR())) {
		RETURN_COPY(&THIS_ITERATOR()->key);
	}
	RETURN_NULL();
}

ZEND_METHOD(Async_TaskGroupIterator, next)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (stands_at_one(THIS_ITERATOR())) {
		drop_value(THIS_ITERATOR());
	}
}

ZEND_METHOD(Async_TaskGroupIterator, rewind)
{
	iterator_t *iterator = THIS_ITERATOR();

	ZEND_PARSE_PARAMETERS_NONE();
	async_group_move_cursor(&iterator->cursor, iterator->cursor.group->over.head);
	if (iterator->cursor.at) {
		/* No end of a task is told while there is one to look at. */
		async_wait_list_wake_all(&iterator->waiters);
	}
	drop_value(iterator);
}

/* ---- object ---- */

static zend_object *iterator_create(zend_class_entry *ce)
{
	iterator_t *iterator = zend_object_alloc(sizeof(iterator_t), ce);

	zend_object_std_init(&iterator->std, ce);
	iterator->std.handlers = &iterator_handlers;
	return &iterator->std;
}

static void iterator_free(zend_object *object)
{
	iterator_t *iterator = iterator_from_obj(object);

	zend_object_std_dtor(object);
	drop_value(iterator);
	async_group_unlink_cursor(&iterator->cursor);
	async_clear_object(&iterator->handle);
}

static HashTable *iterator_get_gc(zend_object *object, zval **table, int *n)
{
	iterator_t *iterator = iterator_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &iterator->value);
	if (iterator->handle) {
		zend_get_gc_buffer_add_obj(buffer, iterator->handle);
	}
	if (iterator->cursor.group) {
		zend_get_gc_buffer_add_obj(buffer, &iterator->cursor.group->std);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

zend_object *async_group_iterate(zend_object *handle)
{
	iterator_t *iterator = iterator_from_obj(iterator_create(ce_iterator));

	GC_ADDREF(handle);
	iterator->handle = handle;
	iterator->cursor.told = iterator_told;
	iterator->cursor.takes_results = true;
	async_group_link_cursor(&iterator->cursor, async_group_of_handle(handle));
	return &iterator->std;
}

static HashTable *iterator_debug_info(zend_object *object, int *is_temp)
{
	const iterator_t *iterator = iterator_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	if (iterator->cursor.group) {
		async_debug_add_place(info, "groupCreatedAt", iterator->cursor.group->file, iterator->cursor.group->line);
		async_debug_add_text(info, "state", Z_ISUNDEF(iterator->value) ? "between tasks" : "at a task");
	}
	return info;
}

ASYNC_REGISTERS void async_group_iterator_register(zend_class_entry *ce)
{
	ce_iterator = ce;
	ce_iterator->create_object = iterator_create;
	memcpy(&iterator_handlers, zend_get_std_object_handlers(), sizeof(iterator_handlers));
	iterator_handlers.offset = offsetof(iterator_t, std);
	iterator_handlers.get_debug_info = iterator_debug_info;
	iterator_handlers.free_obj = iterator_free;
	iterator_handlers.get_gc = iterator_get_gc;
	iterator_handlers.clone_obj = NULL;
	iterator_handlers.compare = async_compare_identity;
}

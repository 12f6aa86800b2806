/*
 * The tasks of a group: their records, their ends, and which of their errors were seen.
 */
#include "task_group/task_group.h"

#include "engine/values.h"
#include "scheduler/end.h"
#include "scheduler/lineage.h"

#include "zend_exceptions.h"

static zend_object_handlers group_handlers;

/* ---- records ---- */

void async_task_list_append(async_task_list_t *list, async_task_t *task)
{
	task->next = NULL;
	task->prev = list->tail;
	if (list->tail) {
		list->tail->next = task;
	} else {
		list->head = task;
	}
	list->tail = task;
}

void async_task_list_remove(async_task_list_t *list, async_task_t *task)
{
	if (task->prev) {
		task->prev->next = task->next;
	} else {
		list->head = task->next;
	}
	if (task->next) {
		task->next->prev = task->prev;
	} else {
		list->tail = task->prev;
	}
}

bool async_group_has_key(const async_group_t *group, const zval *key)
{
	return Z_TYPE_P(key) == IS_STRING
		? zend_hash_exists(&group->tasks, Z_STR_P(key)) : zend_hash_index_exists(&group->tasks, Z_LVAL_P(key));
}

static void delete_key(async_group_t *group, const async_task_t *task)
{
	if (Z_TYPE(task->key) == IS_STRING) {
		zend_hash_del(&group->tasks, Z_STR(task->key));
	} else {
		zend_hash_index_del(&group->tasks, Z_LVAL(task->key));
	}
}

void async_group_each_pending(async_group_t *group, uint64_t before, async_source_fn fn, void *context)
{
	async_task_t *task;

	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		if (task->serial < before && !(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER)) {
			fn(&task->coroutine->std, context);
		}
	} ZEND_HASH_FOREACH_END();
}

static void link_pending(async_group_t *group, async_task_t *task)
{
	task->next_pending = NULL;
	task->prev_pending = group->last_pending;
	if (group->last_pending) {
		group->last_pending->next_pending = task;
	} else {
		group->first_pending = task;
	}
	group->last_pending = task;
}

static void unlink_pending(async_group_t *group, async_task_t *task)
{
	if (task->prev_pending) {
		task->prev_pending->next_pending = task->next_pending;
	} else {
		group->first_pending = task->next_pending;
	}
	if (task->next_pending) {
		task->next_pending->prev_pending = task->prev_pending;
	} else {
		group->last_pending = task->prev_pending;
	}
}

static void task_over(async_wait_node_t *node);

async_task_t *async_group_add(async_group_t *group, async_coroutine_t *coroutine, const zval *key)
{
	async_task_t *task = emalloc(sizeof(*task));

	ZEND_ASSERT((key == NULL || Z_TYPE_P(key) == IS_STRING || Z_TYPE_P(key) == IS_LONG) && "a key of an array");
	task->group = group;
	task->coroutine = coroutine;
	task->next = task->prev = NULL;
	task->serial = group->serial++;
	link_pending(group, task);
	task->ended.list = NULL;
	ZVAL_UNDEF(&task->outcome);
	ASYNC_TASK_FLAGS(task) = 0;
	if (key && Z_TYPE_P(key) == IS_STRING) {
		ZVAL_STR_COPY(&task->key, Z_STR_P(key));
		zend_hash_add_new_ptr(&group->tasks, Z_STR(task->key), task);
	} else {
		if (key) {
			ZVAL_COPY_VALUE(&task->key, key);
		} else {
			while (UNEXPECTED(zend_hash_index_exists(&group->tasks, group->ordinal))) {
				group->ordinal++;
			}
			ZVAL_LONG(&task->key, (zend_long) group->ordinal++);
		}
		zend_hash_index_add_new_ptr(&group->tasks, Z_LVAL(task->key), task);
	}
	if (!async_coroutine_is_completed(coroutine)) {
		async_wait_list_watch(&coroutine->awaitable.waiters, &task->ended, task_over);
	}
	return task;
}

static bool is_watching(const async_task_t *task, const async_coroutine_t *coroutine)
{
	return task->coroutine == coroutine && task->ended.list != NULL;
}

/* A coroutine may be in many groups, and a group have many tasks: both are looked through in step, up to the end of the
 * shorter list. */
bool async_group_has(const async_group_t *group, const async_coroutine_t *coroutine)
{
	const async_wait_node_t *node = coroutine->awaitable.waiters.head;
	const HashTable *tasks = &group->tasks;

	for (uint32_t i = 0; node && i < tasks->nNumUsed; i++, node = node->next) {
		const zval *slot = HT_IS_PACKED(tasks) ? &tasks->arPacked[i] : &tasks->arData[i].val;

		if (node->wait == NULL && node->notify == task_over && ((const async_task_t *) node)->group == group) {
			return true;
		}
		if (Z_TYPE_P(slot) != IS_UNDEF && is_watching(Z_PTR_P(slot), coroutine)) {
			return true;
		}
	}
	return false;
}

/* Free a record that is in no list any more. What it held is released last: destructors may use the group. */
static void free_task(async_task_t *task)
{
	async_coroutine_t *coroutine = task->coroutine;
	zval key, outcome;

	ZVAL_COPY_VALUE(&key, &task->key);
	ZVAL_COPY_VALUE(&outcome, &task->outcome);
	efree(task);
	zval_ptr_dtor(&key);
	if (coroutine) {
		async_coroutine_release(coroutine);
	}
	zval_ptr_dtor(&outcome);
}

/* ---- errors, seen and not ---- */

/* The group will not deliver the failure any more: unless it was seen, it goes to the scope (D10). */
static void let_go(async_task_t *task)
{
	async_group_t *group = task->group;

	ZEND_ASSERT((ASYNC_TASK_FLAGS(task) & ASYNC_TASK_HELD) && task->coroutine && "a hold goes with its coroutine");
	ZEND_ASSERT(group->held > 0 && "a task that is held counts");
	ASYNC_TASK_FLAGS(task) &= ~ASYNC_TASK_HELD;
	if (--group->held == 0) {
		async_failure_unlink_keeper(&group->keeper);
	}
	async_failure_release(task->coroutine);
}

/* Callers go on with the record. The values of a weak map go with the coroutine, and their destructors may drop all
 * records; so may those of cycles that are collected. */
static void drop_quietly(async_coroutine_t *coroutine)
{
	if (EXPECTED(!async_scheduler_defer_last(coroutine))) {
		async_release_uncollected(&coroutine->std);
	}
}

void async_group_see(async_task_t *task)
{
	async_coroutine_t *coroutine;

	ASYNC_TASK_FLAGS(task) &= ~ASYNC_TASK_UNSEEN;
	if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_HELD)) {
		return;
	}
	coroutine = task->coroutine;
	coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
	let_go(task);
	if (UNEXPECTED(async_scheduler_is_over())) {
		/* There is no later time for destructors: the coroutine goes with the record. */
		return;
	}
	task->coroutine = NULL;
	drop_quietly(coroutine);
}

/* Is the error the reason of the group's own cancel(), and was it thrown already? It is the error of all tasks that
 * were cancelled, and throwing it once is enough. */
static bool is_seen_reason(const async_group_t *group, const async_task_t *task)
{
	return (group->flags & ASYNC_GROUP_REASON_SEEN) && Z_OBJ(task->outcome) == group->reason;
}

async_task_t *async_group_first_unseen(async_group_t *group)
{
	async_task_t *task = group->unseen;

	for (; task; task = task->next) {
		if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_UNSEEN)) {
			continue;
		}
		if (!is_seen_reason(group, task)) {
			break;
		}
		async_group_see(task);
	}
	group->unseen = task;
	return task;
}

void async_group_see_all(async_group_t *group)
{
	async_task_t *task;

	while ((task = async_group_first_unseen(group)) != NULL) {
		async_group_see(task);
	}
}

void async_group_ignore(async_group_t *group)
{
	group->ignored_before = group->serial;
	async_group_see_all(group);
}

ZEND_COLD void async_group_throw(async_task_t *task)
{
	zend_object *exception = Z_OBJ(task->outcome);

	ZEND_ASSERT((ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) && "only a task that failed has an error");
	GC_ADDREF(exception);
	if (exception == task->group->reason) {
		task->group->flags |= ASYNC_GROUP_REASON_SEEN;
	}
	task->group->answered_before = task->group->serial;
	async_group_see(task);
	zend_throw_exception_internal(exception);
}

/* Release all failures that the group holds. Held tasks are over, so they are in the list of finished tasks. */
static void keeper_lets_go(async_failure_keeper_t *keeper)
{
	async_group_t *group = async_container_of(keeper, async_group_t, keeper);

	for (async_task_t *task = group->over.head; task && group->held > 0; task = task->next) {
		if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_HELD) {
			let_go(task);
		}
	}
}

/* ---- ends ---- */

static bool is_ignored(const async_task_t *task)
{
	return (task->group->flags & ASYNC_GROUP_SUPPRESS) || task->serial < task->group->ignored_before;
}

/* Take the error of a task. While the scope may still have to get it (D10), the coroutine is kept, with a hold. */
static void take_error(async_task_t *task)
{
	async_group_t *group = task->group;
	async_coroutine_t *coroutine = task->coroutine;

	ZEND_ASSERT(Z_ISUNDEF(task->outcome) && coroutine->exception && "a task that failed has an exception");
	ZVAL_OBJ_COPY(&task->outcome, coroutine->exception);
	ASYNC_TASK_FLAGS(task) |= ASYNC_TASK_FAILED;
	if (is_ignored(task)) {
		coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
	} else {
		ASYNC_TASK_FLAGS(task) |= ASYNC_TASK_UNSEEN;
		if (async_failure_is_open(coroutine)) {
			async_failure_hold(coroutine);
			ASYNC_TASK_FLAGS(task) |= ASYNC_TASK_HELD;
			group->held++;
			async_failure_link_keeper(&group->keeper);
			return;
		}
	}
	task->coroutine = NULL;
	/* The scope does not hold one that was cancelled in the queue: dropping it could start the cycle collector. */
	async_scheduler_release_quietly(coroutine);
}

/* Take the outcome of a task that has ended, and append the task to the list of finished tasks. False: its record is
 * not needed, and was not appended. */
static bool settle(async_task_t *task)
{
	async_group_t *group = task->group;
	async_coroutine_t *coroutine = task->coroutine;

	ZEND_ASSERT(!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER) && "a task ends once");
	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "the end of a task is the end of its coroutine");
	ASYNC_TASK_FLAGS(task) |= ASYNC_TASK_OVER;
	unlink_pending(group, task);
	group->ends++;
	if (coroutine->exception) {
		take_error(task);
	} else if (async_group_keeps_results(group)) {
		ZVAL_COPY(&task->outcome, &coroutine->result);
		if (Z_TYPE(task->outcome) == IS_UNDEF) {
			ZVAL_NULL(&task->outcome);
		}
		task->coroutine = NULL;
		async_coroutine_release(coroutine);
	} else {
		return false;
	}
	async_task_list_append(&group->over, task);
	if (group->unseen == NULL) {
		group->unseen = task;
	}
	return true;
}

/* Wake the waiters whose condition the end of the task may have fulfilled. `kept`: the task, if its record stays. */
static void tell(async_group_t *group, async_task_t *kept)
{
	ZEND_ASSERT((kept || group->result_cursors == 0) && "records are kept for cursors");
	if (kept) {
		async_group_tell_cursors(group, kept);
	}
	async_group_tell_alls(group);
	if (group->awaiters && group->awaiters->head
		&& (async_group_pending(group) == 0 || async_group_first_unseen(group))) {
		async_wait_list_wake_all(group->awaiters);
	}
	if (UNEXPECTED(group->joiners.head != NULL)) {
		async_group_tell_joiners(group);
	}
	if (async_group_pending(group) == 0) {
		async_wait_list_wake_all(&group->idlers);
	}
}

static void end_task(async_task_t *task)
{
	async_group_t *group = task->group;
	const bool is_kept = settle(task);

	if (EXPECTED(!async_is_unwinding())) {
		async_group_start_queued(group);
		async_group_give_room(group);
	}
	tell(group, is_kept ? task : NULL);
	if (!is_kept) {
		delete_key(group, task);
		group->forgotten++;
		/* Releasing the coroutine may run destructors of its result, which must not happen here. */
		async_scheduler_release_quietly(task->coroutine);
		task->coroutine = NULL;
		free_task(task);
	}
}

/* The coroutine of a task has ended. */
static void task_over(async_wait_node_t *node)
{
	async_task_t *task = (async_task_t *) node;
	async_group_t *group = task->group;

	if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_QUEUED) {
		/* Cancelled before its turn. It was never in the list of a scope, so no scope takes it out of its lineage. */
		ZEND_ASSERT(group->queued > 0 && "a task in the queue counts");
		ASYNC_TASK_FLAGS(task) &= ~ASYNC_TASK_QUEUED;
		async_task_list_remove(&group->queue, task);
		group->queued--;
		async_lineage_leave(task->coroutine);
		/* async_coroutine_complete() uses the coroutine after this, and the group may have the only reference. */
		async_coroutine_addref(task->coroutine);
		async_scheduler_reap_later(task->coroutine);
	} else {
		ZEND_ASSERT(group->running > 0 && "a task that is not queued counts as running");
		group->running--;
	}
	end_task(task);
	async_group_finish(group);
}

void async_group_add_over(async_task_t *task)
{
	async_group_t *group = task->group;
	const bool is_kept = settle(task);

	tell(group, is_kept ? task : NULL);
	if (!is_kept) {
		delete_key(group, task);
		group->forgotten++;
		free_task(task);
	}
}

/* ---- forgetting ---- */

static void unlink_over(async_task_t *task)
{
	async_group_t *group = task->group;

	async_group_read_alls(group);
	delete_key(group, task);
	async_task_list_remove(&group->over, task);
	if (group->unseen == task) {
		group->unseen = task->next;
	}
	async_group_leave_task(task);
}

void async_group_take_out(async_task_t *task)
{
	ZEND_ASSERT((ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER) && "only a task that is over can be forgotten");
	ZEND_ASSERT(!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_HELD) && "its error was seen");
	unlink_over(task);
	free_task(task);
}

void async_group_forget(async_task_t *task)
{
	task->group->forgotten++;
	async_group_take_out(task);
}

void async_group_forget_all(async_group_t *group)
{
	async_task_t *task, *next;
	async_task_t *first = group->over.head;

	async_group_read_alls(group);
	for (task = first; task; task = task->next) {
		delete_key(group, task);
		if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_HELD) {
			let_go(task);
		}
	}
	ZEND_ASSERT(group->held == 0 && "only tasks that are over are held");
	group->over.head = group->over.tail = NULL;
	group->unseen = NULL;
	group->ordinal = 0;
	group->forgotten = 0;
	while (!async_ring_is_empty(&group->cursors)) {
		async_group_move_cursor((async_group_cursor_t *) async_ring_first(&group->cursors), NULL);
	}
	for (task = first; task; task = next) {
		next = task->next;
		free_task(task);
	}
}

/* ---- the object ---- */

async_group_t *async_group_new(void)
{
	async_group_t *group = ecalloc(1, sizeof(*group));

	group->flags = ASYNC_GROUP_CLOSED | ASYNC_GROUP_CAPTURE;
	async_note_place(&group->file, &group->line);
	group->keeper.let_go = keeper_lets_go;
	async_ring_init(&group->cursors);
	async_ring_init(&group->waiting);
	async_ring_init(&group->waiting_success);
	async_ring_init(&group->alls);
	async_ring_init(&group->unread);
	async_ring_init(&group->read);
	zend_hash_init(&group->tasks, 0, NULL, NULL, 0);
	/* PHP code never sees the object: any class will do. */
	zend_object_std_init(&group->std, zend_standard_class_def);
	group->std.handlers = &group_handlers;
	return group;
}

/* No handle and no trigger is left to see the errors: the scope gets them (D10). This cannot be done in the free
 * handler, because the coroutines that carry the failures are new objects. */
static void group_destructor(zend_object *object)
{
	async_group_t *group = async_group_from_obj(object);

	if (group->held > 0 && async_scheduler_is_running()) {
		keeper_lets_go(&group->keeper);
	}
}

/* The cycle collector frees these cursors, too: they must not use the group. */
static void forget_group(async_ring_t *cursors)
{
	for (async_ring_t *at = cursors->prev; at != cursors; at = at->prev) {
		((async_group_cursor_t *) at)->group = NULL;
	}
}

static void group_free(zend_object *object)
{
	async_group_t *group = async_group_from_obj(object);
	async_task_t *task;

	async_scope_unlink_starter(&group->starter);
	/* First of all: what a task has left may have destructors that wait, and other tasks end meanwhile. */
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		async_wait_list_remove(&task->ended);
	} ZEND_HASH_FOREACH_END();
	async_failure_unlink_keeper(&group->keeper);
	forget_group(&group->cursors);
	forget_group(&group->waiting);
	forget_group(&group->waiting_success);
	forget_group(&group->alls);
	forget_group(&group->unread);
	forget_group(&group->read);
	zend_object_std_dtor(object);
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		free_task(task);
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(&group->tasks);
	async_clear_array(&group->callbacks);
	async_clear_object(&group->reason);
	if (group->file) {
		zend_string_release(group->file);
	}
	async_clear_object(&group->scope_object);
	if (group->scope) {
		async_scope_release(group->scope);
	}
}

/* The reference that HANDLE_KEPT stands for is left out, so that the collector takes the handle for alive until the
 * callbacks are due. */
static HashTable *group_get_gc(zend_object *object, zval **table, int *n)
{
	async_group_t *group = async_group_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	async_task_t *task;

	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		zend_get_gc_buffer_add_zval(buffer, &task->outcome);
		if (task->coroutine) {
			zend_get_gc_buffer_add_obj(buffer, &task->coroutine->std);
		}
	} ZEND_HASH_FOREACH_END();
	if (group->callbacks) {
		zval *callback;
		ZEND_HASH_FOREACH_VAL(group->callbacks, callback) {
			zend_get_gc_buffer_add_zval(buffer, callback);
		} ZEND_HASH_FOREACH_END();
	}
	if (group->reason) {
		zend_get_gc_buffer_add_obj(buffer, group->reason);
	}
	if (group->scope_object) {
		zend_get_gc_buffer_add_obj(buffer, group->scope_object);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

ASYNC_ALWAYS_RUNS void async_group_startup(void)
{
	memcpy(&group_handlers, zend_get_std_object_handlers(), sizeof(group_handlers));
	group_handlers.offset = offsetof(async_group_t, std);
	group_handlers.dtor_obj = group_destructor;
	group_handlers.free_obj = group_free;
	group_handlers.get_gc = group_get_gc;
	group_handlers.clone_obj = NULL;
}

/*
 * When the tasks of a group run: its limits, their turns, the end of the group.
 */
#include "task_group/task_group.h"

#include "scheduler/cycle.h"
#include "scheduler/deferred_release.h"
#include "scheduler/dispose.h"
#include "scheduler/end.h"
#include "scheduler/lineage.h"
#include "scheduler/scope_end.h"
#include "scheduler/warning.h"

#include "exceptions.h"

/* ---- room for one more ---- */

/* A caller of spawn() that waits for a place; lives in its frame. */
typedef struct {
	async_wait_node_t node; /* must stay first */
	bool has_place;         /* one of group->reserved is its place */
} room_wait_t;

bool async_group_check_open(const async_group_t *group)
{
	if (UNEXPECTED(group->flags & ASYNC_GROUP_CLOSED)) {
		async_throw("Task group is closed");
		return false;
	}
	return true;
}

static bool has_room(const async_group_t *group)
{
	return group->capacity == 0 || async_group_pending(group) + group->reserved < group->capacity;
}

/* Give the places that are free to the waiters in FIFO order. A waiter that was cancelled, and has still to run, gets
 * none. */
void async_group_give_room(async_group_t *group)
{
	async_wait_node_t *node;

	while (UNEXPECTED((node = group->room.head) != NULL) && has_room(group)) {
		async_wait_list_remove(node);
		node->wait->fired = node;
		if (async_wake(node->wait->coroutine, node->wait->ticket, ASYNC_WAIT_READY)) {
			((room_wait_t *) node)->has_place = true;
			group->reserved++;
		}
	}
}

static zend_never_inline bool wait_for_place(async_group_t *group)
{
	room_wait_t waiter = {0};
	async_wait_t wait;
	async_wait_result_t result;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = group->handle;
	wait.detail = ASYNC_WAIT_FOR_ONE_OF;
	result = async_park_on(&wait, &group->room, &waiter.node, false, NULL);
	if (waiter.has_place) {
		ZEND_ASSERT(group->reserved > 0 && "a place that was given is reserved until its owner runs");
		group->reserved--;
	}
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_group_give_room(group);
		async_throw_cancellation();
		return false;
	}
	return true;
}

bool async_group_await_room(async_group_t *group)
{
	if (EXPECTED(!(group->flags & ASYNC_GROUP_CLOSED)) && EXPECTED(has_room(group))) {
		return true;
	}
	/* When the caller is woken, it has its place or the group was closed. */
	return async_group_check_open(group) && async_wait_allowed()
		&& !async_cycle_refuse_for(ASYNC_WAIT_FOR_AWAITABLE, group->handle, ASYNC_WAIT_FOR_ONE_OF, NULL)
		&& wait_for_place(group) && async_group_check_open(group);
}

/* ---- turns ---- */

void async_group_queue(async_task_t *task)
{
	async_group_t *group = task->group;

	ASYNC_TASK_FLAGS(task) |= ASYNC_TASK_QUEUED;
	async_task_list_append(&group->queue, task);
	group->queued++;
	/* Join now, not when the task starts: its parent is the coroutine that spawns it, not the one whose end lets it
	 * start. */
	async_lineage_join(task->coroutine);
	/* Its completion callbacks run in the group's scope, even when it never starts. */
	async_scope_expect(group->scope, task->coroutine);
}

void async_group_start_queued(async_group_t *group)
{
	async_task_t *task;

	while ((task = group->queue.head) != NULL && async_group_has_turn(group)) {
		ZEND_ASSERT(group->queued > 0 && (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_QUEUED) && "a task in the queue counts");
		async_task_list_remove(&group->queue, task);
		ASYNC_TASK_FLAGS(task) &= ~ASYNC_TASK_QUEUED;
		group->queued--;
		group->running++;
		async_coroutine_addref(task->coroutine);
		async_scheduler_enqueue(task->coroutine, group->scope, task->coroutine->hi_priority);
	}
}

/* ---- ends ---- */

/* Drop the reference that HANDLE_KEPT stands for. It may be the last one on the handle, and so on the group: the caller
 * must not use the group afterwards. */
static void drop_handle(async_group_t *group)
{
	zend_object *handle = group->handle;

	ZEND_ASSERT(handle && (group->flags & ASYNC_GROUP_HANDLE_KEPT) && "a handle that is kept lives");
	group->flags &= ~ASYNC_GROUP_HANDLE_KEPT;
	OBJ_RELEASE(handle);
}

/* The callbacks run in the scope of the group: what they throw goes the way of failures in it (D10). */
static void queue_callbacks(async_group_t *group)
{
	HashTable *callbacks = group->callbacks;

	ZEND_ASSERT(callbacks && async_group_pending(group) == 0 && "callbacks are due when no task is left");
	group->callbacks = NULL;
	if (async_is_unwinding() || !async_scheduler_start()) {
		zend_array_release(callbacks);
		if (group->flags & ASYNC_GROUP_HANDLE_KEPT) {
			drop_handle(group);
		}
		return;
	}
	if (group->flags & ASYNC_GROUP_HANDLE_KEPT) {
		group->flags &= ~ASYNC_GROUP_HANDLE_KEPT;
	} else {
		GC_ADDREF(group->handle);
	}
	async_coroutine_queue_callbacks(group->handle, callbacks, NULL, group->scope, group->scope->created_file,
		group->scope->created_line);
}

void async_group_finish(async_group_t *group)
{
	if (UNEXPECTED(group->callbacks != NULL) && (group->flags & ASYNC_GROUP_CLOSED)
		&& async_group_pending(group) == 0) {
		queue_callbacks(group);
	}
}

void async_group_close(async_group_t *group)
{
	if (group->flags & ASYNC_GROUP_CLOSED) {
		return;
	}
	group->flags |= ASYNC_GROUP_CLOSED;
	async_wait_list_wake_all(&group->room);
	async_group_finish(group);
}

static void set_reason(async_group_t *group, zend_object *reason)
{
	zend_object *before = group->reason;

	if (before == reason) {
		return;
	}
	GC_ADDREF(reason);
	group->reason = reason;
	group->flags &= ~ASYNC_GROUP_REASON_SEEN;
	if (before) {
		/* It may be of a class with a destructor, and a scope may be cancelling all of its groups. */
		async_deferred_drop(before);
	}
}

/* Cancel the queued tasks first: otherwise the end of a running task would let one of them start. */
static void cancel_tasks(async_group_t *group, zend_object *reason)
{
	async_task_t *task;

	if (async_group_pending(group) == 0) {
		return;
	}
	if (reason) {
		GC_ADDREF(reason);
	} else {
		reason = async_cancellation_new_here();
	}
	GC_ADDREF(&group->std);
	set_reason(group, reason);
	while ((task = group->queue.head) != NULL) {
		async_coroutine_cancel(task->coroutine, reason);
	}
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER)) {
			async_coroutine_cancel(task->coroutine, reason);
		}
	} ZEND_HASH_FOREACH_END();
	OBJ_RELEASE(&group->std);
	OBJ_RELEASE(reason);
}

/* Close first: no task may be added while the others are cancelled. NULL: a new reason, the same for all. */
static void cancel_group(async_group_t *group, zend_object *reason)
{
	async_group_close(group);
	cancel_tasks(group, reason);
}

void async_group_warn_of_drop(async_group_t *group)
{
	const async_task_t *task;
	size_t unfinished = 0;

	if (async_group_pending(group) == 0 || async_scheduler_is_over() || async_is_unwinding()) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER) && task->serial >= group->answered_before
			&& !(task->coroutine->flags & (ASYNC_COROUTINE_CANCEL_REQUESTED | ASYNC_COROUTINE_ENDING))) {
			unfinished++;
		}
	} ZEND_HASH_FOREACH_END();
	if (unfinished > 0) {
		async_warn_here(group->file, group->line, "TaskGroup created at %s:%u was dropped: %zu unfinished"
			" task%s cancelled. Keep the group and await it, or call dispose()",
			group->file ? ZSTR_VAL(group->file) : "unknown place", group->line, unfinished,
			unfinished == 1 ? " is" : "s are");
	}
}

/* Has the scope to end with the group: because it belongs to the group, or because only the group holds it? */
static bool ends_scope(const async_group_t *group)
{
	return !(group->scope->flags & (ASYNC_SCOPE_GLOBAL | ASYNC_SCOPE_CANCELLED))
		&& ((group->flags & (ASYNC_GROUP_BOUNDED | ASYNC_GROUP_OWNS_SCOPE)) || GC_REFCOUNT(group->scope_object) == 1);
}

void async_group_dispose(async_group_t *group, zend_object *reason)
{
	if (group->scope == NULL) {
		return;
	}
	if (async_is_unwinding()) {
		async_group_close(group);
		return;
	}
	GC_ADDREF(&group->std);
	cancel_group(group, reason);
	if (group->scope_object == NULL || !ends_scope(group)) {
		/* The scope goes on. */
	} else if (!async_scope_is_alive(group->scope)) {
		async_scope_release_data(group->scope, async_scope_close(group->scope));
	} else {
		if (reason) {
			GC_ADDREF(reason);
		} else {
			reason = async_cancellation_new_here();
		}
		const bool contexts_below = async_scope_cancel(group->scope, reason);
		OBJ_RELEASE(reason);
		async_scope_release_data(group->scope, contexts_below);
	}
	async_deferred_release();
	OBJ_RELEASE(&group->std);
}

/* The scope is being cancelled: so are the tasks, queued ones included. See async_scope_starter_t. */
static void scope_ends(async_scope_starter_t *starter, zend_object *reason, bool closing)
{
	async_group_t *group = async_container_of(starter, async_group_t, starter);

	if (closing) {
		cancel_group(group, reason);
	} else {
		cancel_tasks(group, reason);
	}
}

/* The end of the request is the end of a group that is still open. */
static bool drained(async_scope_starter_t *starter)
{
	async_group_t *group = async_container_of(starter, async_group_t, starter);

	if (group->callbacks && async_group_pending(group) == 0) {
		queue_callbacks(group);
	}
	return group->callbacks != NULL;
}

void async_group_watch_scope(async_group_t *group)
{
	ZEND_ASSERT(group->scope && "the scope is set first");
	group->starter.end = scope_ends;
	group->starter.drained = drained;
	async_scope_link_starter(group->scope, &group->starter);
}

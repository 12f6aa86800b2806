/*
 * What runs when: limits, starting, cancelling, closing.
 */
#include "task_group/task_group.h"

#include "scheduler/deferred_release.h"
#include "scheduler/dispose.h"
#include "scheduler/end.h"
#include "scheduler/lineage.h"

#include "exceptions.h"

/* ---- room for one more ---- */

/* A caller of spawn() who waits; lives in its frame. */
typedef struct {
	async_wait_node_t node; /* must stay first */
	bool has_place;         /* a place is reserved for it */
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

/* Places go to those who wait in their order. One that was cancelled and has still to run is passed over. */
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

static bool wait_for_place(async_group_t *group)
{
	room_wait_t waiter = {0};
	async_wait_t wait;
	async_wait_result_t result;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = group->handle;
	result = async_park_on(&wait, &group->room, &waiter.node, false, NULL);
	if (waiter.has_place) {
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
	if (!async_group_check_open(group)) {
		return false;
	}
	if (EXPECTED(has_room(group))) {
		return true;
	}
	/* Woken, it has its place, or the group was closed. */
	return async_wait_allowed() && wait_for_place(group) && async_group_check_open(group);
}

/* ---- turns ---- */

void async_group_queue(async_task_t *task)
{
	async_group_t *group = task->group;

	ASYNC_TASK_FLAGS(task) |= ASYNC_TASK_QUEUED;
	async_task_list_append(&group->queue, task);
	group->queued++;
	/* Whoever starts it later did not spawn it. */
	async_lineage_join(task->coroutine);
	/* Its callbacks run there, also when it never starts. */
	async_scope_expect(group->scope, task->coroutine);
}

void async_group_start_queued(async_group_t *group)
{
	async_task_t *task;

	while ((task = group->queue.head) != NULL && async_group_has_turn(group)) {
		async_task_list_remove(&group->queue, task);
		ASYNC_TASK_FLAGS(task) &= ~ASYNC_TASK_QUEUED;
		group->queued--;
		group->running++;
		async_coroutine_addref(task->coroutine);
		async_scheduler_enqueue(task->coroutine, group->scope, task->coroutine->hi_priority);
	}
}

/* ---- ends ---- */

/* Drop the reference on the handle at the end of what the caller does: that may be the last one on the group, too. */
static void drop_handle(async_group_t *group)
{
	zend_object *handle = group->handle;

	group->flags &= ~ASYNC_GROUP_HANDLE_KEPT;
	OBJ_RELEASE(handle);
}

/* In the scope of the group: what the callbacks throw takes the way of its failures. */
void async_group_finish(async_group_t *group)
{
	HashTable *callbacks = group->callbacks;

	if (EXPECTED(callbacks == NULL) || !(group->flags & ASYNC_GROUP_CLOSED) || async_group_pending(group) > 0) {
		return;
	}
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
		OBJ_RELEASE(before);
	}
}

/* First those that wait for their turn, so that none of them gets it when another ends. */
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

/* Queued ones are taken out before they are cancelled: nothing may start meanwhile. */
static void cancel_group(async_group_t *group, zend_object *reason)
{
	async_group_close(group);
	cancel_tasks(group, reason);
}

/* Does nobody else hold the scope, or does it belong to the group? */
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
		/* It goes on. */
	} else if (!async_scope_is_alive(group->scope)) {
		async_scope_close(group->scope);
		async_scope_release_data(group->scope);
	} else {
		if (reason) {
			GC_ADDREF(reason);
		} else {
			reason = async_cancellation_new_here();
		}
		async_scope_cancel(group->scope, reason);
		OBJ_RELEASE(reason);
		async_scope_release_data(group->scope);
	}
	async_deferred_release();
	OBJ_RELEASE(&group->std);
}

static void scope_ends(async_scope_starter_t *starter, zend_object *reason, bool closing)
{
	async_group_t *group = async_container_of(starter, async_group_t, starter);

	if (closing) {
		cancel_group(group, reason);
	} else {
		cancel_tasks(group, reason);
	}
}

void async_group_watch_scope(async_group_t *group)
{
	group->starter.end = scope_ends;
	async_scope_link_starter(group->scope, &group->starter);
}

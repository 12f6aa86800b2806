/*
 * Cursors: the positions of triggers and iterators in the tasks of a group.
 */
#include "task_group/task_group.h"

void async_group_link_to(async_group_cursor_t *cursor, async_group_t *group, async_ring_t *ring)
{
	GC_ADDREF(&group->std);
	cursor->group = group;
	async_ring_insert_tail(ring, &cursor->node);
}

void async_group_link_cursor(async_group_cursor_t *cursor, async_group_t *group)
{
	async_group_link_to(cursor, group, &group->cursors);
	async_group_move_cursor(cursor, group->over.head);
	if (cursor->takes_results) {
		group->result_cursors++;
	}
}

void async_group_move_cursor(async_group_cursor_t *cursor, async_task_t *at)
{
	async_group_t *group = cursor->group;

	cursor->at = at;
	async_ring_remove(&cursor->node);
	async_ring_insert_tail(at ? &group->cursors : cursor->skips_failed ? &group->waiting_success : &group->waiting,
		&cursor->node);
}

void async_group_leave_task(const async_task_t *task)
{
	async_ring_t *ring = &task->group->cursors;
	async_ring_t *next;

	for (async_ring_t *at = ring->next; at != ring; at = next) {
		async_group_cursor_t *cursor = (async_group_cursor_t *) at;

		next = at->next;
		if (cursor->at == task) {
			async_group_move_cursor(cursor, task->next);
		}
	}
}

/* Only what the end of the task changes is looked at: a group may have many cursors. */
static void tell_ring(async_ring_t *ring, async_task_t *task)
{
	while (!async_ring_is_empty(ring)) {
		async_group_cursor_t *cursor = (async_group_cursor_t *) async_ring_first(ring);

		async_group_move_cursor(cursor, task);
		cursor->told(cursor);
	}
}

static void tell_of_last(async_ring_t *ring)
{
	for (async_ring_t *at = ring->next; at != ring; at = at->next) {
		async_group_cursor_t *cursor = (async_group_cursor_t *) at;
		cursor->told(cursor);
	}
}

void async_group_tell_cursors(async_group_t *group, async_task_t *task)
{
	ZEND_ASSERT((ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER) && "cursors look at tasks that are over");
	tell_ring(&group->waiting, task);
	if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED)) {
		tell_ring(&group->waiting_success, task);
	}
	if (async_group_pending(group) == 0) {
		tell_of_last(&group->waiting_success);
	}
}

/* Results that were kept for cursors only. */
static void forget_results(async_group_t *group)
{
	async_task_t *task, *next;

	for (task = group->over.head; task && !async_group_keeps_results(group); task = next) {
		next = task->next;
		if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED)) {
			/* Its destructor may change the list: begin again. */
			const bool is_safe = !Z_REFCOUNTED(task->outcome);
			async_group_forget(task);
			next = is_safe ? next : group->over.head;
		}
	}
}

void async_group_unlink_cursor(async_group_cursor_t *cursor)
{
	async_group_t *group = cursor->group;

	if (group == NULL) {
		return;
	}
	cursor->group = NULL;
	async_ring_remove(&cursor->node);
	if (cursor->takes_results && --group->result_cursors == 0) {
		forget_results(group);
	}
	OBJ_RELEASE(&group->std);
}

void async_group_used(async_group_cursor_t *cursor, async_task_t *task)
{
	async_group_t *group = cursor->group;

	if (!(group->flags & ASYNC_GROUP_CAPTURE) && group->result_cursors == 1
		&& !(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED)) {
		async_group_forget(task);
	}
}

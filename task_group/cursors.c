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
	cursor->at = group->over.head;
	if (cursor->takes_results) {
		group->result_cursors++;
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

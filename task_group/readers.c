/*
 * Who looks at the tasks of a group in the order of their ends: what triggers and iterators share.
 */
#include "task_group/task_group.h"

void async_group_link_reader(async_group_reader_t *reader, async_group_t *group)
{
	GC_ADDREF(&group->std);
	reader->group = group;
	reader->at = group->over.head;
	reader->prev = NULL;
	reader->next = group->readers;
	if (group->readers) {
		group->readers->prev = reader;
	}
	group->readers = reader;
	if (reader->takes_results) {
		group->result_readers++;
	}
}

/* Results that were kept for readers only. */
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

void async_group_unlink_reader(async_group_reader_t *reader)
{
	async_group_t *group = reader->group;

	if (group == NULL) {
		return;
	}
	reader->group = NULL;
	if (reader->prev) {
		reader->prev->next = reader->next;
	} else {
		group->readers = reader->next;
	}
	if (reader->next) {
		reader->next->prev = reader->prev;
	}
	if (reader->takes_results && --group->result_readers == 0) {
		forget_results(group);
	}
	OBJ_RELEASE(&group->std);
}

void async_group_used(async_group_reader_t *reader, async_task_t *task)
{
	async_group_t *group = reader->group;

	if (!(group->flags & ASYNC_GROUP_CAPTURE) && group->result_readers == 1
		&& !(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED)) {
		async_group_forget(task);
	}
}

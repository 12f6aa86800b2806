/*
 * TaskGroup::joinNext(): the outcome of the next task to end, which the group forgets.
 *
 * Each task is taken by one call. A task that is over is promised to the longest waiter when it ends; the promises are
 * counted, not bound to tasks, so a waiter that was cancelled passes its promise on by not using it.
 */
#include "task_group/task_group.h"

#include "scheduler/cycle.h"

#include "exceptions.h"

#define THIS_GROUP() async_group_of_handle(Z_OBJ_P(ZEND_THIS))

/* The frame of a parked call. */
typedef struct {
	async_wait_t wait;      /* must be first */
	async_wait_node_t node;
	async_group_t *group;   /* the caller holds it */
	bool has_promise;       /* one of group->promised is for this call */
} joiner_t;

/* Is a task over that is not promised to a waiter? */
static bool has_free_task(const async_group_t *group)
{
	return zend_hash_num_elements(&group->tasks) > async_group_pending(group) + group->promised;
}

void async_group_tell_joiners(async_group_t *group)
{
	async_wait_node_t *node;

	while (has_free_task(group) && (node = async_wait_claim_first(&group->joiners)) != NULL) {
		async_container_of(node, joiner_t, node)->has_promise = true;
		group->promised++;
	}
	if (async_group_pending(group) == 0) {
		async_wait_list_wake_all(&group->joiners);
	}
}

static void use_promise(joiner_t *joiner)
{
	if (joiner->has_promise) {
		ZEND_ASSERT(joiner->group->promised > 0 && "a promise counts until it is used");
		joiner->has_promise = false;
		joiner->group->promised--;
	}
}

static void revoke_promise(async_wait_t *wait)
{
	joiner_t *joiner = (joiner_t *) wait;

	use_promise(joiner);
	async_group_tell_joiners(joiner->group);
}

/* Park until a task is promised to the caller, or no task is left. False: an exception was thrown. */
static bool park_joiner(async_group_t *group, zend_object *token)
{
	joiner_t joiner;

	async_wait_begin(&joiner.wait, ASYNC_WAIT_FOR_AWAITABLE);
	joiner.wait.subject = group->handle;
	joiner.wait.detail = ASYNC_WAIT_FOR_ONE_OF;
	joiner.wait.revoke = revoke_promise;
	joiner.group = group;
	joiner.has_promise = false;
	if (async_park_on(&joiner.wait, &group->joiners, &joiner.node, false, token) == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return false;
	}
	use_promise(&joiner);
	return true;
}

/* The task that ended first. NULL: an exception was thrown. */
static async_task_t *next_task(async_group_t *group, zend_object *token)
{
	if (async_scheduler_start() && UNEXPECTED(async_coroutine_is_cancellation_due(ASYNC_G(current)))) {
		async_throw_cancellation();
		return NULL;
	}
	while (!has_free_task(group)) {
		if (async_group_pending(group) == 0) {
			async_throw("No task of the group is left to join");
			return NULL;
		}
		if (!async_limited_wait_allowed(token)
			|| async_group_refuse_own(group, group->handle, ASYNC_WAIT_FOR_ONE_OF)
			|| async_cycle_refuse_for(ASYNC_WAIT_FOR_AWAITABLE, group->handle, ASYNC_WAIT_FOR_ONE_OF, token)
			|| !park_joiner(group, token)) {
			return NULL;
		}
	}
	ZEND_ASSERT(group->over.head && "a task that is over is in the list");
	return group->over.head;
}

/* The outcome has another reference, so no destructor runs when the record goes. */
ZEND_METHOD(Async_TaskGroup, joinNext)
{
	async_group_t *group = THIS_GROUP();
	zend_object *token = NULL;
	async_task_t *task;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 1))) {
		RETURN_THROWS();
	}
	if (UNEXPECTED(!(group->flags & ASYNC_GROUP_CAPTURE))) {
		async_throw("joinNext() needs the results, and this group was made with captureResults: false");
		RETURN_THROWS();
	}
	task = next_task(group, token);
	if (UNEXPECTED(task == NULL)) {
		RETURN_THROWS();
	}
	if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) {
		async_group_throw(task);
	} else {
		ZVAL_COPY(return_value, &task->outcome);
	}
	async_group_take_out(task);
}

/*
 * The steps of foreach over a watcher: each waits for the next event.
 */
#include "events/events.h"

#include "scheduler/scheduler.h"

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

void async_events_next(zend_object *object, bool (*is_over)(zend_object *object), zval *result)
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

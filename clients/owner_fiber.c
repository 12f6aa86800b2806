/*
 * A Fiber in the middle of a call goes on in another coroutine, and uses the connection there, as the callback of
 * Redis::subscribe() does that ends the subscription.
 */
#include "clients/guard.h"
#include "clients/owner_internal.h"

/* The frame of the call that takes the connection now comes first; it is not under way yet. */
static uint32_t outer_calls(const async_owner_t *owner)
{
	zend_execute_data *frame = EG(current_execute_data);

	return async_guard_count_calls_about(frame ? frame->prev_execute_data : NULL, owner->connection);
}

bool async_owner_came_with_fiber(async_owner_t *owner)
{
	if (EXPECTED(EG(active_fiber) == NULL) || owner->depth == 0 || outer_calls(owner) != owner->depth) {
		return false;
	}
	async_lock_pass_to(&owner->lock, ASYNC_G(current));
	if (owner->kept) {
		async_owner_watch(owner);
	}
	return true;
}

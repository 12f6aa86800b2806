/*
 * Followers of scopes: they are linked here, and told when their scope ends.
 */
#include "scheduler/scope_followers.h"

#include "scheduler/end.h"

void async_scope_follow(async_scope_t *scope, async_scope_follower_t *follower)
{
	ZEND_ASSERT(follower->scope == NULL && "a follower is linked once");
	ZEND_ASSERT(follower->scope_ended && "a follower can be told");
	if ((scope->flags & ASYNC_SCOPE_CANCELLED) || async_scope_has_ended(scope)) {
		follower->scope_ended(follower, scope->cancellation);
		return;
	}
	follower->scope = scope;
	async_ring_insert_tail(&scope->followers, &follower->node);
}

void async_scope_unfollow(async_scope_follower_t *follower)
{
	if (follower->scope) {
		follower->scope = NULL;
		async_ring_remove(&follower->node);
	}
}

void async_scope_tell_followers(async_scope_t *scope, zend_object *reason)
{
	if (EXPECTED(async_ring_is_empty(&scope->followers)) || async_is_unwinding()) {
		return;
	}
	while (!async_ring_is_empty(&scope->followers)) {
		async_scope_follower_t *follower = async_container_of(async_ring_first(&scope->followers),
			async_scope_follower_t, node);

		ZEND_ASSERT(follower->scope == scope && "a linked follower knows its scope");
		async_scope_unfollow(follower);
		follower->scope_ended(follower, reason);
	}
}

ASYNC_ALWAYS_RUNS void async_scope_forget_followers(async_scope_t *scope)
{
	while (!async_ring_is_empty(&scope->followers)) {
		async_scope_unfollow(async_container_of(async_ring_first(&scope->followers), async_scope_follower_t, node));
	}
}

/*
 * Followers of a scope: things that end with a scope and are no coroutine of it, such as a channel.
 *
 * A follower is told once, when its scope is cancelled, or has ended: it is closed, and the last coroutine has gone. It
 * lives in its owner. Neither scope nor owner holds the other: the owner unlinks the follower before it frees it, and a
 * scope whose record is freed unlinks all that are left.
 */
#ifndef ASYNC_SCHEDULER_SCOPE_FOLLOWERS_H
#define ASYNC_SCHEDULER_SCOPE_FOLLOWERS_H

#include "scheduler/scope.h"

typedef struct async_scope_follower {
	async_ring_t node;
	async_scope_t *scope;      /* not counted; NULL while linked nowhere */
	/* The scope is cancelled or has ended; the follower is unlinked. reason: of its cancellation, borrowed; NULL: there
	 * is none. suspends: no; runs PHP: no */
	void (*scope_ended)(struct async_scope_follower *follower, zend_object *reason);
} async_scope_follower_t;

/* Link a follower whose `scope_ended` is set. It is told at once when the scope is cancelled or has ended already. */
void async_scope_follow(async_scope_t *scope, async_scope_follower_t *follower);

/* Harmless when not linked. */
void async_scope_unfollow(async_scope_follower_t *follower);

/* Tell all followers, in the order in which they were linked. After exit() or a fatal error nothing is told: waiters
 * are ended in another way then.
 * owns: borrows the reason; suspends: no; runs PHP: no */
void async_scope_tell_followers(async_scope_t *scope, zend_object *reason);

/* The record is about to be freed: unlink the followers without telling them. */
void async_scope_forget_followers(async_scope_t *scope);

#endif

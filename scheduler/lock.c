/*
 * Locks: waiting for one, handing it over, and the reference on an owner that may end before it gives the lock back.
 */
#include "scheduler/lock.h"

#include "scheduler/scheduler.h"

void async_lock_uncount_owner(async_lock_t *lock)
{
	if (EXPECTED(!lock->is_owner_counted)) {
		return;
	}
	ZEND_ASSERT(lock->owner && "only a coroutine is a counted owner");
	lock->is_owner_counted = false;
	async_scheduler_release_quietly(lock->owner);
}

bool async_lock_wait(async_lock_t *lock, void (*revoke)(async_wait_t *wait), int64_t detail, bool is_first)
{
	async_wait_t wait;
	async_wait_node_t node;

	ZEND_ASSERT(lock->owner != ASYNC_G(current) && "an owner does not wait for its own lock");
	async_wait_begin(&wait, ASYNC_WAIT_FOR_LOCK);
	wait.subject = lock;
	wait.detail = detail;
	wait.revoke = revoke;
	if (is_first) {
		async_wait_list_prepend(&lock->waiters, &node, &wait);
	} else {
		async_wait_list_append(&lock->waiters, &node, &wait);
	}
	if (UNEXPECTED(async_park(&wait) == ASYNC_WAIT_CANCELLED)) {
		async_wait_list_remove(&node);
		return false;
	}
	ZEND_ASSERT(lock->owner == ASYNC_G(current) && "a waiter is woken as the owner");
	async_lock_count_owner(lock);
	return true;
}

void async_lock_pass_to(async_lock_t *lock, async_coroutine_t *owner)
{
	ZEND_ASSERT(lock->holders == NULL && "what several coroutines have has no owner");
	async_lock_uncount_owner(lock);
	lock->owner = owner;
}

bool async_lock_hand_over(async_lock_t *lock)
{
	async_wait_node_t *node = async_wait_claim_first(&lock->waiters);

	async_lock_pass_to(lock, node ? node->wait->coroutine : NULL);
	return node != NULL;
}

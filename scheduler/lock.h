/*
 * Locks: a lock has one owner at a time, and the others wait for it in FIFO order.
 *
 * A lock is handed over, never just freed while coroutines wait: the longest waiter is its owner before it runs, so
 * that no other coroutine overtakes it (P5, lifetime rule 5). Mutexes, call locks and connections are locks. Semaphores
 * and pools use only the waiters, and the fields for reports.
 *
 *     async_lock_take(&lock);                         it is free
 *     async_lock_wait(&lock, revoke, detail, false);  it is not: woken as the owner
 *     async_lock_hand_over(&lock);                    to the longest waiter, or free again
 */
#ifndef ASYNC_SCHEDULER_LOCK_H
#define ASYNC_SCHEDULER_LOCK_H

#include "scheduler/coroutine.h"
#include "scheduler/globals.h"

/* One of several coroutines that have a thing together. Lives in the record of the thing. */
typedef struct {
	async_ring_t node;            /* must stay first */
	async_coroutine_t *coroutine; /* NULL: code outside of the scheduler */
} async_holder_t;

/* Zero is free. */
typedef struct {
	async_coroutine_t *owner;     /* NULL: free, or owned by code outside of the scheduler */
	const async_ring_t *holders;  /* ring of async_holder_t where there are holders and no owner; else NULL */
	async_wait_list_t waiters;
	const char *name;             /* for reports */
	zend_string *made_file;       /* … the place where the object was made; counted, NULL: there is none */
	uint32_t made_line;
	bool is_owner_counted;        /* holds a reference on the owner */
	bool is_connection;           /* set before a coroutine waits for it; see scheduler/cycle.h */
} async_lock_t;

/* A coroutine may end while a Fiber of it is suspended inside a call and still owns the lock: hold the record then. */
static zend_always_inline void async_lock_count_owner(async_lock_t *lock)
{
	ZEND_ASSERT(!lock->is_owner_counted && lock->owner == ASYNC_G(current) && "a new owner counts itself");
	if (UNEXPECTED(EG(active_fiber) != NULL) && EXPECTED(lock->owner != NULL)) {
		lock->is_owner_counted = true;
		async_coroutine_addref(lock->owner);
	}
}

/* Make the current coroutine the owner of a free lock. */
static zend_always_inline void async_lock_take(async_lock_t *lock)
{
	ZEND_ASSERT(lock->owner == NULL && "only a free lock is taken");
	ZEND_ASSERT(lock->holders == NULL && "what several coroutines have has no owner");
	lock->owner = ASYNC_G(current);
	async_lock_count_owner(lock);
}

/* Release the place where the object was made. */
static zend_always_inline void async_lock_forget_place(async_lock_t *lock)
{
	if (lock->made_file) {
		zend_string_release(lock->made_file);
		lock->made_file = NULL;
	}
}

/* Drop that reference, if there is one. Neither suspends nor runs PHP code. */
void async_lock_uncount_owner(async_lock_t *lock);

/* Park until the lock is handed to the current coroutine. False: the wait was cancelled, the caller throws.
 * revoke:   begins with async_lock_was_handed_over(), and hands the lock on
 * detail:   for reports, see ASYNC_WAIT_FOR_LOCK
 * is_first: before all other waiters
 * suspends: yes; runs PHP: no */
bool async_lock_wait(async_lock_t *lock, void (*revoke)(async_wait_t *wait), int64_t detail, bool is_first);

static zend_always_inline bool async_lock_was_handed_over(const async_wait_t *wait)
{
	ZEND_ASSERT(wait->kind == ASYNC_WAIT_FOR_LOCK && "the subject of the wait is a lock");
	return ((const async_lock_t *) wait->subject)->owner == wait->coroutine;
}

/* Make this coroutine the owner, without waking it. NULL: the lock is free. Neither suspends nor runs PHP code. */
void async_lock_pass_to(async_lock_t *lock, async_coroutine_t *owner);

/* Wake the longest waiter as the owner. False: there is none, the lock is free. Neither suspends nor runs PHP code. */
bool async_lock_hand_over(async_lock_t *lock);

/* In a forked child, where only the current coroutine goes on: forget the waiters. True: it is the owner. */
static inline bool async_lock_is_kept_in_child(async_lock_t *lock)
{
	lock->waiters = (async_wait_list_t) { 0 };
	return lock->owner == ASYNC_G(current);
}

#endif

/*
 * Waiting for a scope, and the failures that are offered to its waiters (D7, D10 c).
 *
 * The waiters of a scope are responsible for its failures: a failure that no handler took is offered to all of them. An
 * offer is *taken* when at least one waiter has got the exception. A waiter that is cancelled before that leaves the
 * offer to the others, and when no waiter is left the failure goes on to the parent (P7).
 */
#ifndef ASYNC_SCHEDULER_SCOPE_WAIT_H
#define ASYNC_SCHEDULER_SCOPE_WAIT_H

#include "scheduler/scope.h"

typedef enum {
	ASYNC_SCOPE_COMPLETION,  /* no active coroutine in the scope and below */
	ASYNC_SCOPE_DIRECT,      /* no active coroutine of the scope's own */
	ASYNC_SCOPE_END          /* nothing left at all, zombies included */
} async_scope_goal_t;

/* A failure that was offered; counted by its router and by each waiter that has not looked at it yet. */
typedef struct {
	zend_object *exception;  /* counted */
	uint32_t refcount;
	bool taken;
	async_wait_t *router;    /* the wait of the router, NULL when it is not parked */
} async_offer_t;

typedef struct async_offer_entry async_offer_entry_t;

/* Lives in the waiting frame. */
typedef struct {
	async_wait_node_t node;      /* must stay first: what scope->waiters links */
	async_coroutine_t *coroutine; /* that waits; set when it is linked */
	async_scope_goal_t goal;
	bool takes_failures;
	async_offer_entry_t *offers; /* in the order they came … */
	async_offer_entry_t *last;   /* … and the last one; undefined when there is none */
} async_scope_wait_t;

/* Is the goal reached? */
bool async_scope_goal_reached(async_scope_t *scope, async_scope_goal_t goal);

/* Wake the waiters whose goal is reached. In a cancelled scope only ASYNC_SCOPE_END is waited for (D7), so the others
 * are woken as well. suspends: no; runs PHP: no */
void async_scope_wake_waiters(async_scope_t *scope);

/* Offer a failure to each waiter of the scope that takes failures.
 * owns: returns a new offer with one reference, or NULL when there is no such waiter
 * The caller waits until its reference is the only one, looks at `taken`, and releases it. */
async_offer_t *async_scope_offer(async_scope_t *scope, zend_object *exception);
void async_offer_release(async_offer_t *offer);

/* Park until all waiters have looked at the offer, which may take as long as their error handlers run. The wait may end
 * early, so the caller checks the refcount.
 * suspends: yes; runs PHP: no; cancel: not cancelled, but the end of the request ends it */
void async_offer_wait(async_offer_t *offer);

/* Get offers without being parked, until async_wait_list_remove(&waiter->node). */
void async_scope_wait_listen(async_scope_t *scope, async_scope_wait_t *waiter);

/* Take the oldest offer of a wait that was woken: its exception with a new reference, NULL when there is none.
 * *first is false when another waiter has taken it before. */
zend_object *async_scope_wait_take(async_scope_wait_t *waiter, bool *first);

/* Park the current coroutine until the goal is reached, the scope is cancelled, a failure is offered, or the token
 * fires. The caller looks which. The waiter is linked only during the call; its offers stay until they are taken or
 * left.
 * suspends: yes; runs PHP: no; cancel: CANCELLED */
async_wait_result_t async_scope_park(async_scope_t *scope, async_scope_wait_t *waiter, zend_object *token);

/* In a forked child: unlink the waiters that are not the current coroutine's, their frames are left. */
void async_scope_wait_forget_others(async_scope_t *scope);

/* Give up all offers that were not taken: the other waiters still have them. */
void async_scope_wait_leave(async_scope_wait_t *waiter);

#endif

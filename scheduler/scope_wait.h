/*
 * Waiting for a scope, and the failures that are offered to those who wait (D7, D10 c).
 *
 * A wait for a scope is a point of responsibility: a failure of the scope that no handler took is offered to everybody
 * who waits there. An offer is *taken* when at least one of them got to see it; whoever is cancelled before that leaves
 * it to the others, and if nobody is left it goes on to the parent (P7).
 */
#ifndef ASYNC_SCHEDULER_SCOPE_WAIT_H
#define ASYNC_SCHEDULER_SCOPE_WAIT_H

#include "scheduler/scope.h"

typedef enum {
	ASYNC_SCOPE_COMPLETION,  /* no active coroutine in the scope and below */
	ASYNC_SCOPE_DIRECT,      /* no active coroutine of the scope's own */
	ASYNC_SCOPE_END          /* nothing left at all, zombies included */
} async_scope_goal_t;

/* One failure that was offered; counted by its router and by those who have still to look at it. */
typedef struct {
	zend_object *exception;  /* counted */
	uint32_t refcount;
	bool taken;
	async_wait_t *router;    /* its wait until the others have looked, NULL when it is not parked */
} async_offer_t;

typedef struct async_offer_entry async_offer_entry_t;

/* Lives in the waiting frame. */
typedef struct {
	async_wait_node_t node;      /* must stay first: what scope->waiters links */
	async_scope_goal_t goal;
	bool takes_failures;
	async_offer_entry_t *offers; /* in the order they came */
} async_scope_wait_t;

/* Is the goal reached? A cancelled scope is not waited for, unless for its end (D7). */
bool async_scope_goal_reached(const async_scope_t *scope, async_scope_goal_t goal);

/* Wake those whose goal is reached, or whose scope was cancelled. suspends: no; runs PHP: no */
void async_scope_wake_waiters(async_scope_t *scope);

/* Offer a failure to everybody who waits for the scope and takes failures.
 * owns:   returns a new offer with one reference, or NULL when nobody waits
 * The caller waits until its reference is the only one, looks at `taken`, and releases it. */
async_offer_t *async_scope_offer(async_scope_t *scope, zend_object *exception);
void async_offer_release(async_offer_t *offer);

/* Park until the others have looked, which may take as long as an error handler does. The caller looks at refcount: the
 * wait may end early.
 * suspends: yes; runs PHP: no; cancel: only the end of the request ends it */
void async_offer_wait(async_offer_t *offer);

/* Take part in what is offered without being parked. Until async_wait_list_remove(&waiter->node). */
void async_scope_wait_listen(async_scope_t *scope, async_scope_wait_t *waiter);

/* Take the oldest offer of a wait that was woken: its exception with a new reference, NULL when there is none.
 * *first is false when somebody else had taken it before. */
zend_object *async_scope_wait_take(async_scope_wait_t *waiter, bool *first);

/* Park the current coroutine until the goal is reached, the scope is cancelled, a failure is offered, or the token
 * fires. The caller looks which. The waiter is linked only meanwhile, its offers stay until they are taken or left.
 * suspends: yes; runs PHP: no; cancel: CANCELLED */
async_wait_result_t async_scope_park(async_scope_t *scope, async_scope_wait_t *waiter, zend_object *token);

/* Leave what was offered and not taken to others. */
void async_scope_wait_leave(async_scope_wait_t *waiter);

#endif

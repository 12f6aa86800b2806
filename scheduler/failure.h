/*
 * Failures that nobody awaited: the way of an exception (D10).
 *
 *     a coroutine ends with an exception
 *        │ somebody awaited it, or does so before everybody who was ready at that moment has run once?
 *        │                                                          ── yes ──► thrown there (a)
 *        ▼ no (b)
 *     its scope ── exception handler? ── yes ──► called; what it throws goes up instead (e)
 *        │ no
 *        ├─ the scope is cancelled and closed, children first; the exception is the cancellation's previous
 *        ├─ somebody waits for the scope? ── yes ──► all of them get the same object, handled
 *        ▼ no
 *     parent ── child-scope handler, else exception handler? ── yes ──► called, as above
 *        │ no: cancelled, offered to those who wait for it, as above; then its parent, and so on
 *        ▼
 *     an independent root without a taker (d), or the global scope: graceful shutdown (end.h);
 *     the exception is raised in the main context after it (D29)
 *
 * A cancellation is never a failure (f). The failed coroutine itself waits in the run queue, behind those who may be
 * about to await it. From there on a coroutine of the scheduler's own, the router, carries the exception upwards: it
 * runs the handlers, and it keeps each scope busy while it is there (ER-13).
 */
#ifndef ASYNC_SCHEDULER_FAILURE_H
#define ASYNC_SCHEDULER_FAILURE_H

#include "scheduler/globals.h"

/* Did the coroutine end with a failure that still needs a taker? */
bool async_failure_is_open(const async_coroutine_t *coroutine);

/* The coroutine came up in the run queue: send its failure on its way unless somebody has taken it meanwhile.
 * Nothing while it is held.
 * suspends: no; runs PHP: no */
void async_failure_route(async_coroutine_t *coroutine);

/* Somebody waits for several things and will deliver the failure of this one, when there is one, or not: it is not
 * routed before each hold was released, and then only if nobody has seen it by the end of the next round.
 * suspends: no; runs PHP: no */
void async_failure_hold(async_coroutine_t *coroutine);
void async_failure_release(async_coroutine_t *coroutine);

/* Somebody who holds failures for an unknown time, until an object of the user's asks for them or is gone (a task
 * group). When the request has nothing else left to do, that will not happen any more: the keeper lets go of them then,
 * so that none is lost (P7). Lives in its owner, linked while that holds any. */
typedef struct async_failure_keeper {
	async_ring_t node;
	bool linked;
	void (*let_go)(struct async_failure_keeper *keeper); /* releases its holds and is unlinked; runs no PHP */
} async_failure_keeper_t;

/* Both harmless when it is linked already, or not. */
void async_failure_link_keeper(async_failure_keeper_t *keeper);
void async_failure_unlink_keeper(async_failure_keeper_t *keeper);

/* Have all keepers let go. False: there was none. suspends: no; runs PHP: no */
bool async_failure_let_go(void);

/* There is no stack for the router: the exception ends in the global flow at once rather than nowhere. */
void async_failure_give_up(async_coroutine_t *router);

#endif

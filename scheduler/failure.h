/*
 * Failures without an awaiter: the way of an exception (D10).
 *
 *     a coroutine ends with an exception
 *        │ awaited already, or before each coroutine that was ready at that moment has run once?
 *        │                                                          ── yes ──► thrown there (a)
 *        ▼ no (b)
 *     its scope ── exception handler? ── yes ──► called; an exception of the handler goes up instead (e)
 *        │ no
 *        ├─ the scope is cancelled and closed, children first; the exception is the cancellation's previous
 *        ├─ has the scope waiters? ── yes ──► all of them get the same object, handled
 *        ▼ no
 *     parent ── child-scope handler, else exception handler? ── yes ──► called, as above
 *        │ no: cancelled, offered to its waiters, as above; then its parent, and so on
 *        ▼
 *     an independent root without a taker (d), or the global scope: graceful shutdown (end.h);
 *     the exception is raised in the main context after it (D29)
 *
 * A cancellation is never a failure (f). The failed coroutine itself stays in the run queue, behind the coroutines that
 * may be about to await it. Then a service coroutine, the router, carries the exception upwards: it calls the handlers,
 * and it keeps each scope busy while it is a member of it (ER-13).
 */
#ifndef ASYNC_SCHEDULER_FAILURE_H
#define ASYNC_SCHEDULER_FAILURE_H

#include "scheduler/globals.h"

/* Has the coroutine ended with a failure that is neither awaited nor routed yet? */
bool async_failure_is_open(const async_coroutine_t *coroutine);

/* The failed coroutine is next in the run queue: start the router unless the failure was awaited meanwhile. Does
 * nothing while the failure is held.
 * suspends: no; runs PHP: no */
void async_failure_route(async_coroutine_t *coroutine);

/* A waiter with several sources may deliver the failure of this coroutine later. The failure is not routed before each
 * hold is released. After that each ready coroutine runs once more, and may still await it.
 * suspends: no; runs PHP: no */
void async_failure_hold(async_coroutine_t *coroutine);
void async_failure_release(async_coroutine_t *coroutine);

/* The same for a caller that has let the ready coroutines run itself. */
void async_failure_release_now(async_coroutine_t *coroutine);

/* A keeper holds failures for an unknown time, until the user asks for them or frees the object that holds them (a task
 * group). When the request has nothing else left to do, the user will not ask any more. Then the keeper releases the
 * failures, so that none is lost (P7). Lives in the holding object, linked while that holds any. */
typedef struct async_failure_keeper {
	async_ring_t node;
	bool linked;
	void (*let_go)(struct async_failure_keeper *keeper); /* releases its holds and is unlinked; runs no PHP */
} async_failure_keeper_t;

/* Linking a linked keeper and unlinking an unlinked one do nothing. */
void async_failure_link_keeper(async_failure_keeper_t *keeper);
void async_failure_unlink_keeper(async_failure_keeper_t *keeper);

/* Have all keepers release their failures. returns: false when there was none; suspends: no; runs PHP: no */
bool async_failure_let_go(void);

/* A holder whose wait is over owes one service coroutine to each scope with failures that it holds: the scope is busy
 * until its failures are routed. A holder of many scopes owes them until the state of a scope matters, so that the next
 * wait of a loop can take the debt back. Lives in the holding object. */
typedef struct async_failure_debt {
	async_ring_t node;
	bool linked;
	void (*settle)(struct async_failure_debt *debt); /* starts the service coroutines; unlinked by then; runs no PHP */
} async_failure_debt_t;

/* Linking a linked debt and unlinking an unlinked one do nothing. */
void async_failure_link_debt(async_failure_debt_t *debt);
void async_failure_unlink_debt(async_failure_debt_t *debt);

/* Settle all debts: the caller is about to look whether scopes are busy or alive, or to end a coroutine.
 * suspends: no; runs PHP: no */
void async_failure_settle_all(void);

static zend_always_inline void async_failure_settle(void)
{
	if (UNEXPECTED(!async_ring_is_empty(&ASYNC_G(failure_debts)))) {
		async_failure_settle_all();
	}
}

/* There is no stack for the router: pass its exception to the global flow at once, so that it is not lost. */
void async_failure_give_up(async_coroutine_t *router);

#endif

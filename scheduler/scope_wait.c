/*
 * Waiters of scopes: waking them, and offering failures to them.
 */
#include "scheduler/scope_wait.h"

#include "scheduler/globals.h"
#include "scheduler/scheduler.h"

struct async_offer_entry {
	async_offer_entry_t *next;
	async_offer_t *offer;
};

bool async_scope_goal_reached(async_scope_t *scope, async_scope_goal_t goal)
{
	switch (goal) {
		case ASYNC_SCOPE_COMPLETION:
			return !async_scope_is_busy(scope);
		case ASYNC_SCOPE_DIRECT:
			return scope->active == 0;
		case ASYNC_SCOPE_END:
		default:
			return !async_scope_is_alive(scope);
	}
}

static async_scope_wait_t *waiter_of(async_wait_node_t *node)
{
	return (async_scope_wait_t *) node;
}

static void wake(async_wait_node_t *node)
{
	async_wait_t *wait = node->wait;

	if (wait == NULL) {
		/* The waiter runs its error handler now, and looks again afterwards. */
		return;
	}
	if (wait->fired == NULL) {
		wait->fired = node;
	}
	/* The waiter stays linked until it has run: more failures may be offered meanwhile. */
	async_wake(wait->coroutine, wait->ticket, ASYNC_WAIT_READY);
}

void async_scope_wake_waiters(async_scope_t *scope)
{
	for (async_wait_node_t *node = scope->waiters.head; node; node = node->next) {
		const async_scope_goal_t goal = waiter_of(node)->goal;
		if (async_scope_goal_reached(scope, goal)
			|| (goal != ASYNC_SCOPE_END && (scope->flags & ASYNC_SCOPE_CANCELLED))) {
			wake(node);
		}
	}
}

static void append_offer(async_scope_wait_t *waiter, async_offer_t *offer)
{
	async_offer_entry_t *entry = emalloc(sizeof(*entry));

	ZEND_ASSERT(waiter->takes_failures && "only waiters that take failures get offers");
	entry->next = NULL;
	entry->offer = offer;
	offer->refcount++;
	if (waiter->offers) {
		waiter->last->next = entry;
	} else {
		waiter->offers = entry;
	}
	waiter->last = entry;
}

async_offer_t *async_scope_offer(async_scope_t *scope, zend_object *exception)
{
	async_offer_t *offer = NULL;

	for (async_wait_node_t *node = scope->waiters.head; node; node = node->next) {
		if (!waiter_of(node)->takes_failures) {
			continue;
		}
		if (offer == NULL) {
			offer = emalloc(sizeof(*offer));
			offer->exception = exception;
			GC_ADDREF(exception);
			offer->refcount = 1;
			offer->taken = false;
			offer->router = NULL;
		}
		append_offer(waiter_of(node), offer);
		wake(node);
	}
	return offer;
}

void async_offer_release(async_offer_t *offer)
{
	ZEND_ASSERT(offer->refcount > 0 && "a reference is dropped once");
	if (--offer->refcount == 0) {
		OBJ_RELEASE(offer->exception);
		efree(offer);
	} else if (offer->refcount == 1 && offer->router) {
		async_wake(offer->router->coroutine, offer->router->ticket, ASYNC_WAIT_READY);
	}
}

void async_offer_wait(async_offer_t *offer)
{
	async_wait_t wait;

	ZEND_ASSERT(offer->router == NULL && "an offer has one router");
	ZEND_ASSERT(offer->refcount > 1 && "a waiter has still to look at the offer");
	if (UNEXPECTED(ASYNC_G(phase) == ASYNC_PHASE_FORCED)) {
		/* No park lasts in this phase. So the waiters are ready, and the router lets them run. */
		(void) async_yield();
		return;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_TURN);
	offer->router = &wait;
	async_park(&wait);
	offer->router = NULL;
}

void async_scope_wait_listen(async_scope_t *scope, async_scope_wait_t *waiter)
{
	waiter->coroutine = ASYNC_G(current);
	async_scope_settle(scope);
	async_wait_list_append(&scope->waiters, &waiter->node, NULL);
}

void async_scope_wait_forget_others(async_scope_t *scope)
{
	async_wait_node_t *next;

	for (async_wait_node_t *node = scope->waiters.head; node; node = next) {
		next = node->next;
		if (waiter_of(node)->coroutine != ASYNC_G(current)) {
			async_wait_list_remove(node);
		}
	}
}

/* Unlink the oldest entry; its reference on the offer passes to the caller. */
static async_offer_t *shift(async_scope_wait_t *waiter)
{
	async_offer_entry_t *entry = waiter->offers;
	async_offer_t *offer;

	if (entry == NULL) {
		return NULL;
	}
	offer = entry->offer;
	waiter->offers = entry->next;
	efree(entry);
	return offer;
}

zend_object *async_scope_wait_take(async_scope_wait_t *waiter, bool *first)
{
	async_offer_t *offer = shift(waiter);
	zend_object *exception;

	if (offer == NULL) {
		return NULL;
	}
	*first = !offer->taken;
	offer->taken = true;
	exception = offer->exception;
	GC_ADDREF(exception);
	async_offer_release(offer);
	return exception;
}

void async_scope_wait_leave(async_scope_wait_t *waiter)
{
	async_offer_t *offer;

	while ((offer = shift(waiter)) != NULL) {
		async_offer_release(offer);
	}
}

async_wait_result_t async_scope_park(async_scope_t *scope, async_scope_wait_t *waiter, zend_object *token)
{
	async_wait_t wait;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_SCOPE);
	wait.subject = scope;
	wait.detail = waiter->goal == ASYNC_SCOPE_END ? ASYNC_WAIT_FOR_ZOMBIES : 0;
	waiter->coroutine = wait.coroutine;
	async_scope_settle(scope);
	return async_park_on(&wait, &scope->waiters, &waiter->node, false, token);
}

#include "scheduler/scope.h"

#include "scheduler/end.h"
#include "scheduler/globals.h"

void async_scope_add(async_scope_t *scope, async_coroutine_t *coroutine, bool active)
{
	ZEND_ASSERT(coroutine->scope == NULL && "a coroutine joins one scope once");
	coroutine->scope = scope;
	coroutine->flags |= ASYNC_COROUTINE_IN_LIST;
	coroutine->scope_next = NULL;
	coroutine->scope_prev = scope->last;
	if (scope->last) {
		scope->last->scope_next = coroutine;
	} else {
		scope->first = coroutine;
	}
	scope->last = coroutine;
	scope->total++;
	if (active) {
		coroutine->flags |= ASYNC_COROUTINE_ACTIVE;
		scope->active++;
	}
}

void async_scope_remove(async_coroutine_t *coroutine)
{
	async_scope_t *scope = coroutine->scope;

	if (!(coroutine->flags & ASYNC_COROUTINE_IN_LIST)) {
		return;
	}
	if (coroutine->scope_prev) {
		coroutine->scope_prev->scope_next = coroutine->scope_next;
	} else {
		scope->first = coroutine->scope_next;
	}
	if (coroutine->scope_next) {
		coroutine->scope_next->scope_prev = coroutine->scope_prev;
	} else {
		scope->last = coroutine->scope_prev;
	}
	scope->total--;
	coroutine->flags &= ~ASYNC_COROUTINE_IN_LIST;
	if (coroutine->flags & ASYNC_COROUTINE_ACTIVE) {
		coroutine->flags &= ~ASYNC_COROUTINE_ACTIVE;
		if (--scope->active == 0) {
			async_end_scope_drained();
		}
	}
	async_coroutine_release(coroutine);
}

void async_scope_cancel(async_scope_t *scope, zend_object *reason)
{
	async_coroutine_t *next;

	for (async_coroutine_t *coroutine = scope->first; coroutine; coroutine = next) {
		/* Cancelling one that has not started completes it; it leaves the list later, from the run queue. */
		next = coroutine->scope_next;
		if (!(coroutine->flags & ASYNC_COROUTINE_HIDDEN)) {
			async_coroutine_cancel(coroutine, reason);
		}
	}
}

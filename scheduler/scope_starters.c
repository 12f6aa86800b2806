/*
 * Starters of a scope: task groups that will start coroutines in it later, and end with it.
 */
#include "scheduler/scope.h"

#include "scheduler/end.h"

void async_scope_link_starter(async_scope_t *scope, async_scope_starter_t *starter)
{
	ZEND_ASSERT(starter->scope == NULL && "a starter is linked once");
	ZEND_ASSERT(starter->end && starter->drained && "a starter can be ended");
	starter->scope = scope;
	async_ring_insert_tail(&scope->starters, &starter->node);
}

void async_scope_unlink_starter(async_scope_starter_t *starter)
{
	if (starter->scope) {
		starter->scope = NULL;
		async_ring_remove(&starter->node);
	}
}

void async_scope_end_each_starter(async_scope_t *scope, zend_object *reason, bool closing)
{
	async_ring_t *next;

	if (async_is_unwinding()) {
		return;
	}
	for (async_ring_t *at = scope->starters.prev; at != &scope->starters; at = next) {
		async_scope_starter_t *starter = async_container_of(at, async_scope_starter_t, node);
		ZEND_ASSERT(starter->scope == scope && "a linked starter knows its scope");
		next = at->prev;
		if (closing) {
			async_scope_unlink_starter(starter);
		}
		starter->end(starter, reason, closing);
	}
}

ASYNC_ALWAYS_RUNS bool async_scope_drain_starters(async_scope_t *scope)
{
	async_ring_t *next;
	bool owes = false;

	for (async_ring_t *at = scope->starters.prev; at != &scope->starters; at = next) {
		async_scope_starter_t *starter = async_container_of(at, async_scope_starter_t, node);
		next = at->prev;
		owes |= starter->drained(starter);
	}
	return owes;
}

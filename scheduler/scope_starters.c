/*
 * Starters of a scope: task groups that will start coroutines in it later, and end with it.
 */
#include "scheduler/scope.h"

#include "scheduler/end.h"

void async_scope_link_starter(async_scope_t *scope, async_scope_starter_t *starter)
{
	starter->scope = scope;
	starter->prev = NULL;
	starter->next = scope->starters;
	if (scope->starters) {
		scope->starters->prev = starter;
	}
	scope->starters = starter;
}

void async_scope_unlink_starter(async_scope_starter_t *starter)
{
	if (starter->scope == NULL) {
		return;
	}
	if (starter->prev) {
		starter->prev->next = starter->next;
	} else {
		starter->scope->starters = starter->next;
	}
	if (starter->next) {
		starter->next->prev = starter->prev;
	}
	starter->scope = NULL;
}

void async_scope_end_starters(async_scope_t *scope, zend_object *reason, bool closing)
{
	async_scope_starter_t *next;

	if (EXPECTED(scope->starters == NULL) || async_is_unwinding()) {
		return;
	}
	for (async_scope_starter_t *starter = scope->starters; starter; starter = next) {
		next = starter->next;
		if (closing) {
			async_scope_unlink_starter(starter);
		}
		starter->end(starter, reason, closing);
	}
}

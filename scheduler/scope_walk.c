/*
 * Walks through the tree of scopes, bottom up and without recursion.
 */
#include "scheduler/scope.h"

async_scope_t *async_scope_walk_first(async_scope_t *top)
{
	while (top->first_child) {
		top = top->first_child;
	}
	return top;
}

async_scope_t *async_scope_walk_next(async_scope_t *at, const async_scope_t *top)
{
	if (at == top) {
		return NULL;
	}
	ZEND_ASSERT(at->parent && "a scope below the top has a parent");
	return at->next_sibling ? async_scope_walk_first(at->next_sibling) : at->parent;
}

ASYNC_ALWAYS_RUNS async_scope_t *async_scope_walk_next_held(async_scope_t *at, const async_scope_t *top)
{
	async_scope_t *next = async_scope_walk_next(at, top);

	if (next) {
		async_scope_addref(next);
	}
	async_scope_release(at);
	return next;
}

ASYNC_ALWAYS_RUNS async_scope_t *async_scope_walk_first_held(async_scope_t *top)
{
	async_scope_t *first = async_scope_walk_first(top);

	async_scope_addref(first);
	return first;
}

/* Walks that leave out some scopes, and all below them. `is_left_out` is a constant that the compiler folds in. */
typedef bool (*left_out_t)(async_scope_t *scope);

static zend_always_inline async_scope_t *first_of_siblings(async_scope_t *scope, left_out_t is_left_out)
{
	while (scope && is_left_out(scope)) {
		scope = scope->next_sibling;
	}
	return scope;
}

static zend_always_inline async_scope_t *first_without(async_scope_t *top, left_out_t is_left_out)
{
	async_scope_t *child;

	while ((child = first_of_siblings(top->first_child, is_left_out)) != NULL) {
		top = child;
	}
	async_scope_addref(top);
	return top;
}

static zend_always_inline async_scope_t *next_without(async_scope_t *at, const async_scope_t *top,
	left_out_t is_left_out)
{
	async_scope_t *next = NULL;

	if (at != top) {
		ZEND_ASSERT(at->parent && "a scope below the top has a parent");
		next = first_of_siblings(at->next_sibling, is_left_out);
		if (next) {
			next = first_without(next, is_left_out);
		} else {
			next = at->parent;
			async_scope_addref(next);
		}
	}
	async_scope_release(at);
	return next;
}

static bool is_closed_and_idle(async_scope_t *scope)
{
	return (scope->flags & (ASYNC_SCOPE_CLOSED | ASYNC_SCOPE_CONTEXTS_LEFT)) == ASYNC_SCOPE_CLOSED
		&& !async_scope_is_busy(scope);
}

async_scope_t *async_scope_walk_first_open(async_scope_t *top)
{
	return first_without(top, is_closed_and_idle);
}

async_scope_t *async_scope_walk_next_open(async_scope_t *at, const async_scope_t *top)
{
	return next_without(at, top, is_closed_and_idle);
}

static bool is_all_cancelled(async_scope_t *scope)
{
	return (scope->flags & (ASYNC_SCOPE_ALL_CANCELLED | ASYNC_SCOPE_CONTEXTS_LEFT)) == ASYNC_SCOPE_ALL_CANCELLED;
}

async_scope_t *async_scope_walk_first_uncancelled(async_scope_t *top)
{
	return first_without(top, is_all_cancelled);
}

async_scope_t *async_scope_walk_next_uncancelled(async_scope_t *at, const async_scope_t *top)
{
	return next_without(at, top, is_all_cancelled);
}

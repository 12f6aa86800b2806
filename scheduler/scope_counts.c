/*
 * Counts of busy and living scopes: who counts which child, and which scope is told when one becomes idle.
 */
#include "scheduler/scope_counts.h"

#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/globals.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/scope_wait.h"

static bool is_quiet(const async_scope_t *scope)
{
	return scope->quiet.next != NULL;
}

static bool tells(const async_scope_t *scope)
{
	return (scope->flags & ASYNC_SCOPE_COUNTED_ALIVE) && !is_quiet(scope);
}

/* Has the scope to be told at once when a child becomes idle? While it has an active coroutine of its own, its last one
 * is the time to look. */
static bool has_to_know(const async_scope_t *scope)
{
	return scope->active == 0 && (tells(scope) || scope->waiters.head || async_scope_is_over(scope));
}

static void uncount_busy(async_scope_t *scope)
{
	if (scope->flags & ASYNC_SCOPE_COUNTED_BUSY) {
		ZEND_ASSERT(scope->parent->busy_children > 0 && "a busy child was counted");
		scope->flags &= ~ASYNC_SCOPE_COUNTED_BUSY;
		scope->parent->busy_children--;
	}
}

static void uncount_alive(async_scope_t *scope)
{
	if (scope->flags & ASYNC_SCOPE_COUNTED_ALIVE) {
		ZEND_ASSERT(scope->parent->alive_children > 0 && "a living child was counted");
		scope->flags &= ~ASYNC_SCOPE_COUNTED_ALIVE;
		scope->parent->alive_children--;
		if (is_quiet(scope)) {
			async_ring_remove(&scope->quiet);
		}
	}
}

ASYNC_ALWAYS_RUNS void async_scope_uncount(async_scope_t *scope)
{
	uncount_busy(scope);
	uncount_alive(scope);
}

void async_scope_forget_counts(async_scope_t *scope)
{
	scope->busy_children = scope->alive_children = 0;
	scope->flags &= ~(ASYNC_SCOPE_COUNTED_BUSY | ASYNC_SCOPE_COUNTED_ALIVE);
	async_ring_init(&scope->quiet_children);
	scope->quiet.next = scope->quiet.prev = NULL;
}

/* The topmost scope that has to know of those that will count a child. All below it will tell. NULL: none. */
static const async_scope_t *find_top_to_be_told(const async_scope_t *scope)
{
	const async_scope_t *top = NULL;

	for (; !async_scope_is_counted(scope, ASYNC_SCOPE_COUNTED_ALIVE); scope = scope->parent) {
		if (has_to_know(scope->parent)) {
			top = scope->parent;
		}
	}
	return top;
}

void async_scope_became_alive(async_scope_t *scope)
{
	const async_scope_t *top = find_top_to_be_told(scope);
	bool will_tell = top != NULL;

	for (; !async_scope_is_counted(scope, ASYNC_SCOPE_COUNTED_ALIVE); scope = scope->parent) {
		if (scope == top) {
			will_tell = false;
		}
		scope->flags |= ASYNC_SCOPE_COUNTED_ALIVE;
		scope->parent->alive_children++;
		if (!will_tell) {
			async_ring_insert_tail(&scope->parent->quiet_children, &scope->quiet);
		}
	}
}

void async_scope_became_busy(async_scope_t *scope)
{
	for (; !async_scope_is_counted(scope, ASYNC_SCOPE_COUNTED_BUSY); scope = scope->parent) {
		ZEND_ASSERT((scope->flags & ASYNC_SCOPE_COUNTED_ALIVE) && "a busy scope is alive");
		scope->flags |= ASYNC_SCOPE_COUNTED_BUSY;
		scope->parent->busy_children++;
	}
}

static void uncount_if_idle(async_scope_t *scope)
{
	if (!async_scope_counts_as_busy(scope)) {
		uncount_busy(scope);
	}
	if (!async_scope_counts_as_alive(scope)) {
		uncount_alive(scope);
	}
}

/* Walks down to the quiet children, and counts on the way up. A quiet scope that is waited for or over needs no more:
 * its own counts were right, so it has seen its end. */
void async_scope_settle_children(async_scope_t *top)
{
	async_scope_t *at = NULL;  /* NULL: `top` itself */

	for (;;) {
		const async_ring_t *children = &(at ? at : top)->quiet_children;
		if ((at == NULL || at->active == 0) && !async_ring_is_empty(children)) {
			at = async_container_of(async_ring_first(children), async_scope_t, quiet);
			async_ring_remove(&at->quiet);
			continue;
		}
		if (at == NULL) {
			return;
		}
		uncount_if_idle(at);
		at = at->parent == top ? NULL : at->parent;
	}
}

void async_scope_lost_last_active(async_scope_t *scope)
{
	ZEND_ASSERT(scope->active == 0 && "the last one has gone");
	if (UNEXPECTED(!async_ring_is_empty(&scope->quiet_children)) && has_to_know(scope)) {
		async_scope_settle_children(scope);
	}
	async_scope_wake_waiters(scope);
	while (!async_scope_counts_as_busy(scope) && tells(scope)) {
		uncount_busy(scope);
		scope = scope->parent;
		async_scope_wake_waiters(scope);
	}
	if (ASYNC_G(active) == 0) {
		async_end_forest_drained();
	}
}

/* The scope may be alive again: its end may have started a coroutine, for its callbacks. Then it stays counted.
 * returns: the parent, which was told; NULL: the scope is alive, or its parent need not know */
static async_scope_t *end_idle(async_scope_t *scope, const async_coroutine_t *last)
{
	async_scope_t *parent = scope->parent;

	async_scope_wake_waiters(scope);
	async_scope_finish_if_over(scope);
	if (async_scope_counts_as_alive(scope)) {
		return NULL;
	}
	if (async_coroutine_is_completed(last)) {
		async_scope_let_go(scope);
	}
	if (!tells(scope)) {
		return NULL;
	}
	uncount_alive(scope);
	async_scope_wake_waiters(parent);
	return parent;
}

void async_scope_lost_last(async_scope_t *scope, const async_coroutine_t *last)
{
	ZEND_ASSERT(last->scope == scope && "it holds the scope, and so all scopes above");
	while (scope && !async_scope_counts_as_alive(scope)) {
		scope = end_idle(scope, last);
	}
	/* Not before the counts of all scopes are right. */
	async_deferred_schedule();
	if (ASYNC_G(coroutines) == 0) {
		async_end_forest_drained();
	}
}

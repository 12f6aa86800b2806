/*
 * The counts of busy and living scopes in the tree.
 *
 * A scope that becomes busy or alive is counted in its parent, and so on upwards, up to one that is counted already.
 * When it becomes idle, it *tells* its parent only where that matters at once: its parent, or a scope further up that
 * has no other reason to be busy, is waited for or over. Otherwise it is *quiet*: it stays counted, and its next
 * coroutine finds it counted. So a coroutine in the innermost of many idle scopes costs the same at any depth.
 *
 * Quiet children are listed in their parent. A parent that has to know settles them: those below that are idle are not
 * counted any more, and the others tell from then on. Each is settled at most once for each time it was counted.
 *
 * What always holds: when a scope has no active coroutine of its own, and is waited for, over or tells itself, none of
 * its children is quiet, and its counts are right. Else they may be too high, and are never too low.
 */
#ifndef ASYNC_SCHEDULER_SCOPE_COUNTS_H
#define ASYNC_SCHEDULER_SCOPE_COUNTS_H

#include "scheduler/scope.h"

/* What the counts of the scope itself say. True is certain only where the scope has just been settled. */
static zend_always_inline bool async_scope_counts_as_busy(const async_scope_t *scope)
{
	return scope->active > 0 || scope->busy_children > 0;
}

static zend_always_inline bool async_scope_counts_as_alive(const async_scope_t *scope)
{
	return scope->total > 0 || scope->alive_children > 0;
}

/* Is it counted, or a root? `flag`: ASYNC_SCOPE_COUNTED_… The forest does not count its children: ASYNC_G(active) and
 * ASYNC_G(coroutines) say more. */
static zend_always_inline bool async_scope_is_counted(const async_scope_t *scope, uint32_t flag)
{
	return (scope->flags & flag) || scope->depth <= 1;
}

/* The scope has its first coroutine, or its first active one, and is not counted as such.
 * suspends: no; runs PHP: no */
void async_scope_became_alive(async_scope_t *scope);
void async_scope_became_busy(async_scope_t *scope);

/* The scope has no active coroutine of its own now: wake the waiters for that, here and in each scope above that is
 * told and not busy any more. suspends: no; runs PHP: no */
void async_scope_lost_last_active(async_scope_t *scope);

/* The last coroutine of any kind, `last`, has left the scope, and still holds it. End this scope, and those above that
 * are told, where they are over. suspends: no; runs PHP: no */
void async_scope_lost_last(async_scope_t *scope, const async_coroutine_t *last);

/* The record is about to be freed: its parent does not count it any more. */
void async_scope_uncount(async_scope_t *scope);

/* The coroutines of all scopes were forgotten: no scope is counted any more. */
void async_scope_forget_counts(async_scope_t *scope);

#endif

/*
 * Isolated scopes: the scopes at the top of an isolation, and its end with them (I6).
 *
 * A scope record leads to the isolation that its coroutines run in, and holds it. A new scope takes that of its parent.
 */
#ifndef ASYNC_SCHEDULER_ISOLATED_SCOPE_H
#define ASYNC_SCHEDULER_ISOLATED_SCOPE_H

#include "engine/isolation/isolation.h"
#include "scheduler/scope.h"

/* Give a new scope an isolation of its own: a copy of the current one. The caller has asked
 * async_isolation_obstacle().
 * suspends: no; runs PHP: no */
void async_scope_isolate(async_scope_t *scope);

/* Let a new scope, which has no coroutine yet, belong to the isolation of another scope that is not above it.
 * suspends: no; runs PHP: no */
void async_scope_share_isolation(async_scope_t *scope, const async_scope_t *other);

/* A coroutine of this scope runs next, or none (NULL). Allocates nothing. */
static zend_always_inline void async_scope_enter_isolation(const async_scope_t *scope)
{
	if (UNEXPECTED(ASYNC_ENGINE_G(isolation) != NULL)) {
		async_isolation_enter_slow(scope ? scope->isolation : NULL);
	}
}

/* The scope is closed and has no coroutine left. If its isolation is its own, a service coroutine of the scope ends it,
 * once. Where no coroutine can start, it ends with its last record.
 * suspends: no; runs PHP: no */
void async_scope_end_isolation(async_scope_t *scope);

/* The request has no coroutine left: end the isolations of the scopes that are still open.
 * returns: coroutines were queued for that; suspends: no; runs PHP: no */
bool async_isolated_scopes_end_all(void);

/* The same, now and here, where no coroutine runs any more: after exit(). No exception is in flight before and after.
 * runs PHP: shutdown functions and destructors
 * errors:   exceptions of theirs are appended to the list (exceptions.h) */
void async_isolated_scopes_end_here(HashTable **exceptions);

/* Will a scope catch exit() in the current coroutine, so that the request goes on? */
bool async_scope_expects_exit(void);

/* The current coroutine leaves its frames because of exit(), which has set another status than the one before, or is
 * about to do so. For an exit that a scope expects. */
void async_scope_note_exit(int status_before);

/* Before the state of the current coroutine, whose body has ended, is reset: if it has called exit() and the scope that
 * catches it is one of its own isolation, its output buffers stay open until the end of that.
 * suspends: no; runs PHP: no */
void async_scope_keep_output(const async_coroutine_t *coroutine);

/* The body of the current coroutine has ended by exit(). If a scope catches that: note the status there, cancel the
 * other coroutines of that scope, and close it. False: the request ends.
 * suspends, runs PHP: in destructors */
bool async_scope_catch_exit(async_coroutine_t *coroutine);

#endif

/*
 * The end of a scope. It is closed or cancelled, its last coroutine goes, its completion callbacks run, and its context
 * is emptied. An isolated scope ends its isolation after all of that.
 */
#ifndef ASYNC_SCHEDULER_SCOPE_END_H
#define ASYNC_SCHEDULER_SCOPE_END_H

#include "scheduler/scope.h"

/* Cancel every coroutine in the scope and below, children first (D18), without closing the scopes; with the same reason
 * for all. Linear, without recursion.
 * suspends: no; runs PHP: no. The caller then releases the deferred values (deferred_release.h) */
void async_scope_cancel_coroutines(async_scope_t *scope, zend_object *reason);

/* The same, and close the scopes: Scope::cancel(). Skips scopes that are cancelled already.
 * owns: `reason` is borrowed; returns: for async_scope_release_data(): a scope below that it visited has a context */
bool async_scope_cancel(async_scope_t *scope, zend_object *reason);

/* Close the scope and all scopes below it, and finish the empty ones. returns: as async_scope_cancel() */
bool async_scope_close(async_scope_t *scope);

/* The last coroutine of the scope has gone. If the scope is over, its callbacks are due (D13), its context is emptied
 * (CX-16), and its isolation ends. Starts a coroutine where one of these is left to do. suspends: no; runs PHP: no */
void async_scope_finish_if_over(async_scope_t *scope);

/* The scope has no coroutine any more, here and below. Without a handle it lets go of what only coroutines need; with
 * one, the garbage collector looks at it again.
 * suspends: no; runs PHP: no. The caller then has the deferred values released (deferred_release.h) */
void async_scope_let_go(async_scope_t *scope);

/* Queue the completion callbacks of the scope (D13): an awaiter has seen it drained, or it is closed and empty. */
void async_scope_finish(async_scope_t *scope);

/* The scope, or a starter of it, has completion callbacks now: async_scope_finish_all() must not miss it. */
void async_scope_owes(async_scope_t *scope);

/* No coroutine of the request is left: finish all scopes but the global one whose callbacks still wait for their time,
 * and have their starters do the same (D13). Inner scopes come before outer ones. The scopes stay open. Costs nothing
 * for scopes without callbacks, as each callback may start a coroutine, whose end leads here again.
 * returns: callbacks were queued; suspends: no; runs PHP: no */
bool async_scope_finish_all(void);

/* PHP code has cancelled or closed the scope: release the values that were deferred by that (deferred_release.h), and
 * empty the contexts of this scope, and with `contexts_below` of the scopes below it, where these are closed and empty
 * (CX-16).
 * suspends: in destructors; runs PHP: destructors */
void async_scope_release_data(async_scope_t *scope, bool contexts_below);

/* exit() was called, and all frames are released: empty the contexts of all scopes without a handle and coroutines. The
 * coroutines that would have done it cannot be started any more. Such a context may hold the handle of a scope below,
 * which holds the record: a cycle that the garbage collector does not see.
 * returns: there was such a context; suspends: no; runs PHP: destructors, whose exception may be pending */
bool async_scope_empty_left(void);

/* Add a completion callback; on a finished scope it runs as soon as possible. owns: takes a reference of its own */
void async_scope_on_finally(async_scope_t *scope, zval *callable);

#endif

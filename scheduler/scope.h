/*
 * Scope record: who owns which coroutine.
 *
 * Scopes form a tree. At its top stands one record without an object, ASYNC_G(forest); its children are the global
 * scope and the independent root scopes, so that "everything" is a tree like any other. Every coroutine belongs to
 * exactly one scope from the moment it is handed to the scheduler until it ends.
 *
 * A scope is *busy* while a coroutine of its own is active or a child is busy, and *alive* while one is left at all,
 * zombies and the scheduler's own included. Only the first and the last coroutine of a scope are told to its parent, so
 * that spawn and end cost the same at any depth.
 *
 * The record is counted: by the PHP object, by each of its coroutines (until the coroutine's own object is gone), by
 * each child record. The object is not held by any of them (SC-11).
 */
#ifndef ASYNC_SCHEDULER_SCOPE_H
#define ASYNC_SCHEDULER_SCOPE_H

#include "scheduler/context.h"
#include "scheduler/coroutine.h"

#define ASYNC_SCOPE_CLOSED         (1u << 0) /* nothing can be spawned here any more (D8) */
#define ASYNC_SCOPE_CANCELLED      (1u << 1) /* by cancel(), dispose() or a failure; cancellation is the reason */
#define ASYNC_SCOPE_CANCEL_AT_END  (1u << 2) /* asNotSafely(): the destructor cancels */
#define ASYNC_SCOPE_FINISHED       (1u << 3) /* its completion callbacks are due or have run (D13) */
#define ASYNC_SCOPE_GLOBAL         (1u << 4)
#define ASYNC_SCOPE_TIMED          (1u << 5) /* disposeAfterTimeout(): its zombies have a time limit of their own */

typedef struct async_scope_bound async_scope_bound_t;

/* Somebody who will start coroutines in the scope later on (a task group with a queue): what has not started is in no
 * list of the scope, and ends with it all the same. Lives in its owner. */
typedef struct async_scope_starter {
	struct async_scope_starter *next;
	struct async_scope_starter *prev;
	async_scope_t *scope;      /* not counted: the owner holds it; NULL while linked nowhere */
	/* All coroutines of the scope are being cancelled, these come first; `closing`: nothing may start any more, and the
	 * node is unlinked. reason: borrowed, NULL for one of its own. suspends: no; runs PHP: no */
	void (*end)(struct async_scope_starter *starter, zend_object *reason, bool closing);
} async_scope_starter_t;

struct async_scope {
	/* touched by every spawn and end */
	async_coroutine_t *first;   /* unfinished coroutines in spawn order; the list owns a reference on each */
	async_coroutine_t *last;
	size_t total;               /* length of the list */
	size_t active;              /* those that keep the scope and the request going: not zombies, not main's drain */
	size_t busy_children;
	size_t alive_children;
	uint32_t refcount;
	uint32_t flags;             /* ASYNC_SCOPE_… */

	async_scope_t *parent;      /* counted; ASYNC_G(forest) for roots, NULL for the forest itself */
	async_scope_t *first_child; /* in the order of their creation; a record leaves its parent when it is freed */
	async_scope_t *last_child;
	async_scope_t *next_sibling;
	async_scope_t *prev_sibling;

	zend_object *object;        /* its handle; not counted, NULL when nobody holds one */
	zend_object *context;       /* of class Async\Context, NULL until needed */
	zend_object *cancellation;  /* reason, once CANCELLED; dropped when neither handle nor coroutines are left */
	zval exception_handler;     /* UNDEF: none */
	zval child_handler;
	HashTable *callbacks;       /* onFinally callables in order, NULL when there is none */
	async_wait_list_t waiters;  /* nodes of async_scope_wait_t, see scope_wait.h */
	async_scope_starter_t *starters;
	async_scope_bound_t *bounds;  /* what ends it: time limits, awaitables; scope_bounds.h */

	zend_string *created_file;  /* counted references, NULL when unknown */
	zend_string *disposed_file;
	uint32_t created_line;
	uint32_t disposed_line;
};

static zend_always_inline bool async_scope_is_busy(const async_scope_t *scope)
{
	return scope->active > 0 || scope->busy_children > 0;
}

static zend_always_inline bool async_scope_is_alive(const async_scope_t *scope)
{
	return scope->total > 0 || scope->alive_children > 0;
}

static zend_always_inline void async_scope_addref(async_scope_t *scope)
{
	scope->refcount++;
}

/* Drop a reference; the last one takes the record out of the tree.
 * runs PHP: destructors of what the record held */
void async_scope_release(async_scope_t *scope);

/* Prepare the two records that are always there; at request start, before any user code. */
void async_scope_request_start(void);

/* Drop what the two hold, at request end, and forget everything else. */
void async_scope_request_end(void);

/* New child of `parent` (NULL: an independent root) with one reference, owned by the caller. */
async_scope_t *async_scope_new(async_scope_t *parent);

/* Scope of the running code: the current coroutine's, else the global one. Borrowed. */
async_scope_t *async_scope_current(void);

/* Is `scope` the other one or below it? */
bool async_scope_is_within(const async_scope_t *scope, const async_scope_t *ancestor);

/* The coroutine will be handed to this scope, or end before that: what it leaves to do is done there. */
void async_scope_expect(async_scope_t *scope, async_coroutine_t *coroutine);

/* Hand a coroutine to its scope. Takes over the caller's additional reference. */
void async_scope_add(async_scope_t *scope, async_coroutine_t *coroutine, bool active);

/* The coroutine ended. Releases the list's reference last, so the record may be gone afterwards. */
void async_scope_remove(async_coroutine_t *coroutine);

/* The router of a failure, which is active, goes on as a member of the parent scope. */
void async_scope_move(async_coroutine_t *coroutine, async_scope_t *scope);

/* It no longer keeps its scope and the request going (a zombie, or left alone by the end of the request). */
void async_scope_deactivate(async_coroutine_t *coroutine);

/* Cancel every coroutine below and in the scope, children first (D18), without closing it. Linear, no recursion; the
 * same reason for all.
 * suspends: no; runs PHP: no; what is put aside then is the caller's business (scheduler/deferred_release.h) */
void async_scope_cancel_coroutines(async_scope_t *scope, zend_object *reason);

/* The same, and close all of them: Scope::cancel(). A scope that is cancelled already is left alone.
 * owns: `reason` is borrowed */
void async_scope_cancel(async_scope_t *scope, zend_object *reason);

/* Close the scope and all below; finishes those that are empty. */
void async_scope_close(async_scope_t *scope);

/* Be told of the end of a scope that is open. Until async_scope_unlink_starter(), which is harmless when not linked. */
void async_scope_link_starter(async_scope_t *scope, async_scope_starter_t *starter);
void async_scope_unlink_starter(async_scope_starter_t *starter);

/* Tell them; part of cancelling and closing the scope. suspends: no; runs PHP: no */
void async_scope_end_starters(async_scope_t *scope, zend_object *reason, bool closing);

/* Walk a tree bottom up: first async_scope_walk_first(top), then async_scope_walk_next(at, top) until NULL. */
async_scope_t *async_scope_walk_first(async_scope_t *top);
async_scope_t *async_scope_walk_next(async_scope_t *at, const async_scope_t *top);

/* The same while scopes may end and start: the one that is visited is held, so it stays in the tree until the next
 * step. The walk must not be left early. */
async_scope_t *async_scope_walk_first_held(async_scope_t *top);
async_scope_t *async_scope_walk_next_held(async_scope_t *at, const async_scope_t *top);

/* Its completion callbacks are due (D13): called when an awaiter saw it drained, when it is closed and empty. Once. */
void async_scope_finish(async_scope_t *scope);

/* PHP code has cancelled or closed it: release what that has put aside (scheduler/deferred_release.h), and empty the
 * contexts of the scopes here and below that are closed and empty (CX-16).
 * suspends: in destructors; runs PHP: destructors */
void async_scope_release_data(async_scope_t *scope);

/* Add a completion callback; on a finished scope it runs at the next round. owns: its own reference */
void async_scope_on_finally(async_scope_t *scope, zval *callable);

/* The handle of the scope with a new reference; made anew when nobody holds one. Implemented by the class, scope.c. */
zend_object *async_scope_object(async_scope_t *scope);

/* Drop the exception handlers, the reason, the bounds and the context. runs PHP: destructors */
void async_scope_drop_data(async_scope_t *scope);

#endif

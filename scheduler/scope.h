/*
 * Scope record: the owner of coroutines.
 *
 * Scopes form a tree. At its top stands one record without an object, ASYNC_G(forest). Its children are the global
 * scope and the independent root scopes, so that all scopes together are a tree like any other. Every coroutine belongs
 * to exactly one scope from the moment it is handed to the scheduler until it ends.
 *
 * A scope is *busy* while a coroutine of its own is active or a child is busy. It is *alive* while any coroutine is
 * left in it, zombies and service coroutines included, or a child is alive. Spawn and end cost the same at any depth:
 * scope_counts.h says how a scope knows of what is below it.
 *
 * The record is counted: by its PHP object, by each of its coroutines (until the coroutine's own object is freed), by
 * each child record. None of them holds the PHP object (SC-11).
 */
#ifndef ASYNC_SCHEDULER_SCOPE_H
#define ASYNC_SCHEDULER_SCOPE_H

#include "engine/globals.h"
#include "reactor/ring.h"
#include "scheduler/classes.h"
#include "scheduler/coroutine.h"

#define ASYNC_SCOPE_CLOSED         (1u << 0) /* nothing can be spawned here any more (D8) */
#define ASYNC_SCOPE_CANCELLED      (1u << 1) /* by cancel(), dispose() or a failure; cancellation is the reason */
#define ASYNC_SCOPE_CANCEL_AT_END  (1u << 2) /* asNotSafely(): the destructor cancels */
#define ASYNC_SCOPE_FINISHED       (1u << 3) /* its completion callbacks are due or have run (D13) */
#define ASYNC_SCOPE_GLOBAL         (1u << 4)
#define ASYNC_SCOPE_TIMED          (1u << 5) /* disposeAfterTimeout(): its zombies have a time limit of their own */
#define ASYNC_SCOPE_ALL_CANCELLED  (1u << 6) /* it and all scopes below are: nothing is left to cancel */
#define ASYNC_SCOPE_CONTEXTS_LEFT  (1u << 7) /* it was closed without async_scope_release_data(), contexts are left */
#define ASYNC_SCOPE_ISOLATED       (1u << 8) /* its isolation began with it … */
#define ASYNC_SCOPE_ISOLATION_ENDS (1u << 9) /* … and is about to end, or has ended */
#define ASYNC_SCOPE_CATCHES_EXIT   (1u << 10) /* exit() in it and below ends this scope, not the request */
#define ASYNC_SCOPE_EXITED         (1u << 11) /* that has happened; exit_status is set */
#define ASYNC_SCOPE_WARNS          (1u << 12) /* a failure that reaches it is shown as a warning, and goes no further */
#define ASYNC_SCOPE_KEEPS_HANDLE   (1u << 13) /* C code ends it: a handle that is made for it is held until then */
#define ASYNC_SCOPE_COUNTED_BUSY   (1u << 14) /* among the busy children of its parent */
#define ASYNC_SCOPE_COUNTED_ALIVE  (1u << 15) /* among the living children of its parent */

typedef struct async_scope_bound async_scope_bound_t;

/* A starter will start coroutines in the scope later (a task group with a queue). Its tasks that have not started are
 * in no list of the scope, and still end with it. Lives in its owner. */
typedef struct async_scope_starter {
	async_ring_t node;
	async_scope_t *scope;      /* not counted: the owner holds it; NULL while linked nowhere */
	/* The coroutines of the scope are about to be cancelled: cancel the tasks that have not started. `closing`: no task
	 * may start any more, and the node is unlinked. reason: borrowed; NULL: the starter makes one. suspends: no; runs
	 * PHP: no */
	void (*end)(struct async_scope_starter *starter, zend_object *reason, bool closing);
	/* The request has no coroutine left: queue the completion callbacks.
	 * returns: callbacks still wait for their time; suspends: no; runs PHP: no */
	bool (*drained)(struct async_scope_starter *starter);
} async_scope_starter_t;

struct async_scope {
	/* touched by every spawn and end */
	async_coroutine_t *first;   /* unfinished coroutines in spawn order; the list owns a reference on each */
	async_coroutine_t *last;
	size_t total;               /* length of the list */
	size_t active;              /* members that keep the scope and the request going: not zombies, not the drain */
	uint32_t busy_children;     /* may be too high: see scope_counts.h */
	uint32_t alive_children;    /* … */
	uint32_t refcount;
	uint32_t flags;             /* ASYNC_SCOPE_… */

	async_scope_t *parent;      /* counted; ASYNC_G(forest) for roots, NULL for the forest itself */
	async_scope_t *jump;        /* an ancestor far up; see async_scope_is_within() */
	async_scope_t *first_child; /* in the order of their creation; a record leaves its parent when it is freed */
	async_scope_t *last_child;
	async_scope_t *next_sibling;
	async_scope_t *prev_sibling;
	async_ring_t quiet_children; /* see scope_counts.h */
	async_ring_t quiet;         /* in that ring of its parent; unlinked: it tells its parent, or is not counted */

	zend_object *object;        /* its handle; not counted, NULL when there is none */
	zend_object *context;       /* of class Async\Context, NULL until needed */
	zend_object *cancellation;  /* reason, once CANCELLED; dropped when neither handle nor coroutines are left */
	zval exception_handler;     /* UNDEF: none */
	zval child_handler;
	HashTable *callbacks;       /* onFinally callables in order, NULL when there is none */
	async_wait_list_t waiters;  /* nodes of async_scope_wait_t, see scope_wait.h */
	async_ring_t starters;
	async_ring_t followers;     /* see scope_followers.h */
	async_ring_t owing;         /* in ASYNC_G(owing) while it has completion callbacks, or a starter that has some */
	async_isolation_t *isolation; /* counted; NULL: the base */
	async_scope_bound_t *bounds;  /* time limits and awaitables that end it; scope_bounds.h */

	uint64_t born;              /* the highest id that a coroutine had when it was made */
	zend_string *created_file;  /* counted references, NULL when unknown */
	zend_string *disposed_file;
	int exit_status;              /* of the first exit() in it, once EXITED */
	int status_before_exit;       /* the request's, while `exits` are under way */
	uint32_t exits;
	uint32_t depth;               /* number of its ancestors */
	uint32_t created_line;
	uint32_t disposed_line;
};

/* Make the counts of children right, also where the scope has an active coroutine of its own.
 * suspends: no; runs PHP: no */
void async_scope_settle_children(async_scope_t *scope);

/* The counts of children matter: a caller asks for them, or the scope is waited for or over from now on. With an
 * active coroutine of its own, they do not. */
static zend_always_inline void async_scope_settle(async_scope_t *scope)
{
	if (UNEXPECTED(!async_ring_is_empty(&scope->quiet_children)) && scope->active == 0) {
		async_scope_settle_children(scope);
	}
}

static zend_always_inline bool async_scope_is_busy(async_scope_t *scope)
{
	if (scope->active > 0 || EXPECTED(scope->busy_children == 0)) {
		return scope->active > 0;
	}
	async_scope_settle_children(scope);
	return scope->busy_children > 0;
}

static zend_always_inline bool async_scope_is_alive(async_scope_t *scope)
{
	if (scope->total > 0 || EXPECTED(scope->alive_children == 0)) {
		return scope->total > 0;
	}
	async_scope_settle_children(scope);
	return scope->alive_children > 0;
}

/* Can no coroutine be spawned here any more? The scope is closed, or has no handle. */
static zend_always_inline bool async_scope_is_over(const async_scope_t *scope)
{
	return (scope->flags & ASYNC_SCOPE_CLOSED) || (scope->object == NULL && !(scope->flags & ASYNC_SCOPE_GLOBAL));
}

/* … and has the last coroutine gone, here and below? */
static zend_always_inline bool async_scope_has_ended(async_scope_t *scope)
{
	return async_scope_is_over(scope) && !async_scope_is_alive(scope);
}

static zend_always_inline void async_scope_addref(async_scope_t *scope)
{
	scope->refcount++;
}

/* Drop a reference; the last one takes the record out of the tree.
 * runs PHP: destructors of values that the record held */
void async_scope_release(async_scope_t *scope);

/* Prepare the forest and the global scope; at request start, before any user code. */
void async_scope_request_start(void);

/* At request end: release the members of the global scope. */
void async_scope_request_end(void);

/* New child of `parent` (NULL: an independent root) with one reference, owned by the caller. */
async_scope_t *async_scope_new(async_scope_t *parent);

/* Scope of the running code: the current coroutine's, else the global one. Borrowed. */
async_scope_t *async_scope_current(void);

/* Is `scope` the same as `ancestor`, or below it? */
bool async_scope_is_within(const async_scope_t *scope, const async_scope_t *ancestor);

/* The root of the tree of this scope: the scope itself or an ancestor, whose parent is the forest. */
async_scope_t *async_scope_root(async_scope_t *scope);

/* The coroutine will be handed to this scope. If it ends before that, its callbacks run in this scope as well. */
void async_scope_expect(async_scope_t *scope, async_coroutine_t *coroutine);

/* Hand a coroutine to its scope. owns: takes over one reference of the caller */
void async_scope_add(async_scope_t *scope, async_coroutine_t *coroutine, bool active);

/* The coroutine has ended. Releases the list's reference last, so the record may be freed on return. */
void async_scope_remove(async_coroutine_t *coroutine);

/* The router of a failure, which is active, becomes a member of the parent scope. */
void async_scope_move(async_coroutine_t *coroutine, async_scope_t *scope);

/* From now on the coroutine does not keep its scope and the request going: it is a zombie or has ended. */
void async_scope_deactivate(async_coroutine_t *coroutine);

/* Register a starter with an open scope, until async_scope_unlink_starter(), which does nothing for an unlinked one. */
void async_scope_link_starter(async_scope_t *scope, async_scope_starter_t *starter);
void async_scope_unlink_starter(async_scope_starter_t *starter);

void async_scope_end_each_starter(async_scope_t *scope, zend_object *reason, bool closing);

/* Call `end` of all starters; part of cancelling and closing the scope. suspends: no; runs PHP: no */
static zend_always_inline void async_scope_end_starters(async_scope_t *scope, zend_object *reason, bool closing)
{
	if (UNEXPECTED(!async_ring_is_empty(&scope->starters))) {
		async_scope_end_each_starter(scope, reason, closing);
	}
}

/* Call `drained` of all starters. returns: callbacks of one of them still wait; suspends: no; runs PHP: no */
bool async_scope_drain_starters(async_scope_t *scope);

/* Walk a tree bottom up: first async_scope_walk_first(top), then async_scope_walk_next(at, top) until NULL. */
async_scope_t *async_scope_walk_first(async_scope_t *top);
async_scope_t *async_scope_walk_next(async_scope_t *at, const async_scope_t *top);

/* The same while scopes may end and start: the walk holds a reference on the scope that it visits, so that scope stays
 * in the tree until the next step. The walk must not be left early. */
async_scope_t *async_scope_walk_first_held(async_scope_t *top);
async_scope_t *async_scope_walk_next_held(async_scope_t *at, const async_scope_t *top);

/* The same without the scopes in and below a closed one whose coroutines are all zombies: closing it again changes
 * nothing. So scopes that are dropped one after the other, from the innermost to the outermost, are visited once. */
async_scope_t *async_scope_walk_first_open(async_scope_t *top);
async_scope_t *async_scope_walk_next_open(async_scope_t *at, const async_scope_t *top);

/* The same without the scopes in and below one where nothing is left to cancel. */
async_scope_t *async_scope_walk_first_uncancelled(async_scope_t *top);
async_scope_t *async_scope_walk_next_uncancelled(async_scope_t *at, const async_scope_t *top);

/* Drop the exception handlers, the reason, the bounds and the context. runs PHP: destructors */
void async_scope_drop_data(async_scope_t *scope);

#endif

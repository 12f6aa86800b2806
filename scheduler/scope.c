/*
 * Scopes: the tree, membership of coroutines, busy and alive counts, cancelling and closing.
 */
#include "scheduler/scope.h"

#include "reactor/debug_assert.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/globals.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/lineage.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_wait.h"

const async_class_ops_t *async_class_ops;

ASYNC_ALWAYS_RUNS void async_scope_request_start(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_scope_t *global = &ASYNC_G(global_scope);

	ASYNC_G(coroutines) = 0;
	ASYNC_G(connection_waiters) = 0;
	memset(forest, 0, sizeof(*forest));
	memset(global, 0, sizeof(*global));
	async_ring_init(&forest->starters);
	async_ring_init(&global->starters);
	forest->refcount = 1;
	global->refcount = 1;
	global->flags = ASYNC_SCOPE_GLOBAL;
	global->parent = global->jump = forest;
	global->depth = 1;
	forest->first_child = forest->last_child = global;
}

static ASYNC_ALWAYS_RUNS void release_members(async_scope_t *scope)
{
	async_scope_drop_data(scope);
	async_clear_array(&scope->callbacks);
	if (scope->created_file) {
		zend_string_release(scope->created_file);
		scope->created_file = NULL;
	}
	if (scope->disposed_file) {
		zend_string_release(scope->disposed_file);
		scope->disposed_file = NULL;
	}
}

ASYNC_ALWAYS_RUNS void async_scope_drop_data(async_scope_t *scope)
{
	zend_object *context = scope->context;
	zend_object *cancellation = scope->cancellation;
	zval own = scope->exception_handler;
	zval child = scope->child_handler;

	scope->context = NULL;
	scope->cancellation = NULL;
	ZVAL_UNDEF(&scope->exception_handler);
	ZVAL_UNDEF(&scope->child_handler);
	zval_ptr_dtor(&own);
	zval_ptr_dtor(&child);
	if (cancellation) {
		OBJ_RELEASE(cancellation);
	}
	async_scope_free_bounds(scope);
	if (context) {
		async_class_ops->empty_context(context);
		if (GC_REFCOUNT(context) == 1 && UNEXPECTED(GC_FLAGS(context) & IS_OBJ_WEAKLY_REFERENCED)) {
			zval last;

			/* The destructor of its value in a weak map may wait. The scope may go with its last coroutine. */
			ZVAL_OBJ(&last, context);
			async_deferred_add(&last);
			async_deferred_schedule();
		} else {
			OBJ_RELEASE(context);
		}
	}
}

ASYNC_ALWAYS_RUNS void async_scope_request_end(void)
{
	async_scope_t *global = &ASYNC_G(global_scope);
	zend_object *object = global->object;

	release_members(global);
	if (object) {
		/* The global scope's handle lives as long as the request (SC-05): the record holds it. */
		global->object = NULL;
		OBJ_RELEASE(object);
	}
}

static void link_child(async_scope_t *parent, async_scope_t *scope)
{
	ZEND_ASSERT((parent->first_child == NULL) == (parent->last_child == NULL) && "both ends or neither");
	ZEND_ASSERT((parent->jump != NULL) == (parent->parent != NULL) && "only the forest has nothing to jump to");
	scope->parent = parent;
	scope->depth = parent->depth + 1;
	/* Two jumps of the same length in a row become one that is longer by one step than both. */
	scope->jump = parent->jump && parent->jump->jump
			&& parent->depth - parent->jump->depth == parent->jump->depth - parent->jump->jump->depth
		? parent->jump->jump : parent;
	scope->next_sibling = NULL;
	scope->prev_sibling = parent->last_child;
	if (parent->last_child) {
		parent->last_child->next_sibling = scope;
	} else {
		parent->first_child = scope;
	}
	parent->last_child = scope;
	async_scope_addref(parent);
	/* A coroutine that cleans up may iterate() in a scope of its own, which a later cancellation has to reach. */
	for (; parent && (parent->flags & ASYNC_SCOPE_ALL_CANCELLED); parent = parent->parent) {
		parent->flags &= ~ASYNC_SCOPE_ALL_CANCELLED;
	}
}

static void unlink_child(async_scope_t *scope)
{
	async_scope_t *parent = scope->parent;

	ZEND_ASSERT(parent && "the forest stays");
	ZEND_ASSERT(scope->first_child == NULL && "children hold their parent");
	if (scope->prev_sibling) {
		scope->prev_sibling->next_sibling = scope->next_sibling;
	} else {
		parent->first_child = scope->next_sibling;
	}
	if (scope->next_sibling) {
		scope->next_sibling->prev_sibling = scope->prev_sibling;
	} else {
		parent->last_child = scope->prev_sibling;
	}
}

async_scope_t *async_scope_new(async_scope_t *parent)
{
	async_scope_t *scope = ecalloc(1, sizeof(*scope));
	async_ring_init(&scope->starters);
	scope->refcount = 1;
	link_child(parent ? parent : &ASYNC_G(forest), scope);
	scope->isolation = scope->parent->isolation;
	if (UNEXPECTED(scope->isolation != NULL)) {
		async_isolation_addref(scope->isolation);
	}
	return scope;
}

ASYNC_ALWAYS_RUNS void async_scope_release(async_scope_t *scope)
{
	ZEND_ASSERT(scope->refcount > 0 && "a reference is dropped once");
	/* When only this scope kept a chain of ancestors, a loop frees the chain: recursion could overflow the stack. */
	while (--scope->refcount == 0) {
		async_scope_t *parent = scope->parent;

		ZEND_ASSERT(!async_scope_is_alive(scope) && "coroutines and children hold their scope");
		unlink_child(scope);
		/* Unlinked first: destructors of its members must not find the record. */
		release_members(scope);
		if (UNEXPECTED(scope->isolation != NULL)) {
			async_isolation_release(scope->isolation);
		}
		efree(scope);
		scope = parent;
	}
}

async_scope_t *async_scope_current(void)
{
	const async_coroutine_t *current = ASYNC_G(current);

	return current && current->scope ? current->scope : &ASYNC_G(global_scope);
}

bool async_scope_is_within(const async_scope_t *scope, const async_scope_t *ancestor)
{
	/* The jumps lead up to any depth in a logarithmic number of steps. */
	while (scope->depth > ancestor->depth) {
		scope = scope->jump->depth >= ancestor->depth ? scope->jump : scope->parent;
	}
	return scope == ancestor;
}

/* The scope has its first active coroutine: count it as busy in its parent, and so on upwards, up to an ancestor that
 * was busy already. */
static void became_busy(async_scope_t *scope)
{
	while ((scope = scope->parent) != NULL) {
		const bool was_busy = async_scope_is_busy(scope);
		scope->busy_children++;
		if (was_busy) {
			return;
		}
	}
}

/* The scope has lost its last active coroutine: wake the waiters for that, here and in each ancestor that is not busy
 * any more. */
static zend_never_inline void lost_last_active(async_scope_t *scope)
{
	async_scope_wake_waiters(scope);
	while (!async_scope_is_busy(scope)) {
		if (scope->parent == NULL) {
			async_end_forest_drained();
			return;
		}
		scope = scope->parent;
		ZEND_ASSERT((scope->busy_children > 0 || async_scheduler_is_over()) && "a busy child was counted");
		scope->busy_children--;
		async_scope_wake_waiters(scope);
	}
}

static void became_alive(async_scope_t *scope)
{
	while ((scope = scope->parent) != NULL) {
		const bool was_alive = async_scope_is_alive(scope);
		scope->alive_children++;
		if (was_alive) {
			return;
		}
	}
}

/* Callbacks run in a service coroutine of the scope itself, so that awaitAfterCancellation() waits for them and their
 * exceptions are failures of the scope. The coroutine empties the context after them (CX-16). */
static void queue_callbacks(async_scope_t *scope)
{
	HashTable *callbacks = scope->callbacks;

	scope->callbacks = NULL;
	if (async_is_unwinding() || !async_scheduler_start()) {
		if (callbacks) {
			zend_array_release(callbacks);
		}
		return;
	}
	async_coroutine_queue_callbacks(async_class_ops->scope_object(scope), callbacks, scope->context, scope,
		scope->created_file, scope->created_line);
}

/* The last coroutine of the scope has gone: its callbacks are due (D13), and its context is emptied (CX-16).
 * Destructors must not run here, so the coroutine that runs the callbacks empties it. */
static void finish_if_over(async_scope_t *scope)
{
	if (!async_scope_is_over(scope)) {
		return;
	}
	async_scope_finish(scope);
	if (!async_scope_is_alive(scope) && scope->context && !async_class_ops->is_context_empty(scope->context)) {
		queue_callbacks(scope);
	}
	if (!async_scope_is_alive(scope)) {
		async_scope_end_isolation(scope);
	}
}

/* Without handle and coroutines the scope needs neither reason nor handlers nor bounds. These may hold a coroutine of
 * this very scope, or one that holds it: a cycle that the garbage collector sees only when it leads through the
 * coroutine itself. Destructors must not run here, so the release is deferred. */
static void defer_data(async_scope_t *scope)
{
	zend_object *awaitable;
	zval reason;

	if (scope->object) {
		return;
	}
	while ((awaitable = async_scope_take_bound(scope)) != NULL) {
		zval bound;
		ZVAL_OBJ(&bound, awaitable);
		async_deferred_add(&bound);
	}
	if (scope->cancellation) {
		ZVAL_OBJ(&reason, scope->cancellation);
		scope->cancellation = NULL;
		async_deferred_add(&reason);
	}
	if (Z_TYPE(scope->exception_handler) != IS_UNDEF) {
		async_deferred_add(&scope->exception_handler);
		ZVAL_UNDEF(&scope->exception_handler);
	}
	if (Z_TYPE(scope->child_handler) != IS_UNDEF) {
		async_deferred_add(&scope->child_handler);
		ZVAL_UNDEF(&scope->child_handler);
	}
}

/* The last coroutine of any kind has gone. Finishing a scope may start one again, for its callbacks. */
static zend_never_inline void lost_last(async_scope_t *scope, const async_coroutine_t *last)
{
	while (!async_scope_is_alive(scope) && scope->parent != NULL) {
		async_scope_t *parent = scope->parent;

		async_scope_addref(parent);
		async_scope_wake_waiters(scope);
		finish_if_over(scope);
		/* If the scope is alive again, its parent has counted that second start already; here it counts the end. */
		ZEND_ASSERT((parent->alive_children > 0 || async_scheduler_is_over()) && "a living child was counted");
		parent->alive_children--;
		if (!async_scope_is_alive(scope)) {
			if (async_coroutine_is_completed(last)) {
				defer_data(scope);
			}
			async_scope_wake_waiters(parent);
			scope = parent;
		}
		async_scope_release(parent);
	}
	/* Not before the counters of all ancestors are right. */
	async_deferred_schedule();
	if (!async_scope_is_alive(&ASYNC_G(forest))) {
		async_end_forest_drained();
	}
}

static void link_coroutine(async_scope_t *scope, async_coroutine_t *coroutine)
{
	ASYNC_ASSERT((scope->first == NULL) == (scope->last == NULL) && "both ends or neither");
	ASYNC_ASSERT((scope->first == NULL) == (scope->total == 0) && "the total is the length of the list");
	ASYNC_ASSERT(scope->active <= scope->total && "active coroutines are members");
	coroutine->scope_next = NULL;
	coroutine->scope_prev = scope->last;
	if (scope->last) {
		scope->last->scope_next = coroutine;
	} else {
		scope->first = coroutine;
	}
	scope->last = coroutine;
	ASYNC_G(coroutines)++;
	if (UNEXPECTED(scope->total++ == 0) && scope->alive_children == 0) {
		became_alive(scope);
	}
	if (EXPECTED(coroutine->flags & ASYNC_COROUTINE_ACTIVE)) {
		if (UNEXPECTED(scope->active++ == 0) && scope->busy_children == 0) {
			became_busy(scope);
		}
	}
}

/* Before the counters change: what is owed to a scope keeps it going. */
static zend_always_inline void before_member_leaves(const async_scope_t *scope)
{
	if (UNEXPECTED(!async_ring_is_empty(&ASYNC_G(failure_debts))) && (scope->total == 1 || scope->active == 1)) {
		async_failure_settle_all();
	}
}

static void unlink_coroutine(async_scope_t *scope, async_coroutine_t *coroutine)
{
	ASYNC_ASSERT((scope->total > 0 || async_scheduler_is_over()) && "a member was counted");
	ASYNC_ASSERT((scope->active > 0 || !(coroutine->flags & ASYNC_COROUTINE_ACTIVE) || async_scheduler_is_over())
		&& "an active member was counted");
	before_member_leaves(scope);
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
	ASYNC_G(coroutines)--;
	scope->total--;
	if (EXPECTED(coroutine->flags & ASYNC_COROUTINE_ACTIVE) && --scope->active == 0) {
		lost_last_active(scope);
	}
	if (UNEXPECTED(scope->total == 0)) {
		lost_last(scope, coroutine);
	}
}

void async_scope_expect(async_scope_t *scope, async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine->scope == NULL && "a coroutine belongs to one scope");
	ASYNC_ASSERT(scope->refcount > 0 && "the caller holds the scope");
	coroutine->scope = scope;
	async_scope_addref(scope);
}

void async_scope_add(async_scope_t *scope, async_coroutine_t *coroutine, bool active)
{
	ZEND_ASSERT((coroutine->scope == NULL || coroutine->scope == scope) && "a coroutine joins one scope once");
	ASYNC_ASSERT(!(coroutine->flags & ASYNC_COROUTINE_IN_LIST) && "a coroutine is listed once");
	if (EXPECTED(coroutine->scope == NULL)) {
		async_scope_expect(scope, coroutine);
	}
	coroutine->flags |= active ? ASYNC_COROUTINE_IN_LIST | ASYNC_COROUTINE_ACTIVE : ASYNC_COROUTINE_IN_LIST;
	/* The scheduler's reference keeps a member alive. Without the flag, each handle that is dropped would make the
	 * member a possible root of the cycle collector, which looks at all roots again and again. */
	GC_ADD_FLAGS(&coroutine->std, GC_NOT_COLLECTABLE);
	link_coroutine(scope, coroutine);
}

void async_scope_remove(async_coroutine_t *coroutine)
{
	if (!(coroutine->flags & ASYNC_COROUTINE_IN_LIST)) {
		return;
	}
	ZEND_ASSERT(coroutine->scope && "a member has a scope");
	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "a member leaves when it has ended");
	/* Not after it has left: the service coroutine keeps the forest from ending. */
	const bool is_deferred = async_scheduler_defer_last(coroutine);

	unlink_coroutine(coroutine->scope, coroutine);
	coroutine->flags &= ~(ASYNC_COROUTINE_IN_LIST | ASYNC_COROUTINE_ACTIVE);
	GC_DEL_FLAGS(&coroutine->std, GC_NOT_COLLECTABLE);
	async_lineage_leave(coroutine);
	if (EXPECTED(!is_deferred)) {
		async_coroutine_release(coroutine);
	}
}

void async_scope_move(async_coroutine_t *coroutine, async_scope_t *scope)
{
	async_scope_t *before = coroutine->scope;

	ZEND_ASSERT((coroutine->flags & ASYNC_COROUTINE_IN_LIST) && "only a coroutine of a scope can leave it");
	ZEND_ASSERT(before->parent == scope && "a router moves to the parent");
	ZEND_ASSERT((coroutine->flags & (ASYNC_COROUTINE_ROUTER | ASYNC_COROUTINE_ACTIVE))
		== (ASYNC_COROUTINE_ROUTER | ASYNC_COROUTINE_ACTIVE) && "only an active router moves");
	/* Count the parent as busy in between, so that its waiters do not take it for finished (ER-13). */
	scope->busy_children++;
	scope->alive_children++;
	unlink_coroutine(before, coroutine);
	coroutine->scope = scope;
	async_scope_addref(scope);
	link_coroutine(scope, coroutine);
	scope->busy_children--;
	scope->alive_children--;
	async_scope_release(before);
}

void async_scope_deactivate(async_coroutine_t *coroutine)
{
	if (coroutine->flags & ASYNC_COROUTINE_ACTIVE) {
		ZEND_ASSERT((coroutine->flags & ASYNC_COROUTINE_IN_LIST) && "only members are active");
		ZEND_ASSERT((coroutine->scope->active > 0 || async_scheduler_is_over()) && "an active member was counted");
		before_member_leaves(coroutine->scope);
		coroutine->flags &= ~ASYNC_COROUTINE_ACTIVE;
		if (--coroutine->scope->active == 0) {
			lost_last_active(coroutine->scope);
		}
	}
}

/* The scope was closed without a coroutine. */
static void finish_empty(async_scope_t *scope)
{
	async_scope_finish(scope);
	if (!async_scope_is_alive(scope)) {
		async_scope_end_isolation(scope);
	}
}

static void cancel_own(async_scope_t *scope, zend_object *reason)
{
	async_coroutine_t *next;

	async_scope_end_starters(scope, reason, scope->flags & ASYNC_SCOPE_CLOSED);
	for (async_coroutine_t *coroutine = scope->first; coroutine; coroutine = next) {
		/* Cancelling a coroutine that has not started completes it; it leaves the list when the run queue pops it. */
		next = coroutine->scope_next;
		if (!(coroutine->flags & ASYNC_COROUTINE_HIDDEN)) {
			async_coroutine_cancel(coroutine, reason);
		}
	}
}

void async_scope_cancel_coroutines(async_scope_t *scope, zend_object *reason)
{
	for (async_scope_t *at = async_scope_walk_first(scope); at; at = async_scope_walk_next(at, scope)) {
		cancel_own(at, reason);
	}
}

/* Has a scope that is visited below `top` a context that `top` is to empty? */
static bool take_contexts_left(async_scope_t *at, const async_scope_t *top)
{
	const bool has_context = at->context || (at->flags & ASYNC_SCOPE_CONTEXTS_LEFT);

	if (at == top) {
		return (at->flags & ASYNC_SCOPE_CONTEXTS_LEFT) != 0;
	}
	at->flags &= ~ASYNC_SCOPE_CONTEXTS_LEFT;
	return has_context;
}

/* Until async_scope_release_data(). Where no PHP code can run, the next call for a scope here or above does it. */
static void note_contexts_left(async_scope_t *scope, bool contexts_below)
{
	if (contexts_below || scope->context) {
		scope->flags |= ASYNC_SCOPE_CONTEXTS_LEFT;
	}
}

bool async_scope_cancel(async_scope_t *scope, zend_object *reason)
{
	async_scope_t *at;
	bool contexts_below = false;

	ZEND_ASSERT(reason && "a scope is cancelled for a reason");
	for (at = async_scope_walk_first_uncancelled(scope); at; at = async_scope_walk_next_uncancelled(at, scope)) {
		contexts_below |= take_contexts_left(at, scope);
		at->flags |= ASYNC_SCOPE_ALL_CANCELLED;
		if (at->flags & ASYNC_SCOPE_CANCELLED) {
			continue;
		}
		at->flags |= ASYNC_SCOPE_CANCELLED | ASYNC_SCOPE_CLOSED;
		if (at->object || async_scope_is_alive(at) || at->waiters.head) {
			/* In any other scope no code can ask for the reason, and the reason could keep the record alive (see
			 * defer_data()). */
			ZEND_ASSERT(at->cancellation == NULL && "a scope is cancelled once");
			at->cancellation = reason;
			GC_ADDREF(reason);
		}
		cancel_own(at, reason);
		async_scope_wake_waiters(at);
		if (!async_scope_is_alive(at)) {
			finish_empty(at);
		}
	}
	note_contexts_left(scope, contexts_below);
	return contexts_below;
}

bool async_scope_close(async_scope_t *scope)
{
	async_scope_t *at;
	bool contexts_below = false;

	for (at = async_scope_walk_first_open(scope); at; at = async_scope_walk_next_open(at, scope)) {
		contexts_below |= take_contexts_left(at, scope);
		at->flags |= ASYNC_SCOPE_CLOSED;
		async_scope_end_starters(at, NULL, true);
		if (!async_scope_is_alive(at)) {
			finish_empty(at);
		}
	}
	note_contexts_left(scope, contexts_below);
	return contexts_below;
}

void async_scope_finish(async_scope_t *scope)
{
	scope->flags |= ASYNC_SCOPE_FINISHED;
	if (async_scope_has_ended(scope)) {
		async_scope_unbind(scope);
	}
	if (scope->callbacks) {
		queue_callbacks(scope);
	}
}

ASYNC_ALWAYS_RUNS bool async_scope_finish_all(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_scope_t *at;

	ZEND_ASSERT(!async_scope_is_alive(forest) && "the caller has seen the last coroutine end");
	for (at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		async_scope_drain_starters(at);
		if (at->callbacks && !(at->flags & ASYNC_SCOPE_GLOBAL)) {
			async_scope_finish(at);
		}
	}
	return async_scope_is_alive(forest);
}

static void empty_own_context(async_scope_t *scope)
{
	if (scope->context && async_scope_has_ended(scope)) {
		async_class_ops->empty_context(scope->context);
	}
}

void async_scope_release_data(async_scope_t *scope, bool contexts_below)
{
	async_scope_t *at;

	scope->flags &= ~ASYNC_SCOPE_CONTEXTS_LEFT;
	async_deferred_release();
	if (!contexts_below) {
		empty_own_context(scope);
		return;
	}
	for (at = async_scope_walk_first_held(scope); at; at = async_scope_walk_next_held(at, scope)) {
		empty_own_context(at);
	}
}

bool async_scope_empty_left(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_scope_t *at;
	bool found = false;

	ZEND_ASSERT(async_is_unwinding() && "a coroutine empties contexts while one can be started");
	for (at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		if (at->object == NULL && async_scope_has_ended(at) && at->context
			&& !async_class_ops->is_context_empty(at->context)) {
			found = true;
			async_class_ops->empty_context(at->context);
		}
	}
	return found;
}

void async_scope_on_finally(async_scope_t *scope, zval *callable)
{
	if (scope->callbacks == NULL) {
		scope->callbacks = zend_new_array(1);
	}
	Z_TRY_ADDREF_P(callable);
	zend_hash_next_index_insert(scope->callbacks, callable);
	if (scope->flags & ASYNC_SCOPE_FINISHED) {
		queue_callbacks(scope);
	}
}

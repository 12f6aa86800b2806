/*
 * How a scope ends: its coroutines are cancelled, it is closed, its callbacks run, its contexts are emptied.
 */
#include "scheduler/scope_end.h"

#include "engine/values.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/globals.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_followers.h"
#include "scheduler/scope_wait.h"

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

void async_scope_finish(async_scope_t *scope)
{
	scope->flags |= ASYNC_SCOPE_FINISHED;
	if (async_scope_has_ended(scope)) {
		async_scope_unbind(scope);
		async_scope_tell_followers(scope, scope->cancellation);
	}
	if (scope->callbacks) {
		queue_callbacks(scope);
	}
}

void async_scope_finish_if_over(async_scope_t *scope)
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

/* The scope was closed without a coroutine. */
static void finish_empty(async_scope_t *scope)
{
	async_scope_finish(scope);
	if (!async_scope_is_alive(scope)) {
		async_scope_end_isolation(scope);
	}
}

/* The context is empty now, but PHP code that holds it can store a coroutine of this very scope in it, whose record
 * holds the scope. Let go of it: the garbage collector does not see that cycle. */
static void let_context_go(async_scope_t *scope)
{
	zend_object *context = scope->context;

	if (context && GC_REFCOUNT(context) > 1 && (scope->flags & ASYNC_SCOPE_CLOSED)
		&& async_class_ops->is_context_empty(context)) {
		scope->context = NULL;
		async_release_uncollected(context);
	}
}

/* Does it hold values that its handle shows to the cycle collector only when no coroutine is left? */
static bool has_values(const async_scope_t *scope)
{
	return Z_TYPE(scope->exception_handler) != IS_UNDEF || Z_TYPE(scope->child_handler) != IS_UNDEF
		|| scope->callbacks || scope->bounds || scope->context || scope->cancellation;
}

/* Without handle and coroutines the scope needs neither reason nor handlers nor bounds. These may hold a coroutine of
 * this very scope, or one that holds it: a cycle that the garbage collector sees only when it leads through the
 * coroutine itself. Destructors must not run here, so the release is deferred. */
void async_scope_let_go(async_scope_t *scope)
{
	zend_object *awaitable;
	zval reason;

	if (scope->object) {
		if (has_values(scope)) {
			async_become_possible_root(scope->object);
		}
		return;
	}
	let_context_go(scope);
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
		async_scope_settle(at);
		if (at->object || async_scope_is_alive(at) || at->waiters.head) {
			/* In any other scope no code can ask for the reason, and the reason could keep the record alive (see
			 * defer_data()). */
			ZEND_ASSERT(at->cancellation == NULL && "a scope is cancelled once");
			at->cancellation = reason;
			GC_ADDREF(reason);
		}
		cancel_own(at, reason);
		async_scope_tell_followers(at, reason);
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
		async_scope_settle(at);
		async_scope_end_starters(at, NULL, true);
		if (!async_scope_is_alive(at)) {
			finish_empty(at);
		}
	}
	note_contexts_left(scope, contexts_below);
	return contexts_below;
}

void async_scope_owes(async_scope_t *scope)
{
	if (scope->owing.next == NULL) {
		async_ring_insert_tail(&ASYNC_G(owing), &scope->owing);
	}
}

typedef struct {
	async_scope_t *scope;      /* counted */
	size_t number;             /* keeps the order of those of one depth */
} owing_t;

static int compare_owing(const void *a, const void *b)
{
	const owing_t *one = a, *other = b;

	if (one->scope->depth != other->scope->depth) {
		return one->scope->depth > other->scope->depth ? -1 : 1;
	}
	return one->number < other->number ? -1 : 1;
}

static void swap_owing(void *a, void *b)
{
	const owing_t one = *(owing_t *) a;

	*(owing_t *) a = *(owing_t *) b;
	*(owing_t *) b = one;
}

/* The scopes that owe callbacks, the innermost first (D18). NULL: there is none. */
static owing_t *list_owing(size_t *count)
{
	const async_ring_t *ring = &ASYNC_G(owing);
	owing_t *list;
	size_t number = 0;

	for (const async_ring_t *at = ring->next; at != ring; at = at->next) {
		number++;
	}
	*count = number;
	if (number == 0) {
		return NULL;
	}
	list = safe_emalloc(number, sizeof(*list), 0);
	number = 0;
	for (async_ring_t *at = ring->next; at != ring; at = at->next) {
		list[number].scope = async_container_of(at, async_scope_t, owing);
		async_scope_addref(list[number].scope);
		list[number].number = number;
		number++;
	}
	zend_sort(list, number, sizeof(*list), compare_owing, swap_owing);
	return list;
}

static void finish_owing(async_scope_t *scope)
{
	const bool starters_owe = async_scope_drain_starters(scope);

	if (scope->callbacks && !(scope->flags & ASYNC_SCOPE_GLOBAL)) {
		async_scope_finish(scope);
	}
	if (!starters_owe && scope->callbacks == NULL) {
		async_ring_remove(&scope->owing);
	}
	async_scope_release(scope);
}

ASYNC_ALWAYS_RUNS bool async_scope_finish_all(void)
{
	owing_t *list;
	size_t count;

	ZEND_ASSERT(ASYNC_G(coroutines) == 0 && "the caller has seen the last coroutine end");
	list = list_owing(&count);
	if (EXPECTED(list == NULL)) {
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		finish_owing(list[i].scope);
	}
	efree(list);
	return ASYNC_G(coroutines) > 0;
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
	async_scope_owes(scope);
	if (scope->flags & ASYNC_SCOPE_FINISHED) {
		queue_callbacks(scope);
	}
}

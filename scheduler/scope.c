/*
 * Scopes: the tree, and membership of coroutines.
 */
#include "scheduler/scope.h"

#include "engine/isolation/isolation.h"
#include "engine/values.h"
#include "reactor/debug_assert.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/globals.h"
#include "scheduler/lineage.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_counts.h"
#include "scheduler/scope_end.h"
#include "scheduler/scope_followers.h"
#include "scheduler/scope_wait.h"

#include "zend_gc.h"

const async_class_ops_t *async_class_ops;

ASYNC_ALWAYS_RUNS void async_scope_request_start(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_scope_t *global = &ASYNC_G(global_scope);

	ASYNC_G(coroutines) = 0;
	ASYNC_G(active) = 0;
	ASYNC_G(connection_waiters) = 0;
	ASYNC_G(load_waiters) = 0;
	memset(forest, 0, sizeof(*forest));
	memset(global, 0, sizeof(*global));
	async_ring_init(&forest->quiet_children);
	async_ring_init(&forest->starters);
	async_ring_init(&forest->followers);
	async_ring_init(&ASYNC_G(owing));
	async_ring_init(&global->quiet_children);
	async_ring_init(&global->starters);
	async_ring_init(&global->followers);
	forest->refcount = 1;
	global->refcount = 1;
	global->flags = ASYNC_SCOPE_GLOBAL;
	global->parent = global->jump = forest;
	global->depth = 1;
	forest->first_child = forest->last_child = global;
}

static ASYNC_ALWAYS_RUNS void release_members(async_scope_t *scope)
{
	async_scope_forget_followers(scope);
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
	i_zval_ptr_dtor(&own);
	i_zval_ptr_dtor(&child);
	if (cancellation) {
		OBJ_RELEASE(cancellation);
	}
	if (UNEXPECTED(scope->bounds)) {
		async_scope_free_bounds(scope);
	}
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
	async_ring_init(&scope->quiet_children);
	async_ring_init(&scope->starters);
	async_ring_init(&scope->followers);
	scope->refcount = 1;
	scope->born = ASYNC_G(next_id);
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
		if (scope->flags & (ASYNC_SCOPE_COUNTED_BUSY | ASYNC_SCOPE_COUNTED_ALIVE)) {
			async_scope_uncount(scope);
		}
		if (UNEXPECTED(scope->owing.next != NULL)) {
			async_ring_remove(&scope->owing);
		}
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

async_scope_t *async_scope_root(async_scope_t *scope)
{
	ZEND_ASSERT(scope->depth > 0 && "the forest is not a scope of a tree");
	while (scope->depth > 1) {
		scope = scope->jump->depth > 0 ? scope->jump : scope->parent;
	}
	return scope;
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
	if (UNEXPECTED(scope->total++ == 0) && !async_scope_is_counted(scope, ASYNC_SCOPE_COUNTED_ALIVE)) {
		async_scope_became_alive(scope);
	}
	if (EXPECTED(coroutine->flags & ASYNC_COROUTINE_ACTIVE)) {
		ASYNC_G(active)++;
		if (UNEXPECTED(scope->active++ == 0) && !async_scope_is_counted(scope, ASYNC_SCOPE_COUNTED_BUSY)) {
			async_scope_became_busy(scope);
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
	if (EXPECTED(coroutine->flags & ASYNC_COROUTINE_ACTIVE)) {
		ASYNC_G(active)--;
		if (UNEXPECTED(--scope->active == 0)) {
			async_scope_lost_last_active(scope);
		}
	}
	if (UNEXPECTED(scope->total == 0)) {
		async_scope_lost_last(scope, coroutine);
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

/* Does more than memory go with the last reference? */
static zend_always_inline bool holds_values(const async_coroutine_t *coroutine)
{
	return Z_REFCOUNTED(coroutine->result) || coroutine->exception || coroutine->cancellation
		|| coroutine->local_context || (GC_FLAGS(&coroutine->std) & IS_OBJ_WEAKLY_REFERENCED);
}

void async_scope_remove(async_coroutine_t *coroutine)
{
	if (!(coroutine->flags & ASYNC_COROUTINE_IN_LIST)) {
		return;
	}
	ZEND_ASSERT(coroutine->scope && "a member has a scope");
	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "a member leaves when it has ended");
	const bool is_last = GC_REFCOUNT(&coroutine->std) == 1;
	const bool releases = is_last && UNEXPECTED(holds_values(coroutine));
	/* Not after it has left: the service coroutine keeps the forest from ending. */
	const bool is_deferred = releases && async_scheduler_defer_last(coroutine);

	unlink_coroutine(coroutine->scope, coroutine);
	coroutine->flags &= ~(ASYNC_COROUTINE_IN_LIST | ASYNC_COROUTINE_ACTIVE);
	GC_DEL_FLAGS(&coroutine->std, GC_NOT_COLLECTABLE);
	async_lineage_leave(coroutine);
	if (UNEXPECTED(is_deferred)) {
		return;
	}
	if (UNEXPECTED(releases) || (!is_last && UNEXPECTED(GC_MAY_LEAK(&coroutine->std)))) {
		/* In the last steps of a coroutine no destructor can wait. */
		async_release_uncollected(&coroutine->std);
	} else {
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
	/* Count the parent as busy in between, so that its waiters do not take it for finished (ER-13). The same for the
	 * request. */
	scope->busy_children++;
	scope->alive_children++;
	ASYNC_G(active)++;
	ASYNC_G(coroutines)++;
	unlink_coroutine(before, coroutine);
	coroutine->scope = scope;
	async_scope_addref(scope);
	link_coroutine(scope, coroutine);
	scope->busy_children--;
	scope->alive_children--;
	ASYNC_G(active)--;
	ASYNC_G(coroutines)--;
	async_scope_release(before);
}

void async_scope_deactivate(async_coroutine_t *coroutine)
{
	if (coroutine->flags & ASYNC_COROUTINE_ACTIVE) {
		ZEND_ASSERT((coroutine->flags & ASYNC_COROUTINE_IN_LIST) && "only members are active");
		ZEND_ASSERT((coroutine->scope->active > 0 || async_scheduler_is_over()) && "an active member was counted");
		before_member_leaves(coroutine->scope);
		coroutine->flags &= ~ASYNC_COROUTINE_ACTIVE;
		ASYNC_G(active)--;
		if (--coroutine->scope->active == 0) {
			async_scope_lost_last_active(coroutine->scope);
		}
	}
}

/*
 * Bounds of scopes: deadlines and awaitables that end a scope, and what becomes of them when it ends first.
 */
#include "scheduler/scope_bounds.h"

#include "scheduler/deferred_release.h"
#include "scheduler/globals.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/snapshot.h"

#include "exceptions.h"

struct async_scope_bound {
	async_scope_bound_t *next;
	async_scope_t *scope;     /* the owner: not counted */
	async_wait_node_t node;   /* on the awaitable */
	zend_object *awaitable;   /* NULL: the bound is a deadline, or is over */
	bool owns_awaitable;      /* holds a reference; not on an awaitable that holds the scope itself */
	async_timer_t timer;
	zend_long ms;
	bool has_ref;             /* holds a reference on the reactor */
	zend_string *file;        /* where it was set; counted, NULL: not known */
	uint32_t line;
};

static void disarm(async_scope_bound_t *bound)
{
	async_wait_list_remove(&bound->node);
	if (UNEXPECTED(ASYNC_G(reactor) == NULL)) {
		/* The end of the request has closed the reactor with all timers. */
		return;
	}
	if (async_timer_is_armed(&bound->timer)) {
		async_timer_stop(ASYNC_G(reactor), &bound->timer);
	}
	if (bound->has_ref) {
		bound->has_ref = false;
		async_reactor_unref(ASYNC_G(reactor));
	}
}

void async_scope_unbind(async_scope_t *scope)
{
	for (async_scope_bound_t *bound = scope->bounds; bound; bound = bound->next) {
		disarm(bound);
	}
}

void async_scope_bounds_gc(const async_scope_t *scope, zend_get_gc_buffer *buffer)
{
	for (const async_scope_bound_t *bound = scope->bounds; bound; bound = bound->next) {
		if (bound->awaitable && bound->owns_awaitable) {
			zend_get_gc_buffer_add_obj(buffer, bound->awaitable);
		}
	}
}

static void free_bound(async_scope_bound_t *bound)
{
	if (bound->file) {
		zend_string_release(bound->file);
	}
	efree(bound);
}

zend_object *async_scope_take_bound(async_scope_t *scope)
{
	async_scope_bound_t *bound;
	zend_object *awaitable = NULL;

	while (awaitable == NULL && (bound = scope->bounds) != NULL) {
		scope->bounds = bound->next;
		disarm(bound);
		awaitable = bound->owns_awaitable ? bound->awaitable : NULL;
		free_bound(bound);
	}
	return awaitable;
}

ASYNC_ALWAYS_RUNS void async_scope_free_bounds(async_scope_t *scope)
{
	async_scope_bound_t *bound;

	while ((bound = scope->bounds) != NULL) {
		scope->bounds = bound->next;
		disarm(bound);
		if (bound->awaitable && bound->owns_awaitable) {
			OBJ_RELEASE(bound->awaitable);
		}
		free_bound(bound);
	}
}

static async_scope_bound_t *add(async_scope_t *scope)
{
	async_scope_bound_t *bound = ecalloc(1, sizeof(*bound));

	bound->scope = scope;
	bound->next = scope->bounds;
	scope->bounds = bound;
	async_note_place(&bound->file, &bound->line);
	return bound;
}

static void keep_reactor(async_scope_bound_t *bound)
{
	ZEND_ASSERT(!bound->has_ref && "a bound holds one reference at most");
	ZEND_ASSERT(ASYNC_G(reactor) && "the caller has seen the reactor");
	bound->has_ref = true;
	async_reactor_ref(ASYNC_G(reactor));
}

/* Cancel all coroutines that are left, children first, with the same reason for all. */
static void cancel(async_scope_t *scope, zend_object *reason)
{
	async_scope_addref(scope);
	/* The other bounds could cancel what is cancelled already: with many of them, each end would look at all. */
	async_scope_unbind(scope);
	if (scope->flags & ASYNC_SCOPE_CANCELLED) {
		async_scope_cancel_coroutines(scope, reason);
	} else {
		async_scope_cancel(scope, reason);
	}
	OBJ_RELEASE(reason);
	async_deferred_schedule();
	ZEND_ASSERT(scope->refcount > 1 && "its coroutines or its object hold a scope with a bound");
	scope->refcount--; /* never the last one: a scope with a bound is held by its coroutines or its object */
}

static void cancel_at_deadline(void *argument)
{
	async_scope_bound_t *bound = argument;
	zend_object *reason = async_exception_new(async_ce_cancellation,
		"The scope reached its time limit of " ZEND_LONG_FMT " ms", bound->ms);

	ZEND_ASSERT(bound->awaitable == NULL && "a bound is a deadline or an awaitable");
	disarm(bound);
	bound->scope->flags &= ~ASYNC_SCOPE_TIMED;
	cancel(bound->scope, reason);
}

static void deadline_passed(async_timer_t *timer)
{
	async_scheduler_shield(cancel_at_deadline, async_container_of(timer, async_scope_bound_t, timer));
}

bool async_scope_bind_deadline(async_scope_t *scope, zend_long ms)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	async_scope_bound_t *bound;

	if (reactor == NULL) {
		return false;
	}
	if (async_scope_has_ended(scope)) {
		return true;
	}
	bound = add(scope);
	bound->ms = ms;
	if (!async_timer_start(reactor, &bound->timer, async_reactor_now() + async_ns_from_ms(ms), deadline_passed)) {
		scope->bounds = bound->next;
		free_bound(bound);
		return false;
	}
	keep_reactor(bound);
	return true;
}

static bool zombies_are_left(const async_scope_t *scope)
{
	for (const async_coroutine_t *at = scope->first; at; at = at->scope_next) {
		if ((at->flags & ASYNC_COROUTINE_ZOMBIE) && !async_coroutine_is_completed(at)) {
			return true;
		}
	}
	return scope->alive_children > scope->busy_children;
}

/* Is anything at work in the scope besides the awaitable that has just ended? A coroutine that ends is still a
 * member. */
static bool others_are_left(async_scope_t *scope, zend_object *ended)
{
	const async_coroutine_t *coroutine = async_coroutine_if(ended);
	const bool is_member = coroutine && coroutine->scope == scope && (coroutine->flags & ASYNC_COROUTINE_ACTIVE);

	async_scope_settle_children(scope);
	return scope->active > (is_member ? 1 : 0) || scope->busy_children > 0 || zombies_are_left(scope);
}

static void awaitable_ended(async_wait_node_t *node)
{
	async_scope_bound_t *bound = async_container_of(node, async_scope_bound_t, node);
	async_scope_t *scope = bound->scope;
	zend_object *ended = bound->awaitable;

	ZEND_ASSERT(ended && "a bound is a deadline or an awaitable");
	disarm(bound);
	if (!bound->owns_awaitable) {
		bound->awaitable = NULL;
	}
	if (others_are_left(scope, ended)) {
		cancel(scope, async_exception_new(async_ce_cancellation,
			"The scope ended with the awaitable that it is bound to"));
	} else {
		async_scope_addref(scope);
		async_scope_close(scope);
		async_deferred_schedule();
		ZEND_ASSERT(scope->refcount > 1 && "its coroutines or its object hold a scope with a bound");
		scope->refcount--;
	}
}

/* Is the awaitable a coroutine of the scope, or of one below it? Such a coroutine holds the scope's record and is held
 * by it until it ends. One more reference would close a cycle that the garbage collector does not see. */
static bool is_member(const async_scope_t *scope, zend_object *awaitable)
{
	const async_coroutine_t *coroutine = async_coroutine_if(awaitable);

	return coroutine && coroutine->scope && async_scope_is_within(coroutine->scope, scope);
}

void async_scope_bind_awaitable(async_scope_t *scope, zend_object *awaitable)
{
	async_scope_bound_t *bound;

	if (async_scope_has_ended(scope)) {
		return;
	}
	bound = add(scope);
	bound->awaitable = awaitable;
	bound->owns_awaitable = !is_member(scope, awaitable);
	if (bound->owns_awaitable) {
		GC_ADDREF(awaitable);
	}
	if (async_awaitable_from_obj(awaitable)->ops->is_ready(awaitable)) {
		awaitable_ended(&bound->node);
		return;
	}
	async_wait_list_watch(async_awaitable_waiters(awaitable), &bound->node, awaitable_ended);
	if (async_awaitable_is_external(awaitable) && async_scheduler_reactor() != NULL) {
		keep_reactor(bound);
	}
}

/* ---- for the snapshot ---- */

/* Of more bounds of a scope, the last row says how many there are. */
#define ROWS_MAX 16

static void add_row(zval *rows, const async_scope_bound_t *bound)
{
	smart_str text = {0};
	zval row;

	array_init(&row);
	if (bound->awaitable) {
		add_assoc_string(&row, "type", "awaitable");
		smart_str_appends(&text, "ends with ");
		async_report_append_awaitable(&text, bound->awaitable, NULL);
	} else {
		add_assoc_string(&row, "type", "time limit");
		add_assoc_long(&row, "ms", bound->ms);
		add_assoc_double(&row, "remaining_ms", (double) async_report_time_left(&bound->timer) / 1e6);
		smart_str_append_printf(&text, "time limit of " ZEND_LONG_FMT " ms, ", bound->ms);
		async_report_append_time_left(&text, &bound->timer);
	}
	async_snapshot_add_place(&row, "set_at", bound->file, bound->line);
	if (bound->file) {
		smart_str_appends(&text, ", set at ");
		async_report_append_place(&text, bound->file, bound->line);
	}
	async_snapshot_add_text(&row, "text", &text);
	add_next_index_zval(rows, &row);
}

void async_scope_add_bounds(const async_scope_t *scope, zval *rows)
{
	zend_ulong count = 0;

	for (const async_scope_bound_t *bound = scope->bounds; bound; bound = bound->next) {
		/* A bound that is over is in no list, and its timer stands. */
		if ((bound->node.list || async_timer_is_armed(&bound->timer)) && count++ < ROWS_MAX) {
			add_row(rows, bound);
		}
	}
	if (count > ROWS_MAX) {
		smart_str text = {0};
		zval row;

		array_init(&row);
		add_assoc_string(&row, "type", "more");
		smart_str_append_printf(&text, "and " ZEND_ULONG_FMT " more bounds", count - ROWS_MAX);
		async_snapshot_add_text(&row, "text", &text);
		add_next_index_zval(rows, &row);
	}
}

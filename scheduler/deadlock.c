/*
 * Deadlock report: the graph of coroutines that wait for each other, its cycles, and one warning for each of them.
 */
#include "scheduler/deadlock.h"

#include "scheduler/class_loads.h"
#include "scheduler/end.h"
#include "scheduler/file_runs.h"
#include "scheduler/lock.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/spawn_chain.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

/* At most this number of holders of one wait is followed and named. */
#define HOLDERS_MAX 16
/* At most this number of coroutines of a cycle is named in one warning: each of the others has a warning of its own. */
#define CYCLE_MAX 16
/* Triggers may contain each other: at most this number of levels is followed. */
#define DEPTH_MAX 4
#define NONE UINT32_MAX

/* A waiting coroutine: a node of the graph. An edge leads to each holder, the coroutine that has to go on first. The
 * graph is built at once, while no coroutine runs, so that it cannot change meanwhile. */
typedef struct {
	async_coroutine_t *coroutine;  /* counted */
	uint32_t holders[HOLDERS_MAX]; /* indices of the coroutines that have to go on first */
	uint32_t holder_count;
	uint32_t holder_next;          /* search: the edge to be followed next */
	uint32_t entered_from;         /* search: the node before this one on the path */
	enum { UNSEEN, ON_PATH, DONE } seen;
	uint32_t next_in_cycle;        /* NONE: in no cycle that was found */
} waiter_t;

typedef struct {
	waiter_t *waiters;
	uint32_t count;
	HashTable index;               /* id → index */
} graph_t;

static bool is_reported(const async_coroutine_t *coroutine)
{
	return !(coroutine->flags & ASYNC_COROUTINE_HIDDEN) && coroutine->state == ASYNC_COROUTINE_SUSPENDED;
}

/* ---- the graph ---- */

static void take_snapshot(graph_t *graph)
{
	async_scope_t *forest = &ASYNC_G(forest);

	graph->waiters = safe_emalloc(ASYNC_G(coroutines), sizeof(waiter_t), 0);
	graph->count = 0;
	zend_hash_init(&graph->index, 0, NULL, NULL, 0);
	for (async_scope_t *scope = async_scope_walk_first(forest); scope; scope = async_scope_walk_next(scope, forest)) {
		for (async_coroutine_t *at = scope->first; at; at = at->scope_next) {
			if (is_reported(at)) {
				waiter_t *waiter = &graph->waiters[graph->count];
				zval index;

				ZEND_ASSERT(graph->count < ASYNC_G(coroutines) && "there is room for every member of a scope");
				memset(waiter, 0, sizeof(*waiter));
				waiter->coroutine = at;
				waiter->next_in_cycle = NONE;
				async_coroutine_addref(at);
				ZVAL_LONG(&index, graph->count++);
				zend_hash_index_add_new(&graph->index, at->id, &index);
			}
		}
	}
}

static void add_holder(graph_t *graph, waiter_t *waiter, const async_coroutine_t *holder)
{
	const zval *index = holder ? zend_hash_index_find(&graph->index, holder->id) : NULL;

	for (uint32_t i = 0; index && i < waiter->holder_count; i++) {
		if (waiter->holders[i] == (uint32_t) Z_LVAL_P(index)) {
			return;
		}
	}
	if (index && waiter->holder_count < HOLDERS_MAX) {
		ZEND_ASSERT((zend_ulong) Z_LVAL_P(index) < graph->count && "the index leads to a waiter");
		waiter->holders[waiter->holder_count++] = (uint32_t) Z_LVAL_P(index);
	}
}

static void add_scope_holders(graph_t *graph, waiter_t *waiter, async_scope_t *top)
{
	async_scope_t *at = async_scope_walk_first(top);

	for (; at && waiter->holder_count < HOLDERS_MAX; at = async_scope_walk_next(at, top)) {
		const async_coroutine_t *member = at->first;
		for (; member && waiter->holder_count < HOLDERS_MAX; member = member->scope_next) {
			add_holder(graph, waiter, member);
		}
	}
}

static void add_spawned_holders(graph_t *graph, waiter_t *waiter)
{
	if (waiter->coroutine->lineage == NULL) {
		return;
	}
	for (uint32_t i = 0; i < graph->count && waiter->holder_count < HOLDERS_MAX; i++) {
		if (graph->waiters[i].coroutine->spawner == waiter->coroutine->lineage) {
			add_holder(graph, waiter, graph->waiters[i].coroutine);
		}
	}
}

typedef struct {
	graph_t *graph;
	waiter_t *waiter;
	unsigned depth;                /* nested triggers that are being followed */
} sources_t;

static void add_source(zend_object *source, void *context)
{
	sources_t *sources = context;
	const async_coroutine_t *coroutine = async_coroutine_if(source);
	const async_awaitable_ops_t *ops;

	if (coroutine) {
		add_holder(sources->graph, sources->waiter, coroutine);
		return;
	}
	ops = async_awaitable_from_obj(source)->ops;
	if (ops->each_source && sources->depth < DEPTH_MAX) {
		sources->depth++;
		ops->each_source(source, add_source, context);
		sources->depth--;
	}
}

static void add_awaitable_holders(graph_t *graph, waiter_t *waiter, zend_object *awaited)
{
	sources_t sources = { graph, waiter, 0 };

	add_source(awaited, &sources);
}

static void add_lock_holders(graph_t *graph, waiter_t *waiter, const async_lock_t *lock)
{
	add_holder(graph, waiter, lock->owner);
	for (const async_ring_t *at = lock->holders; at && (at = at->prev) != lock->holders; ) {
		add_holder(graph, waiter, ((const async_holder_t *) at)->coroutine);
	}
}

static void find_holders(graph_t *graph, waiter_t *waiter)
{
	const async_wait_t *wait = waiter->coroutine->wait;

	ZEND_ASSERT(wait && wait->coroutine == waiter->coroutine && "a parked coroutine has its wait");
	switch (wait->kind) {
		case ASYNC_WAIT_FOR_AWAITABLE:
			add_awaitable_holders(graph, waiter, wait->subject);
			break;
		case ASYNC_WAIT_FOR_SCOPE:
			add_scope_holders(graph, waiter, wait->subject);
			break;
		case ASYNC_WAIT_FOR_SPAWNED:
			add_spawned_holders(graph, waiter);
			break;
		case ASYNC_WAIT_FOR_CLASS:
			add_holder(graph, waiter, async_class_load_holder(wait->subject));
			break;
		case ASYNC_WAIT_FOR_FILE:
			add_holder(graph, waiter, async_file_run_holder(wait->subject));
			break;
		case ASYNC_WAIT_FOR_LOCK:
			add_lock_holders(graph, waiter, wait->subject);
			break;
		default:
			break;
	}
}

/* The path from `first` to `last` leads back to `first`. */
static void mark_cycle(graph_t *graph, uint32_t first, uint32_t last)
{
	uint32_t next = first;

	ZEND_ASSERT(graph->waiters[first].seen == ON_PATH && "the cycle lies on the path");
	for (uint32_t at = last;; at = graph->waiters[at].entered_from) {
		graph->waiters[at].next_in_cycle = next;
		next = at;
		if (at == first) {
			return;
		}
	}
}

/* Depth first from one waiter, without recursion. */
static void search_from(graph_t *graph, uint32_t start)
{
	uint32_t at = start;

	graph->waiters[at].seen = ON_PATH;
	graph->waiters[at].entered_from = NONE;
	while (at != NONE) {
		waiter_t *waiter = &graph->waiters[at];
		if (waiter->holder_next == waiter->holder_count) {
			waiter->seen = DONE;
			at = waiter->entered_from;
			continue;
		}
		uint32_t holder = waiter->holders[waiter->holder_next++];
		ZEND_ASSERT(holder < graph->count && "an edge leads to a waiter");
		if (graph->waiters[holder].seen == ON_PATH && waiter->next_in_cycle == NONE) {
			mark_cycle(graph, holder, at);
		} else if (graph->waiters[holder].seen == UNSEEN) {
			graph->waiters[holder].seen = ON_PATH;
			graph->waiters[holder].entered_from = at;
			at = holder;
		}
	}
}

static void build(graph_t *graph)
{
	take_snapshot(graph);
	for (uint32_t i = 0; i < graph->count; i++) {
		find_holders(graph, &graph->waiters[i]);
	}
	for (uint32_t i = 0; i < graph->count; i++) {
		if (graph->waiters[i].seen == UNSEEN) {
			search_from(graph, i);
		}
	}
}

static void destroy(graph_t *graph)
{
	for (uint32_t i = 0; i < graph->count; i++) {
		async_coroutine_release(graph->waiters[i].coroutine);
	}
	efree(graph->waiters);
	zend_hash_destroy(&graph->index);
}

/* ---- the report ---- */

static void append_number(smart_str *text, const waiter_t *waiter)
{
	smart_str_appendc(text, '#');
	smart_str_append_unsigned(text, (zend_ulong) waiter->coroutine->id);
}

static void append_holders(smart_str *text, const graph_t *graph, const waiter_t *waiter)
{
	const async_wait_t *wait = waiter->coroutine->wait;

	if (waiter->holder_count == 0) {
		return;
	}
	if (wait->kind == ASYNC_WAIT_FOR_AWAITABLE && async_coroutine_if(wait->subject)) {
		/* The words for the wait name it already. */
		return;
	}
	smart_str_appends(text, ", held by coroutine ");
	for (uint32_t i = 0; i < waiter->holder_count; i++) {
		smart_str_appends(text, i > 0 ? ", " : "");
		append_number(text, &graph->waiters[waiter->holders[i]]);
	}
	if (waiter->holder_count == HOLDERS_MAX) {
		smart_str_appends(text, " …");
	}
}

/* A task above the concurrency of its group starts when another task ends. */
static void append_queued(smart_str *text, const async_wait_t *wait)
{
	const async_coroutine_t *awaited = wait->kind == ASYNC_WAIT_FOR_AWAITABLE ? async_coroutine_if(wait->subject)
		: NULL;

	if (awaited && awaited->state == ASYNC_COROUTINE_CREATED) {
		smart_str_appends(text, ", which is still queued and has not started");
	}
}

static void append_cycle(smart_str *text, const graph_t *graph, const waiter_t *waiter)
{
	uint32_t at = waiter->next_in_cycle;

	if (at == NONE) {
		return;
	}
	smart_str_appends(text, "; cycle: ");
	append_number(text, waiter);
	/* Two cycles may share a part. Then the way may never lead back here, so the number of steps is bounded. */
	for (uint32_t steps = graph->count; steps > 0 && at != NONE; steps--) {
		smart_str_appends(text, " -> ");
		if (graph->count - steps == CYCLE_MAX) {
			smart_str_appends(text, "…");
			return;
		}
		append_number(text, &graph->waiters[at]);
		if (&graph->waiters[at] == waiter) {
			break;
		}
		at = graph->waiters[at].next_in_cycle;
	}
}

static void warn(const graph_t *graph, const waiter_t *waiter)
{
	const async_coroutine_t *coroutine = waiter->coroutine;
	smart_str text = {0};

	smart_str_appends(&text, "Deadlock: ");
	async_report_append_coroutine(&text, coroutine);
	if (coroutine->flags & ASYNC_COROUTINE_MAIN) {
		smart_str_append_printf(&text, " (#" ZEND_ULONG_FMT ")", (zend_ulong) coroutine->id);
	} else {
		async_spawn_chain_append(&text, coroutine, ", ");
	}
	smart_str_appends(&text, ", suspended at ");
	async_report_append_place(&text, coroutine->suspend_file, coroutine->suspend_line);
	smart_str_appends(&text, ", waits for ");
	async_report_append_wait(&text, coroutine);
	append_queued(&text, coroutine->wait);
	append_holders(&text, graph, waiter);
	append_cycle(&text, graph, waiter);
	smart_str_0(&text);
	/* The reporter has no place in the user's code, so the warning gets the place of the suspension. */
	if (coroutine->suspend_file) {
		zend_error_at(E_WARNING, coroutine->suspend_file, coroutine->suspend_line, "%s", ZSTR_VAL(text.s));
	} else {
		zend_error(E_WARNING, "%s", ZSTR_VAL(text.s));
	}
	smart_str_free(&text);
}

/* No PHP code runs in the reporter: the error gets the place where the main script waits, or else a coroutine. */
static void set_place(zend_object *error, const graph_t *graph)
{
	const async_coroutine_t *at = NULL;
	zval value;

	for (uint32_t i = 0; i < graph->count; i++) {
		const async_coroutine_t *waiter = graph->waiters[i].coroutine;
		if (waiter->suspend_file && (at == NULL || (waiter->flags & ASYNC_COROUTINE_MAIN))) {
			at = waiter;
		}
	}
	if (at) {
		ZVAL_STR(&value, at->suspend_file);
		zend_update_property_ex(zend_ce_error, error, ZSTR_KNOWN(ZEND_STR_FILE), &value);
		ZVAL_LONG(&value, at->suspend_line);
		zend_update_property_ex(zend_ce_error, error, ZSTR_KNOWN(ZEND_STR_LINE), &value);
	}
}

/* Body of the reporter. A user's error handler may spawn, cancel or wake while the warnings are printed. */
static void report(async_coroutine_t *self)
{
	graph_t graph;
	const uint32_t *count = &graph.count;

	(void) self;
	build(&graph);
	for (uint32_t i = 0; i < *count && !EG(exception); i++) {
		if (is_reported(graph.waiters[i].coroutine)) {
			warn(&graph, &graph.waiters[i]);
		}
	}
	if (!EG(exception)) {
		zend_object *error = *count == 1
			? async_exception_new(async_ce_deadlock_error,
				"Deadlock detected: the only coroutine waits and nothing can wake it")
			: async_exception_new(async_ce_deadlock_error,
				"Deadlock detected: all %u coroutines wait and nothing can wake one", *count);
		set_place(error, &graph);
		async_end_uncaught(error, NULL);
		OBJ_RELEASE(error);
	} /* else the user's error handler turned the warning into an exception, and that ends the script */
	destroy(&graph);
}

void async_deadlock_report_later(void)
{
	async_scheduler_enqueue(async_coroutine_new_service(report, 0), &ASYNC_G(global_scope), false);
}

/*
 * The snapshot: scopes, coroutines, the loop, and the sections of other layers.
 */
#include "scheduler/snapshot.h"

#include "scheduler/name.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "zend_smart_str.h"

#include <time.h>
#include <unistd.h>

/* At most this number of frames of a stack, and of coroutines that await one, is shown. */
#define FRAMES_MAX 64
#define AWAITERS_MAX 16

static const async_snapshot_section_t *sections[ASYNC_SNAPSHOT_SECTIONS_MAX];
static size_t section_count;

ASYNC_ALWAYS_RUNS void async_snapshot_add_section(const async_snapshot_section_t *section)
{
	ZEND_ASSERT(section_count < ASYNC_SNAPSHOT_SECTIONS_MAX && "there is room for all sections");
	for (size_t i = 0; i < section_count; i++) {
		if (sections[i] == section) {
			return;
		}
	}
	sections[section_count++] = section;
}

/* ---- words ---- */

static void add_text(zval *row, const char *key, smart_str *text)
{
	add_assoc_str(row, key, smart_str_extract(text));
}

static void add_place(zval *row, const char *key, const zend_string *file, uint32_t line)
{
	smart_str text = {0};

	if (file == NULL) {
		add_assoc_null(row, key);
		return;
	}
	async_report_append_place(&text, file, line);
	add_text(row, key, &text);
}

static const char *coroutine_state(const async_coroutine_t *coroutine)
{
	switch ((async_coroutine_state_t) coroutine->state) {
		case ASYNC_COROUTINE_CREATED:
			return "created";
		case ASYNC_COROUTINE_QUEUED:
			return "ready";
		case ASYNC_COROUTINE_RUNNING:
			return "running";
		case ASYNC_COROUTINE_SUSPENDED:
			return "waiting";
		case ASYNC_COROUTINE_COMPLETED:
			break;
	}
	return "completed";
}

static const char *scope_state(const async_scope_t *scope)
{
	if (scope->flags & ASYNC_SCOPE_CANCELLED) {
		return "cancelled";
	}
	return scope->flags & ASYNC_SCOPE_CLOSED ? "closed" : "open";
}

/* ---- stacks ---- */

/* The innermost frame. A coroutine that turns the reactor on its own stack has not noted it yet. */
static const zend_execute_data *innermost_frame(const async_coroutine_t *coroutine)
{
	if (coroutine == ASYNC_G(current)) {
		return EG(current_execute_data);
	}
	return async_coroutine_is_suspended(coroutine) ? coroutine->frame : NULL;
}

static void add_stack(zval *row, const async_coroutine_t *coroutine)
{
	const zend_execute_data *innermost = innermost_frame(coroutine);
	zval stack;

	array_init(&stack);
	async_report_stack(&stack, innermost, FRAMES_MAX);
	add_assoc_zval(row, "stack", &stack);
}

/* ---- coroutines ---- */

/* The coroutines that await this one, and the place of the first of them. */
static void add_awaiters(zval *row, const async_coroutine_t *coroutine)
{
	const async_coroutine_t *first = NULL;
	zval ids;

	array_init(&ids);
	for (const async_wait_node_t *node = coroutine->awaitable.waiters.head; node; node = node->next) {
		if (node->wait && zend_hash_num_elements(Z_ARRVAL(ids)) < AWAITERS_MAX) {
			first = first ? first : node->wait->coroutine;
			add_next_index_long(&ids, (zend_long) node->wait->coroutine->id);
		}
	}
	add_place(row, "awaited_at", first ? first->suspend_file : NULL, first ? first->suspend_line : 0);
	add_assoc_zval(row, "awaited_by", &ids);
}

static void add_coroutine(zval *rows, const async_coroutine_t *coroutine, zend_long scope)
{
	smart_str text = {0};
	zval row, wait;

	array_init(&row);
	add_assoc_long(&row, "id", (zend_long) coroutine->id);
	async_coroutine_append_name(&text, coroutine);
	add_text(&row, "name", &text);
	add_assoc_long(&row, "scope", scope);
	add_assoc_string(&row, "state", coroutine_state(coroutine));
	add_assoc_null(&row, "since_ms");
	if (coroutine->state == ASYNC_COROUTINE_SUSPENDED) {
		text = (smart_str) { 0 };
		async_report_append_wait(&text, coroutine);
		add_text(&row, "waits_for", &text);
	} else {
		add_assoc_null(&row, "waits_for");
	}
	async_report_wait_info(&wait, coroutine);
	add_assoc_zval(&row, "wait", &wait);
	add_place(&row, "spawned_at", coroutine->spawn_file, coroutine->spawn_line);
	add_awaiters(&row, coroutine);
	add_place(&row, "suspended_at", coroutine->suspend_file, coroutine->suspend_line);
	add_assoc_long(&row, "switches", (zend_long) coroutine->ticket);
	add_assoc_null(&row, "cpu_ms");
	add_stack(&row, coroutine);
	add_next_index_zval(rows, &row);
}

/* ---- scopes ---- */

/* Scopes have no number of their own: they are numbered for each snapshot, in the order of the tree. */
typedef struct {
	zval *rows;
	zval *coroutines;
	HashTable numbers;   /* address of the scope → number */
} forest_t;

static zend_long number_of(forest_t *forest, const async_scope_t *scope)
{
	const zval *found = zend_hash_index_find(&forest->numbers, (zend_ulong) (uintptr_t) scope);

	return found ? Z_LVAL_P(found) : 0;
}

static void add_scope(forest_t *forest, const async_scope_t *scope)
{
	const zend_long number = (zend_long) zend_hash_num_elements(&forest->numbers) + 1;
	zval row, ids, value;

	ZVAL_LONG(&value, number);
	zend_hash_index_add_new(&forest->numbers, (zend_ulong) (uintptr_t) scope, &value);
	array_init(&row);
	add_assoc_long(&row, "id", number);
	if (scope->parent && scope->parent != &ASYNC_G(forest)) {
		add_assoc_long(&row, "parent", number_of(forest, scope->parent));
	} else {
		add_assoc_null(&row, "parent");
	}
	if (scope->flags & ASYNC_SCOPE_GLOBAL) {
		add_assoc_string(&row, "name", "global");
	} else {
		add_assoc_null(&row, "name");
	}
	add_place(&row, "place", scope->created_file, scope->created_line);
	add_assoc_string(&row, "state", scope_state(scope));
	add_assoc_bool(&row, "isolated", (scope->flags & ASYNC_SCOPE_ISOLATED) != 0);
	array_init(&ids);
	for (const async_coroutine_t *at = scope->first; at; at = at->scope_next) {
		if (!async_coroutine_is_completed(at)) {
			add_next_index_long(&ids, (zend_long) at->id);
			add_coroutine(forest->coroutines, at, number);
		}
	}
	add_assoc_zval(&row, "coroutines", &ids);
	add_next_index_zval(forest->rows, &row);
}

/* The scope after this one, parents first. */
static const async_scope_t *next_scope(const async_scope_t *scope)
{
	if (scope->first_child) {
		return scope->first_child;
	}
	while (scope && scope->next_sibling == NULL) {
		scope = scope->parent;
	}
	return scope ? scope->next_sibling : NULL;
}

static void add_scopes(zval *scopes, zval *coroutines)
{
	forest_t forest = { .rows = scopes, .coroutines = coroutines };

	zend_hash_init(&forest.numbers, 0, NULL, NULL, false);
	for (const async_scope_t *at = ASYNC_G(forest).first_child; at; at = next_scope(at)) {
		add_scope(&forest, at);
	}
	zend_hash_destroy(&forest.numbers);
}

/* ---- the loop ---- */

static size_t count_ready(void)
{
	size_t count = 0;

	for (const async_coroutine_t *at = ASYNC_G(queue_head); at; at = at->queue_next) {
		count++;
	}
	return count;
}

static void add_loop(zval *result)
{
	async_reactor_stats_t reactor = {0};
	zval row;

	if (ASYNC_G(reactor)) {
		async_reactor_stats(ASYNC_G(reactor), &reactor);
	}
	array_init(&row);
	add_assoc_long(&row, "turns", (zend_long) reactor.turns);
	add_assoc_long(&row, "ready", (zend_long) count_ready());
	add_assoc_long(&row, "waiting", (zend_long) ASYNC_G(waiting));
	add_assoc_long(&row, "timers", (zend_long) reactor.timers);
	add_assoc_long(&row, "descriptors", (zend_long) reactor.descriptors);
	add_assoc_long(&row, "signals", (zend_long) reactor.signals);
	add_assoc_long(&row, "children", (zend_long) reactor.children);
	add_assoc_long(&row, "jobs", (zend_long) reactor.jobs);
	add_assoc_long(&row, "coroutines", (zend_long) ASYNC_G(coroutines));
	add_assoc_long(&row, "spawned", (zend_long) ASYNC_G(spawned));
	add_assoc_long(&row, "switches", (zend_long) ASYNC_G(switches));
	add_assoc_long(&row, "blocked_in_place", (zend_long) ASYNC_G(blocked_in_place));
	add_assoc_zval(result, "loop", &row);
}

/* ---- all ---- */

static double unix_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void add_sections(zval *result)
{
	static const char *const keys[] = { "connections", "pools", "locks", "timers", "jobs", "isolations" };
	zval rows;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		array_init(&rows);
		add_assoc_zval(result, keys[i], &rows);
	}
	array_init(&rows);
	add_assoc_zval(result, "extensions", &rows);
	for (size_t i = 0; i < section_count; i++) {
		zval *found = zend_hash_str_find(Z_ARRVAL_P(result), sections[i]->key, strlen(sections[i]->key));
		if (found) {
			sections[i]->fill(found);
		}
	}
}

void async_snapshot(zval *result)
{
	const char *script = SG(request_info).path_translated;
	zval scopes, coroutines;

	array_init(result);
	add_assoc_long(result, "pid", (zend_long) getpid());
	add_assoc_double(result, "time", unix_time());
	add_assoc_string(result, "php", PHP_VERSION);
	add_assoc_string(result, "async", PHP_ASYNC_VERSION);
	add_assoc_string(result, "script", script ? script : "");
	add_loop(result);
	array_init(&scopes);
	array_init(&coroutines);
	add_assoc_zval(result, "scopes", &scopes);
	add_assoc_zval(result, "coroutines", &coroutines);
	add_scopes(&scopes, &coroutines);
	add_sections(result);
}

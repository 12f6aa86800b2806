/*
 * The snapshot: scopes, coroutines, the loop, and the sections of other layers.
 */
#include "scheduler/snapshot.h"

#include "scheduler/activity.h"
#include "scheduler/name.h"
#include "scheduler/plain_text.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"
#include "scheduler/scope_wait.h"

#include "zend_smart_str.h"

#include <time.h>
#include <unistd.h>

/* At most this number of frames of a stack, and of coroutines that await one, is shown. */
#define FRAMES_MAX 64
#define AWAITERS_MAX 16

static const async_snapshot_section_t *sections[ASYNC_SNAPSHOT_SECTIONS_MAX];
static size_t section_count;
static const async_snapshot_class_t *classes[ASYNC_SNAPSHOT_CLASSES_MAX];
static size_t class_count;

ASYNC_ALWAYS_RUNS void async_snapshot_add_section(const async_snapshot_section_t *section)
{
	for (size_t i = 0; i < section_count; i++) {
		if (sections[i] == section) {
			return;
		}
	}
	ZEND_ASSERT(section_count < ASYNC_SNAPSHOT_SECTIONS_MAX && "there is room for all sections");
	sections[section_count++] = section;
}

ASYNC_ALWAYS_RUNS void async_snapshot_add_class(const async_snapshot_class_t *of)
{
	for (size_t i = 0; i < class_count; i++) {
		if (classes[i] == of) {
			return;
		}
	}
	ZEND_ASSERT(class_count < ASYNC_SNAPSHOT_CLASSES_MAX && "there is room for all classes");
	classes[class_count++] = of;
}

/* ---- words ---- */

void async_snapshot_add_text(zval *row, const char *key, smart_str *text)
{
	add_assoc_str(row, key, smart_str_extract(text));
}

void async_snapshot_add_place(zval *row, const char *key, const zend_string *file, uint32_t line)
{
	smart_str text = {0};

	if (file == NULL) {
		add_assoc_null(row, key);
		return;
	}
	async_report_append_place(&text, file, line);
	async_snapshot_add_text(row, key, &text);
}

void async_snapshot_add_lock(zval *row, const async_lock_t *lock)
{
	if (lock->owner) {
		add_assoc_long(row, "owner", (zend_long) lock->owner->id);
	} else {
		add_assoc_null(row, "owner");
	}
	add_assoc_long(row, "waiters", (zend_long) async_wait_list_count(&lock->waiters));
}

void async_snapshot_append_lock(smart_str *text, const async_lock_t *lock)
{
	const size_t waiters = async_wait_list_count(&lock->waiters);

	async_report_append_holders(text, lock);
	if (waiters > 0) {
		smart_str_append_printf(text, ", %zu waiter%s", waiters, waiters == 1 ? "" : "s");
	}
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

static void add_stack(zval *row, const async_coroutine_t *coroutine)
{
	zval stack;

	array_init(&stack);
	async_report_stack(&stack, async_report_frame(coroutine), FRAMES_MAX);
	add_assoc_zval(row, "stack", &stack);
}

/* ---- coroutines ---- */

/* The coroutine of a waiter; NULL: it is a watcher. */
typedef const async_coroutine_t *(*waiter_fn)(const async_wait_node_t *node);

static const async_coroutine_t *waiter_of_coroutine(const async_wait_node_t *node)
{
	return node->wait ? node->wait->coroutine : NULL;
}

/* The coroutines that await a coroutine or a scope, and the place of the first of them. */
static void add_awaiters(zval *row, const async_wait_list_t *waiters, waiter_fn waiter_of)
{
	const async_coroutine_t *first = NULL;
	zval ids;

	array_init(&ids);
	for (const async_wait_node_t *node = waiters->head; node; node = node->next) {
		const async_coroutine_t *waiter = waiter_of(node);

		if (waiter && zend_hash_num_elements(Z_ARRVAL(ids)) < AWAITERS_MAX) {
			first = first ? first : waiter;
			add_next_index_long(&ids, (zend_long) waiter->id);
		}
	}
	async_snapshot_add_place(row, "awaited_at", first ? first->suspend_file : NULL, first ? first->suspend_line : 0);
	add_assoc_zval(row, "awaited_by", &ids);
}

void async_snapshot_add_awaiters(zval *row, const async_wait_list_t *waiters)
{
	add_awaiters(row, waiters, waiter_of_coroutine);
}

/* NULL where the activity clock does not run. */
static void add_times(zval *row, const async_coroutine_t *coroutine)
{
	uint64_t since, ran;

	if (async_activity_of(coroutine, &since, &ran)) {
		add_assoc_double(row, "since_ms", (double) (async_reactor_real_now() - since) / 1e6);
		add_assoc_double(row, "cpu_ms", (double) ran / 1e6);
	} else {
		add_assoc_null(row, "since_ms");
		add_assoc_null(row, "cpu_ms");
	}
}

static void add_coroutine(zval *rows, const async_coroutine_t *coroutine, zend_long scope)
{
	smart_str text = {0};
	zval row, wait;

	array_init(&row);
	add_assoc_long(&row, "id", (zend_long) coroutine->id);
	async_coroutine_append_name(&text, coroutine);
	async_snapshot_add_text(&row, "name", &text);
	add_assoc_long(&row, "scope", scope);
	add_assoc_string(&row, "state", coroutine_state(coroutine));
	add_times(&row, coroutine);
	if (coroutine->state == ASYNC_COROUTINE_SUSPENDED) {
		text = (smart_str) { 0 };
		async_report_append_wait_and_holders(&text, coroutine);
		async_snapshot_add_text(&row, "waits_for", &text);
	} else {
		add_assoc_null(&row, "waits_for");
	}
	async_report_wait_info(&wait, coroutine);
	add_assoc_zval(&row, "wait", &wait);
	async_snapshot_add_place(&row, "spawned_at", coroutine->flags & ASYNC_COROUTINE_MAIN ? NULL : coroutine->spawn_file,
		coroutine->spawn_line);
	add_awaiters(&row, &coroutine->awaitable.waiters, waiter_of_coroutine);
	async_snapshot_add_place(&row, "suspended_at", coroutine->suspend_file, coroutine->suspend_line);
	add_assoc_long(&row, "switches", (zend_long) coroutine->ticket);
	add_stack(&row, coroutine);
	add_next_index_zval(rows, &row);
}

/* A job that a coroutine waits for. Others were abandoned: the loop counts them. */
static void add_job(zval *jobs, const async_coroutine_t *coroutine)
{
	smart_str text = {0};
	zval row;

	array_init(&row);
	add_assoc_long(&row, "coroutine", (zend_long) coroutine->id);
	async_report_append_wait(&text, coroutine);
	smart_str_appends(&text, ", for coroutine ");
	async_report_append_number(&text, coroutine->id);
	async_snapshot_add_text(&row, "text", &text);
	add_next_index_zval(jobs, &row);
}

/* ---- scopes ---- */

/* Scopes have no number of their own: they are numbered for each snapshot, in the order of the tree. */
typedef struct {
	zval *rows;
	zval *coroutines;
	zval *jobs;
	zval *isolations;
	HashTable numbers;   /* address of the scope → number */
} forest_t;

static zval *add_rows(zval *result, const char *key)
{
	zval rows;

	array_init(&rows);
	return zend_hash_str_update(Z_ARRVAL_P(result), key, strlen(key), &rows);
}

static zend_long number_of(forest_t *forest, const async_scope_t *scope)
{
	const zval *found = zend_hash_index_find(&forest->numbers, (zend_ulong) (uintptr_t) scope);

	return found ? Z_LVAL_P(found) : 0;
}

static void add_isolation(forest_t *forest, const async_scope_t *scope, zend_long number)
{
	smart_str text = {0};
	zval row;

	array_init(&row);
	add_assoc_long(&row, "scope", number);
	add_assoc_bool(&row, "is_current", scope->isolation == ASYNC_ENGINE_G(isolation));
	smart_str_append_printf(&text, "of scope " ZEND_LONG_FMT " created at ", number);
	async_report_append_place(&text, scope->created_file, scope->created_line);
	async_snapshot_add_text(&row, "text", &text);
	add_next_index_zval(forest->isolations, &row);
}

static const async_coroutine_t *waiter_of_scope(const async_wait_node_t *node)
{
	return ((const async_scope_wait_t *) node)->coroutine;
}

static void add_scope(forest_t *forest, const async_scope_t *scope)
{
	const zend_long number = (zend_long) zend_hash_num_elements(&forest->numbers) + 1;
	zval row, ids, value;

	ZVAL_LONG(&value, number);
	zend_hash_index_add_new(&forest->numbers, (zend_ulong) (uintptr_t) scope, &value);
	array_init_size(&row, 16);
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
	async_snapshot_add_place(&row, "place", scope->created_file, scope->created_line);
	add_assoc_string(&row, "state", scope_state(scope));
	add_assoc_bool(&row, "isolated", (scope->flags & ASYNC_SCOPE_ISOLATED) != 0);
	async_scope_add_bounds(scope, add_rows(&row, "bounds"));
	add_awaiters(&row, &scope->waiters, waiter_of_scope);
	if ((scope->flags & ASYNC_SCOPE_ISOLATED) && !(scope->flags & ASYNC_SCOPE_ISOLATION_ENDS)) {
		add_isolation(forest, scope, number);
	}
	array_init(&ids);
	for (const async_coroutine_t *at = scope->first; at; at = at->scope_next) {
		if (!async_coroutine_is_completed(at)) {
			add_next_index_long(&ids, (zend_long) at->id);
			add_coroutine(forest->coroutines, at, number);
			if (at->state == ASYNC_COROUTINE_SUSPENDED && at->wait && at->wait->kind == ASYNC_WAIT_FOR_JOB) {
				add_job(forest->jobs, at);
			}
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

static void add_scopes(zval *result)
{
	forest_t forest;

	forest.rows = add_rows(result, "scopes");
	forest.coroutines = add_rows(result, "coroutines");
	forest.jobs = add_rows(result, "jobs");
	forest.isolations = add_rows(result, "isolations");
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

/* ---- what may be shown ---- */

/* Names, paths and addresses may hold any bytes. A terminal must not obey them, and JSON must have them. */
static void make_shown(zval *rows)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(rows), value) {
		if (Z_TYPE_P(value) == IS_ARRAY) {
			make_shown(value);
		} else if (Z_TYPE_P(value) == IS_STRING
				&& UNEXPECTED(async_plain_shown_length(Z_STRVAL_P(value), Z_STRLEN_P(value)) < Z_STRLEN_P(value))) {
			smart_str text = {0};

			async_report_append_shown(&text, Z_STRVAL_P(value), Z_STRLEN_P(value));
			zval_ptr_dtor_str(value);
			ZVAL_STR(value, smart_str_extract(&text));
		}
	} ZEND_HASH_FOREACH_END();
}

/* ---- all ---- */

static double unix_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static zval *rows_of(zval *result, const char *key)
{
	zval *rows = zend_hash_str_find(Z_ARRVAL_P(result), key, strlen(key));

	ZEND_ASSERT(rows && "each section has a key of the snapshot");
	return rows;
}

/* Objects of the classes that have rows: pools, locks, timeouts. */
static void add_objects(zval *result)
{
	const zend_objects_store *store = &EG(objects_store);

	for (uint32_t handle = 1; handle < store->top; handle++) {
		zend_object *object = store->object_buckets[handle];
		if (!IS_OBJ_VALID(object) || (OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED)) {
			continue;
		}
		for (size_t i = 0; i < class_count; i++) {
			if (object->handlers == classes[i]->handlers) {
				zval row;
				array_init(&row);
				if (classes[i]->fill(object, &row)) {
					add_next_index_zval(rows_of(result, classes[i]->key), &row);
				} else {
					zval_ptr_dtor(&row);
				}
			}
		}
	}
}

static void add_sections(zval *result)
{
	static const char *const keys[] = { "connections", "pools", "locks", "timers", "extensions" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		add_rows(result, keys[i]);
	}
	add_objects(result);
	for (size_t i = 0; i < section_count; i++) {
		sections[i]->fill(rows_of(result, sections[i]->key));
	}
}

void async_snapshot(zval *result)
{
	const char *script = SG(request_info).path_translated;

	/* Room for all keys: the rows of some are filled after others were added, so these must not move. */
	array_init_size(result, 32);
	add_assoc_long(result, "pid", (zend_long) getpid());
	add_assoc_double(result, "time", unix_time());
	add_assoc_string(result, "php", PHP_VERSION);
	add_assoc_string(result, "async", PHP_ASYNC_VERSION);
	add_assoc_string(result, "script", script ? script : "");
	add_loop(result);
	add_scopes(result);
	add_sections(result);
	make_shown(result);
}

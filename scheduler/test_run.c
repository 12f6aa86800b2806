/*
 * Runs of tests: their beginning and end, the coroutines of a test, deadlocks and failures in it.
 */
#include "scheduler/test_run.h"

#include "engine/values.h"
#include "scheduler/lineage.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "zend_smart_str.h"

#include "exceptions.h"

/* ---- begin and end ---- */

async_test_run_t *async_test_run_begin(const zend_long *seed, bool is_clock_virtual)
{
	async_test_run_t *run = ecalloc(1, sizeof(*run));

	run->runner = ASYNC_G(current);
	run->test_id = ASYNC_G(next_id) + 1;
	run->schedule.order = seed ? ASYNC_ORDER_RANDOM : ASYNC_ORDER_FIFO;
	run->schedule.random = seed ? (uint64_t) *seed : 0;
	run->outer = ASYNC_G(test_run);
	run->is_linked = true;
	ASYNC_G(test_run) = run;
	run->schedule_before = async_schedule_follow(&run->schedule);
	run->clock_stood = async_schedule_stop_clock(is_clock_virtual);
	run->began = async_reactor_now();
	return run;
}

static void unlink_innermost(void)
{
	async_test_run_t *run = ASYNC_G(test_run);

	ASYNC_G(test_run) = run->outer;
	run->is_linked = false;
	(void) async_schedule_follow(run->schedule_before);
	(void) async_schedule_stop_clock(run->clock_stood);
}

void async_test_run_end(async_test_run_t *run)
{
	/* Runs that began within it and whose coroutines go on in spite of their cancellation end with it. */
	while (run->is_linked) {
		unlink_innermost();
	}
	async_clear_object(&run->failure);
	efree(run);
}

static void drop_all(void)
{
	while (UNEXPECTED(ASYNC_G(test_run) != NULL)) {
		unlink_innermost();
	}
}

const async_part_t async_test_run_part = {
	.after_fork = drop_all,
	.frames_abandoned = drop_all,
	.request_end = drop_all,
};

/* ---- the coroutines of a test ---- */

/* Was the coroutine spawned by the test, or by a coroutine of the test? */
static bool is_of(const async_test_run_t *run, const async_coroutine_t *coroutine)
{
	const async_lineage_t *spawner = coroutine->spawner;

	if (coroutine->id < run->test_id) {
		return false;
	}
	if (coroutine->id == run->test_id || async_scope_is_within(coroutine->scope, run->scope)) {
		return true;
	}
	while (spawner && spawner->id > run->test_id) {
		spawner = spawner->parent;
	}
	/* Without a spawner it is detached, or the chain was cut: rather the test's than of nothing. */
	return spawner == NULL || spawner->id == run->test_id;
}

bool async_test_run_may_begin(void)
{
	return ASYNC_G(test_run) == NULL || is_of(ASYNC_G(test_run), ASYNC_G(current));
}

/* Call fn for each unfinished coroutine of the test but the runners of runs. */
static void each(const async_test_run_t *run, void (*fn)(async_coroutine_t *coroutine, void *context), void *context)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *scope = async_scope_walk_first(forest); scope; scope = async_scope_walk_next(scope, forest)) {
		for (async_coroutine_t *at = scope->first; at; at = at->scope_next) {
			if (at->id >= run->test_id && !async_coroutine_is_completed(at) && is_of(run, at)) {
				fn(at, context);
			}
		}
	}
}

typedef struct {
	size_t count;
	bool some_ready;
	async_test_run_fn fn;
} count_t;

static void count_one(async_coroutine_t *coroutine, void *context)
{
	count_t *count = context;

	count->count++;
	count->some_ready = count->some_ready || coroutine->state == ASYNC_COROUTINE_QUEUED;
	if (count->fn) {
		count->fn(coroutine);
	}
}

size_t async_test_run_count(const async_test_run_t *run, bool *some_ready, async_test_run_fn fn)
{
	count_t count = { .fn = fn };

	each(run, count_one, &count);
	*some_ready = count.some_ready;
	return count.count;
}

/* ---- reports ---- */

static void append_coroutine(smart_str *text, const async_coroutine_t *coroutine)
{
	async_report_append_coroutine(text, coroutine);
	if (async_coroutine_is_suspended(coroutine)) {
		smart_str_appends(text, ", suspended at ");
		async_report_append_place(text, coroutine->suspend_file, coroutine->suspend_line);
	}
	smart_str_appends(text, ", waits for ");
	async_report_append_wait(text, coroutine);
}

static void list_one(async_coroutine_t *coroutine, void *context)
{
	smart_str line = {0};

	if (!(coroutine->flags & ASYNC_COROUTINE_HIDDEN)) {
		append_coroutine(&line, coroutine);
		add_next_index_str(context, smart_str_extract(&line));
	}
}

void async_test_run_list_coroutines(const async_test_run_t *run, zval *lines)
{
	each(run, list_one, lines);
}

void async_test_run_list_scopes(const async_test_run_t *run, const zval *except, zval *lines)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		smart_str line = {0};

		if (at->born < run->test_id || at->object == NULL || async_scope_is_over(at)
				|| (Z_TYPE_P(except) == IS_OBJECT && Z_OBJ_P(except) == at->object)) {
			continue;
		}
		smart_str_appends(&line, "scope created at ");
		async_report_append_place(&line, at->created_file, at->created_line);
		smart_str_appends(&line, " is open");
		add_next_index_str(lines, smart_str_extract(&line));
	}
}

zend_string *async_test_run_trail(const async_test_run_t *run)
{
	const async_schedule_t *schedule = &run->schedule;
	uint64_t at = schedule->steps > ASYNC_SCHEDULE_TRAIL ? schedule->steps - ASYNC_SCHEDULE_TRAIL : 0;
	smart_str text = {0};

	for (; at < schedule->steps; at++) {
		smart_str_append_printf(&text, "%s#%" PRIu64, text.s ? " " : "", schedule->trail[at % ASYNC_SCHEDULE_TRAIL]);
	}
	return text.s ? smart_str_extract(&text) : ZSTR_EMPTY_ALLOC();
}

/* ---- ends ---- */

/* Wake the runner, which finds run->failure. */
static bool interrupt(async_test_run_t *run)
{
	return run->is_waiting && async_wake(run->runner, run->runner->ticket, ASYNC_WAIT_READY);
}

static zend_object *deadlock_in(const async_test_run_t *run)
{
	zend_object *error;
	zval lines, *line;
	smart_str text = {0};

	array_init(&lines);
	async_test_run_list_coroutines(run, &lines);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(lines), line) {
		smart_str_appends(&text, "\n  ");
		smart_str_append(&text, Z_STR_P(line));
	} ZEND_HASH_FOREACH_END();
	smart_str_0(&text);
	error = async_exception_new(async_ce_deadlock_error, "Deadlock in the test: each coroutine waits, and no event can"
		" wake one:%s", text.s ? ZSTR_VAL(text.s) : "");
	smart_str_free(&text);
	zval_ptr_dtor(&lines);
	return error;
}

bool async_test_run_end_stuck(void)
{
	for (async_test_run_t *run = ASYNC_G(test_run); run; run = run->outer) {
		zend_object *error = run->failure || !run->is_waiting ? NULL : deadlock_in(run);

		if (error && interrupt(run)) {
			run->failure = error;
			return true;
		}
		if (error) {
			OBJ_RELEASE(error);
		}
	}
	return false;
}

bool async_test_run_take_failure(zend_object *exception, const async_coroutine_t *source)
{
	for (async_test_run_t *run = ASYNC_G(test_run); run && source; run = run->outer) {
		if (!is_of(run, source)) {
			continue;
		}
		if (run->failure == NULL) {
			GC_ADDREF(exception);
			run->failure = exception;
			(void) interrupt(run);
		}
		return true;
	}
	return false;
}

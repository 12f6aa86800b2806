/*
 * Runs of files that wait, and the coroutines that wait for their end in include_once and require_once.
 */
#include "scheduler/file_runs.h"

#include "scheduler/cycle.h"
#include "scheduler/include_latch.h"
#include "scheduler/lineage.h"
#include "scheduler/scheduler.h"
#include "scheduler/turns.h"

#include "zend_extensions.h"

/* The first run of a file. */
typedef struct async_file_run {
	zend_string *path;            /* counted; the key in the table of runs */
	async_coroutine_t *runner;    /* borrowed: its record takes the run along */
	const zend_op_array *code;    /* of its frame; gone when the run is over */
	uint64_t first_id;            /* coroutines with a lower id were spawned before the run */
	async_wait_list_t waiters;
	bool is_awaited;              /* member of the list of awaited runs */
	struct async_file_run *next_awaited;
} file_run_t;

/* The wait of a coroutine for a run, in its frame. */
typedef struct {
	async_wait_t wait;            /* must stay first */
	async_wait_node_t node;
	file_run_t *run;              /* NULL: it is over */
	zend_string *path;            /* counted */
} run_wait_t;

/* ---- code of files ---- */

/* A slot of each op_array of a file. It has the id of the next coroutine, as a number with its lowest bit set; in a run
 * which is recorded, the record. A later run of the file has an op_array of its own, maybe at the same address. */
static int slot = -1;

ASYNC_ALWAYS_RUNS bool async_file_runs_take_slot(void)
{
	slot = zend_get_resource_handle("async");
	return slot >= 0;
}

void async_file_runs_mark(zend_op_array *code)
{
	code->reserved[slot] = (void *) (uintptr_t) ((ASYNC_G(next_id) + 1) << 1 | 1);
}

/* 0: not known, so that all coroutines seem to have been spawned in the run. */
static uint64_t first_id_of(const zend_op_array *code)
{
	const uintptr_t mark = (uintptr_t) code->reserved[slot];

	return mark & 1 ? mark >> 1 : 0;
}

/* The code of a file that the frame runs; NULL: it runs a function or eval(). */
static zend_op_array *file_of(const zend_execute_data *frame)
{
	zend_function *function = frame->func;

	return function && function->type == ZEND_USER_FUNCTION && function->op_array.function_name == NULL
		? &function->op_array : NULL;
}

/* ---- the table of runs ---- */

static file_run_t *find(const zend_string *path)
{
	return ASYNC_G(file_runs) ? zend_hash_find_ptr(ASYNC_G(file_runs), (zend_string *) path) : NULL;
}

static bool is_going_on(const file_run_t *run)
{
	const async_coroutine_t *runner = run->runner;
	const zend_execute_data *frame = runner == ASYNC_G(current) ? EG(current_execute_data) : runner->frame;

	if (async_coroutine_is_completed(runner)) {
		return false;
	}
	for (; frame; frame = frame->prev_execute_data) {
		/* A Fiber that was suspended meanwhile may have code with the address of another record. */
		if (UNEXPECTED(&frame->func->op_array == run->code) && run->code->reserved[slot] == run) {
			return true;
		}
	}
	return false;
}

static void leave_awaited(file_run_t *run)
{
	file_run_t **link = &ASYNC_G(awaited_file_runs);

	while (*link != run) {
		link = &(*link)->next_awaited;
	}
	*link = run->next_awaited;
	run->is_awaited = false;
}

/* Wake all waiters. True: there was one. */
static bool wake_all(file_run_t *run, bool is_over)
{
	async_wait_node_t *node;
	bool has_woken = false;

	while ((node = run->waiters.head) != NULL) {
		if (is_over) {
			((run_wait_t *) node->wait)->run = NULL;
		}
		has_woken |= async_wait_claim(node);
	}
	return has_woken;
}

static void free_run(file_run_t *run)
{
	zend_string_release(run->path);
	efree(run);
}

static void remove_run(file_run_t *run)
{
	ZEND_ASSERT(find(run->path) == run && "a run ends once");
	(void) wake_all(run, true);
	if (run->is_awaited) {
		leave_awaited(run);
	}
	zend_hash_del(ASYNC_G(file_runs), run->path);
	free_run(run);
}

/* No question for a file looks at a table where there is none. */
static void drop_empty_table(void)
{
	if (zend_hash_num_elements(ASYNC_G(file_runs)) == 0) {
		zend_array_destroy(ASYNC_G(file_runs));
		ASYNC_G(file_runs) = NULL;
	}
}

static void end_run(file_run_t *run)
{
	remove_run(run);
	drop_empty_table();
}

/* A record is not needed when its run is over. Looks at each record once in so many questions that this costs next to
 * nothing. */
static void prune(void)
{
	HashTable *runs = ASYNC_G(file_runs);
	file_run_t *run;

	if (EXPECTED(runs == NULL) || EXPECTED(--ASYNC_G(file_run_questions) > 0)) {
		return;
	}
	ASYNC_G(file_run_questions) = 64 + 8 * zend_hash_num_elements(runs);
	ZEND_HASH_FOREACH_PTR(runs, run) {
		if (!is_going_on(run)) {
			remove_run(run);
		}
	} ZEND_HASH_FOREACH_END();
	drop_empty_table();
}

static void add_run(zend_string *path, zend_op_array *code)
{
	file_run_t *run = find(path);

	if (UNEXPECTED(run != NULL)) {
		end_run(run);
	}
	if (ASYNC_G(file_runs) == NULL) {
		ASYNC_G(file_runs) = zend_new_array(8);
		ASYNC_G(file_run_questions) = 64;
		async_include_latch_watch();
	}
	run = ecalloc(1, sizeof(*run));
	run->path = zend_string_copy(path);
	run->runner = ASYNC_G(current);
	run->code = code;
	run->first_id = first_id_of(code);
	zend_hash_add_new_ptr(ASYNC_G(file_runs), path, run);
	code->reserved[slot] = run;
	run->runner->has_file_runs = true;
}

/* Record the run, unless the file is one of the first `count` ones in the table of included files: then it was recorded
 * before, did not park, or is not the first run. */
static void add_if_new(zend_op_array *code, uint32_t count)
{
	const zval *entry = zend_hash_find(&EG(included_files), code->filename);
	const Bucket *bucket = (const Bucket *) entry;

	if (bucket && bucket - EG(included_files).arData >= (ptrdiff_t) count) {
		add_run(bucket->key, code);
	}
}

static void note(void *innermost)
{
	const uint32_t seen = ASYNC_G(files_seen);

	ASYNC_G(files_seen) = EG(included_files).nNumUsed;
	if (seen == ASYNC_G(files_seen)) {
		return;
	}
	for (const zend_execute_data *frame = innermost; frame; frame = frame->prev_execute_data) {
		zend_op_array *code = file_of(frame);
		if (UNEXPECTED(code != NULL)) {
			add_if_new(code, seen);
		}
	}
}

void async_file_runs_begin(void)
{
	ASYNC_G(files_seen) = EG(included_files).nNumUsed;
}

void async_file_runs_note(zend_execute_data *frame)
{
	async_scheduler_shield(note, frame);
}

void async_file_runs_leave(const async_coroutine_t *runner)
{
	HashTable *runs = ASYNC_G(file_runs);
	file_run_t *run;

	if (runs == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(runs, run) {
		if (run->runner == runner) {
			remove_run(run);
		}
	} ZEND_HASH_FOREACH_END();
	drop_empty_table();
}

void async_file_runs_forget(const async_coroutine_t *keep)
{
	HashTable *runs = ASYNC_G(file_runs);
	file_run_t *run;

	ASYNC_G(awaited_file_runs) = NULL;
	if (runs == NULL) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(runs, run) {
		/* The nodes are in frames of the parent. */
		run->waiters = (async_wait_list_t) {0};
		run->is_awaited = false;
		if (run->runner != keep) {
			remove_run(run);
		}
	} ZEND_HASH_FOREACH_END();
	drop_empty_table();
}

void async_file_runs_drop(void)
{
	file_run_t *run;

	if (ASYNC_G(file_runs)) {
		ZEND_HASH_FOREACH_PTR(ASYNC_G(file_runs), run) {
			free_run(run);
		} ZEND_HASH_FOREACH_END();
		zend_array_destroy(ASYNC_G(file_runs));
		ASYNC_G(file_runs) = NULL;
	}
	ASYNC_G(awaited_file_runs) = NULL;
}

/* ---- waiters ---- */

const async_coroutine_t *async_file_run_holder(const void *subject)
{
	const file_run_t *run = ((const run_wait_t *) subject)->run;

	return run ? run->runner : NULL;
}

zend_string *async_file_run_path(const void *subject)
{
	return ((const run_wait_t *) subject)->path;
}

void async_file_run_refuse(async_wait_t *wait)
{
	ZEND_ASSERT(wait->kind == ASYNC_WAIT_FOR_FILE && "only the waits of this file are refused");
	(void) async_wait_claim(&((run_wait_t *) wait)->node);
}

bool async_file_runs_give_up(void)
{
	bool has_woken = false;

	for (file_run_t *run = ASYNC_G(awaited_file_runs); run; run = run->next_awaited) {
		has_woken |= wake_all(run, false);
	}
	return has_woken;
}

void async_file_runs_settle(void)
{
	file_run_t *next;

	for (file_run_t *run = ASYNC_G(awaited_file_runs); run; run = next) {
		next = run->next_awaited;
		if (run->waiters.head == NULL) {
			leave_awaited(run);
		} else if ((run->runner == ASYNC_G(current) || async_coroutine_is_completed(run->runner))
			&& !is_going_on(run)) {
			end_run(run);
		}
	}
}

/* Was the current coroutine spawned in the run, or by one that was? Called in place of spawned, it would be a part of
 * the run. The run may wait for it by other means than those that are searched for cycles. */
static bool is_within(const file_run_t *run)
{
	const async_coroutine_t *self = ASYNC_G(current);
	const async_lineage_t *spawner = self->spawner;
	uint64_t id = self->id;

	while (id >= run->first_id && spawner) {
		if (spawner->id == run->runner->id) {
			return true;
		}
		id = spawner->id;
		spawner = spawner->parent;
	}
	/* What lies beyond the end of a chain is not known. */
	return id >= run->first_id;
}

static void wait_for(file_run_t *run)
{
	run_wait_t waiter = { .run = run, .path = zend_string_copy(run->path) };
	async_wait_result_t result;

	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_FILE);
	waiter.wait.subject = &waiter;
	async_wait_list_append(&run->waiters, &waiter.node, &waiter.wait);
	if (!run->is_awaited) {
		run->is_awaited = true;
		run->next_awaited = ASYNC_G(awaited_file_runs);
		ASYNC_G(awaited_file_runs) = run;
		async_turn_at_each_switch();
	}
	ASYNC_G(load_waiters)++;
	result = async_park(&waiter.wait);
	/* In a forked child the count began again at 0. */
	ASYNC_G(load_waiters) -= ASYNC_G(load_waiters) > 0;
	async_wait_list_remove(&waiter.node);
	zend_string_release(waiter.path);
	if (result != ASYNC_WAIT_READY) {
		async_throw_cancellation();
	}
}

bool async_file_runs_await(zend_string *path, void (*before_wait)(void))
{
	file_run_t *run;

	prune();
	run = find(path);
	if (EXPECTED(run == NULL)) {
		return false;
	}
	if (!is_going_on(run)) {
		end_run(run);
		return false;
	}
	if (run->runner == ASYNC_G(current) || is_within(run) || async_cycle_leads_back(run->runner)) {
		return false;
	}
	before_wait();
	wait_for(run);
	return true;
}

/*
 * Tests only: the main script of each request as the body of a coroutine (ASYNC_TEST_BODY).
 */
#include "scheduler/testing.h"

#ifdef ASYNC_TESTING

# include "scheduler/end.h"
# include "engine/engine_state.h"
# include "engine/isolation/places.h"
# include "scheduler/fiber_context.h"
# include "scheduler/isolated_scope.h"
# include "scheduler/scheduler.h"

# include "zend_exceptions.h"

/* Pause of the metronome. */
# define BEAT_NS UINT64_C(10000000)
/* Main, the body, its companion. */
# define RECORDS_MAX 3
/* The rival's error message and output, which no other coroutine may see. */
# define RIVAL_ERROR "of the rival"

static zend_op_array *(*original_compile_file)(zend_file_handle *file, int type);
static void (*original_execute)(zend_execute_data *frame);
static void (*original_execute_internal)(zend_execute_data *frame, zval *result);

typedef enum { ALONE, METRONOME, RESTLESS, ISOLATED } company_t;

/* Of the process: there is one thread in a test. */
static struct {
	bool is_wanted;
	company_t company;
	const zend_op_array *script;   /* compiled, to be executed next; NULL otherwise */
	zend_execute_data *frame;      /* of the script, while the body runs */
	bool is_over;                  /* the script has ended */
	async_coroutine_t *companion;
	async_scope_t *isolated;       /* of the companion; NULL: the global scope */
	async_coroutine_t *records[RECORDS_MAX]; /* with a reference each, see hide_records() */
	/* State that the script has at its end: shutdown functions and destructors find it in main. */
	async_engine_state_t state;
	int error_reporting;
} body;

/* ---- object ids ---- */

/* Tests print ids of objects, which begin with 1 on stock PHP. So our records return their ids and all take 0, which
 * the engine never uses. They must not be freed before the request ends, or the engine would hand 0 out. */
static void hide_records(int first)
{
	zend_objects_store *store = &EG(objects_store);
	uint32_t count = 0;

	for (int handle = first; handle < (int) store->top; handle++) {
		async_coroutine_t *record = async_coroutine_if(store->object_buckets[handle]);
		ZEND_ASSERT(record && count < RECORDS_MAX && "only records were made meanwhile");
		async_coroutine_addref(record);
		record->std.handle = 0;
		body.records[count++] = record;
	}
	store->top = first;
}

static void release_records(void)
{
	zend_objects_store *store = &EG(objects_store);
	const int free_list_head = store->free_list_head;

	for (uint32_t i = 0; i < RECORDS_MAX && body.records[i]; i++) {
		store->object_buckets[0] = &body.records[i]->std;
		async_coroutine_release(body.records[i]);
	}
	store->free_list_head = free_list_head;
	memset(body.records, 0, sizeof(body.records));
}

/* ---- the coroutines ---- */

static void run_metronome(async_coroutine_t *self)
{
	(void) self;
	while (!body.is_over && async_park_until(async_reactor_now() + BEAT_NS) == ASYNC_WAIT_TIMEOUT) {
	}
}

/* Set all state that belongs to one coroutine, to values other than those of the body. */
static void leave_traces(void)
{
	EG(error_reporting) = 0;
	zend_error(E_WARNING, RIVAL_ERROR);
	php_output_start_default();
	php_output_write(ZEND_STRL(RIVAL_ERROR));
	ASYNC_COMPAT_JSON_ERROR_CODE() = PHP_JSON_ERROR_UTF16;
}

static void find_traces(void)
{
	const bool is_found = EG(error_reporting) == 0
		&& php_output_get_level() == (int) ASYNC_ENGINE_G(base_output_levels) + 1
		&& PG(last_error_message) && zend_string_equals_literal(PG(last_error_message), RIVAL_ERROR)
		&& ASYNC_COMPAT_JSON_ERROR_CODE() == PHP_JSON_ERROR_UTF16;

	if (!is_found) {
		fprintf(stderr, "BROKEN: the rival does not find what it has left\n");
	}
	php_output_discard();
}

static void set_trace(zval *value)
{
	ZVAL_DEREF(value);
	zval_ptr_dtor(value);
	ZVAL_INTERNED_STR(value, ZSTR_CHAR('r'));
}

static bool is_trace(const zval *value)
{
	ZVAL_DEREF(value);
	return Z_TYPE_P(value) == IS_STRING && Z_STR_P(value) == ZSTR_CHAR('r');
}

/* Write to all static state there is, and to global variables with the names of those of the script. */
static void leave_traces_in_isolation(void)
{
	const async_isolation_places_t *places = ASYNC_ENGINE_G(isolation_places);
	zend_string *name;
	zval trace;

	ZVAL_INTERNED_STR(&trace, ZSTR_CHAR('r'));
	for (uint32_t i = 0; i < places->count; i++) {
		set_trace(places->at[i]);
	}
	ZEND_HASH_MAP_FOREACH_STR_KEY(&ASYNC_ENGINE_G(base_isolation)->symbols, name) {
		zend_hash_update(&EG(symbol_table), name, &trace);
	} ZEND_HASH_FOREACH_END();
}

/* What was found meanwhile has its initial value. */
static void find_traces_in_isolation(uint32_t slots)
{
	const async_isolation_places_t *places = ASYNC_ENGINE_G(isolation_places);
	bool is_found = true;
	zval *value;

	for (uint32_t i = 0; i < slots; i++) {
		is_found = is_found && is_trace(places->at[i]);
	}
	ZEND_HASH_MAP_FOREACH_VAL(&EG(symbol_table), value) {
		is_found = is_found && is_trace(value);
	} ZEND_HASH_FOREACH_END();
	if (!is_found) {
		fprintf(stderr, "BROKEN: the rival does not find its static state\n");
	}
}

static void run_isolated_rival(async_coroutine_t *self)
{
	async_wait_result_t result = ASYNC_WAIT_READY;

	(void) self;
	while (!body.is_over && result == ASYNC_WAIT_READY) {
		leave_traces_in_isolation();
		const uint32_t slots = ASYNC_ENGINE_G(isolation_places)->count;
		result = async_yield();
		find_traces_in_isolation(slots);
	}
}

static void run_rival(async_coroutine_t *self)
{
	async_wait_result_t result = ASYNC_WAIT_READY;

	(void) self;
	while (!body.is_over && result == ASYNC_WAIT_READY) {
		leave_traces();
		result = async_yield();
		find_traces();
	}
}

/* Each internal function yields before it begins, as one that does I/O might park. */
static void yield_and_execute_internal(zend_execute_data *frame, zval *result)
{
	if (body.frame && !body.is_over && async_can_park()) {
		(void) async_yield();
	}
	original_execute_internal(frame, result);
}

/* An exception or exit() of the script goes to main with the rest of the state, and the engine handles it there. */
static void run_script(async_coroutine_t *self)
{
	zend_execute_data *bottom = EG(current_execute_data);

	(void) self;
	EG(current_execute_data) = body.frame;
	original_execute(body.frame);
	EG(current_execute_data) = bottom;
	body.is_over = true;
	body.error_reporting = EG(error_reporting);
	async_engine_state_detach(&body.state);
	if (body.companion && body.companion->state == ASYNC_COROUTINE_SUSPENDED) {
		async_wake(body.companion, body.companion->ticket, ASYNC_WAIT_TIMEOUT);
	}
}

static async_coroutine_t *spawn(async_coroutine_entry_t entry, async_scope_t *scope)
{
	/* Hidden: else the message of a fatal error would name the place of the spawn. */
	async_coroutine_t *coroutine = async_coroutine_new_hidden(entry);

	async_coroutine_note_spawn(coroutine);
	async_coroutine_addref(coroutine);
	async_scheduler_enqueue(coroutine, scope, false);
	return coroutine;
}

/* Wait until the coroutine has ended, even when the script calls graceful_shutdown(): main cannot go on while the
 * script's frame is in use. Meanwhile main has a bottom frame only, as between two scripts. */
static void wait_for(async_coroutine_t *coroutine)
{
	async_coroutine_t *self = ASYNC_G(current);
	zend_execute_data bottom;
	async_wait_node_t node;
	async_wait_t wait;

	async_fiber_context_bottom_frame(&bottom);
	EG(current_execute_data) = &bottom;
	self->flags |= ASYNC_COROUTINE_HIDDEN;
	self->protect_depth++;
	do {
		async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
		wait.subject = &coroutine->std;
		(void) async_park_on(&wait, &coroutine->awaitable.waiters, &node, false, NULL);
		if (ASYNC_G(main_left)) {
			/* The script has forked. Its frame lies beneath ours, so main waits for the script in the child as well. */
			zend_clear_exception();
			async_end_enter_child();
		}
	} while (!async_coroutine_is_completed(coroutine) && !EG(exception));
	if (!async_coroutine_is_completed(coroutine) && CG(unclean_shutdown)) {
		/* A fatal error in a Fiber of the script: its frames are left behind, and so are those of main. */
		zend_clear_exception();
		zend_bailout();
	}
	if (!async_coroutine_is_completed(coroutine)) {
		/* Another coroutine has called exit(). Release the script's frames before main goes on. */
		zend_clear_exception();
		async_end_unwind(coroutine);
	}
	self->protect_depth--;
	self->flags &= ~ASYNC_COROUTINE_HIDDEN;
	EG(current_execute_data) = NULL;
}

static async_coroutine_t *spawn_companion(void)
{
	static const async_coroutine_entry_t entries[] = { NULL, run_metronome, run_rival, run_isolated_rival };
	async_scope_t *scope = &ASYNC_G(global_scope);

	if (body.company == ISOLATED) {
		scope = body.isolated = async_scope_new(scope);
		async_scope_isolate(scope);
	}
	return spawn(entries[body.company], scope);
}

/* Replaces zend_execute_ex for one call, that of the main script. */
static void execute_as_body(zend_execute_data *frame)
{
	const int first_handle = EG(objects_store).top;
	const bool may_hide = EG(objects_store).free_list_head == -1;
	const zend_op_array *script = body.script;
	async_coroutine_t *coroutine;

	zend_execute_ex = original_execute;
	body.script = NULL;
	if (&frame->func->op_array != script || !async_scheduler_start()) {
		original_execute(frame);
		return;
	}
	body.frame = frame;
	body.is_over = false;
	if (body.company != ALONE) {
		/* Made before the script runs, so that tests of memory_get_usage() do not see the memory. */
		body.companion = spawn_companion();
	}
	coroutine = spawn(run_script, &ASYNC_G(global_scope));
	if (may_hide) {
		hide_records(first_handle);
	}
	wait_for(coroutine);
	if (body.is_over) {
		async_engine_state_attach(&body.state);
		EG(error_reporting) = body.error_reporting;
	}
	body.frame = NULL;
	async_coroutine_release(coroutine);
	if (body.companion) {
		async_coroutine_release(body.companion);
		body.companion = NULL;
	}
	if (body.isolated) {
		async_scope_release(body.isolated);
		body.isolated = NULL;
	}
}

static zend_op_array *note_script(zend_file_handle *file, int type)
{
	zend_op_array *op_array = original_compile_file(file, type);

	if (file->primary_script && op_array && zend_execute_ex != execute_as_body) {
		body.script = op_array;
		original_execute = zend_execute_ex;
		zend_execute_ex = execute_as_body;
	}
	return op_array;
}

void async_testing_body_startup(const char *setting)
{
	if (strcmp(setting, "metronome") == 0) {
		body.company = METRONOME;
	} else if (strcmp(setting, "restless") == 0 || strcmp(setting, "isolated") == 0) {
		body.company = setting[0] == 'r' ? RESTLESS : ISOLATED;
		original_execute_internal = zend_execute_internal ? zend_execute_internal : execute_internal;
		zend_execute_internal = yield_and_execute_internal;
	} else if (strcmp(setting, "coroutine") != 0) {
		zend_error_noreturn(E_CORE_ERROR, "Async: ASYNC_TEST_BODY=%s cannot be understood", setting);
	}
	body.is_wanted = true;
	original_compile_file = zend_compile_file;
	zend_compile_file = note_script;
}

void async_testing_body_end(void)
{
	if (!body.is_wanted) {
		return;
	}
	if (zend_execute_ex == execute_as_body) {
		/* The script was compiled and not executed (php -l). */
		zend_execute_ex = original_execute;
	}
	if (!CG(unclean_shutdown)) {
		release_records();
	}
}

#else

/* A file is never empty in C. */
typedef int async_testing_body_nothing_t;

#endif

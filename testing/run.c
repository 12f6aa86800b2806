/*
 * Async\Testing: run() and explore(), which run a test with a clock and schedules of their own.
 */
#include "testing/testing.h"

#include "engine/values.h"
#include "scheduler/deferred_release.h"
#include "scheduler/origin.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/scope_wait.h"
#include "scheduler/warning.h"

#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"
#include "stubs/testing_arginfo.h"

static zend_class_entry *ce_failure;
static zend_class_entry *ce_leak;

/* What is ready before the test may run first for this number of turns. It has no part in the schedule then. */
#define FIRST_TURNS_MAX 16
/* What is ready when the test ends may go on for this number of turns. */
#define LAST_TURNS_MAX 10000
/* A turn without a ready coroutine may still bring the failure of one that has ended, and its router. */
#define IDLE_TURNS 3
/* How long coroutines that were cancelled may take to end, and how often that is looked at. */
#define END_WITHIN_NS UINT64_C(2000000000)
#define LOOK_EVERY_NS UINT64_C(5000000)

/* A test that runs. Lives in the frame of the runner. */
typedef struct {
	async_test_run_t *run;
	zend_object *handle;           /* of its scope */
	async_scope_t *scope;
	async_coroutine_t *test;
	async_scope_wait_t waiter;     /* takes the failures of the scope */
	zend_object *failure;          /* owned; the first one */
	bool is_cancelled;             /* the runner is */
	bool is_over;                  /* the request ends: frames are being released */
} session_t;

/* ---- failures ---- */

static void keep_failure(session_t *session, zend_object *failure)
{
	if (session->failure == NULL) {
		session->failure = failure;
	} else if (session->failure == failure) {
		OBJ_RELEASE(failure);
	} else {
		async_warn_uncaught(failure);
	}
}

/* Take the failures that came while the runner waited, and what was thrown by a call. */
static void take_failures(session_t *session)
{
	zend_object *failure;
	bool ignored;

	if (EG(exception) && async_is_exit(EG(exception))) {
		session->is_over = true;
		return;
	}
	if (EG(exception)) {
		keep_failure(session, async_exception_take());
	}
	while ((failure = async_scope_wait_take(&session->waiter, &ignored)) != NULL) {
		keep_failure(session, failure);
	}
	failure = session->run->failure;
	if (failure) {
		session->run->failure = NULL;
		keep_failure(session, failure);
	}
}

/* ---- the test ---- */

static void wait_for_test(session_t *session)
{
	session->run->is_waiting = true;
	while (!async_coroutine_is_completed(session->test) && !session->failure && !session->is_cancelled
			&& !session->is_over) {
		session->is_cancelled = async_scope_park(session->scope, &session->waiter, &session->test->std)
			== ASYNC_WAIT_CANCELLED;
		take_failures(session);
	}
	session->run->is_waiting = false;
	if (!session->is_over && !session->failure && session->test->exception) {
		session->failure = session->test->exception;
		GC_ADDREF(session->failure);
	}
}

static bool goes_on(const session_t *session)
{
	return !session->is_cancelled && !session->is_over;
}

/* Coroutines that are ready may go on, until they end or wait. */
static void let_ready_run(session_t *session)
{
	uint32_t idle = 0;

	for (uint32_t turn = 0; turn < LAST_TURNS_MAX && idle < IDLE_TURNS && goes_on(session); turn++) {
		bool some_ready;

		(void) async_test_run_count(session->run, &some_ready, NULL);
		idle = some_ready ? 0 : idle + 1;
		session->is_cancelled = async_yield() == ASYNC_WAIT_CANCELLED;
		take_failures(session);
	}
}

static void throw_leaks(zval *lines)
{
	zend_object *leak;
	smart_str text = {0};
	zval *line;

	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(lines), line) {
		smart_str_appends(&text, "\n  ");
		smart_str_append(&text, Z_STR_P(line));
	} ZEND_HASH_FOREACH_END();
	smart_str_0(&text);
	leak = async_exception_new(ce_leak, "The test has left:%s", ZSTR_VAL(text.s));
	smart_str_free(&text);
	zend_update_property(ce_leak, leak, ZEND_STRL("leaks"), lines);
	zend_throw_exception_internal(leak);
}

/* The test has ended without a failure: what has it left? */
static void check_leaks(session_t *session, const async_left_t *before)
{
	zval lines;

	gc_collect_cycles();
	take_failures(session);
	let_ready_run(session);
	if (session->failure || !goes_on(session)) {
		return;
	}
	array_init(&lines);
	async_left_list(session->run, before, &session->test->result, &lines);
	if (zend_hash_num_elements(Z_ARRVAL(lines)) > 0) {
		throw_leaks(&lines);
		take_failures(session);
	}
	zval_ptr_dtor(&lines);
}

/* ---- the end ---- */

static void cancel_one(async_coroutine_t *coroutine)
{
	async_coroutine_cancel(coroutine, NULL);
}

static void cancel_rest(session_t *session)
{
	zend_object *reason = async_exception_new(async_ce_cancellation, "The test is over");
	const bool contexts_below = async_scope_cancel(session->scope, reason);
	bool ignored;

	OBJ_RELEASE(reason);
	async_scope_release_data(session->scope, contexts_below);
	take_failures(session);
	(void) async_test_run_count(session->run, &ignored, cancel_one);
	async_deferred_release();
	take_failures(session);
}

/* Cancel what is left, and wait for its end: the next test must not meet it. The runner's own cancellation comes
 * later. */
static void end_rest(session_t *session)
{
	async_coroutine_t *self = ASYNC_G(current);
	const uint64_t deadline = async_reactor_now() + END_WITHIN_NS;
	bool some_ready;

	self->protect_depth++;
	cancel_rest(session);
	while (!session->is_over && async_test_run_count(session->run, &some_ready, NULL) > 0
			&& async_reactor_now() < deadline && ASYNC_G(phase) < ASYNC_PHASE_FORCED) {
		(void) (some_ready ? async_yield() : async_park_until(async_reactor_now() + LOOK_EVERY_NS));
		take_failures(session);
	}
	self->protect_depth--;
}

static void finish(session_t *session, zval *result)
{
	async_wait_list_remove(&session->waiter.node);
	async_scope_wait_leave(&session->waiter);
	if (session->failure == NULL && goes_on(session)) {
		ZVAL_COPY(result, &session->test->result);
	}
	async_coroutine_release(session->test);
	OBJ_RELEASE(session->handle);
	if (session->is_over) {
		async_clear_object(&session->failure);
		return;
	}
	if (session->failure) {
		if (goes_on(session) && !(ASYNC_G(current)->flags & ASYNC_COROUTINE_CANCEL_REQUESTED)
				&& instanceof_function(session->failure->ce, async_ce_cancellation)) {
			/* The test has not done what it should, and main may have no handler. */
			async_exception_make_loud(session->failure);
		}
		zend_throw_exception_internal(session->failure);
	}
	if (session->is_cancelled) {
		zend_object *const failure = EG(exception) ? async_exception_take() : NULL;

		async_throw_cancellation();
		if (failure) {
			async_exception_set_previous(EG(exception), failure);
		}
	}
}

/* Let coroutines that are ready already run: those that end, such as releases of what the test before has left.
 * errors: false with the cancellation of the current coroutine, or when the request ends */
static bool let_others_run(void)
{
	for (uint32_t turn = 0; ASYNC_G(queue_head) && turn < FIRST_TURNS_MAX; turn++) {
		if (async_yield() == ASYNC_WAIT_CANCELLED) {
			if (!EG(exception)) {
				async_throw_cancellation();
			}
			return false;
		}
	}
	return true;
}

/* May the current coroutine run a test now? errors: false with an exception */
static bool may_run(void)
{
	if (!async_require_scheduler("run a test") || !async_wait_allowed()) {
		return false;
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("run a test");
		return false;
	}
	if (!async_test_run_may_begin()) {
		async_throw("Another coroutine runs a test: tests with a clock and a schedule run one after the other");
		return false;
	}
	if (async_scope_current()->flags & ASYNC_SCOPE_CLOSED) {
		async_throw("Coroutine scope is closed");
		return false;
	}
	return true;
}

/* Run the test once. result: undefined after an exception.
 * trail: receives the ids of the coroutines that ran last, owned by the caller; NULL: not wanted */
static void run_test(zval *test, const zend_long *seed, bool is_clock_virtual, zval *result, zend_string **trail)
{
	session_t session = { .waiter = { .goal = ASYNC_SCOPE_END, .takes_failures = true } };
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	async_left_t before;

	if (!may_run() || !let_others_run() || !may_run()
			|| zend_fcall_info_init(test, 0, &fci, &fcc, NULL, NULL) != SUCCESS) {
		return;
	}
	session.handle = async_scope_make(async_scope_current());
	session.scope = async_scope_from_obj(session.handle);
	async_left_before(&before);
	session.run = async_test_run_begin(seed, is_clock_virtual);
	session.run->scope = session.scope;
	session.test = async_spawn_prepare(&fci, &fcc);
	ZEND_ASSERT(session.test->id == session.run->test_id && "the first coroutine of a run is the test");
	session.test->flags |= ASYNC_COROUTINE_OBSERVED;
	async_spawn_enqueue(session.test, session.scope);

	wait_for_test(&session);
	if (!session.is_over) {
		async_scope_wait_listen(session.scope, &session.waiter);
		if (!session.failure) {
			let_ready_run(&session);
		}
		if (!session.failure && goes_on(&session)) {
			check_leaks(&session, &before);
		}
		if (trail) {
			*trail = async_test_run_trail(session.run);
		}
	}
	if (!session.is_over) {
		end_rest(&session);
	}
	async_test_run_end(session.run);
	async_left_forget(&before);
	if (ASYNC_G(test_run) == NULL) {
		async_opened_forget();
	}
	finish(&session, result);
}

ZEND_FUNCTION(Async_Testing_run)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_long seed = 0;
	bool no_seed = true, is_clock_virtual = true;
	zval test;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(seed, no_seed)
		Z_PARAM_BOOL(is_clock_virtual)
	ZEND_PARSE_PARAMETERS_END();
	async_callable_keep(&test, &fci, &fcc);
	run_test(&test, no_seed ? NULL : &seed, is_clock_virtual, return_value, NULL);
	zval_ptr_dtor(&test);
}

/* ---- explore() ---- */

/* Put the exception of the test into a ScheduleFailure. */
static void throw_schedule_failure(zend_long seed, zend_long runs, bool is_clock_virtual, const zend_string *trail)
{
	zend_object *previous = async_exception_take();
	zend_string *message, *thrower;
	zend_object *failure;

	message = async_exception_message(previous);
	thrower = async_origin_thrower(previous);
	failure = async_exception_new(ce_failure,
		"%s: %s\n\nSchedule " ZEND_LONG_FMT " of " ZEND_LONG_FMT " has failed%s%s."
		"\nCoroutines that ran last: %s\nReplay: Async\\Testing\\run($test, seed: " ZEND_LONG_FMT "%s)",
		ZSTR_VAL(previous->ce->name), ZSTR_VAL(message), seed, runs, thrower ? ", in " : "",
		thrower ? ZSTR_VAL(thrower) : "", trail ? ZSTR_VAL(trail) : "", seed,
		is_clock_virtual ? "" : ", virtualTime: false");
	zend_update_property_long(ce_failure, failure, ZEND_STRL("seed"), seed);
	async_exception_set_previous(failure, previous);
	zend_throw_exception_internal(failure);
	zend_string_release(message);
	if (thrower) {
		zend_string_release(thrower);
	}
}

/* Does the exception end the request, or the coroutine that explores? Then it is not one of the test. */
static bool is_own_end(void)
{
	return async_is_exit(EG(exception))
		|| (ASYNC_G(current) && (ASYNC_G(current)->flags & ASYNC_COROUTINE_CANCEL_REQUESTED));
}

ZEND_FUNCTION(Async_Testing_explore)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_long runs;
	bool is_clock_virtual = true;
	zval test;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_LONG(runs)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(is_clock_virtual)
	ZEND_PARSE_PARAMETERS_END();
	if (runs < 1) {
		zend_argument_value_error(2, "must be at least 1");
		RETURN_THROWS();
	}
	async_callable_keep(&test, &fci, &fcc);
	for (zend_long seed = 1; seed <= runs && !EG(exception); seed++) {
		zend_string *trail = NULL;
		zval result;

		ZVAL_UNDEF(&result);
		run_test(&test, &seed, is_clock_virtual, &result, &trail);
		zval_ptr_dtor(&result);
		/* Without a trail the test has not begun. */
		if (EG(exception) && trail && !is_own_end()) {
			throw_schedule_failure(seed, runs, is_clock_virtual, trail);
		}
		if (trail) {
			zend_string_release(trail);
		}
	}
	zval_ptr_dtor(&test);
}

ZEND_FUNCTION(Async_Testing_elapsed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (ASYNC_G(test_run) == NULL) {
		async_throw("No test runs: Async\\Testing\\elapsed() is for code that Async\\Testing\\run() runs");
		RETURN_THROWS();
	}
	RETURN_DOUBLE((double) (async_reactor_now() - ASYNC_G(test_run)->began) / 1e9);
}

ASYNC_REGISTERS void async_test_classes_register(void)
{
	ce_failure = register_class_Async_Testing_ScheduleFailure(async_ce_exception);
	ce_leak = register_class_Async_Testing_LeakException(async_ce_exception);
}

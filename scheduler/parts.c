/*
 * The parts of scheduler/: their order, and the start and end of the scheduler in the process and in a request.
 */
#include "scheduler/parts.h"

#include "engine/flow.h"
#include "engine/values.h"
#include "scheduler/activity.h"
#include "scheduler/autoload_latch.h"
#include "scheduler/class_questions.h"
#include "scheduler/dump_signal.h"
#include "scheduler/end.h"
#include "scheduler/exit.h"
#include "scheduler/fork.h"
#include "scheduler/globals.h"
#include "scheduler/include_latch.h"
#include "scheduler/inspect.h"
#include "scheduler/marked_waiters.h"
#include "scheduler/name.h"
#include "scheduler/observers.h"
#include "scheduler/origin.h"
#include "scheduler/refuse_foreach.h"
#include "scheduler/scheduler.h"
#include "scheduler/spawn_chain.h"
#include "scheduler/test_run.h"
#include "scheduler/testing.h"
#include "scheduler/trace.h"
#include "scheduler/user_signals.h"
#include "scheduler/watchdog.h"

ASYNC_LAYER_GLOBALS_DEFINE(scheduler)

/* ---- what engine/ asks ---- */

static bool is_coroutine(void)
{
	return ASYNC_G(current) != NULL;
}

static bool has_started(void)
{
	return ASYNC_G(phase) != ASYNC_PHASE_IDLE;
}

static bool is_main_flow(void)
{
	return ASYNC_G(current) == ASYNC_G(main_flow);
}

static bool is_main_script(void)
{
	return ASYNC_G(current) == NULL || (ASYNC_G(current)->flags & ASYNC_COROUTINE_MAIN);
}

static const async_flow_ops_t flow_ops = {
	.is_coroutine = is_coroutine,
	.has_started = has_started,
	.is_main_flow = is_main_flow,
	.is_main_script = is_main_script,
	.is_unwinding = async_is_unwinding,
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_flow_set_ops(&flow_ops);
}

/* ---- once per request ---- */

static ASYNC_ALWAYS_RUNS void start_request(void)
{
	ZEND_ASSERT(ASYNC_G(current) == NULL && ASYNC_G(queue_head) == NULL && "the request before has left no coroutine");
	ASYNC_G(phase) = ASYNC_PHASE_IDLE;
	ASYNC_G(end) = ASYNC_END_NONE;
	ASYNC_G(exit_called) = false;
	ASYNC_G(deadlock_reported) = false;
	ASYNC_G(is_fatal_error_noted) = false;
	ASYNC_G(deferred_gave_up) = false;
	ASYNC_G(next_id) = 0;
	async_observe(ASYNC_OBSERVER_USER_SIGNALS, false);
	ASYNC_G(seen_signal) = NULL;
	async_ring_init(&ASYNC_G(failure_keepers));
	async_ring_init(&ASYNC_G(failure_debts));
	ASYNC_G(main_left) = ASYNC_MAIN_IS_HERE;
	ASYNC_G(frames_are_left) = false;
	ASYNC_G(spawned) = ASYNC_G(switches) = ASYNC_G(blocked_in_place) = 0;
	ASYNC_G(waiting) = 0;
	async_scope_request_start();
}

/* Runs after the ends of the layers above, which have timers and watches in the reactor. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	async_clear_object(&ASYNC_G(uncaught));
	if (ASYNC_G(uncaught_chain)) {
		zend_string_release(ASYNC_G(uncaught_chain));
		ASYNC_G(uncaught_chain) = NULL;
	}
	if (ASYNC_G(uncaught_more)) {
		zend_array_destroy(ASYNC_G(uncaught_more));
		ASYNC_G(uncaught_more) = NULL;
	}
	if (ASYNC_G(reactor)) {
		async_reactor_close(ASYNC_G(reactor));
		ASYNC_G(reactor) = NULL;
	}
	ASYNC_G(trim_timer).fire = NULL;
}

/* ---- the parts ---- */

static const async_part_t scheduler_part = {
	.startup = start,
	.shutdown = async_scheduler_process_end,
	.request_start = start_request,
	.request_end = end_request,
};

const async_part_t *const async_scheduler_parts[] = {
	&scheduler_part,
	&async_activity_part,
	&async_trace_part,
	&async_fork_part,
	&async_marked_waiters_part,
	&async_names_part,
	&async_refuse_foreach_part,
	&async_class_questions_part,
	&async_fiber_contexts_part,
	&async_dump_signal_part,
	&async_user_signals_part,
	&async_spawn_chain_part,
	&async_origin_part,
	&async_autoload_latch_part,
	&async_include_latch_part,
	&async_watchdog_part,
	&async_exit_part,
	&async_test_run_part,
	NULL
};

const async_part_t *const async_end_parts[] = {
	&async_end_part,
#ifdef ASYNC_TESTING
	&async_testing_part,
#endif
	&async_inspect_part,
	NULL
};

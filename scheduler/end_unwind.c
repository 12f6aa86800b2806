/*
 * Unwinding at the end of a request, and in a forked child: coroutines leave their frames without running their code.
 */
#include "scheduler/end_internal.h"

#include "engine/engine_state.h"
#include "engine/isolation/isolation.h"
#include "engine/memory_limit.h"
#include "scheduler/run_queue.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"

#include "zend_exceptions.h"
#include "zend_gc.h"

/* ---- silence ---- */

/* While frames are being released, a stock function that was parked in one takes its failure path. Its warnings there
 * are not the user's business (D15). */
static void silence(void)
{
	if (!ASYNC_G(is_silenced)) {
		ASYNC_G(is_silenced) = true;
		ASYNC_G(silenced_handler_mask) = async_error_handlers_base_mask();
		ASYNC_G(silenced_exit_status) = EG(exit_status);
	}
	async_isolation_note_error_mask();
	/* This silences the user's error handler: that of the current coroutine if it has one. */
	EG(user_error_handler_error_reporting) = 0;
	EG(error_reporting) = 0;
}

void async_end_silence_is_over(void)
{
	if (ASYNC_G(is_silenced)) {
		ASYNC_G(is_silenced) = false;
		if (EXPECTED(!async_isolation_restore_error_masks())) {
			EG(user_error_handler_error_reporting) = ASYNC_G(silenced_handler_mask);
		}
		EG(error_reporting) = async_engine_error_reporting();
	}
}

/* ---- a coroutine leaves its frames ---- */

/* zend_bailout() sets the flags of a fatal error, but there is none: see async_end_enter_child(). */
static ZEND_NORETURN void jump_out(void)
{
	ASYNC_G(main_left) = ASYNC_MAIN_LEFT_AT_ONCE;
	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		zend_clear_exception();
	}
	zend_bailout();
}

void async_end_wait_is_over(void)
{
	if (ASYNC_G(main_left) == ASYNC_MAIN_LEFT_AFTER_WAIT && ASYNC_G(current) == ASYNC_G(main_flow)) {
		jump_out();
	}
}

/* The memory limit may be what ended the request. A second fatal error here would leave frames behind that are linked
 * in lists of waiters. */
static void throw_unwind_exit(void)
{
	async_memory_limit_lift();
	zend_throw_unwind_exit();
	async_memory_limit_put_back();
}

bool async_end_reached_slow(async_coroutine_t *self)
{
	if (self == ASYNC_G(main_flow)) {
		async_end_t end = ASYNC_G(end);
		ASYNC_G(end) = ASYNC_END_NONE;
		/* The main script leaves its frames as after exit(): they are linked in lists of waiters and in the reactor. */
		if (end == ASYNC_END_BAILOUT && self == ASYNC_G(drain)) {
			zend_bailout();
		}
		if (end == ASYNC_END_FORKED) {
			ASYNC_G(phase_of_child) = ASYNC_G(phase);
			if (ASYNC_G(main_left) == ASYNC_MAIN_LEFT_AT_ONCE) {
				jump_out();
			}
		}
		ZEND_ASSERT(ASYNC_G(phase) <= ASYNC_PHASE_UNWINDING && "phases go forward");
		ASYNC_G(phase) = ASYNC_PHASE_UNWINDING;
		if (self == ASYNC_G(drain)) {
			return true;
		}
		if (end == ASYNC_END_BAILOUT) {
			async_fatal_error_trace_keep();
		}
	}
	/* The engine drops exceptions that are thrown on top of an unwind_exit, so one that is pending goes as well. */
	if (EG(exception)) {
		zend_clear_exception();
	}
	silence();
	throw_unwind_exit();
	return true;
}

/* ---- the main flow unwinds the others ---- */

void async_end_unwind(async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine != ASYNC_G(main_flow) && "the main flow unwinds the others");
	if (coroutine->flags & ASYNC_COROUTINE_STARTED) {
		coroutine->flags |= ASYNC_COROUTINE_UNWIND;
		async_scheduler_resume_now(coroutine);
		if (UNEXPECTED(ASYNC_G(end) == ASYNC_END_BAILOUT)) {
			(void) async_end_reached(ASYNC_G(current));
		}
	} else {
		coroutine->flags |= ASYNC_COROUTINE_CANCELLED;
		ZVAL_NULL(&coroutine->result);
		coroutine->state = ASYNC_COROUTINE_CREATED;
		async_coroutine_complete(coroutine);
	}
	ASYNC_G(queue_head) = ASYNC_G(queue_tail) = NULL;
}

/* One walk over all scopes. True: frames were released, whose destructors may have left more coroutines. */
static bool unwind_scopes(void)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_scope_t *at;
	bool found = false;

	for (at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		while (at->first) {
			found = true;
			async_end_unwind(at->first);
		}
	}
	return found;
}

void async_end_unwind_all(void)
{
	async_coroutine_t *coroutine;

	ZEND_ASSERT(ASYNC_G(current) == ASYNC_G(main_flow) && "frames are released from the main flow");
	ZEND_ASSERT(ASYNC_G(phase) <= ASYNC_PHASE_UNWINDING && "phases go forward");
	ASYNC_G(phase) = ASYNC_PHASE_UNWINDING;
	while ((coroutine = run_queue_pop()) != NULL) {
		if (async_coroutine_is_completed(coroutine)) {
			async_scope_remove(coroutine);
		}
	}
	async_scheduler_reap_here();
	while (unwind_scopes() || async_scope_empty_left()) {
	}
}

void async_end_enter_child(void)
{
	if (ASYNC_G(main_left) == ASYNC_MAIN_LEFT_AT_ONCE) {
		CG(unclean_shutdown) = false;
		gc_protect(false);
	}
	ZEND_ASSERT(ASYNC_G(phase_of_child) < ASYNC_PHASE_UNWINDING && "the child goes on with coroutines");
	ASYNC_G(main_left) = ASYNC_MAIN_IS_HERE;
	async_end_silence_is_over();
	ASYNC_G(phase) = ASYNC_G(phase_of_child);
}

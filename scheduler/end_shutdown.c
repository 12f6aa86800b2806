/*
 * Shutdown of a request: its graceful and forced phases, and the uncaught exceptions that cause it or come meanwhile.
 */
#include "scheduler/end_internal.h"

#include "scheduler/deadlock.h"
#include "scheduler/deferred_release.h"
#include "scheduler/file_runs.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/origin.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/spawn_chain.h"
#include "scheduler/test_run.h"
#include "scheduler/warning.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* ---- the phases ---- */

/* Cancel a tree without closing its scopes: new coroutines stay possible (GS-03). The exception that started it is the
 * reason's previous (ER-04). */
static void cancel_tree(async_scope_t *scope, zend_object *exception)
{
	zend_object *reason = async_exception_new(async_ce_cancellation, "Graceful shutdown");

	if (exception) {
		GC_ADDREF(exception);
		async_exception_set_previous(reason, exception);
	}
	async_scope_cancel_coroutines(scope, reason);
	async_deferred_schedule();
	OBJ_RELEASE(reason);
}

/* Second phase (D21): every parked coroutine wakes with a cancellation, also a shielded one and one that was cancelled
 * before. */
static void enter_forced_phase(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	ZEND_ASSERT(ASYNC_G(phase) < ASYNC_PHASE_FORCED && "phases go forward");
	ASYNC_G(phase) = ASYNC_PHASE_FORCED;
	cancel_tree(forest, NULL);
	for (async_scope_t *scope = async_scope_walk_first(forest); scope; scope = async_scope_walk_next(scope, forest)) {
		for (async_coroutine_t *at = scope->first; at; at = at->scope_next) {
			if (at->state == ASYNC_COROUTINE_SUSPENDED) {
				async_wake(at, at->ticket, ASYNC_WAIT_CANCELLED);
			}
		}
	}
}

void async_end_shut_down(zend_object *reason)
{
	if (ASYNC_G(phase) != ASYNC_PHASE_RUNNING) {
		return;
	}
	ASYNC_G(phase) = ASYNC_PHASE_GRACEFUL;
	if (reason) {
		async_scope_cancel_coroutines(&ASYNC_G(global_scope), reason);
		async_deferred_schedule();
	} else {
		cancel_tree(&ASYNC_G(global_scope), NULL);
	}
}

void async_end_stuck(void)
{
	if (async_file_runs_are_awaited() && async_file_runs_give_up()) {
		return;
	}
	if (UNEXPECTED(ASYNC_G(test_run) != NULL) && async_test_run_end_stuck()) {
		return;
	}
	if (!ASYNC_G(deadlock_reported)) {
		ASYNC_G(deadlock_reported) = true;
		async_deadlock_report_later();
	} else if (ASYNC_G(phase) < ASYNC_PHASE_FORCED) {
		enter_forced_phase();
	} else {
		/* Only the drain can be parked still: any other park in the forced phase ends at once. */
		zend_error_noreturn(E_CORE_ERROR,
			"Async: nothing is ready, no event can wake a coroutine, %zu coroutines are left", ASYNC_G(waiting));
	}
}

/* ---- uncaught exceptions ---- */

/* Where the exception comes from: the coroutines that awaited it, then the one that did not catch it and its spawners.
 * NULL: nothing is known. */
static zend_string *chain_of(zend_object *exception, const async_coroutine_t *source)
{
	zend_string *way = async_origin_text(exception, source);
	zend_string *chain = async_spawn_chain_text(source);
	zend_string *all;

	if (way == NULL || chain == NULL) {
		return way ? way : chain;
	}
	all = zend_strpprintf(0, "%s\n%s", ZSTR_VAL(way), ZSTR_VAL(chain));
	zend_string_release(way);
	zend_string_release(chain);
	return all;
}

void async_end_uncaught(zend_object *exception, const async_coroutine_t *source)
{
	if (UNEXPECTED(ASYNC_G(test_run) != NULL) && async_test_run_take_failure(exception, source)) {
		return;
	}
	if (ASYNC_G(uncaught) == NULL) {
		GC_ADDREF(exception);
		ASYNC_G(uncaught) = exception;
		ASYNC_G(uncaught_chain) = chain_of(exception, source);
	} else {
		async_exception_append(&ASYNC_G(uncaught_more), exception);
	}
	if (ASYNC_G(phase) == ASYNC_PHASE_RUNNING) {
		ASYNC_G(phase) = ASYNC_PHASE_GRACEFUL;
		cancel_tree(&ASYNC_G(global_scope), exception);
	} else if (ASYNC_G(phase) == ASYNC_PHASE_GRACEFUL) {
		enter_forced_phase();
	}
}

void async_end_isolations(void)
{
	HashTable *exceptions = NULL;
	zval *exception;

	async_isolated_scopes_end_here(&exceptions);
	if (EXPECTED(exceptions == NULL)) {
		return;
	}
	ZEND_HASH_FOREACH_VAL(exceptions, exception) {
		if (ASYNC_G(uncaught) == NULL) {
			GC_ADDREF(Z_OBJ_P(exception));
			ASYNC_G(uncaught) = Z_OBJ_P(exception);
		} else {
			async_exception_append(&ASYNC_G(uncaught_more), Z_OBJ_P(exception));
		}
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(exceptions);
}

void async_end_warn_of_further(void)
{
	HashTable *more = ASYNC_G(uncaught_more);
	zval *exception;

	if (EXPECTED(more == NULL)) {
		return;
	}
	ASYNC_G(uncaught_more) = NULL;
	ZEND_HASH_FOREACH_VAL(more, exception) {
		if (UNEXPECTED(EG(exception) != NULL)) {
			/* exit() of a user's error handler. */
			break;
		}
		GC_ADDREF(Z_OBJ_P(exception));
		async_warn_uncaught(Z_OBJ_P(exception));
	} ZEND_HASH_FOREACH_END();
	zend_array_destroy(more);
}

void async_end_raise_uncaught(void)
{
	zend_object *exception = ASYNC_G(uncaught);
	zend_string *chain = ASYNC_G(uncaught_chain);

	ASYNC_G(uncaught) = NULL;
	ASYNC_G(uncaught_chain) = NULL;
	if (exception) {
		EG(exception) = exception;
		if (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF) {
			/* Without a frame, as after the main script: an exception of the handler is fatal. */
			zend_execute_data *here = EG(current_execute_data);
			EG(current_execute_data) = NULL;
			zend_user_exception_handler();
			EG(current_execute_data) = here;
		}
		if (EG(exception)) {
			const bool is_it = EG(exception) == exception;
			zend_exception_error(EG(exception), E_ERROR);
			if (chain && is_it) {
				async_spawn_chain_print(chain, E_ERROR);
			}
		}
	}
	if (chain) {
		zend_string_release(chain);
	}
	async_end_warn_of_further();
}

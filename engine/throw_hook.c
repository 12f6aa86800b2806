/*
 * The engine's hook for thrown exceptions: our listeners first, then the hook that was set before ours.
 */
#include "engine/throw_hook.h"

#include "zend_exceptions.h"

static void (*previous_hook)(zend_object *exception);

/* In this thread: the exception that the previous hook is handling now. */
ZEND_TLS bool is_passed_on;
ZEND_TLS const zend_object *passed_on;

static void on_throw(zend_object *exception)
{
	const bool was_passed_on = is_passed_on;
	const zend_object *const before = passed_on;

	if (UNEXPECTED(is_passed_on) && exception == passed_on) {
		/* A hook that was set after ours calls ours once more: our listeners have been asked already. */
		return;
	}
	ZEND_ASSERT(previous_hook != on_throw && "the hook does not call itself");
	for (const async_part_fn *at = async_part_lists[ASYNC_PART_FIELD(on_throw)]; *at; at++) {
		exception = ((async_throw_listener_t) *at)(exception);
	}
	if (previous_hook) {
		is_passed_on = true;
		passed_on = exception;
		previous_hook(exception);
		is_passed_on = was_passed_on;
		passed_on = before;
	}
}

ASYNC_ALWAYS_RUNS void async_throw_hook_take(void)
{
	/* A fatal error may have skipped the end of on_throw(). */
	is_passed_on = false;
	if (zend_throw_exception_hook != on_throw) {
		previous_hook = zend_throw_exception_hook;
		zend_throw_exception_hook = on_throw;
	}
}

static ASYNC_ALWAYS_RUNS void restore(void)
{
	if (zend_throw_exception_hook == on_throw) {
		zend_throw_exception_hook = previous_hook;
	}
	previous_hook = NULL;
}

const async_part_t async_throw_hook_part = { .startup = async_throw_hook_take, .shutdown = restore };

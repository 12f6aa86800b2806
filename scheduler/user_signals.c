#include "scheduler/user_signals.h"

#include "scheduler/scheduler.h"

static zif_handler original_pcntl_signal;
static zend_result (*previous_post_startup)(void);

static void on_pcntl_signal(INTERNAL_FUNCTION_PARAMETERS)
{
	ASYNC_G(has_user_signals) = true;
	original_pcntl_signal(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static zend_function *find_function(void)
{
	zend_function *function = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("pcntl_signal"));

	return function && function->type == ZEND_INTERNAL_FUNCTION ? function : NULL;
}

static bool notice(void)
{
	zend_function *function = find_function();

	if (function == NULL) {
		return false;
	}
	original_pcntl_signal = function->internal_function.handler;
	function->internal_function.handler = on_pcntl_signal;
	return true;
}

static zend_result on_post_startup(void)
{
	notice();
	return previous_post_startup ? previous_post_startup() : SUCCESS;
}

void async_user_signals_startup(void)
{
	/* Perhaps pcntl is loaded after us. */
	if (!notice()) {
		previous_post_startup = zend_post_startup_cb;
		zend_post_startup_cb = on_post_startup;
	}
}

void async_user_signals_shutdown(void)
{
	zend_function *function = find_function();

	if (original_pcntl_signal && function && function->internal_function.handler == on_pcntl_signal) {
		function->internal_function.handler = original_pcntl_signal;
		original_pcntl_signal = NULL;
	}
}

/* Body of the coroutine: what the engine does at an interrupt. What a handler throws is a failure of this coroutine. */
static void run_interrupt(async_coroutine_t *self)
{
	(void) self;
	zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
	if (zend_interrupt_function) {
		zend_interrupt_function(EG(current_execute_data));
	}
}

bool async_user_signals_due(void)
{
	async_coroutine_t *runner;

	async_reactor_set_interrupt(ASYNC_G(reactor), (const volatile bool *) &EG(vm_interrupt));
	/* A time limit waits for PHP code that it can end. */
	if (!zend_atomic_bool_load_ex(&EG(vm_interrupt)) || zend_atomic_bool_load_ex(&EG(timed_out))) {
		return false;
	}
	runner = async_coroutine_new_internal(run_interrupt);
	runner->flags |= ASYNC_COROUTINE_SHIELDED;
	runner->protect_depth = 1;
	async_scheduler_enqueue(runner, &ASYNC_G(global_scope), true);
	return true;
}

#include "scheduler/user_signals.h"

#include "scheduler/handlers.h"
#include "scheduler/scheduler.h"

static zif_handler original_pcntl_signal;

static void on_pcntl_signal(INTERNAL_FUNCTION_PARAMETERS)
{
	ASYNC_G(has_user_signals) = true;
	original_pcntl_signal(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "pcntl_signal", on_pcntl_signal, &original_pcntl_signal },
};

void async_user_signals_startup(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
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

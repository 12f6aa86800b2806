/*
 * Handlers of pcntl_signal(): running them while no coroutine is ready, and noticing signals that end waits.
 */
#include "scheduler/user_signals.h"

#include "engine/handlers.h"
#include "engine/interrupt.h"
#include "scheduler/scheduler.h"

#include "zend_modules.h"

#include <signal.h>

/* ---- pcntl's queue: signals that have arrived, until their handlers run ---- */

/* Beginning of an entry and of the extension's module globals (ext/pcntl/php_pcntl.h). */
typedef struct pending {
	const struct pending *next;
	zend_long signo;
} pending_t;

typedef struct {
	HashTable table;
	ASYNC_COMPAT_PCNTL_BEFORE_QUEUE
	const pending_t *head;
	const pending_t *tail;
} pcntl_globals_t;

static const zend_module_entry *pcntl;

static const pcntl_globals_t *globals(void)
{
#ifdef ZTS
	return TSRMG_BULK(*pcntl->globals_id_ptr, pcntl_globals_t *);
#else
	return pcntl->globals_ptr;
#endif
}

/* Does a handler of this signal end the calls of the system that wait? */
static bool ends_waits(int signo)
{
	struct sigaction found;

	return sigaction(signo, NULL, &found) == 0 && !(found.sa_flags & SA_RESTART)
		&& ((found.sa_flags & SA_SIGINFO) || (found.sa_handler != SIG_DFL && found.sa_handler != SIG_IGN));
}

uint32_t async_user_signals_ends(void)
{
	const pending_t *at = ASYNC_G(has_ending_signals) ? globals()->head : NULL;
	const pending_t *seen = at;

	/* Look at the entries behind the last one that was seen. When that entry is not in the queue any more, look at
	 * all. */
	while (seen && seen != ASYNC_G(seen_signal)) {
		seen = seen->next;
	}
	for (at = seen ? seen->next : at; at; at = at->next) {
		ASYNC_G(seen_signal) = at;
		if (ends_waits((int) at->signo)) {
			ASYNC_G(ending_signals)++;
		}
	}
	return ASYNC_G(ending_signals);
}

/* Handlers are about to run for all that have come. */
static void note_dispatch(void)
{
	if (UNEXPECTED(ASYNC_G(has_ending_signals))) {
		(void) async_user_signals_ends();
		ASYNC_G(seen_signal) = NULL;
	}
}

/* ---- functions of pcntl ---- */

static zif_handler original_pcntl_signal;
static zif_handler original_pcntl_signal_dispatch;

static void on_pcntl_signal(INTERNAL_FUNCTION_PARAMETERS)
{
	ASYNC_G(has_user_signals) = true;
	original_pcntl_signal(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_TRUE && ASYNC_COMPAT_KNOWS_PCNTL && pcntl->globals_size >= sizeof(pcntl_globals_t)
		&& ends_waits((int) zval_get_long(ZEND_CALL_ARG(execute_data, 1)))) {
		ASYNC_G(has_ending_signals) = true;
	}
}

static void on_pcntl_signal_dispatch(INTERNAL_FUNCTION_PARAMETERS)
{
	note_dispatch();
	original_pcntl_signal_dispatch(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "pcntl_signal", on_pcntl_signal, &original_pcntl_signal },
	{ NULL, "pcntl_signal_dispatch", on_pcntl_signal_dispatch, &original_pcntl_signal_dispatch },
};

/* pcntl's handler is about to empty its queue. */
static void before_interrupt(zend_execute_data *frame, const zend_op *next)
{
	(void) frame;
	(void) next;
	note_dispatch();
}

static void find_pcntl(void)
{
	pcntl = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcntl"));
}

static void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_user_signals_part = {
	.startup = start,
	.all_loaded = find_pcntl,
	.before_interrupt = before_interrupt,
};

/* ---- while the loop sleeps ---- */

/* Body of the service coroutine: does what the engine does at an interrupt. An exception of a handler is its
 * failure. */
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
	ZEND_ASSERT(ASYNC_G(reactor) && "the loop is about to sleep");
	async_reactor_set_interrupt(ASYNC_G(reactor), (const volatile bool *) &EG(vm_interrupt));
	/* A time limit (timed_out) takes effect when PHP code runs again. */
	if (!zend_atomic_bool_load_ex(&EG(vm_interrupt)) || zend_atomic_bool_load_ex(&EG(timed_out))) {
		return false;
	}
	async_scheduler_enqueue(async_coroutine_new_service(run_interrupt, 0), &ASYNC_G(global_scope), true);
	return true;
}

/*
 * Handlers of pcntl_signal(): running them while no coroutine is ready, and ending the waits that a signal ends.
 */
#include "scheduler/user_signals.h"

#include "engine/handlers.h"
#include "engine/interrupt.h"
#include "engine/module_globals.h"
#include "scheduler/dump_signal.h"
#include "scheduler/scheduler.h"

#include "zend_signal.h"

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
	return async_module_globals(pcntl);
}

/* Does the kernel restart a call of the system after a handler of this signal, where calls can be restarted? */
static bool restarts_calls(int signo)
{
	struct sigaction found;

	return !async_signal_disposition(signo, &found) || (found.sa_flags & SA_RESTART);
}

/* The oldest entry that has not been noted; NULL: there is none. When the last one that was noted is not in the queue
 * any more, all entries are new. */
static const pending_t *first_new(void)
{
	const pending_t *head = pcntl ? globals()->head : NULL;
	const pending_t *seen = head;

	while (seen && seen != ASYNC_G(seen_signal)) {
		seen = seen->next;
	}
	return seen ? seen->next : head;
}

/* ---- waits that a signal ends ---- */

static bool is_ended(const async_call_signals_t *call)
{
	return call->ending_before != ASYNC_G(ending_signals)
		|| (call->by == ASYNC_ENDED_BY_ALL && call->caught_before != ASYNC_G(caught_signals));
}

/* Signals are rare: a look at all coroutines is better than a list to which each wait would have to be added. */
static void wake_ended(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *scope = async_scope_walk_first(forest); scope; scope = async_scope_walk_next(scope, forest)) {
		for (async_coroutine_t *at = scope->first; at; at = at->scope_next) {
			const async_wait_t *wait = at->state == ASYNC_COROUTINE_SUSPENDED ? at->wait : NULL;
			if (wait && wait->signals && is_ended(wait->signals)) {
				async_wake(at, wait->ticket, ASYNC_WAIT_SIGNALLED);
			}
		}
	}
}

void async_user_signals_note(void)
{
	const pending_t *at = first_new();

	if (EXPECTED(at == NULL)) {
		return;
	}
	for (; at; at = at->next) {
		ASYNC_G(seen_signal) = at;
		ASYNC_G(caught_signals)++;
		ASYNC_G(ending_signals) += restarts_calls((int) at->signo) ? 0 : 1;
	}
	if (ASYNC_G(phase) != ASYNC_PHASE_IDLE && ASYNC_G(phase) < ASYNC_PHASE_UNWINDING) {
		wake_ended();
	}
}

bool async_user_signals_end(const async_call_signals_t *call)
{
	if (EXPECTED(!async_user_signals_exist())) {
		return false;
	}
	async_user_signals_note();
	return is_ended(call);
}

/* Handlers are about to run for all that have come, which empties the queue. */
static void note_dispatch(void)
{
	if (UNEXPECTED(async_user_signals_exist())) {
		async_user_signals_note();
		ASYNC_G(seen_signal) = NULL;
	}
}

/* PHP's programs ignore SIGPIPE: a connection that the other end has closed does not end them. */
static void drop_handler(int signo, zval *handler)
{
	struct sigaction action = { .sa_handler = signo == SIGPIPE ? SIG_IGN : SIG_DFL };

	sigemptyset(&action.sa_mask);
	sigaction(signo, &action, NULL);
	/* PHP's number for SIG_DFL. The reference stays: no destructor of the parent's objects runs. */
	ZVAL_LONG(handler, 0);
}

/* pcntl's table has a number for SIG_DFL and SIG_IGN, and else the handler. */
void async_user_signals_drop_handlers(void)
{
	zend_ulong signo;
	zval *handler;

	if (pcntl == NULL || !async_user_signals_exist()) {
		return;
	}
	ZEND_HASH_FOREACH_NUM_KEY_VAL((HashTable *) (uintptr_t) &globals()->table, signo, handler) {
		if (Z_TYPE_P(handler) != IS_LONG) {
			drop_handler((int) signo, handler);
		}
	} ZEND_HASH_FOREACH_END();
}

/* ---- functions of pcntl ---- */

static zif_handler original_pcntl_signal;
static zif_handler original_pcntl_signal_dispatch;

/* How often is the signal in the queue? */
static size_t count_pending(int signo)
{
	size_t count = 0;

	for (const pending_t *at = pcntl ? globals()->head : NULL; at; at = at->next) {
		count += at->signo == signo;
	}
	return count;
}

/* Async\signal() may wait for the signal already: it keeps its place in front of the new handler (D32). With
 * ZEND_SIGNALS the engine lets the signal in when it sets a handler, so that it may come right then: tell the waiters
 * of it. */
static ZEND_NAMED_FUNCTION(on_pcntl_signal)
{
	zval *number = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : NULL;
	const zend_long signo = number && Z_TYPE_P(number) < IS_ARRAY ? zval_get_long(number) : 0;
	size_t before;
	sigset_t held, mask;

	async_observe(ASYNC_OBSERVER_USER_SIGNALS, true);
	if (ASYNC_G(reactor) == NULL || signo <= 0 || signo >= NSIG) {
		original_pcntl_signal(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	sigemptyset(&held);
	sigaddset(&held, (int) signo);
	pthread_sigmask(SIG_BLOCK, &held, &mask);
	before = count_pending((int) signo);
	original_pcntl_signal(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_signal_reclaim((int) signo, count_pending((int) signo) > before);
	if (!sigismember(&mask, (int) signo)) {
		pthread_sigmask(SIG_UNBLOCK, &held, NULL);
	}
}

static ZEND_NAMED_FUNCTION(on_pcntl_signal_dispatch)
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

/* Call the handler of a signal for which Async\signal() waits, as a signal handler. The default action does not take
 * place (D32). With ZEND_SIGNALS PHP's own handler is installed before that of pcntl, and SIGG() says which one it
 * calls. */
static void call_found(int signo, const struct sigaction *found, void *info, void *context)
{
#ifdef ZEND_SIGNALS
	const void *handler;
# ifdef ZTS
	if (tsrm_is_shutdown() || tsrm_get_ls_cache() == NULL) {
		return;
	}
# endif
	handler = SIGG(handlers)[signo - 1].handler;
	if (handler == (void *) SIG_DFL || handler == (void *) SIG_IGN || handler == (void *) async_dump_on_signal) {
		return;
	}
#endif
	if (found->sa_flags & SA_SIGINFO) {
		found->sa_sigaction(signo, info, context);
	} else if (found->sa_handler != SIG_DFL && found->sa_handler != SIG_IGN
		&& found->sa_handler != async_dump_on_signal) {
		found->sa_handler(signo);
	}
}

static bool is_told;   /* the reactor knows call_found(); of the process */

static void tell(void *unused)
{
	async_signal_on_found(call_found);
}

static void start_scheduler(void)
{
	async_table_once(&is_told, tell, NULL);
}

static ASYNC_ALWAYS_RUNS void find_pcntl(void)
{
	const zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcntl"));

	pcntl = ASYNC_COMPAT_KNOWS_PCNTL && module && module->globals_size >= sizeof(pcntl_globals_t) ? module : NULL;
}

/* With declare(ticks=…) pcntl empties its queue at a tick. */
static void (*original_ticks_function)(int count);

static void on_tick(int count)
{
	note_dispatch();
	original_ticks_function(count);
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	original_ticks_function = zend_ticks_function;
	if (original_ticks_function) {
		zend_ticks_function = on_tick;
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	if (is_told) {
		async_signal_on_found(NULL);
		is_told = false;
	}
	if (zend_ticks_function == on_tick) {
		zend_ticks_function = original_ticks_function;
	}
}

const async_part_t async_user_signals_part = {
	.startup = start,
	.shutdown = stop,
	.all_loaded = find_pcntl,
	.scheduler_start = start_scheduler,
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

/* Is there something to do for the engine? A time limit (timed_out) takes effect when PHP code runs again. */
static bool has_interrupt(void)
{
	return zend_atomic_bool_load_ex(&EG(vm_interrupt)) && !zend_atomic_bool_load_ex(&EG(timed_out));
}

static bool is_due(void)
{
	return has_interrupt() || first_new() != NULL;
}

bool async_user_signals_due(void)
{
	ZEND_ASSERT(ASYNC_G(reactor) && "the loop is about to sleep");
	async_reactor_set_interrupt(ASYNC_G(reactor), is_due);
	async_user_signals_note();
	if (ASYNC_G(queue_head)) {
		/* As on stock PHP: the handlers run where a call that the signal has ended returns. */
		return true;
	}
	if (!has_interrupt()) {
		return false;
	}
	async_scheduler_enqueue(async_coroutine_new_service(run_interrupt, 0), &ASYNC_G(global_scope), true);
	return true;
}

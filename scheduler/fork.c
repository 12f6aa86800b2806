#include "scheduler/fork.h"

#include "engine/handlers.h"
#include "scheduler/autoload_latch.h"
#include "scheduler/deferred_release.h"
#include "scheduler/disown.h"
#include "scheduler/end.h"
#include "scheduler/run_queue.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_bounds.h"

#include "exceptions.h"

static zif_handler original_pcntl_fork;
static void (*child_callbacks[2])(void);

void async_fork_on_child(void (*callback)(void))
{
	const size_t at = child_callbacks[0] && child_callbacks[0] != callback;

	ZEND_ASSERT((child_callbacks[at] == NULL || child_callbacks[at] == callback) && "room for every callback");
	child_callbacks[at] = callback;
}

/* ---- the others ---- */

/* What occupies the engine's own stack stays, to end the request on it. */
static bool is_kept(const async_coroutine_t *coroutine)
{
	return coroutine == ASYNC_G(current) || coroutine == ASYNC_G(main_flow);
}

typedef void (*coroutine_fn)(async_coroutine_t *coroutine, void *context);

static void each_other(coroutine_fn fn, void *context)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		for (async_coroutine_t *other = at->first; other; other = other->scope_next) {
			if (!is_kept(other)) {
				fn(other, context);
			}
		}
	}
}

static void disown(async_coroutine_t *other, void *context)
{
	async_disown_coroutine(context, other);
}

/* Wake-ups come too late from here on, also those by nodes that its frames have left in the lists of others: these need
 * the record as long as there is anything. */
static void stop_waiting(async_coroutine_t *other, void *context)
{
	(void) context;
	other->ticket++;
	if (other->flags & ASYNC_COROUTINE_STARTED) {
		async_coroutine_addref(other);
	}
	if (other->state == ASYNC_COROUTINE_SUSPENDED) {
		other->state = ASYNC_COROUTINE_CREATED;
		other->wait = NULL;
	}
}

/* Those who are ready will not run here. */
static void pass_on_prize(async_coroutine_t *other, void *context)
{
	(void) context;
	if (other->state == ASYNC_COROUTINE_QUEUED) {
		async_coroutine_revoke_prize(other);
		other->state = ASYNC_COROUTINE_CREATED;
		other->wait = NULL;
	}
}

static async_coroutine_t *first_other(const async_scope_t *scope)
{
	async_coroutine_t *other = scope->first;

	while (other && is_kept(other)) {
		other = other->scope_next;
	}
	return other;
}

/* To whoever has a handle it was cancelled. What its body holds is not released. */
static void drop(async_coroutine_t *other, zend_object *reason)
{
	if (async_coroutine_is_completed(other)) {
		/* Its failure is the parent's business. */
		other->flags &= ~ASYNC_COROUTINE_FAILURE_QUEUED;
		async_scope_remove(other);
		return;
	}
	other->flags |= ASYNC_COROUTINE_CANCEL_REQUESTED | ASYNC_COROUTINE_CANCELLED;
	other->flags &= ~(ASYNC_COROUTINE_CANCEL_PENDING | ASYNC_COROUTINE_DELIVERY);
	other->callbacks = NULL;
	other->params = NULL;
	other->param_count = 0;
	other->named_params = NULL;
	ZVAL_UNDEF(&other->callable);
	ZVAL_NULL(&other->result);
	GC_ADDREF(reason);
	other->exception = reason;
	async_coroutine_complete(other);
}

static void drop_all(zend_object *reason)
{
	async_scope_t *forest = &ASYNC_G(forest);
	async_coroutine_t *other;

	for (async_scope_t *at = async_scope_walk_first_held(forest); at; at = async_scope_walk_next_held(at, forest)) {
		/* Tasks that a group has not handed over yet. */
		async_scope_end_starters(at, reason, false);
		while ((other = first_other(at)) != NULL) {
			drop(other, reason);
		}
	}
}

static void unbind_all(void)
{
	async_scope_t *forest = &ASYNC_G(forest);

	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		async_scope_unbind(at);
	}
}

/* Its stack is needed, so it has to leave its frames. Out of a wait of ours it returns as after exit(), which takes its
 * nodes out of all lists. C code that waits for something outside must not run: it would see a failure, and might say
 * good-bye to a peer of the parent. There nothing is linked any more, and the frames are jumped over. */
static async_main_left_t how_to_leave(const async_coroutine_t *main_flow)
{
	if (main_flow->wait) {
		switch (main_flow->wait->kind) {
			case ASYNC_WAIT_FOR_DESCRIPTOR:
			case ASYNC_WAIT_FOR_CHILD:
			case ASYNC_WAIT_FOR_JOB:
				return ASYNC_MAIN_LEFT_AT_ONCE;
			case ASYNC_WAIT_FOR_LOCK:
				return main_flow->wait->detail ? ASYNC_MAIN_LEFT_AT_ONCE : ASYNC_MAIN_LEFT_BY_UNWINDING;
			default:
				break;
		}
	}
	return ASYNC_MAIN_LEFT_BY_UNWINDING;
}

static void drop_others(void)
{
	async_coroutine_t *main_flow = ASYNC_G(main_flow);
	const bool drops_main = main_flow == ASYNC_G(main_coroutine) && main_flow != ASYNC_G(current);
	const uint8_t phase = ASYNC_G(phase);
	async_disown_t theirs;
	zend_object *reason;

	async_disown_begin(&theirs);
	each_other(disown, &theirs);
	if (drops_main) {
		async_disown_coroutine(&theirs, main_flow);
	}
	async_disown_end(&theirs);

	/* No callback runs in this phase, and nothing starts. */
	ASYNC_G(phase) = ASYNC_PHASE_UNWINDING;
	reason = async_exception_new(async_ce_cancellation, "The coroutine goes on in the parent process only");
	each_other(stop_waiting, NULL);
	if (drops_main) {
		ASYNC_G(main_left) = how_to_leave(main_flow);
		main_flow->ticket++;
		main_flow->callbacks = NULL;
		main_flow->local_context = NULL;
	}
	ASYNC_G(queue_head) = ASYNC_G(queue_tail) = NULL;
	each_other(pass_on_prize, NULL);
	drop_all(reason);
	async_remains_forget();
	OBJ_RELEASE(reason);
	async_autoload_latch_forget(ASYNC_G(current));
	ASYNC_G(waiting) = main_flow != ASYNC_G(current) ? 1 : 0;
	ASYNC_G(deadlock_reported) = false;
	ASYNC_G(phase) = phase;
}

/* ---- the reactor ---- */

/* A loop of its own: nothing that the parent waits for happens here. */
static void renew_reactor(void)
{
	const async_coroutine_t *main_flow = ASYNC_G(main_flow);

	if (ASYNC_G(reactor) == NULL) {
		return;
	}
	unbind_all();
	if (!async_reactor_after_fork(ASYNC_G(reactor))) {
		zend_error_noreturn(E_CORE_ERROR, "Async: the child process has no event loop (%s)", strerror(errno));
	}
	if (main_flow && main_flow->wait && main_flow->wait->is_external) {
		/* It gives one back when it is resumed. */
		async_reactor_ref(ASYNC_G(reactor));
	}
}

/* ---- the child ---- */

static void go_on_in_child(void)
{
	async_coroutine_t *self = ASYNC_G(current);

	if (self == NULL || async_is_unwinding()) {
		/* Nobody else will run; but the loop is shared with the parent. */
		renew_reactor();
		return;
	}
	PG(report_memleaks) = false;
	renew_reactor();
	drop_others();
	for (size_t i = 0; i < sizeof(child_callbacks) / sizeof(child_callbacks[0]) && child_callbacks[i]; i++) {
		child_callbacks[i]();
	}
	if (self == ASYNC_G(main_flow)) {
		return;
	}
	if (ASYNC_G(main_flow) == ASYNC_G(drain)) {
		/* The main script was over already. Its time limits are those of the child now. */
		async_end_forest_drained();
		return;
	}
	async_scheduler_let_main_end();
}

void async_fork_hide_lost_memory(void)
{
	if (!PG(report_memleaks)) {
		/* PHP has looked at that before the fork, if the main script was over then. This it looks at afterwards. */
		CG(unclean_shutdown) = true;
	}
}

static void on_pcntl_fork(INTERNAL_FUNCTION_PARAMETERS)
{
	original_pcntl_fork(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_LONG && Z_LVAL_P(return_value) == 0 && ASYNC_G(phase) != ASYNC_PHASE_IDLE) {
		go_on_in_child();
	}
}

/* ---- start-up ---- */

static const async_handler_swap_t swaps[] = {
	{ NULL, "pcntl_fork", on_pcntl_fork, &original_pcntl_fork },
};

void async_fork_startup(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

/*
 * Async\iterate(): a callback for each element, several at a time (D39).
 *
 * The callbacks run in a scope of their own below the current one. Their failures take the usual way (D10): the scope
 * is cancelled, and the failure is offered to the caller, which is linked as a waiter of the scope all the time.
 */
#include "async_classes.h"
#include "iterable.h"

#include "engine/values.h"
#include "scheduler/cycle.h"
#include "scheduler/deferred_release.h"
#include "scheduler/scheduler.h"
#include "scheduler/scope_end.h"
#include "scheduler/scope_wait.h"
#include "scheduler/warning.h"

#include "zend_exceptions.h"

#include "exceptions.h"

typedef struct iteration iteration_t;
typedef struct call call_t;

/* A call of the callback. */
struct call {
	async_wait_node_t node;          /* on its coroutine's list; stays first */
	iteration_t *iteration;
	async_coroutine_t *coroutine;    /* counted */
	call_t *next;
	call_t *prev;                    /* of a call that runs */
};

/* Not in the frame of the caller: in a forked child a callback may go on and end when the caller has left its frame. */
struct iteration {
	async_scope_t *scope;            /* counted */
	async_scope_wait_t waiter;       /* of the caller, for failures */
	async_wait_t wait;               /* of the caller */
	bool is_parked;
	zval callback;
	zend_long concurrency;           /* 0: no limit */
	zend_long running;
	call_t *calls;                   /* that run, newest first */
	call_t *ended;                   /* newest first: those with an outcome to look at stay until collect_ended() */
	bool stopped;                    /* a callback returned false */
	zend_object *failure;            /* the first one, counted */
};

/* Does the caller have nothing to do with the outcome of a call that has ended? Then it need not hold the coroutine. */
static bool is_done_with(const async_coroutine_t *coroutine)
{
	return !Z_REFCOUNTED(coroutine->result) && Z_TYPE(coroutine->result) != IS_FALSE && coroutine->exception == NULL
		&& GC_REFCOUNT(&coroutine->std) > 1;
}

static void call_ended(async_wait_node_t *node)
{
	call_t *call = (call_t *) node;
	iteration_t *iteration = call->iteration;

	ZEND_ASSERT(iteration->running > 0 && "a call that ends is counted");
	iteration->running--;
	if (call->prev) {
		call->prev->next = call->next;
	} else {
		iteration->calls = call->next;
	}
	if (call->next) {
		call->next->prev = call->prev;
	}
	if (EXPECTED(is_done_with(call->coroutine))) {
		/* In the last steps of the coroutine no destructor can wait. */
		async_release_uncollected(&call->coroutine->std);
		efree(call);
	} else {
		call->next = iteration->ended;
		iteration->ended = call;
	}
	if (iteration->is_parked) {
		async_wake(iteration->wait.coroutine, iteration->wait.ticket, ASYNC_WAIT_READY);
	}
}

static void free_call(call_t *call)
{
	async_wait_list_remove(&call->node);
	async_coroutine_release(call->coroutine);
	efree(call);
}

static void free_calls(call_t *call)
{
	while (call) {
		call_t *next = call->next;
		free_call(call);
		call = next;
	}
}

/* Free the calls that ended, oldest first. All of them are taken from the list before, because destructors of what they
 * returned run PHP code. */
static void collect_ended(iteration_t *iteration)
{
	call_t *call = iteration->ended;
	call_t *oldest_first = NULL;

	iteration->ended = NULL;
	while (call) {
		call_t *next = call->next;

		ZEND_ASSERT(async_coroutine_is_completed(call->coroutine) && "a call ends with its coroutine");
		iteration->stopped = iteration->stopped || Z_TYPE(call->coroutine->result) == IS_FALSE;
		call->next = oldest_first;
		oldest_first = call;
		call = next;
	}
	free_calls(oldest_first);
}

/* Has a failure been offered, or has user code cancelled or closed the scope? */
static bool is_disturbed(const iteration_t *iteration)
{
	return iteration->waiter.offers || (iteration->scope->flags & ASYNC_SCOPE_CLOSED);
}

/* Park until a callback ends, a failure comes, or the scope has no coroutine left. False: the caller was cancelled. */
static bool park(iteration_t *iteration)
{
	async_wait_result_t result;

	ZEND_ASSERT(!iteration->is_parked && "only the caller waits for its iteration");
	if (!async_wait_allowed()) {
		return false;
	}
	async_wait_begin(&iteration->wait, ASYNC_WAIT_FOR_SCOPE);
	iteration->wait.subject = iteration->scope;
	async_wait_list_remove(&iteration->waiter.node);
	async_wait_list_append(&iteration->scope->waiters, &iteration->waiter.node, &iteration->wait);
	iteration->is_parked = true;
	result = async_park(&iteration->wait);
	iteration->is_parked = false;
	async_wait_list_remove(&iteration->waiter.node);
	async_scope_wait_listen(iteration->scope, &iteration->waiter);
	if (result == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* The same for a wait that may close a cycle: an exception was thrown (D44). */
static bool park_unless_stuck(iteration_t *iteration)
{
	return !async_cycle_refuse(ASYNC_WAIT_FOR_SCOPE, iteration->scope, NULL) && park(iteration);
}

static void start_call(iteration_t *iteration, zval *value, zval *key)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval args[2], coroutine;
	call_t *call;

	ZEND_ASSERT((iteration->concurrency == 0 || iteration->running < iteration->concurrency) && "the limit has room");
	if (zend_fcall_info_init(&iteration->callback, 0, &fci, &fcc, NULL, NULL) == FAILURE) {
		async_throw("The callback of iterate() cannot be called any more");
		return;
	}
	ZVAL_COPY_VALUE(&args[0], value);
	ZVAL_COPY_VALUE(&args[1], key);
	fci.params = args;
	fci.param_count = 2;
	async_spawn(&coroutine, iteration->scope, &fci, &fcc);
	if (EG(exception)) {
		return;
	}
	call = ecalloc(1, sizeof(call_t));
	call->iteration = iteration;
	call->coroutine = async_coroutine_from_obj(Z_OBJ(coroutine));
	call->next = iteration->calls;
	if (call->next) {
		call->next->prev = call;
	}
	iteration->calls = call;
	iteration->running++;
	async_wait_list_watch(&call->coroutine->awaitable.waiters, &call->node, call_ended);
}

static bool next_element(zval *value, zval *key, void *arg)
{
	iteration_t *iteration = arg;

	for (;;) {
		collect_ended(iteration);
		if (iteration->stopped || is_disturbed(iteration) || EG(exception)) {
			return false;
		}
		if (iteration->concurrency == 0 || iteration->running < iteration->concurrency) {
			break;
		}
		if (!park_unless_stuck(iteration)) {
			return false;
		}
	}
	start_call(iteration, value, key);
	return EG(exception) == NULL;
}

/* Wait until the callbacks have ended by themselves; `all`: and the coroutines that they spawned, too. */
static void await_calls(iteration_t *iteration, bool all)
{
	for (;;) {
		collect_ended(iteration);
		if (is_disturbed(iteration) || EG(exception) || (iteration->stopped && !all)) {
			return;
		}
		if (iteration->running == 0 && (!all || !async_scope_is_busy(iteration->scope))) {
			return;
		}
		if (!park_unless_stuck(iteration)) {
			return;
		}
	}
}

static void cancel_rest(iteration_t *iteration)
{
	zend_object *reason;

	if (iteration->scope->flags & ASYNC_SCOPE_CANCELLED) {
		return;
	}
	reason = async_exception_new(async_ce_cancellation, "The iteration is over");
	async_scope_cancel(iteration->scope, reason);
	async_deferred_schedule();
	OBJ_RELEASE(reason);
}

/* Keep the first failure, to throw it later. The others become warnings, unless another waiter has got them already. */
static void take_offers(iteration_t *iteration)
{
	zend_object *exception;
	bool first;

	while (!EG(exception) && (exception = async_scope_wait_take(&iteration->waiter, &first)) != NULL) {
		if (iteration->failure == NULL) {
			iteration->failure = exception;
		} else if (first) {
			async_warn_uncaught(exception);
		} else {
			OBJ_RELEASE(exception);
		}
	}
}

/* The same for a caller that waits even when it was cancelled. */
static bool park_shielded(iteration_t *iteration)
{
	async_coroutine_t *self = ASYNC_G(current);
	bool goes_on;

	if (UNEXPECTED(self == NULL)) {
		/* A Fiber that user code has suspended goes on in a shutdown function. */
		return false;
	}
	self->protect_depth++;
	goes_on = park(iteration);
	self->protect_depth--;
	return goes_on;
}

/* Wait for the end of the scope. The caller is shielded meanwhile: no callback may outlive the call of iterate(),
 * whatever ended it. */
static void await_end(iteration_t *iteration)
{
	for (;;) {
		take_offers(iteration);
		if (!async_scope_is_alive(iteration->scope) || !park_shielded(iteration)) {
			break;
		}
	}
	collect_ended(iteration);
}

/* End the scope, and throw the first of these that exists: an exception of the end itself, the exception that ended the
 * iteration early, a failure of a callback. */
static void end(iteration_t *iteration)
{
	zend_object *pending = EG(exception);
	zend_object *failure;

	ZEND_ASSERT(iteration->failure == NULL && "failures are taken at the end only");
	if (pending) {
		if (zend_is_unwind_exit(pending)) {
			return;
		}
		pending = async_exception_take();
	} else if ((iteration->scope->flags & ASYNC_SCOPE_CANCELLED) && !iteration->waiter.offers) {
		/* The scope was cancelled from inside: a waiter gets the reason (D7). */
		pending = iteration->scope->cancellation;
		if (pending) {
			GC_ADDREF(pending);
		} else {
			/* The reason was dropped with the handle of the scope. */
			pending = async_cancellation_new_here();
		}
	}
	cancel_rest(iteration);
	await_end(iteration);
	failure = iteration->failure;
	if (EG(exception)) {
		if (pending) {
			OBJ_RELEASE(pending);
		}
		if (failure) {
			OBJ_RELEASE(failure);
		}
	} else if (pending) {
		if (failure) {
			async_warn_uncaught(failure);
		}
		if (EG(exception)) {
			OBJ_RELEASE(pending);
		} else {
			async_exception_throw_again(pending);
		}
	} else if (failure) {
		zend_throw_exception_internal(failure);
	}
}

static void leave(iteration_t *iteration)
{
	async_wait_list_remove(&iteration->waiter.node);
	async_scope_wait_leave(&iteration->waiter);
	ZEND_ASSERT(iteration->waiter.offers == NULL && "what was offered is left to other waiters");
	collect_ended(iteration);
	free_calls(iteration->calls);
	iteration->calls = NULL;
	async_scope_close_with_handle(iteration->scope);
	if (iteration->scope->object == NULL && !async_scope_is_alive(iteration->scope)) {
		/* A coroutine that has ended holds the record, and the reason may hold the coroutine: cut this cycle. */
		async_scope_drop_data(iteration->scope);
	}
	async_scope_release(iteration->scope);
	zval_ptr_dtor(&iteration->callback);
}

ZEND_FUNCTION(Async_iterate)
{
	iteration_t *iteration;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	bool cancel_pending = true;
	zend_long concurrency = 0;
	zval *iterable;

	ZEND_PARSE_PARAMETERS_START(2, 4)
		Z_PARAM_ITERABLE(iterable)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(concurrency)
		Z_PARAM_BOOL(cancel_pending)
	ZEND_PARSE_PARAMETERS_END();

	if (concurrency < 0) {
		zend_argument_value_error(3, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (!async_require_scheduler("iterate")) {
		RETURN_THROWS();
	}
	iteration = ecalloc(1, sizeof(*iteration));
	iteration->waiter.goal = ASYNC_SCOPE_END;
	iteration->waiter.takes_failures = true;
	iteration->concurrency = concurrency;
	async_callable_keep(&iteration->callback, &fci, &fcc);
	iteration->scope = async_scope_new(async_scope_current());
	iteration->scope->flags |= ASYNC_SCOPE_KEEPS_HANDLE;
	async_note_place(&iteration->scope->created_file, &iteration->scope->created_line);
	async_scope_wait_listen(iteration->scope, &iteration->waiter);

	async_for_each(iterable, next_element, iteration);
	await_calls(iteration, !cancel_pending);
	end(iteration);
	leave(iteration);
	efree(iteration);
}

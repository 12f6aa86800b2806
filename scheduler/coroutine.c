/*
 * The life of a coroutine's record: states, body, completion, callbacks, cancellation.
 */
#include "scheduler/coroutine.h"

#include "engine/engine_state.h"
#include "engine/no_exceptions.h"
#include "engine/output.h"
#include "engine/values.h"
#include "scheduler/activity.h"
#include "scheduler/classes.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/file_runs.h"
#include "scheduler/isolated_scope.h"
#include "scheduler/lineage.h"
#include "scheduler/marked_waiters.h"
#include "scheduler/name.h"
#include "scheduler/origin.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_gc.h"
#include "zend_smart_str.h"

#include "exceptions.h"

#define BIT(state) (1u << (state))
/* For each state, the states that may follow. */
static const uint8_t legal_next[] = {
	[ASYNC_COROUTINE_CREATED] = BIT(ASYNC_COROUTINE_QUEUED) | BIT(ASYNC_COROUTINE_RUNNING)
		| BIT(ASYNC_COROUTINE_COMPLETED),
	[ASYNC_COROUTINE_QUEUED] = BIT(ASYNC_COROUTINE_RUNNING) | BIT(ASYNC_COROUTINE_COMPLETED),
	[ASYNC_COROUTINE_RUNNING] = BIT(ASYNC_COROUTINE_QUEUED) | BIT(ASYNC_COROUTINE_SUSPENDED)
		| BIT(ASYNC_COROUTINE_COMPLETED),
	[ASYNC_COROUTINE_SUSPENDED] = BIT(ASYNC_COROUTINE_QUEUED) | BIT(ASYNC_COROUTINE_RUNNING),
	[ASYNC_COROUTINE_COMPLETED] = 0,
};

void async_coroutine_set_state_checked(async_coroutine_t *coroutine, async_coroutine_state_t state)
{
	ZEND_ASSERT((legal_next[coroutine->state] & BIT(state)) && "legal transition of a coroutine's state");
	coroutine->state = state;
}

/* The class, set at module start. */
static zend_class_entry *coroutine_ce;
static const zend_object_handlers *coroutine_handlers;
static const async_awaitable_ops_t *coroutine_ops;

static zend_object *create(zend_class_entry *ce)
{
	/* Without the place of the property that the class does not have. */
	async_coroutine_t *coroutine = emalloc(sizeof(async_coroutine_t) - sizeof(coroutine->std.properties_table));

	ZEND_ASSERT(zend_object_properties_size(ce) == -sizeof(zval) && "the class has neither properties nor guards");
	memset(coroutine, 0, offsetof(async_coroutine_t, std));
	coroutine->awaitable.ops = coroutine_ops;
	coroutine->id = ++ASYNC_G(next_id);
	zend_object_std_init(&coroutine->std, ce);
	coroutine->std.handlers = coroutine_handlers;
	return &coroutine->std;
}

ASYNC_ALWAYS_RUNS void async_coroutine_set_class(zend_class_entry *ce, const zend_object_handlers *handlers,
	const async_awaitable_ops_t *ops)
{
	ZEND_ASSERT(handlers->offset == offsetof(async_coroutine_t, std) && "the record is the object");
	coroutine_ce = ce;
	coroutine_handlers = handlers;
	coroutine_ops = ops;
	ce->create_object = create;
}

async_coroutine_t *async_coroutine_new(void)
{
	ZEND_ASSERT(coroutine_ce && "the class is set at module start");
	return async_coroutine_from_obj(create(coroutine_ce));
}

async_coroutine_t *async_coroutine_new_hidden(async_coroutine_entry_t entry)
{
	async_coroutine_t *coroutine = async_coroutine_new();

	coroutine->entry = entry;
	coroutine->flags |= ASYNC_COROUTINE_HIDDEN;
	return coroutine;
}

async_coroutine_t *async_coroutine_new_service(async_coroutine_entry_t entry, uint32_t param_count)
{
	async_coroutine_t *service = async_coroutine_new_hidden(entry);

	service->flags |= ASYNC_COROUTINE_SHIELDED;
	service->protect_depth = 1;
	if (param_count > 0) {
		service->params = safe_emalloc(param_count, sizeof(zval), 0);
		for (uint32_t i = 0; i < param_count; i++) {
			ZVAL_UNDEF(&service->params[i]);
		}
		service->param_count = param_count;
	}
	return service;
}

/* Place of the innermost user frame. */
static zend_always_inline void note_place(zend_string **file, uint32_t *line)
{
	const zend_execute_data *frame = async_user_frame();

	if (UNEXPECTED(frame == NULL)) {
		return;
	}
	*line = async_frame_line(frame);
	zend_string *name = frame->func->op_array.filename;
	if (EXPECTED(*file == name)) {
		return;
	}
	if (*file) {
		zend_string_release(*file);
	}
	*file = zend_string_copy(name);
}

void async_coroutine_note_spawn(async_coroutine_t *coroutine)
{
	note_place(&coroutine->spawn_file, &coroutine->spawn_line);
}

void async_coroutine_note_suspend(async_coroutine_t *coroutine)
{
	note_place(&coroutine->suspend_file, &coroutine->suspend_line);
}

void async_note_place(zend_string **file, uint32_t *line)
{
	note_place(file, line);
}

zend_string *async_coroutine_end_place(uint32_t *line)
{
	const async_coroutine_t *self = ASYNC_G(current);
	const zend_function *function = self ? self->target.function : NULL;

	if (function && (self->flags & ASYNC_COROUTINE_STARTED) && ZEND_USER_CODE(function->type)) {
		*line = function->op_array.line_end;
		return function->op_array.filename;
	}
	*line = self ? self->spawn_line : 0;
	return self ? self->spawn_file : NULL;
}

/* The callable and the arguments are not needed once the body has ended. */
static void release_body(async_coroutine_t *coroutine)
{
	async_body_t body;

	if (async_body_take(coroutine, &body)) {
		async_body_release(&body);
	}
}

/* With a handle left, the record may be part of a cycle when the scheduler lets go of it. That may start the cycle
 * collector, whose destructors may wait: here, while the coroutine still runs, and not in its last steps. A watcher may
 * have a reference and give it back; if it does not, async_scope_remove() makes the record a root without a start. */
static zend_always_inline void become_possible_root(async_coroutine_t *coroutine)
{
	const async_wait_node_t *first = coroutine->awaitable.waiters.head;
	const bool is_watched = first && first->wait == NULL;

	if (GC_REFCOUNT(&coroutine->std) > 1 + (uint32_t) is_watched) {
		GC_DEL_FLAGS(&coroutine->std, GC_NOT_COLLECTABLE);
		gc_check_possible_root((zend_refcounted *) &coroutine->std);
	}
}

void async_coroutine_destroy_members(async_coroutine_t *coroutine)
{
	release_body(coroutine);
	if (UNEXPECTED(coroutine->is_named)) {
		async_coroutine_forget_name(coroutine);
	}
	if (UNEXPECTED(coroutine->has_file_runs)) {
		async_file_runs_leave(coroutine);
	}
	async_clear_value(&coroutine->result);
	async_clear_object(&coroutine->exception);
	async_clear_object(&coroutine->cancellation);
	async_clear_array(&coroutine->callbacks);
	if (coroutine->spawn_file) {
		zend_string_release(coroutine->spawn_file);
		coroutine->spawn_file = NULL;
	}
	if (coroutine->suspend_file) {
		zend_string_release(coroutine->suspend_file);
		coroutine->suspend_file = NULL;
	}
	async_clear_object(&coroutine->local_context);
	async_lineage_release(coroutine->spawner);
	async_lineage_release(coroutine->lineage);
	coroutine->spawner = coroutine->lineage = NULL;
	if (coroutine->scope) {
		async_scope_t *scope = coroutine->scope;
		coroutine->scope = NULL;
		async_scope_release(scope);
	}
}

void async_coroutine_end_context(async_coroutine_t *coroutine)
{
	const bool exits = EG(exception) && zend_is_unwind_exit(EG(exception));

	ZEND_ASSERT(coroutine->local_context && "the caller has seen a context");
	if (coroutine->callbacks == NULL && !exits) {
		async_class_ops->empty_context(coroutine->local_context);
	}
}

/* Body of the service coroutine that runs completion callbacks: their owner, the callables, the context. */
static void run_callbacks(async_coroutine_t *self)
{
	zval *owner = &self->params[0];
	zval *callable;
	HashTable *failures = NULL;

	ZEND_ASSERT(self->param_count == 3 && Z_TYPE(self->params[1]) == IS_ARRAY && "owner, callables, context");
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(self->params[1]), callable) {
		zval ignored;
		ZVAL_UNDEF(&ignored);
		call_user_function(NULL, NULL, callable, &ignored, 1, owner);
		zval_ptr_dtor(&ignored);
		if (EXPECTED(EG(exception) == NULL)) {
			continue;
		}
		if (zend_is_unwind_exit(EG(exception))) {
			break;
		}
		async_exception_append(&failures, EG(exception));
		zend_clear_exception();
	} ZEND_HASH_FOREACH_END();
	if (Z_TYPE(self->params[2]) == IS_OBJECT && !EG(exception)) {
		async_class_ops->empty_context(Z_OBJ(self->params[2]));
		if (UNEXPECTED(EG(exception) != NULL) && !zend_is_unwind_exit(EG(exception))) {
			async_exception_append(&failures, EG(exception));
			zend_clear_exception();
		}
	}
	if (failures == NULL) {
		return;
	}
	if (EG(exception)) {
		/* exit() ends the script at once, and drops earlier failures. */
		zend_array_destroy(failures);
	} else {
		zend_throw_exception_internal(async_exception_of_list(failures));
	}
}

void async_coroutine_queue_callbacks(zend_object *owner, HashTable *callbacks, zend_object *context,
	async_scope_t *scope, zend_string *file, uint32_t line)
{
	async_coroutine_t *runner = async_coroutine_new_service(run_callbacks, 3);

	ZEND_ASSERT((callbacks || context) && "a runner has something to do");
	ZVAL_OBJ(&runner->params[0], owner);
	if (callbacks) {
		ZVAL_ARR(&runner->params[1], callbacks);
	} else {
		ZVAL_EMPTY_ARRAY(&runner->params[1]);
	}
	if (context) {
		ZVAL_OBJ_COPY(&runner->params[2], context);
	} else {
		ZVAL_NULL(&runner->params[2]);
	}
	runner->spawn_line = line;
	runner->spawn_file = file ? zend_string_copy(file) : NULL;
	async_scheduler_enqueue(runner, scope, false);
}

/* The callbacks run in the coroutine's own scope, so that their exceptions are failures of that scope (FN-09). */
static void queue_callbacks(async_coroutine_t *coroutine, HashTable *callbacks)
{
	GC_ADDREF(&coroutine->std);
	async_coroutine_queue_callbacks(&coroutine->std, callbacks, coroutine->local_context,
		coroutine->scope ? coroutine->scope : &ASYNC_G(global_scope), coroutine->spawn_file, coroutine->spawn_line);
}

void async_coroutine_on_finally(async_coroutine_t *coroutine, zval *callable)
{
	HashTable *callbacks = coroutine->callbacks;

	if (callbacks == NULL) {
		callbacks = zend_new_array(1);
	}
	Z_TRY_ADDREF_P(callable);
	zend_hash_next_index_insert(callbacks, callable);
	if (!async_coroutine_is_completed(coroutine)) {
		coroutine->callbacks = callbacks;
	} else if (async_scheduler_start()) {
		queue_callbacks(coroutine, callbacks);
	} else {
		zend_array_release(callbacks);
	}
}

void async_coroutine_complete(async_coroutine_t *coroutine)
{
	const bool in_queue = coroutine->state == ASYNC_COROUTINE_QUEUED;

	ZEND_ASSERT(Z_TYPE(coroutine->result) != IS_UNDEF && "a coroutine that has completed has a result");
	if (UNEXPECTED(async_activity_clock)) {
		async_activity_end(coroutine);
	}
	async_coroutine_set_state(coroutine, ASYNC_COROUTINE_COMPLETED);
	coroutine->wait = NULL;
	/* A failed coroutine may stay in the run queue, which prefetches contexts: that of a Fiber may be freed by then. */
	coroutine->context = NULL;
	if (UNEXPECTED(coroutine->callbacks != NULL)) {
		HashTable *callbacks = coroutine->callbacks;
		coroutine->callbacks = NULL;
		if (async_is_unwinding()) {
			zend_array_release(callbacks);
		} else {
			queue_callbacks(coroutine, callbacks);
		}
	}
	async_wait_list_wake_all(&coroutine->awaitable.waiters);
	/* A coroutine that never ran still has its body. */
	async_deferred_add_body(coroutine);

	if (UNEXPECTED(coroutine->exception != NULL) && async_failure_is_open(coroutine)) {
		ZEND_ASSERT((coroutine->flags & ASYNC_COROUTINE_IN_LIST) && "a coroutine that fails is a member of a scope");
		/* Queue it behind all coroutines that are ready now: one of them may be about to await it (D10). */
		coroutine->flags |= ASYNC_COROUTINE_FAILURE_QUEUED;
		if (!in_queue) {
			async_run_queue_push(coroutine);
		}
		return;
	}
	if (UNEXPECTED(in_queue)) {
		/* The run queue still links it, so it leaves its scope when it is popped. */
		async_scope_deactivate(coroutine);
		return;
	}
	async_scope_remove(coroutine);
}

/* Take the outcome of the body from the engine. True: the body called exit(). */
static bool take_outcome(async_coroutine_t *coroutine)
{
	zend_object *exception = EG(exception);

	if (EXPECTED(exception == NULL)) {
		if (UNEXPECTED(coroutine->flags & ASYNC_COROUTINE_CANCEL_PENDING)) {
			ZEND_ASSERT(coroutine->cancellation && "a pending cancellation has a reason");
			/* The coroutine ended before the cancellation could be delivered: it counts as cancelled (CN-25). */
			coroutine->flags |= ASYNC_COROUTINE_CANCELLED;
			coroutine->flags &= ~ASYNC_COROUTINE_CANCEL_PENDING;
			coroutine->exception = coroutine->cancellation;
			GC_ADDREF(coroutine->exception);
			zval_ptr_dtor(&coroutine->result);
			ZVAL_NULL(&coroutine->result);
		}
		return false;
	}
	if (Z_ISUNDEF(coroutine->result)) {
		ZVAL_NULL(&coroutine->result);
	}
	if (zend_is_unwind_exit(exception)) {
		zend_clear_exception();
		return !(coroutine->flags & ASYNC_COROUTINE_UNWIND);
	}
	if (UNEXPECTED(coroutine->thrown_inside || coroutine->thrown_back)) {
		coroutine->thrown_inside = coroutine->thrown_back = false;
		exception = EG(exception) = async_exception_lead(exception, coroutine->cancellation);
	}
	coroutine->exception = async_exception_take();
	if (async_exception_is_silent(exception)) {
		coroutine->flags |= ASYNC_COROUTINE_CANCELLED;
	} else {
		async_origin_note_failure(coroutine, exception);
	}
	return false;
}

/* When there is no handle left, the outcome cannot be asked for: release it now, while this coroutine still runs,
 * because destructors may suspend. True: one of them called exit(). */
static bool drop_unreachable_outcome(async_coroutine_t *coroutine)
{
	if (GC_REFCOUNT(&coroutine->std) > 1 || coroutine->callbacks) {
		return false;
	}
	if (Z_REFCOUNTED(coroutine->result)) {
		zval result = coroutine->result;
		ZVAL_NULL(&coroutine->result);
		zval_ptr_dtor(&result);
	}
	if (UNEXPECTED(coroutine->flags & ASYNC_COROUTINE_CANCELLED) && coroutine->exception) {
		zend_object *exception = coroutine->exception;
		coroutine->exception = NULL;
		OBJ_RELEASE(exception);
	}
	/* An exception of a destructor is a failure, which goes to the scope. */
	return UNEXPECTED(EG(exception) != NULL) && take_outcome(coroutine);
}

/* For a parameter that is taken by reference the engine wraps a value and warns. A coroutine's body has no caller whose
 * line the warning could name, so it names the place of the spawn. */
static void wrap_values(async_coroutine_t *coroutine)
{
	const zend_function *function = coroutine->target.function;

	for (uint32_t i = 0; i < coroutine->param_count; i++) {
		zval *value = &coroutine->params[i];
		const char *name;

		if (EXPECTED(!ARG_MUST_BE_SENT_BY_REF(function, i + 1))) {
			continue;
		}
		ZVAL_NEW_REF(value, value);
		if (EXPECTED(EG(exception) == NULL)) {
			name = get_function_arg_name(function, (int) (i + 1));
			zend_error_at(E_WARNING, coroutine->spawn_file, coroutine->spawn_line,
				"%s%s%s(): Argument #%u%s%s%s must be passed by reference, value given",
				function->common.scope ? ZSTR_VAL(function->common.scope->name) : "",
				function->common.scope ? "::" : "", ZSTR_VAL(function->common.function_name), i + 1,
				name ? " ($" : "", name ? name : "", name ? ")" : "");
		}
	}
}

/* The result is in the record afterwards, unless the callable has thrown. */
static zend_always_inline void call_callable(async_coroutine_t *coroutine)
{
	if (coroutine->param_count > 0 && EXPECTED(coroutine->target.function != NULL)
		&& EXPECTED(coroutine->spawn_file != NULL)) {
		wrap_values(coroutine);
	}
	zend_fcall_info fci = {
		.size = sizeof(fci),
		.retval = &coroutine->result,
		.params = coroutine->params,
		.param_count = coroutine->param_count,
		.named_params = coroutine->named_params,
	};
	zend_fcall_info_cache fcc = {
		.function_handler = coroutine->target.function,
		.called_scope = coroutine->target.called_scope,
		.object = coroutine->target.object,
	};
	ZVAL_COPY_VALUE(&fci.function_name, &coroutine->callable);
	zend_call_function(&fci, &fcc);
	if (UNEXPECTED(Z_ISREF(coroutine->result))) {
		zend_unwrap_reference(&coroutine->result);
	}
}

void async_coroutine_run(async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine == ASYNC_G(current) && "a body runs as the current coroutine");
	ZEND_ASSERT(!(coroutine->flags & ASYNC_COROUTINE_STARTED) && "a body runs once");
	ZEND_ASSERT((coroutine->entry == NULL || Z_ISUNDEF(coroutine->callable)) && "a body is a callable or a C function");
	async_coroutine_set_state(coroutine, ASYNC_COROUTINE_RUNNING);
	coroutine->flags |= ASYNC_COROUTINE_STARTED;
	async_scheduler_reap();
	EG(error_reporting) = async_engine_error_reporting();
	async_marked_waiters_show(coroutine);
	/* No reference is taken here: the scope's list holds one until the coroutine has completed. */
	if (EXPECTED(coroutine->entry == NULL)) {
		call_callable(coroutine);
	} else {
		/* PHP code that it calls can get the coroutine as the current one, and await it. */
		ZVAL_NULL(&coroutine->result);
		coroutine->entry(coroutine);
	}
	ZEND_ASSERT(coroutine == ASYNC_G(current) && "each switch has led back here");
	coroutine->flags |= ASYNC_COROUTINE_ENDING;
	release_body(coroutine);
	become_possible_root(coroutine);
	if (UNEXPECTED(coroutine->local_context != NULL)) {
		async_coroutine_end_context(coroutine);
	}
	if (UNEXPECTED(async_engine_state_is_dirty())) {
		async_scope_keep_output(coroutine);
		async_engine_state_reset();
	}
	bool exited = take_outcome(coroutine);
	exited |= drop_unreachable_outcome(coroutine);
	/* A cancellation may have taken the place of exit() in a destructor. */
	if (UNEXPECTED(exited || coroutine->exits) && async_scope_catch_exit(coroutine)) {
		exited = false;
	}
	async_isolation_look();
	async_coroutine_complete(coroutine);
	if (UNEXPECTED(exited)) {
		async_scheduler_end_in_main(ASYNC_END_EXIT);
	}
}

void async_coroutine_revoke_prize(async_coroutine_t *coroutine)
{
	if (coroutine->state == ASYNC_COROUTINE_QUEUED && coroutine->wait) {
		async_wait_revoke(coroutine->wait);
	}
}

ZEND_COLD bool async_coroutine_refuses_exceptions(const async_coroutine_t *coroutine)
{
	if (coroutine == ASYNC_G(current)) {
		return async_exceptions_are_fatal(EG(current_execute_data));
	}
	return async_coroutine_is_suspended(coroutine) && async_exceptions_are_fatal(coroutine->frame);
}

/* End the wait of a coroutine whose cancellation is due. */
static void end_wait(async_coroutine_t *coroutine)
{
	if (coroutine->state == ASYNC_COROUTINE_SUSPENDED) {
		async_wake(coroutine, coroutine->ticket, ASYNC_WAIT_CANCELLED);
	} else {
		async_coroutine_revoke_prize(coroutine);
	}
}

void async_coroutine_cancel(async_coroutine_t *coroutine, zend_object *reason)
{
	if (async_coroutine_is_completed(coroutine) || (coroutine->flags & ASYNC_COROUTINE_CANCEL_REQUESTED)) {
		return;
	}
	/* The coroutine has a reason already when the forced phase has cancelled one of its waits. */
	if (EXPECTED(coroutine->cancellation == NULL)) {
		if (reason) {
			GC_ADDREF(reason);
			coroutine->cancellation = reason;
		} else {
			coroutine->cancellation = async_cancellation_new_here();
		}
	}
	coroutine->flags |= ASYNC_COROUTINE_CANCEL_REQUESTED | ASYNC_COROUTINE_CANCEL_PENDING;
	async_activity_mark(ASYNC_MARK_CANCEL, coroutine->id);

	if (!(coroutine->flags & (ASYNC_COROUTINE_STARTED | ASYNC_COROUTINE_SHIELDED))) {
		ZEND_ASSERT(coroutine->state != ASYNC_COROUTINE_RUNNING && coroutine->state != ASYNC_COROUTINE_SUSPENDED
			&& "a coroutine that has not started neither runs nor waits");
		ZEND_ASSERT(coroutine->exception == NULL && "a coroutine that has not started has no outcome");
		/* Never starts (CN-01). */
		coroutine->flags &= ~ASYNC_COROUTINE_CANCEL_PENDING;
		coroutine->flags |= ASYNC_COROUTINE_CANCELLED;
		coroutine->exception = coroutine->cancellation;
		GC_ADDREF(coroutine->exception);
		ZVAL_NULL(&coroutine->result);
		if (UNEXPECTED(coroutine->local_context != NULL) && coroutine->callbacks == NULL) {
			/* No destructor may run here: with a list of callbacks, their runner empties the context. */
			coroutine->callbacks = zend_new_array(0);
		}
		async_coroutine_complete(coroutine);
		return;
	}
	if (async_coroutine_is_cancellation_due(coroutine)) {
		end_wait(coroutine);
	}
}

void async_coroutine_unprotect(async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine->protect_depth > 0 && "each protect() undoes its own step only");
	coroutine->protect_depth--;
	if (UNEXPECTED(coroutine != ASYNC_G(current)) && async_coroutine_is_cancellation_due(coroutine)
		&& !async_coroutine_is_completed(coroutine)) {
		end_wait(coroutine);
	}
}

ZEND_COLD void async_throw_cancellation(void)
{
	async_coroutine_t *self = ASYNC_G(current);
	zend_object *cancellation = self->cancellation;

	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		async_end_wait_is_over();
		return;
	}
	self->flags &= ~(ASYNC_COROUTINE_CANCEL_PENDING | ASYNC_COROUTINE_DELIVERY);
	if (cancellation) {
		GC_ADDREF(cancellation);
	} else {
		/* The forced phase ends waits without a reason. */
		cancellation = async_cancellation_new_here();
	}
	zend_throw_exception_internal(cancellation);
}

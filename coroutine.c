/*
 * Async\Coroutine, and the functions suspend(), protect(), currentCoroutine(), getCoroutines(), onFinally(). The object
 * is the scheduler's record of the coroutine, see scheduler/coroutine.h.
 */
#include "async_classes.h"

#include "scheduler/debug_info.h"
#include "scheduler/deferred_release.h"
#include "scheduler/failure.h"
#include "scheduler/identity.h"
#include "scheduler/name.h"
#include "scheduler/reap.h"
#include "scheduler/refuse_foreach.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/trace.h"

#include "zend_closures.h"
#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/coroutine_arginfo.h"

zend_class_entry *async_ce_coroutine;
static zend_object_handlers coroutine_handlers;

/* ---- as an awaitable ---- */

static bool coroutine_is_ready(zend_object *object)
{
	return async_coroutine_is_completed(async_coroutine_from_obj(object));
}

static zend_always_inline void take_outcome(async_coroutine_t *coroutine, zval *result)
{
	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "only a coroutine that has ended has an outcome");
	if (UNEXPECTED(coroutine->exception != NULL)) {
		coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
		GC_ADDREF(coroutine->exception);
		zend_throw_exception_internal(coroutine->exception);
		return;
	}
	ZVAL_COPY(result, &coroutine->result);
}

/* Apart, so that the usual way needs no frame for the call. */
static zend_never_inline void take_and_trace(async_coroutine_t *coroutine, zval *result)
{
	async_trace_take_from(coroutine, ASYNC_TRACE_AWAIT);
	take_outcome(coroutine, result);
}

static void coroutine_take(zend_object *object, zval *result)
{
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		take_and_trace(async_coroutine_from_obj(object), result);
		return;
	}
	take_outcome(async_coroutine_from_obj(object), result);
}

static bool coroutine_ended_as_token(zend_object *object, zend_object **previous)
{
	async_coroutine_t *coroutine = async_coroutine_from_obj(object);

	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "a token has fired when it ends a wait");
	if (coroutine->exception == NULL) {
		return true;
	}
	coroutine->flags |= ASYNC_COROUTINE_OBSERVED;
	GC_ADDREF(coroutine->exception);
	if (coroutine->flags & ASYNC_COROUTINE_CANCELLED) {
		*previous = coroutine->exception;
		return true;
	}
	zend_throw_exception_internal(coroutine->exception);
	return false;
}

static bool coroutine_has_failed(zend_object *object)
{
	return async_coroutine_from_obj(object)->exception != NULL;
}

static void coroutine_hold(zend_object *object)
{
	async_failure_hold(async_coroutine_from_obj(object));
}

static void coroutine_release(zend_object *object)
{
	async_failure_release(async_coroutine_from_obj(object));
}

static const async_awaitable_ops_t coroutine_ops = {
	.is_ready = coroutine_is_ready,
	.take = coroutine_take,
	.ended_as_token = coroutine_ended_as_token,
	.has_failed = coroutine_has_failed,
	.hold = coroutine_hold,
	.release = coroutine_release,
};

/* ---- object ---- */

static void coroutine_free(zend_object *object)
{
	/* First in all free handlers: it clears weak references, so that destructors of members cannot reach the object. */
	zend_object_std_dtor(object);
	async_wait_list_forget(&async_coroutine_from_obj(object)->awaitable.waiters);
	async_coroutine_destroy_members(async_coroutine_from_obj(object));
}

/* The frames of a live coroutine are left out: the scheduler holds the coroutine, so a cycle through them is alive. */
static HashTable *coroutine_get_gc(zend_object *object, zval **table, int *n)
{
	async_coroutine_t *coroutine = async_coroutine_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &coroutine->callable);
	zend_get_gc_buffer_add_zval(buffer, &coroutine->result);
	for (uint32_t i = 0; i < coroutine->param_count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &coroutine->params[i]);
	}
	if (coroutine->exception) {
		zend_get_gc_buffer_add_obj(buffer, coroutine->exception);
	}
	if (coroutine->cancellation) {
		zend_get_gc_buffer_add_obj(buffer, coroutine->cancellation);
	}
	if (coroutine->local_context) {
		zend_get_gc_buffer_add_obj(buffer, coroutine->local_context);
	}
	if (coroutine->callbacks) {
		zval *callback;
		ZEND_HASH_FOREACH_VAL(coroutine->callbacks, callback) {
			zend_get_gc_buffer_add_zval(buffer, callback);
		} ZEND_HASH_FOREACH_END();
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return coroutine->named_params;
}

static const char *state_words(const async_coroutine_t *coroutine)
{
	if (async_coroutine_is_completed(coroutine)) {
		return coroutine->flags & ASYNC_COROUTINE_CANCELLED ? "cancelled"
			: coroutine->exception ? "failed" : "completed";
	}
	if (coroutine->state == ASYNC_COROUTINE_RUNNING) {
		return "running";
	}
	if (async_coroutine_is_suspended(coroutine)) {
		return "suspended";
	}
	return coroutine->state == ASYNC_COROUTINE_QUEUED ? "queued" : "created";
}

static HashTable *coroutine_debug_info(zend_object *object, int *is_temp)
{
	const async_coroutine_t *coroutine = async_coroutine_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_long(info, "id", (zend_long) coroutine->id);
	if (coroutine->is_named) {
		zval name;
		ZVAL_STR_COPY(&name, async_name_given(coroutine->id));
		async_debug_add(info, "name", &name);
	}
	async_debug_add_text(info, "state", state_words(coroutine));
	async_debug_add_place(info, "spawnedAt", coroutine->spawn_file, coroutine->spawn_line);
	if (async_coroutine_is_suspended(coroutine)) {
		smart_str words = {0};
		zval value;

		async_debug_add_place(info, "suspendedAt", coroutine->suspend_file, coroutine->suspend_line);
		async_report_append_wait_and_holders(&words, coroutine);
		ZVAL_STR(&value, smart_str_extract(&words));
		async_debug_add(info, "waitsFor", &value);
	}
	async_debug_add_exception(info, "exception", coroutine->exception);
	return info;
}

ASYNC_REGISTERS void async_coroutine_register(void)
{
	async_ce_coroutine = register_class_Async_Coroutine(async_ce_completable);
	memcpy(&coroutine_handlers, zend_get_std_object_handlers(), sizeof(coroutine_handlers));
	coroutine_handlers.offset = offsetof(async_coroutine_t, std);
	async_ce_coroutine->get_iterator = async_refuse_foreach;
	coroutine_handlers.get_debug_info = coroutine_debug_info;
	coroutine_handlers.free_obj = coroutine_free;
	coroutine_handlers.get_gc = coroutine_get_gc;
	coroutine_handlers.clone_obj = NULL;
	coroutine_handlers.compare = async_compare_identity;
	async_coroutine_set_class(async_ce_coroutine, &coroutine_handlers, &coroutine_ops);
}

/* ---- methods ---- */

#define THIS_COROUTINE() async_coroutine_from_obj(Z_OBJ_P(ZEND_THIS))

ZEND_METHOD(Async_Coroutine, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_Coroutine, getId)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG((zend_long) THIS_COROUTINE()->id);
}

ZEND_METHOD(Async_Coroutine, setName)
{
	zend_string *name;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();
	async_coroutine_set_name(THIS_COROUTINE(), name);
	RETURN_OBJ_COPY(&THIS_COROUTINE()->std);
}

ZEND_METHOD(Async_Coroutine, getName)
{
	smart_str name = {0};

	ZEND_PARSE_PARAMETERS_NONE();
	async_coroutine_append_name(&name, THIS_COROUTINE());
	RETURN_STR(smart_str_extract(&name));
}

ZEND_METHOD(Async_Coroutine, asHiPriority)
{
	async_coroutine_t *coroutine = THIS_COROUTINE();

	ZEND_PARSE_PARAMETERS_NONE();
	if (coroutine->state == ASYNC_COROUTINE_QUEUED) {
		async_run_queue_promote(coroutine);
	} else if (coroutine->state == ASYNC_COROUTINE_CREATED) {
		/* A strategy's hook runs now, or the coroutine is a task that waits for its turn. */
		coroutine->hi_priority = true;
	}
	RETURN_OBJ_COPY(&coroutine->std);
}

ZEND_METHOD(Async_Coroutine, getContext)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ_COPY(async_coroutine_context(THIS_COROUTINE()));
}

ZEND_METHOD(Async_Coroutine, getResult)
{
	async_coroutine_t *coroutine = THIS_COROUTINE();

	ZEND_PARSE_PARAMETERS_NONE();
	if (!async_coroutine_is_completed(coroutine) || coroutine->exception) {
		RETURN_NULL();
	}
	RETURN_COPY(&coroutine->result);
}

ZEND_METHOD(Async_Coroutine, getException)
{
	async_coroutine_t *coroutine = THIS_COROUTINE();

	ZEND_PARSE_PARAMETERS_NONE();
	if (!async_coroutine_is_completed(coroutine) || !coroutine->exception) {
		RETURN_NULL();
	}
	RETURN_OBJ_COPY(coroutine->exception);
}

ZEND_METHOD(Async_Coroutine, getTrace)
{
	zend_long options = DEBUG_BACKTRACE_PROVIDE_OBJECT;
	zend_long limit = 0;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(options)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();
	async_report_trace(return_value, THIS_COROUTINE(), options & ~ASYNC_TRACE_SPAWNED, limit);
	if (options & ASYNC_TRACE_SPAWNED) {
		async_report_add_spawns(return_value, THIS_COROUTINE(), limit);
	}
}

ZEND_METHOD(Async_Coroutine, getSpawnFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_pair(return_value, THIS_COROUTINE()->spawn_file, THIS_COROUTINE()->spawn_line);
}

ZEND_METHOD(Async_Coroutine, getSpawnLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_text(return_value, THIS_COROUTINE()->spawn_file, THIS_COROUTINE()->spawn_line);
}

ZEND_METHOD(Async_Coroutine, getSuspendFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_pair(return_value, THIS_COROUTINE()->suspend_file, THIS_COROUTINE()->suspend_line);
}

ZEND_METHOD(Async_Coroutine, getSuspendLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_place_text(return_value, THIS_COROUTINE()->suspend_file, THIS_COROUTINE()->suspend_line);
}

ZEND_METHOD(Async_Coroutine, isStarted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->flags & ASYNC_COROUTINE_STARTED);
}

ZEND_METHOD(Async_Coroutine, isQueued)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->state == ASYNC_COROUTINE_QUEUED);
}

ZEND_METHOD(Async_Coroutine, isRunning)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->state == ASYNC_COROUTINE_RUNNING);
}

ZEND_METHOD(Async_Coroutine, isSuspended)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(async_coroutine_is_suspended(THIS_COROUTINE()));
}

ZEND_METHOD(Async_Coroutine, isCancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->flags & ASYNC_COROUTINE_CANCELLED);
}

ZEND_METHOD(Async_Coroutine, isCancellationRequested)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->flags & ASYNC_COROUTINE_CANCEL_REQUESTED);
}

ZEND_METHOD(Async_Coroutine, isCompleted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(async_coroutine_is_completed(THIS_COROUTINE()));
}

ZEND_METHOD(Async_Coroutine, getAwaitingInfo)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_report_wait_info(return_value, THIS_COROUTINE());
}

ZEND_METHOD(Async_Coroutine, cancel)
{
	zend_object *reason = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();
	async_coroutine_cancel(THIS_COROUTINE(), reason);
	async_deferred_release();
}

ZEND_METHOD(Async_Coroutine, onFinally)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	async_callable_keep(&callback, &fci, &fcc);
	async_coroutine_on_finally(THIS_COROUTINE(), &callback);
	zval_ptr_dtor(&callback);
}

/* ---- functions ---- */

ZEND_FUNCTION(Async_suspend)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (UNEXPECTED(!async_scheduler_start()) || UNEXPECTED(!async_can_yield())) {
		return;
	}
	if (UNEXPECTED(async_yield_from_code() == ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
	}
}

ZEND_FUNCTION(Async_protect)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval *closure;
	async_coroutine_t *self;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (zend_fcall_info_init(closure, 0, &fci, &fcc, NULL, NULL) != SUCCESS) {
		RETURN_THROWS();
	}
	self = async_scheduler_start() ? async_self_shield() : NULL;
	/* NULL in shutdown functions: there is nothing to protect from (D14). */
	fci.retval = return_value;
	zend_call_function(&fci, &fcc);
	if (Z_ISREF_P(return_value)) {
		zend_unwrap_reference(return_value);
	}
	async_self_unshield_and_throw(self);
}

ZEND_FUNCTION(Async_currentCoroutine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (!async_require_scheduler("tell the current coroutine")) {
		RETURN_THROWS();
	}
	ZEND_ASSERT(ASYNC_G(current) && "a started scheduler has a current coroutine");
	RETURN_OBJ_COPY(&ASYNC_G(current)->std);
}

ZEND_FUNCTION(Async_getCoroutines)
{
	async_scope_t *forest = &ASYNC_G(forest);

	ZEND_PARSE_PARAMETERS_NONE();
	async_scheduler_start();
	array_init(return_value);
	for (async_scope_t *at = async_scope_walk_first(forest); at; at = async_scope_walk_next(at, forest)) {
		async_scope_list_coroutines(at, return_value);
	}
}

ZEND_FUNCTION(Async_onFinally)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_require_scheduler("add a completion callback")) {
		RETURN_THROWS();
	}
	async_callable_keep(&callback, &fci, &fcc);
	async_coroutine_on_finally(ASYNC_G(current), &callback);
	zval_ptr_dtor(&callback);
}

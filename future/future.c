/*
 * Async\Future and Async\FutureState, the two handles of a future state: one reads it, the other settles it.
 */
#include "future/state.h"

#include "engine/values.h"
#include "scheduler/identity.h"
#include "scheduler/refuse_foreach.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/trace.h"
#include "scheduler/warning.h"

#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/future_arginfo.h"

static zend_class_entry *future_ce;
static zend_class_entry *future_state_ce;
static zend_object_handlers future_handlers;
static zend_object_handlers state_handlers;

typedef struct {
	async_future_state_t *state;    /* counted; NULL until the constructor has run */
	async_awaitable_t awaitable;    /* must stay right before std; its list stays empty: waiters are in the state's */
	zend_object std;
} future_t;

static future_t *future_from_obj(zend_object *object)
{
	return async_container_of(object, future_t, std);
}

/* The state of a future. PHP makes no object of a final class without its constructor; if a new version does, such a
 * future gets a pending state. */
async_future_state_t *async_future_state_of(zend_object *object)
{
	future_t *future = future_from_obj(object);

	if (UNEXPECTED(future->state == NULL)) {
		future->state = async_future_state_new();
	}
	return future->state;
}

/* ---- state ---- */

static zend_object *state_create(zend_class_entry *ce)
{
	async_future_state_t *state = zend_object_alloc(sizeof(async_future_state_t), ce);

	memset(state, 0, offsetof(async_future_state_t, std));
	ZVAL_UNDEF(&state->result);
	async_note_place(&state->file, &state->line);
	zend_object_std_init(&state->std, ce);
	object_properties_init(&state->std, ce);
	state->std.handlers = &state_handlers;
	return &state->std;
}

async_future_state_t *async_future_state_new(void)
{
	return async_future_state_from_obj(state_create(future_state_ce));
}

/* Tell the C code that would settle the state that its result is not needed any more.
 * suspends, runs PHP: destructors of what that code held, which may cancel the state */
static void tell_producer(async_future_state_t *state)
{
	const async_future_producer_ops_t *ops = state->ops;

	ZEND_ASSERT(state->status == ASYNC_FUTURE_PENDING && "a settled state has no producer");
	if (ops) {
		state->ops = NULL;
		ops->gone(state->producer);
	}
}

void async_future_settle(async_future_state_t *state, zval *value, zend_object *exception)
{
	ZEND_ASSERT(state->status == ASYNC_FUTURE_PENDING && "a future is settled once");
	ZEND_ASSERT((value || exception) && state->exception == NULL && "an outcome is a value or an exception");
	state->ops = NULL;
	if (exception == NULL) {
		ZVAL_COPY(&state->result, value);
		state->status = ASYNC_FUTURE_COMPLETED;
	} else {
		GC_ADDREF(exception);
		state->exception = exception;
		state->status = instanceof_function(exception->ce, async_ce_cancellation)
			? ASYNC_FUTURE_CANCELLED : ASYNC_FUTURE_FAILED;
	}
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		async_trace_put(state, NULL);
	}
	async_wait_list_wake_all(&state->waiters);
}

void async_future_settle_and_go_on(async_future_state_t *state, zval *value, zend_object *exception)
{
	GC_ADDREF(&state->std);
	async_future_settle(state, value, exception);
	async_future_start_links(state);
	OBJ_RELEASE(&state->std);
}

void async_future_complete(async_future_state_t *state, zval *value)
{
	async_future_settle(state, value, NULL);
	async_future_start_links_later(state);
}

void async_future_fail(async_future_state_t *state, zend_object *exception)
{
	async_future_settle(state, NULL, exception);
	async_future_start_links_later(state);
}

ZEND_COLD void async_future_warn_unseen(const async_future_state_t *state, zend_object *exception)
{
	zend_class_entry *base = instanceof_function(exception->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
	zval rv[3];
	zval *message = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &rv[0]);
	zval *file = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_FILE), true, &rv[1]);
	zval *line = zend_read_property_ex(base, exception, ZSTR_KNOWN(ZEND_STR_LINE), true, &rv[2]);

	async_warn_at(NULL, 0,
		"Unobserved error of the future created at %s:%u, await it or call ignore(): %s: %s in %s:" ZEND_LONG_FMT,
		state->file ? ZSTR_VAL(state->file) : "unknown place", state->line, ZSTR_VAL(exception->ce->name),
		Z_TYPE_P(message) == IS_STRING ? Z_STRVAL_P(message) : "", Z_TYPE_P(file) == IS_STRING ? Z_STRVAL_P(file) : "",
		Z_TYPE_P(line) == IS_LONG ? Z_LVAL_P(line) : 0);
}

static void state_destructor(zend_object *object)
{
	async_future_state_t *state = async_future_state_from_obj(object);

	if (UNEXPECTED(state->status == ASYNC_FUTURE_FAILED && !state->seen)) {
		state->seen = true;
		async_future_warn_unseen(state, state->exception);
	}
}

static void state_free(zend_object *object)
{
	async_future_state_t *state = async_future_state_from_obj(object);

	zend_object_std_dtor(object);
	async_wait_list_forget(&state->waiters);
	if (state->status == ASYNC_FUTURE_PENDING) {
		tell_producer(state);
	}
	async_future_drop_links(state);
	async_clear_value(&state->result);
	async_clear_object(&state->exception);
	if (state->file) {
		zend_string_release(state->file);
	}
	if (state->settled_file) {
		zend_string_release(state->settled_file);
	}
}

static HashTable *state_get_gc(zend_object *object, zval **table, int *n)
{
	async_future_state_t *state = async_future_state_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &state->result);
	if (state->exception) {
		zend_get_gc_buffer_add_obj(buffer, state->exception);
	}
	async_future_links_gc(state, buffer);
	if (state->ops && state->ops->holder) {
		zend_get_gc_buffer_add_obj(buffer, state->ops->holder(state->producer));
	}
	if (state->ops && state->ops->held && state->ops->held(state->producer)) {
		zend_get_gc_buffer_add_obj(buffer, state->ops->held(state->producer));
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

/* ---- as an awaitable ---- */

static bool future_is_ready(zend_object *object)
{
	return async_future_state_of(object)->status != ASYNC_FUTURE_PENDING;
}

static void future_take(zend_object *object, zval *result)
{
	async_future_state_t *state = async_future_state_of(object);

	ZEND_ASSERT(state->status != ASYNC_FUTURE_PENDING && "only what is ready is taken");
	ZEND_ASSERT((state->exception == NULL) == (state->status == ASYNC_FUTURE_COMPLETED) && "the status says which");
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		async_trace_take(state, ASYNC_TRACE_AWAIT, false);
	}
	if (state->exception) {
		state->seen = true;
		GC_ADDREF(state->exception);
		zend_throw_exception_internal(state->exception);
		return;
	}
	ZVAL_COPY(result, &state->result);
}

static bool future_ended_as_token(zend_object *object, zend_object **previous)
{
	async_future_state_t *state = async_future_state_of(object);

	if (state->exception == NULL) {
		return true;
	}
	state->seen = true;
	GC_ADDREF(state->exception);
	if (state->status == ASYNC_FUTURE_CANCELLED) {
		*previous = state->exception;
		return true;
	}
	zend_throw_exception_internal(state->exception);
	return false;
}

static bool future_has_failed(zend_object *object)
{
	return async_future_state_of(object)->exception != NULL;
}

static bool future_is_external(zend_object *object)
{
	async_future_state_t *state = async_future_state_of(object);

	/* The chain may be long, and most chains begin with a state that PHP code settles. */
	if (!state->may_be_external) {
		return state->ops && state->ops->external;
	}
	for (; state; state = state->upstream) {
		if (state->ops && state->ops->external) {
			return true;
		}
	}
	return false;
}

static async_wait_list_t *future_waiters(zend_object *object)
{
	return &async_future_state_of(object)->waiters;
}

static zend_string *future_made_at(zend_object *object, uint32_t *line)
{
	*line = async_future_state_of(object)->line;
	return async_future_state_of(object)->file;
}

static bool future_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const async_future_state_t *state = async_future_state_of(object);

	(void) wait;
	if (state->ops == NULL || state->ops->append_words == NULL || state->producer == NULL) {
		return false;
	}
	state->ops->append_words(state->producer, text);
	return true;
}

static const async_awaitable_ops_t future_ops = {
	.is_ready = future_is_ready,
	.take = future_take,
	.ended_as_token = future_ended_as_token,
	.has_failed = future_has_failed,
	.is_external = future_is_external,
	.waiters = future_waiters,
	.made_at = future_made_at,
	.append_words = future_append_words,
};

/* ---- future ---- */

static zend_object *future_create(zend_class_entry *ce)
{
	future_t *future = zend_object_alloc(sizeof(future_t), ce);

	memset(future, 0, offsetof(future_t, std));
	future->awaitable.ops = &future_ops;
	zend_object_std_init(&future->std, ce);
	object_properties_init(&future->std, ce);
	future->std.handlers = &future_handlers;
	return &future->std;
}

/* A new Async\Future for the state. owns: takes over the caller's reference on the state */
static zend_object *future_for(async_future_state_t *state)
{
	zend_object *object = future_create(future_ce);

	future_from_obj(object)->state = state;
	return object;
}

zend_object *async_future_new(async_future_state_t **state, const async_future_producer_ops_t *ops, void *producer)
{
	*state = async_future_state_new();
	(*state)->ops = ops;
	(*state)->producer = producer;
	return future_for(*state);
}

static void future_free(zend_object *object)
{
	future_t *future = future_from_obj(object);

	zend_object_std_dtor(object);
	/* The list of waiters is in the state. When frames were left, the state stays: see async_wait_list_forget(). */
	if (future->state && EXPECTED(!async_scheduler_left_frames())) {
		OBJ_RELEASE(&future->state->std);
	}
}

static HashTable *future_get_gc(zend_object *object, zval **table, int *n)
{
	future_t *future = future_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (future->state) {
		zend_get_gc_buffer_add_obj(buffer, &future->state->std);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

ASYNC_REGISTERS void async_future_register(void)
{
	future_state_ce = register_class_Async_FutureState();
	future_state_ce->create_object = state_create;
	memcpy(&state_handlers, zend_get_std_object_handlers(), sizeof(state_handlers));
	state_handlers.offset = offsetof(async_future_state_t, std);
	state_handlers.dtor_obj = state_destructor;
	state_handlers.get_debug_info = async_future_state_debug_info;
	state_handlers.free_obj = state_free;
	state_handlers.get_gc = state_get_gc;
	state_handlers.clone_obj = NULL;
	state_handlers.compare = async_compare_identity;

	future_ce = register_class_Async_Future(async_ce_completable);
	future_ce->create_object = future_create;
	memcpy(&future_handlers, zend_get_std_object_handlers(), sizeof(future_handlers));
	future_handlers.offset = offsetof(future_t, std);
	future_ce->get_iterator = async_refuse_foreach;
	future_handlers.get_debug_info = async_future_debug_info;
	future_handlers.free_obj = future_free;
	future_handlers.get_gc = future_get_gc;
	future_handlers.clone_obj = NULL;
	future_handlers.compare = async_compare_identity;
}

/* ---- methods of FutureState ---- */

#define THIS_STATE() async_future_state_from_obj(Z_OBJ_P(ZEND_THIS))
#define THIS_FUTURE_STATE() async_future_state_of(Z_OBJ_P(ZEND_THIS))

ZEND_METHOD(Async_FutureState, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

/* May the state be settled now? Settling it twice is an error. Settling one that was cancelled is not: the producer may
 * not know of the cancellation yet. */
static bool can_settle(const async_future_state_t *state)
{
	if (EXPECTED(state->status == ASYNC_FUTURE_PENDING)) {
		return true;
	}
	if (state->status != ASYNC_FUTURE_CANCELLED && state->settled_file) {
		async_throw("The future is completed already, at %s:%u", ZSTR_VAL(state->settled_file), state->settled_line);
	} else if (state->status != ASYNC_FUTURE_CANCELLED) {
		async_throw("The future is completed already");
	}
	return false;
}

ZEND_METHOD(Async_FutureState, complete)
{
	zval *result = &EG(uninitialized_zval);

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(result)
	ZEND_PARSE_PARAMETERS_END();
	if (can_settle(THIS_STATE())) {
		async_future_note_settled_here(THIS_STATE());
		async_future_settle_and_go_on(THIS_STATE(), result, NULL);
	}
}

ZEND_METHOD(Async_FutureState, error)
{
	zend_object *throwable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(throwable, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();
	if (can_settle(THIS_STATE())) {
		async_future_note_settled_here(THIS_STATE());
		async_future_settle_and_go_on(THIS_STATE(), NULL, throwable);
	}
}

ZEND_METHOD(Async_FutureState, isCompleted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_STATE()->status != ASYNC_FUTURE_PENDING);
}

/* ---- methods of Future ---- */

ZEND_METHOD(Async_Future, __construct)
{
	future_t *future = future_from_obj(Z_OBJ_P(ZEND_THIS));
	zend_object *state = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(state, future_state_ce)
	ZEND_PARSE_PARAMETERS_END();
	if (future->state) {
		async_throw("Async\\Future is constructed once");
		return;
	}
	if (state) {
		GC_ADDREF(state);
		future->state = async_future_state_from_obj(state);
	} else {
		future->state = async_future_state_new();
	}
}

ZEND_METHOD(Async_Future, completed)
{
	zval *value = &EG(uninitialized_zval);
	async_future_state_t *state;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	state = async_future_state_new();
	async_future_note_settled_here(state);
	async_future_settle(state, value, NULL);
	RETURN_OBJ(future_for(state));
}

ZEND_METHOD(Async_Future, failed)
{
	zend_object *throwable;
	async_future_state_t *state;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(throwable, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();
	state = async_future_state_new();
	async_future_note_settled_here(state);
	async_future_settle(state, NULL, throwable);
	RETURN_OBJ(future_for(state));
}

ZEND_METHOD(Async_Future, await)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 1)) {
		RETURN_THROWS();
	}
	async_await_call(Z_OBJ_P(ZEND_THIS), token, return_value);
}

static void chain(INTERNAL_FUNCTION_PARAMETERS, async_future_link_kind_t kind)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval callable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_require_scheduler("continue from a future")) {
		RETURN_THROWS();
	}
	async_callable_keep(&callable, &fci, &fcc);
	RETVAL_OBJ(future_for(async_future_chain(THIS_FUTURE_STATE(), kind, &callable)));
	zval_ptr_dtor(&callable);
}

ZEND_METHOD(Async_Future, map)
{
	chain(INTERNAL_FUNCTION_PARAM_PASSTHRU, ASYNC_FUTURE_MAP);
}

ZEND_METHOD(Async_Future, catch)
{
	chain(INTERNAL_FUNCTION_PARAM_PASSTHRU, ASYNC_FUTURE_CATCH);
}

ZEND_METHOD(Async_Future, finally)
{
	chain(INTERNAL_FUNCTION_PARAM_PASSTHRU, ASYNC_FUTURE_FINALLY);
}

ZEND_METHOD(Async_Future, ignore)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_FUTURE_STATE()->seen = true;
	RETURN_OBJ_COPY(Z_OBJ_P(ZEND_THIS));
}

ZEND_METHOD(Async_Future, cancel)
{
	async_future_state_t *state = THIS_FUTURE_STATE();
	zend_object *reason = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();
	if (state->status != ASYNC_FUTURE_PENDING) {
		return;
	}
	tell_producer(state);
	if (UNEXPECTED(state->status != ASYNC_FUTURE_PENDING)) {
		return;
	}
	if (reason) {
		GC_ADDREF(reason);
	} else {
		reason = async_cancellation_new_here();
	}
	GC_ADDREF(&state->std);
	async_future_note_settled_here(state);
	async_future_settle_and_go_on(state, NULL, reason);
	async_future_leave_source(state);
	OBJ_RELEASE(&state->std);
	OBJ_RELEASE(reason);
}

ZEND_METHOD(Async_Future, isCompleted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_FUTURE_STATE()->status != ASYNC_FUTURE_PENDING);
}

ZEND_METHOD(Async_Future, isCancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_FUTURE_STATE()->status == ASYNC_FUTURE_CANCELLED);
}

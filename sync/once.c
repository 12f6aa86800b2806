/*
 * Async\once(): a closure that calls its callback once, and gives that result to all callers.
 *
 * The closure is the __invoke() of an object of class Async\OnceFunction, which holds the callback and the result.
 */
#include "async_classes.h"

#include "engine/values.h"
#include "scheduler/cycle.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/lock.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"

#include "zend_closures.h"
#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/once_arginfo.h"

#include <unistd.h>

static zend_class_entry *ce_once;
static zend_object_handlers once_handlers;

typedef struct {
	async_lock_t lock;      /* the owner computes, or was chosen and computes when it runs; the other callers wait */
	bool computing;         /* there is such an owner; without the scheduler it is NULL */
	pid_t process;          /* that computes */
	zval callback;          /* UNDEF once there is a result */
	zval result;            /* UNDEF until then */
	zend_object std;
} once_t;

/* The frame of a parked call. */
typedef struct {
	async_wait_t wait;      /* must be first */
	async_wait_node_t node;
	zend_object *failure;   /* counted; the exception of the computation that the caller waited for, or NULL */
} once_wait_t;

static once_t *once_from_obj(zend_object *object)
{
	return async_container_of(object, once_t, std);
}

/* The computation was given up, without a result: the longest waiter becomes the owner. */
static void choose_heir(once_t *once)
{
	once->computing = async_lock_hand_over(&once->lock);
}

/* The computation failed: all waiters get the exception. The next caller computes again. */
static void fail_waiters(once_t *once, zend_object *failure)
{
	async_wait_node_t *node;

	async_lock_pass_to(&once->lock, NULL);
	once->computing = false;
	while ((node = async_wait_claim_first(&once->lock.waiters)) != NULL) {
		((once_wait_t *) node->wait)->failure = failure;
		GC_ADDREF(failure);
	}
}

static void succeed(once_t *once, zval *result)
{
	zval callback;

	ZEND_ASSERT(once->computing && Z_ISUNDEF(once->result) && "there is one computation at a time, until one succeeds");
	ZVAL_COPY(&once->result, result);
	ZVAL_COPY_VALUE(&callback, &once->callback);
	ZVAL_UNDEF(&once->callback);
	async_lock_pass_to(&once->lock, NULL);
	once->computing = false;
	async_wait_list_wake_all(&once->lock.waiters);
	zval_ptr_dtor(&callback);
}

/* Did the computation end because its coroutine was cancelled? Then it has not failed: another caller computes. */
static bool is_own_cancellation(const zend_object *exception)
{
	const async_coroutine_t *self = ASYNC_G(current);
	return self && (self->flags & ASYNC_COROUTINE_CANCEL_REQUESTED)
		&& instanceof_function(exception->ce, async_ce_cancellation);
}

static void compute(once_t *once, zval *result)
{
	zval callback;

	ZEND_ASSERT((!once->computing || once->lock.owner == ASYNC_G(current)) && "no other caller computes");
	if (once->computing) {
		async_lock_count_owner(&once->lock);
	} else {
		async_lock_take(&once->lock);
		once->computing = true;
	}
	once->process = getpid();
	ZVAL_COPY(&callback, &once->callback);
	GC_ADDREF(&once->std);
	async_call_kept(&callback, result);
	zval_ptr_dtor(&callback);
	if (EXPECTED(EG(exception) == NULL)) {
		succeed(once, result);
	} else if (async_is_exit(EG(exception)) || is_own_cancellation(EG(exception))) {
		choose_heir(once);
	} else {
		fail_waiters(once, EG(exception));
	}
	OBJ_RELEASE(&once->std);
}

/* In a forked child: does the owner go on in the parent only? Then the computation is given up here. */
static void forget_parent(once_t *once)
{
	const async_coroutine_t *owner = once->lock.owner;

	if (UNEXPECTED(once->computing) && owner && async_coroutine_is_completed(owner) && once->process != getpid()) {
		async_lock_pass_to(&once->lock, NULL);
		once->computing = false;
	}
}

static void revoke_once(async_wait_t *wait)
{
	if (async_lock_was_handed_over(wait)) {
		choose_heir(async_container_of(wait->subject, once_t, lock));
	}
}

/* Wait until the computation ends or is given up. False: something was thrown. */
static bool park_for_outcome(once_t *once, zend_object *token)
{
	once_wait_t waiter = { .failure = NULL };
	async_wait_result_t outcome;

	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_LOCK);
	waiter.wait.subject = &once->lock;
	waiter.wait.revoke = revoke_once;
	outcome = async_park_on(&waiter.wait, &once->lock.waiters, &waiter.node, false, token);
	if (UNEXPECTED(outcome == ASYNC_WAIT_CANCELLED)) {
		if (waiter.failure) {
			OBJ_RELEASE(waiter.failure);
		}
		async_throw_cancellation();
		return false;
	}
	if (waiter.failure) {
		zend_throw_exception_internal(waiter.failure);
		return false;
	}
	return true;
}

/* Wait while another caller computes. False after an exception. */
static bool wait_for_outcome(once_t *once, zend_object *token)
{
	bool goes_on = true;

	GC_ADDREF(&once->std);
	while (goes_on && once->computing && Z_TYPE(once->result) == IS_UNDEF && once->lock.owner != ASYNC_G(current)) {
		goes_on = async_limited_wait_allowed(token)
			&& !async_cycle_refuse(ASYNC_WAIT_FOR_LOCK, &once->lock, token) && park_for_outcome(once, token);
	}
	OBJ_RELEASE(&once->std);
	return goes_on;
}

ZEND_METHOD(Async_OnceFunction, __invoke)
{
	once_t *once = once_from_obj(Z_OBJ_P(ZEND_THIS));
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (UNEXPECTED(!async_token_check(token, 1))) {
		RETURN_THROWS();
	}
	if (EXPECTED(Z_TYPE(once->result) != IS_UNDEF)) {
		RETURN_COPY(&once->result);
	}
	async_scheduler_start();
	forget_parent(once);
	if (once->computing && once->lock.owner == ASYNC_G(current)) {
		async_throw("The callback of once() calls itself: it would wait for its own result");
		RETURN_THROWS();
	}
	if (!wait_for_outcome(once, token)) {
		RETURN_THROWS();
	}
	if (Z_TYPE(once->result) != IS_UNDEF) {
		RETURN_COPY(&once->result);
	}
	compute(once, return_value);
}

/* ---- object ---- */

ZEND_METHOD(Async_OnceFunction, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

static zend_object *once_create(zend_class_entry *ce)
{
	once_t *once = zend_object_alloc(sizeof(once_t), ce);

	once->lock.name = "Async\\once()";
	async_note_place(&once->lock.made_file, &once->lock.made_line);
	zend_object_std_init(&once->std, ce);
	once->std.handlers = &once_handlers;
	return &once->std;
}

static void once_free(zend_object *object)
{
	once_t *once = once_from_obj(object);

	zend_object_std_dtor(object);
	ZEND_ASSERT((!once->lock.waiters.head || async_scheduler_is_over()) && "a parked coroutine holds the object");
	async_clear_value(&once->callback);
	async_clear_value(&once->result);
	async_lock_forget_place(&once->lock);
}

static HashTable *once_get_gc(zend_object *object, zval **table, int *n)
{
	once_t *once = once_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &once->callback);
	zend_get_gc_buffer_add_zval(buffer, &once->result);
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static HashTable *once_debug_info(zend_object *object, int *is_temp)
{
	const once_t *once = once_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", once->computing ? "at work"
		: Z_ISUNDEF(once->callback) ? "done" : "not called");
	async_debug_add_place(info, "createdAt", once->lock.made_file, once->lock.made_line);
	async_debug_add_waiters(info, "waiters", &once->lock.waiters);
	return info;
}

static bool once_row(zend_object *object, zval *row)
{
	const once_t *once = once_from_obj(object);
	smart_str text = {0};

	if (!once->computing) {
		return false;
	}
	add_assoc_string(row, "class", once->lock.name);
	async_snapshot_add_place(row, "place", once->lock.made_file, once->lock.made_line);
	add_assoc_string(row, "state", "called");
	async_snapshot_add_lock(row, &once->lock);
	smart_str_appends(&text, once->lock.name);
	async_report_append_made_at(&text, once->lock.made_file, once->lock.made_line);
	smart_str_appends(&text, ", called");
	async_snapshot_append_lock(&text, &once->lock);
	async_snapshot_add_text(row, "text", &text);
	return true;
}

static const async_snapshot_class_t once_rows = { "locks", &once_handlers, once_row };

ASYNC_REGISTERS void async_once_register(void)
{
	ce_once = register_class_Async_OnceFunction();
	ce_once->create_object = once_create;
	memcpy(&once_handlers, zend_get_std_object_handlers(), sizeof(once_handlers));
	once_handlers.offset = offsetof(once_t, std);
	once_handlers.get_debug_info = once_debug_info;
	once_handlers.free_obj = once_free;
	async_snapshot_add_class(&once_rows);
	once_handlers.get_gc = once_get_gc;
	once_handlers.clone_obj = NULL;
	once_handlers.compare = async_compare_identity;
}

ZEND_FUNCTION(Async_once)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_function *invoke;
	zval object;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	object_init_ex(&object, ce_once);
	async_callable_keep(&once_from_obj(Z_OBJ(object))->callback, &fci, &fcc);
	invoke = zend_hash_str_find_ptr(&ce_once->function_table, ZEND_STRL("__invoke"));
	async_compat_create_fake_closure(return_value, invoke, ce_once, ce_once, Z_OBJ(object));
	zval_ptr_dtor(&object);
}

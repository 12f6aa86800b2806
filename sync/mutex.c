/*
 * Async\Mutex: a lock with one owner, handed to waiters in FIFO order.
 *
 * A lock (scheduler/lock.h) with a deadline for its waiters. While there is a waiter the lock is handed over, never
 * freed, so that no coroutine can overtake the waiters (P5, lifetime rule 5). The owner is a coroutine, or code outside
 * of the scheduler, which can neither wait nor have waiters.
 */
#include "async_classes.h"

#include "scheduler/cycle.h"
#include "scheduler/debug_info.h"
#include "scheduler/end.h"
#include "scheduler/identity.h"
#include "scheduler/lock.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"
#include "scheduler/warning.h"

#include "exceptions.h"
#include "stubs/mutex_arginfo.h"

static zend_object_handlers mutex_handlers;

typedef struct {
	async_lock_t lock;
	bool locked;
	uint64_t lockings;              /* number of times that it was locked: the number of the latest owner's lock() */
	async_wait_node_t owner_end;    /* a watcher of the owner, linked while that is a coroutine */
	zend_string *locked_file;       /* place of the latest lock(), counted */
	uint32_t locked_line;
	zend_object std;
} mutex_t;

static mutex_t *mutex_from_obj(zend_object *object)
{
	return async_container_of(object, mutex_t, std);
}

#define THIS_MUTEX() mutex_from_obj(Z_OBJ_P(ZEND_THIS))

static void owner_ended(async_wait_node_t *node);

/* The lock has an owner now: watch its end. NULL: the owner is code outside of the scheduler. */
static void locked(mutex_t *mutex)
{
	ZEND_ASSERT(mutex->owner_end.list == NULL && "the watcher of the owner before is unlinked");
	mutex->locked = true;
	mutex->lockings++;
	if (EXPECTED(mutex->lock.owner != NULL)) {
		async_wait_list_watch(&mutex->lock.owner->awaitable.waiters, &mutex->owner_end, owner_ended);
	}
}

static void take(mutex_t *mutex)
{
	ZEND_ASSERT(mutex->lock.owner == NULL && "a lock that is free has no owner");
	mutex->lock.owner = ASYNC_G(current);
	locked(mutex);
	async_note_place(&mutex->locked_file, &mutex->locked_line);
}

/* Hand the lock over to the longest waiter, or free it. */
static void pass_on(mutex_t *mutex)
{
	async_wait_list_remove(&mutex->owner_end);
	if (async_lock_hand_over(&mutex->lock)) {
		locked(mutex);
	} else {
		mutex->locked = false;
	}
}

/* ---- an owner that ends ---- */

/* Body of the service coroutine that warns: at the end of a coroutine no user code may run, so no error handler. */
static void warn_of_forgotten_lock(async_coroutine_t *self)
{
	async_warn_at(Z_STR(self->params[1]), self->spawn_line, "%s", Z_STRVAL(self->params[0]));
}

static void queue_warning(const mutex_t *mutex, const async_coroutine_t *owner)
{
	async_coroutine_t *warner = async_coroutine_new_service(warn_of_forgotten_lock, 2);
	smart_str text = {0};

	smart_str_appends(&text, "Async\\Mutex: coroutine ");
	async_report_append_number(&text, owner->id);
	smart_str_appends(&text, " spawned at ");
	async_report_append_place(&text, owner->spawn_file, owner->spawn_line);
	smart_str_appends(&text, " ended without unlock()");
	ZVAL_STR(&warner->params[0], smart_str_extract(&text));
	ZVAL_STR(&warner->params[1], mutex->locked_file ? zend_string_copy(mutex->locked_file) : ZSTR_EMPTY_ALLOC());
	warner->spawn_line = mutex->locked_line;
	async_scheduler_enqueue(warner, &ASYNC_G(global_scope), false);
}

static void owner_ended(async_wait_node_t *node)
{
	mutex_t *mutex = async_container_of(node, mutex_t, owner_end);

	if (!async_is_unwinding()) {
		queue_warning(mutex, mutex->lock.owner);
	}
	pass_on(mutex);
}

/* ---- lock and unlock ---- */

static void revoke_lock(async_wait_t *wait)
{
	if (async_lock_was_handed_over(wait)) {
		pass_on(async_container_of(wait->subject, mutex_t, lock));
	}
}

/* True when the lock was handed to the caller. */
static bool park_for_lock(mutex_t *mutex, zend_object *token)
{
	async_coroutine_t *self = ASYNC_G(current);
	async_wait_node_t node;
	async_wait_t wait;
	bool is_owner;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_LOCK);
	wait.subject = &mutex->lock;
	wait.revoke = revoke_lock;
	GC_ADDREF(&mutex->std);
	if (UNEXPECTED(async_park_on(&wait, &mutex->lock.waiters, &node, false, token) == ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
	}
	is_owner = mutex->lock.owner == self;
	OBJ_RELEASE(&mutex->std);
	return is_owner;
}

static bool owned_by_caller(const mutex_t *mutex)
{
	/* Code outside of the scheduler has no coroutine: both are NULL then. */
	return mutex->locked && mutex->lock.owner == ASYNC_G(current);
}

static bool lock(mutex_t *mutex, zend_object *token)
{
	if (async_scheduler_start() && async_coroutine_is_cancellation_due(ASYNC_G(current))) {
		async_throw_cancellation();
		return false;
	}
	if (UNEXPECTED(owned_by_caller(mutex))) {
		async_throw("The coroutine holds this lock already, since %s:%u",
			mutex->locked_file ? ZSTR_VAL(mutex->locked_file) : "unknown place", mutex->locked_line);
		return false;
	}
	while (mutex->locked) {
		if (UNEXPECTED(!async_limited_wait_allowed(token))
			|| UNEXPECTED(async_cycle_refuse(ASYNC_WAIT_FOR_LOCK, &mutex->lock, token))) {
			return false;
		}
		if (park_for_lock(mutex, token)) {
			async_note_place(&mutex->locked_file, &mutex->locked_line);
			return true;
		}
		if (EG(exception)) {
			return false;
		}
	}
	take(mutex);
	return true;
}

/* ---- object ---- */

static zend_object *mutex_create(zend_class_entry *ce)
{
	mutex_t *mutex = zend_object_alloc(sizeof(mutex_t), ce);

	mutex->lock.name = ZSTR_VAL(ce->name);
	async_note_place(&mutex->lock.made_file, &mutex->lock.made_line);
	zend_object_std_init(&mutex->std, ce);
	mutex->std.handlers = &mutex_handlers;
	return &mutex->std;
}

static void mutex_free(zend_object *object)
{
	mutex_t *mutex = mutex_from_obj(object);

	ZEND_ASSERT((!mutex->lock.waiters.head || async_scheduler_is_over()) && "a parked coroutine holds the mutex");
	async_wait_list_remove(&mutex->owner_end);
	zend_object_std_dtor(object);
	if (mutex->locked_file) {
		zend_string_release(mutex->locked_file);
	}
	async_lock_forget_place(&mutex->lock);
}

static HashTable *mutex_debug_info(zend_object *object, int *is_temp)
{
	const mutex_t *mutex = mutex_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", mutex->locked ? "locked" : "free");
	async_debug_add_place(info, "createdAt", mutex->lock.made_file, mutex->lock.made_line);
	if (mutex->locked) {
		async_debug_add_place(info, "lockedAt", mutex->locked_file, mutex->locked_line);
		if (mutex->lock.owner) {
			async_debug_add_long(info, "owner", (zend_long) mutex->lock.owner->id);
		}
	}
	async_debug_add_waiters(info, "waiters", &mutex->lock.waiters);
	return info;
}

static bool mutex_row(zend_object *object, zval *row)
{
	const mutex_t *mutex = mutex_from_obj(object);
	smart_str text = {0};

	add_assoc_string(row, "class", mutex->lock.name);
	async_snapshot_add_place(row, "place", mutex->lock.made_file, mutex->lock.made_line);
	add_assoc_string(row, "state", mutex->locked ? "locked" : "free");
	async_snapshot_add_lock(row, &mutex->lock);
	smart_str_appends(&text, mutex->lock.name);
	async_report_append_made_at(&text, mutex->lock.made_file, mutex->lock.made_line);
	smart_str_appends(&text, mutex->locked ? ", locked at " : ", free");
	if (mutex->locked) {
		async_report_append_place(&text, mutex->locked_file, mutex->locked_line);
	}
	async_snapshot_append_lock(&text, &mutex->lock);
	async_snapshot_add_text(row, "text", &text);
	return true;
}

static const async_snapshot_class_t mutex_rows = { "locks", &mutex_handlers, mutex_row };

ASYNC_REGISTERS void async_mutex_register(void)
{
	zend_class_entry *ce = register_class_Async_Mutex();

	ce->create_object = mutex_create;
	memcpy(&mutex_handlers, zend_get_std_object_handlers(), sizeof(mutex_handlers));
	mutex_handlers.offset = offsetof(mutex_t, std);
	mutex_handlers.get_debug_info = mutex_debug_info;
	mutex_handlers.free_obj = mutex_free;
	async_snapshot_add_class(&mutex_rows);
	mutex_handlers.clone_obj = NULL;
	mutex_handlers.compare = async_compare_identity;
}

/* ---- methods ---- */

ZEND_METHOD(Async_Mutex, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_Mutex, lock)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 1))) {
		RETURN_THROWS();
	}
	lock(THIS_MUTEX(), token);
}

ZEND_METHOD(Async_Mutex, tryLock)
{
	mutex_t *mutex = THIS_MUTEX();

	ZEND_PARSE_PARAMETERS_NONE();
	async_scheduler_start();
	if (mutex->locked) {
		RETURN_FALSE;
	}
	take(mutex);
	RETURN_TRUE;
}

static ZEND_COLD void throw_not_owner(const mutex_t *mutex)
{
	if (!mutex->locked) {
		async_throw("unlock() without lock(): the mutex is not locked");
	} else if (mutex->lock.owner) {
		async_throw("The lock is held by another coroutine, #" ZEND_ULONG_FMT ", since %s:%u",
			(zend_ulong) mutex->lock.owner->id,
			mutex->locked_file ? ZSTR_VAL(mutex->locked_file) : "unknown place", mutex->locked_line);
	} else {
		async_throw("The lock is held by code outside of coroutines");
	}
}

ZEND_METHOD(Async_Mutex, unlock)
{
	mutex_t *mutex = THIS_MUTEX();

	ZEND_PARSE_PARAMETERS_NONE();
	if (UNEXPECTED(!owned_by_caller(mutex))) {
		throw_not_owner(mutex);
		RETURN_THROWS();
	}
	pass_on(mutex);
}

ZEND_METHOD(Async_Mutex, isLocked)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_MUTEX()->locked);
}

ZEND_METHOD(Async_Mutex, synchronized)
{
	mutex_t *mutex = THIS_MUTEX();
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_object *token = NULL;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	async_callable_keep(&callback, &fci, &fcc);
	if (async_token_check(token, 2) && lock(mutex, token)) {
		const uint64_t locking = mutex->lockings;
		async_coroutine_t *self = async_self_hold();
		bool is_held;

		async_call_kept(&callback, return_value);
		/* In a Fiber that another coroutine has resumed, the lock of this call is still that of the first coroutine. In
		 * the same coroutine the callback may have unlocked the mutex and locked it again. */
		is_held = mutex->locked
			&& (mutex->lockings == locking || (self == ASYNC_G(current) && owned_by_caller(mutex)));
		async_self_release(self);
		if (EXPECTED(is_held)) {
			pass_on(mutex);
		} else if (!EG(exception)) {
			async_throw("The callback of synchronized() has given up the lock: synchronized() unlocks by itself");
		}
	}
	zval_ptr_dtor(&callback);
}

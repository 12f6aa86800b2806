/*
 * Async\Semaphore: permits, handed to waiters in FIFO order.
 *
 * A permit that is released goes to the longest waiter. Permits are available only while no coroutine waits for one, so
 * no coroutine can overtake the waiters.
 */
#include "async_classes.h"

#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/lock.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"

#include "exceptions.h"
#include "stubs/semaphore_arginfo.h"

static zend_object_handlers semaphore_handlers;

typedef struct {
	zend_long permits;          /* the number of all permits; 0 until constructed */
	zend_long available;        /* permits that can be acquired without a wait */
	async_lock_t lock;          /* its waiters; it has no owner: any coroutine may release a permit */
	zend_object std;
} semaphore_t;

/* The frame of a parked acquire(). */
typedef struct {
	async_wait_t wait;          /* must be first */
	async_wait_node_t node;
	bool granted;
} acquisition_t;

static semaphore_t *semaphore_from_obj(zend_object *object)
{
	return async_container_of(object, semaphore_t, std);
}

#define THIS_SEMAPHORE() semaphore_from_obj(Z_OBJ_P(ZEND_THIS))

/* Hand a permit over to the longest waiter, or make it available. After one release() too many a cancelled waiter may
 * give back a permit that the semaphore does not have: it is dropped, so that there are never more than `permits`. */
static void give(semaphore_t *semaphore)
{
	async_wait_node_t *node = async_wait_claim_first(&semaphore->lock.waiters);

	if (node) {
		((acquisition_t *) node->wait)->granted = true;
	} else if (EXPECTED(semaphore->available < semaphore->permits)) {
		semaphore->available++;
	}
}

static void revoke_permit(async_wait_t *wait)
{
	acquisition_t *acquisition = (acquisition_t *) wait;

	if (acquisition->granted) {
		acquisition->granted = false;
		give(async_container_of(wait->subject, semaphore_t, lock));
	}
}

/* True when a permit was given. */
static bool park_for_permit(semaphore_t *semaphore, zend_object *token)
{
	acquisition_t acquisition = { .granted = false };

	async_wait_begin(&acquisition.wait, ASYNC_WAIT_FOR_LOCK);
	acquisition.wait.subject = &semaphore->lock;
	acquisition.wait.revoke = revoke_permit;
	GC_ADDREF(&semaphore->std);
	if (UNEXPECTED(async_park_on(&acquisition.wait, &semaphore->lock.waiters, &acquisition.node, false, token)
			== ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
	}
	OBJ_RELEASE(&semaphore->std);
	return acquisition.granted;
}

static bool acquire(semaphore_t *semaphore, zend_object *token)
{
	if (async_scheduler_start() && async_coroutine_is_cancellation_due(ASYNC_G(current))) {
		async_throw_cancellation();
		return false;
	}
	while (semaphore->available == 0) {
		if (UNEXPECTED(!async_limited_wait_allowed(token))) {
			return false;
		}
		if (park_for_permit(semaphore, token)) {
			return true;
		}
		if (EG(exception)) {
			return false;
		}
	}
	ZEND_ASSERT(semaphore->available > 0 && "the number of permits is never negative");
	semaphore->available--;
	return true;
}

/* ---- object ---- */

static zend_object *semaphore_create(zend_class_entry *ce)
{
	semaphore_t *semaphore = zend_object_alloc(sizeof(semaphore_t), ce);

	semaphore->lock.name = ZSTR_VAL(ce->name);
	async_note_place(&semaphore->lock.made_file, &semaphore->lock.made_line);
	zend_object_std_init(&semaphore->std, ce);
	semaphore->std.handlers = &semaphore_handlers;
	return &semaphore->std;
}

static void semaphore_free(zend_object *object)
{
	zend_object_std_dtor(object);
	async_lock_forget_place(&semaphore_from_obj(object)->lock);
}

static HashTable *semaphore_debug_info(zend_object *object, int *is_temp)
{
	const semaphore_t *semaphore = semaphore_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", semaphore->available > 0 ? "free" : "taken");
	async_debug_add_place(info, "createdAt", semaphore->lock.made_file, semaphore->lock.made_line);
	async_debug_add_long(info, "permits", semaphore->permits);
	async_debug_add_long(info, "available", semaphore->available);
	async_debug_add_waiters(info, "waiters", &semaphore->lock.waiters);
	return info;
}

static bool semaphore_row(zend_object *object, zval *row)
{
	const semaphore_t *semaphore = semaphore_from_obj(object);
	smart_str text = {0};

	add_assoc_string(row, "class", semaphore->lock.name);
	async_snapshot_add_place(row, "place", semaphore->lock.made_file, semaphore->lock.made_line);
	add_assoc_long(row, "permits", semaphore->permits);
	add_assoc_long(row, "available", semaphore->available);
	async_snapshot_add_lock(row, &semaphore->lock);
	smart_str_appends(&text, semaphore->lock.name);
	async_report_append_made_at(&text, semaphore->lock.made_file, semaphore->lock.made_line);
	smart_str_append_printf(&text, ", " ZEND_LONG_FMT " of " ZEND_LONG_FMT " permits available", semaphore->available,
		semaphore->permits);
	async_snapshot_append_lock(&text, &semaphore->lock);
	async_snapshot_add_text(row, "text", &text);
	return true;
}

static const async_snapshot_class_t semaphore_rows = { "locks", &semaphore_handlers, semaphore_row };

ASYNC_REGISTERS void async_semaphore_register(void)
{
	zend_class_entry *ce = register_class_Async_Semaphore();

	ce->create_object = semaphore_create;
	memcpy(&semaphore_handlers, zend_get_std_object_handlers(), sizeof(semaphore_handlers));
	semaphore_handlers.get_debug_info = semaphore_debug_info;
	semaphore_handlers.offset = offsetof(semaphore_t, std);
	semaphore_handlers.free_obj = semaphore_free;
	async_snapshot_add_class(&semaphore_rows);
	semaphore_handlers.clone_obj = NULL;
	semaphore_handlers.compare = async_compare_identity;
}

/* ---- methods ---- */

ZEND_METHOD(Async_Semaphore, __construct)
{
	semaphore_t *semaphore = THIS_SEMAPHORE();
	zend_long permits;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(permits)
	ZEND_PARSE_PARAMETERS_END();
	if (permits < 1) {
		zend_argument_value_error(1, "must be greater than 0");
		RETURN_THROWS();
	}
	if (semaphore->permits != 0) {
		async_throw("Async\\Semaphore is constructed once");
		RETURN_THROWS();
	}
	semaphore->permits = semaphore->available = permits;
}

ZEND_METHOD(Async_Semaphore, acquire)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 1))) {
		RETURN_THROWS();
	}
	acquire(THIS_SEMAPHORE(), token);
}

ZEND_METHOD(Async_Semaphore, tryAcquire)
{
	semaphore_t *semaphore = THIS_SEMAPHORE();

	ZEND_PARSE_PARAMETERS_NONE();
	if (semaphore->available == 0) {
		RETURN_FALSE;
	}
	semaphore->available--;
	RETURN_TRUE;
}

ZEND_METHOD(Async_Semaphore, release)
{
	semaphore_t *semaphore = THIS_SEMAPHORE();

	ZEND_PARSE_PARAMETERS_NONE();
	if (UNEXPECTED(semaphore->available == semaphore->permits)) {
		async_throw("release() without acquire(): all permits of the semaphore are back already");
		RETURN_THROWS();
	}
	give(semaphore);
}

ZEND_METHOD(Async_Semaphore, available)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(THIS_SEMAPHORE()->available);
}

ZEND_METHOD(Async_Semaphore, run)
{
	semaphore_t *semaphore = THIS_SEMAPHORE();
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
	if (async_token_check(token, 2) && acquire(semaphore, token)) {
		async_call_kept(&callback, return_value);
		if (EXPECTED(semaphore->available < semaphore->permits)) {
			give(semaphore);
		} else if (!EG(exception)) {
			async_throw("release() without acquire(): all permits of the semaphore are back already");
		}
	}
	zval_ptr_dtor(&callback);
}

/*
 * Async\Timeout, timeout() and delay(): waits for a time in milliseconds.
 */
#include "async_classes.h"

#include "engine/values.h"
#include "io/hooks/extensions.h"
#include "scheduler/activity.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/refuse_foreach.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"
#include "scheduler/snapshot.h"

#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/timeout_arginfo.h"
#include "testing/testing.h"

static zend_class_entry *timeout_ce;
static zend_object_handlers timeout_handlers;

typedef struct {
	async_timer_t timer;
	zend_long ms;
	bool fired;
	zend_string *made_file;         /* place where it was made; counted, NULL: not known */
	uint32_t made_line;
	uint64_t made_after;            /* the highest id that a coroutine had then */
	zend_object *cancellation;      /* counted; the reason of cancel(), which came before it fired; else NULL */
	async_awaitable_t awaitable;    /* must stay right before std */
	zend_object std;
} timeout_t;

static timeout_t *timeout_from_obj(zend_object *object)
{
	return async_container_of(object, timeout_t, std);
}

/* So few coroutines that wait have nothing to gain from wake-ups that they share. */
#define FEW_WAITING 16
/* While so many coroutines wait, their turns take longer than a step of the coarse grid. */
#define MANY_WAITING 1000

/* The deadline that is `ms` from now, rounded up to a grid. A step of the grid is at most 1/128 of the time, and at
 * most 65 microseconds, so that no delay is noticed; half a millisecond with many waiting coroutines, and 4
 * microseconds with few, as the kernel adds up to 50 of its own to a sleep. Deadlines that are close to each other
 * become equal, and many timers share a wake-up. */
static uint64_t deadline_after(zend_long ms)
{
	const uint64_t time = async_ns_from_ms(ms);
	const size_t waiting = ASYNC_G(waiting);
	const uint64_t step = UINT64_C(1) << (waiting < FEW_WAITING ? 12 : waiting < MANY_WAITING ? 16 : 19);
	const uint64_t slack = MIN(time / 128, step);
	uint64_t deadline = async_reactor_now() + time;

	ZEND_ASSERT(ms > 0 && "a time that has passed already needs no timer");
	if (slack > 1) {
		const uint64_t grid = UINT64_C(1) << (63 - __builtin_clzll(slack));
		deadline = (deadline + grid - 1) & ~(grid - 1);
	}
	return deadline;
}

static bool timeout_is_ready(zend_object *object)
{
	timeout_t *timeout = timeout_from_obj(object);
	return timeout->fired || timeout->cancellation;
}

static void timeout_take(zend_object *object, zval *result)
{
	timeout_t *timeout = timeout_from_obj(object);

	ZEND_ASSERT((timeout->fired || timeout->cancellation) && "only what is ready is taken");
	if (timeout->cancellation) {
		GC_ADDREF(timeout->cancellation);
		zend_throw_exception_internal(timeout->cancellation);
		return;
	}
	ZVAL_NULL(result);
}

static bool timeout_ended_as_token(zend_object *object, zend_object **previous)
{
	timeout_t *timeout = timeout_from_obj(object);

	if (timeout->cancellation) {
		GC_ADDREF(timeout->cancellation);
		*previous = timeout->cancellation;
	} else {
		*previous = async_exception_new(async_ce_timeout_exception,
			"Timed out after " ZEND_LONG_FMT " ms", timeout->ms);
	}
	return true;
}

static bool timeout_is_external(zend_object *object)
{
	return !timeout_is_ready(object);
}

static bool timeout_is_cancelled(zend_object *object)
{
	return timeout_from_obj(object)->cancellation != NULL;
}

static bool timeout_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const timeout_t *timeout = timeout_from_obj(object);

	(void) wait;
	smart_str_append_printf(text, "timeout of " ZEND_LONG_FMT " ms", timeout->ms);
	if (async_timer_is_armed(&timeout->timer)) {
		smart_str_appends(text, ", ");
		async_report_append_time_left(text, &timeout->timer);
	}
	return true;
}

static const async_awaitable_ops_t timeout_ops = {
	.is_ready = timeout_is_ready,
	.take = timeout_take,
	.ended_as_token = timeout_ended_as_token,
	.is_external = timeout_is_external,
	.has_failed = timeout_is_cancelled,
	.append_words = timeout_append_words,
};

static zend_object *timeout_create(zend_class_entry *ce)
{
	timeout_t *timeout = zend_object_alloc(sizeof(timeout_t), ce);

	async_note_place(&timeout->made_file, &timeout->made_line);
	timeout->made_after = ASYNC_G(next_id);
	timeout->awaitable.ops = &timeout_ops;
	zend_object_std_init(&timeout->std, ce);
	object_properties_init(&timeout->std, ce);
	timeout->std.handlers = &timeout_handlers;
	return &timeout->std;
}

static void timeout_free(zend_object *object)
{
	timeout_t *timeout = timeout_from_obj(object);

	if (ASYNC_G(reactor)) {
		async_timer_stop(ASYNC_G(reactor), &timeout->timer);
	}
	zend_object_std_dtor(object);
	async_wait_list_forget(&timeout->awaitable.waiters);
	async_clear_object(&timeout->cancellation);
	if (timeout->made_file) {
		zend_string_release(timeout->made_file);
	}
}

static HashTable *timeout_get_gc(zend_object *object, zval **table, int *n)
{
	timeout_t *timeout = timeout_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (timeout->cancellation) {
		zend_get_gc_buffer_add_obj(buffer, timeout->cancellation);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static void fire(void *argument)
{
	timeout_t *timeout = argument;

	ZEND_ASSERT(!timeout->fired && timeout->cancellation == NULL && "cancel() stops the timer, which fires once");
	timeout->fired = true;
	async_wait_list_wake_all(&timeout->awaitable.waiters);
}

/* Watchers may allocate memory. */
static void timeout_fired(async_timer_t *timer)
{
	async_scheduler_shield(fire, async_container_of(timer, timeout_t, timer));
}

static HashTable *timeout_debug_info(zend_object *object, int *is_temp)
{
	const timeout_t *timeout = timeout_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", timeout->fired ? "fired" : timeout->cancellation ? "cancelled" : "pending");
	async_debug_add_place(info, "createdAt", timeout->made_file, timeout->made_line);
	async_debug_add_long(info, "ms", timeout->ms);
	return info;
}

static bool timeout_row(zend_object *object, zval *row)
{
	const timeout_t *timeout = timeout_from_obj(object);
	smart_str text = {0};

	if (!async_timer_is_armed(&timeout->timer)) {
		return false;
	}
	async_snapshot_add_place(row, "place", timeout->made_file, timeout->made_line);
	add_assoc_long(row, "ms", timeout->ms);
	add_assoc_double(row, "remaining_ms", (double) async_report_time_left(&timeout->timer) / 1e6);
	add_assoc_long(row, "waiters", (zend_long) async_wait_list_count(&timeout->awaitable.waiters));
	timeout_append_words(object, NULL, &text);
	async_report_append_made_at(&text, timeout->made_file, timeout->made_line);
	async_snapshot_add_text(row, "text", &text);
	return true;
}

static const async_snapshot_class_t timeout_rows = { "timers", &timeout_handlers, timeout_row };

ASYNC_REGISTERS void async_timeout_register(void)
{
	timeout_ce = register_class_Async_Timeout(async_ce_completable);
	timeout_ce->create_object = timeout_create;
	memcpy(&timeout_handlers, zend_get_std_object_handlers(), sizeof(timeout_handlers));
	timeout_handlers.offset = offsetof(timeout_t, std);
	timeout_ce->get_iterator = async_refuse_foreach;
	timeout_handlers.get_debug_info = timeout_debug_info;
	timeout_handlers.free_obj = timeout_free;
	async_snapshot_add_class(&timeout_rows);
	timeout_handlers.get_gc = timeout_get_gc;
	timeout_handlers.clone_obj = NULL;
	timeout_handlers.compare = async_compare_identity;
}

/* Construct a timeout: start its timer. Throws when that is impossible. */
static void timeout_arm(timeout_t *timeout, zend_long ms)
{
	if (ms < 1) {
		zend_argument_value_error(1, "must be greater than 0");
		return;
	}
	if (!async_require_scheduler("make a timeout")) {
		return;
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("make a timeout");
		return;
	}
	if (timeout->ms != 0) {
		async_throw("Async\\Timeout is constructed once");
		return;
	}
	timeout->ms = ms;
	if (!async_timer_start(ASYNC_G(reactor), &timeout->timer, deadline_after(ms), timeout_fired)) {
		async_throw("Cannot make a timeout: %s", strerror(errno));
	}
}

const zend_string *async_timeout_left(const zend_object *object, uint64_t since, uint32_t *line, zend_long *ms)
{
	const timeout_t *timeout = async_container_of(object, timeout_t, std);

	if (object->handlers != &timeout_handlers || timeout->made_file == NULL || timeout->made_after < since
			|| !async_timer_is_armed(&timeout->timer)) {
		return NULL;
	}
	*line = timeout->made_line;
	*ms = timeout->ms;
	return timeout->made_file;
}

ZEND_METHOD(Async_Timeout, __construct)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	timeout_arm(timeout_from_obj(Z_OBJ_P(ZEND_THIS)), ms);
}

ZEND_METHOD(Async_Timeout, cancel)
{
	timeout_t *timeout = timeout_from_obj(Z_OBJ_P(ZEND_THIS));
	zend_object *reason = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();

	if (timeout_is_ready(&timeout->std)) {
		return;
	}
	if (reason) {
		GC_ADDREF(reason);
	} else {
		reason = async_cancellation_new_here();
	}
	timeout->cancellation = reason;
	if (ASYNC_G(reactor)) {
		async_timer_stop(ASYNC_G(reactor), &timeout->timer);
	}
	async_wait_list_wake_all(&timeout->awaitable.waiters);
}

ZEND_METHOD(Async_Timeout, isCompleted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(timeout_is_ready(Z_OBJ_P(ZEND_THIS)));
}

ZEND_METHOD(Async_Timeout, isCancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(timeout_is_cancelled(Z_OBJ_P(ZEND_THIS)));
}

ZEND_FUNCTION(Async_timeout)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();
	object_init_ex(return_value, timeout_ce);
	timeout_arm(timeout_from_obj(Z_OBJ_P(return_value)), ms);
}

/* Sleep as stock PHP does: in shutdown functions, in code where no coroutine may park, and in calls of extensions that
 * are not known (D42). */
static void sleep_in_place(zend_long ms)
{
	struct timespec rest = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	ASYNC_G(blocked_in_place)++;
	async_activity_mark(ASYNC_MARK_BLOCKED, 0);
	while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
	}
}

ZEND_FUNCTION(Async_delay)
{
	zend_long ms;
	async_wait_result_t result;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	if (UNEXPECTED(ms < 0)) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (UNEXPECTED(!async_scheduler_start()) || UNEXPECTED(!async_can_park()) || async_extensions_forbid_parking()) {
		sleep_in_place(ms);
		return;
	}
	result = ms == 0 ? async_yield() : async_park_until(deadline_after(ms));
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_throw_cancellation();
	} else if (UNEXPECTED(result == ASYNC_WAIT_ERROR)) {
		async_throw_no_loop("wait");
	}
}

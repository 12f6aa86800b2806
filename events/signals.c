/*
 * Async\signals() and Async\SignalWatcher: all deliveries of some signals.
 *
 * Each signal keeps its registration from the making of the watcher to close(), and stands in the order of pending
 * signals at most once: that is the bound of the memory, and what the kernel does with a signal that is pending.
 */
#include "events/events.h"

#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "await/value_loop.h"
#include "exceptions.h"
#include "stubs/signal_watcher_arginfo.h"

static zend_class_entry *ce_watcher;
static zend_object_handlers watcher_handlers;

typedef struct signal_watcher signal_watcher_t;

/* One of the signals. */
typedef struct {
	async_signal_waiter_t waiter;
	signal_watcher_t *watcher;
	int number;
	bool is_pending;                /* it is in the order of pending signals */
} watched_t;

struct signal_watcher {
	watched_t *signals;
	uint32_t count;
	uint32_t *pending;              /* indexes of pending signals, oldest first; has room for each signal once */
	uint32_t pending_count;
	bool closed;                    /* true until made, too */
	zend_string *made_file;         /* place where it was made; counted, NULL: not known */
	uint32_t made_line;
	async_awaitable_t awaitable;    /* must stay right before std */
	zend_object std;
};

static signal_watcher_t *watcher_from_obj(zend_object *object)
{
	return async_container_of(object, signal_watcher_t, std);
}

/* ---- registrations ---- */

static void wake_waiters(void *argument)
{
	async_wait_list_wake_all(&((signal_watcher_t *) argument)->awaitable.waiters);
}

/* The handle of the signal stays while it delivers, so that watching again cannot fail. Watchers may allocate. */
static void delivered(async_signal_waiter_t *waiter, int signo)
{
	watched_t *signal = async_container_of(waiter, watched_t, waiter);
	signal_watcher_t *watcher = signal->watcher;
	const int err = async_signal_watch(ASYNC_G(reactor), waiter, signo, delivered);

	ZEND_ASSERT(err == 0 && "the signal is being delivered, so it can be caught");
	(void) err;
	if (!signal->is_pending) {
		ZEND_ASSERT(watcher->pending_count < watcher->count && "each signal is pending once");
		signal->is_pending = true;
		watcher->pending[watcher->pending_count++] = (uint32_t) (signal - watcher->signals);
		async_scheduler_shield(wake_waiters, watcher);
	}
}

static void unregister(signal_watcher_t *watcher)
{
	for (uint32_t i = 0; i < watcher->count && ASYNC_G(reactor); i++) {
		async_signal_unwatch(ASYNC_G(reactor), &watcher->signals[i].waiter);
	}
}

/* errors: -errno, nothing is registered; *at is the signal that was refused */
static int register_all(signal_watcher_t *watcher, uint32_t *at)
{
	for (*at = 0; *at < watcher->count; ++*at) {
		watched_t *signal = &watcher->signals[*at];
		const int err = async_signal_watch(ASYNC_G(reactor), &signal->waiter, signal->number, delivered);

		if (err) {
			unregister(watcher);
			return err;
		}
	}
	return 0;
}

/* A forked child has no registration of its parent. What came before came to the parent. */
static void renew_in_child(signal_watcher_t *watcher)
{
	uint32_t refused;

	if (EXPECTED(watcher->closed) || EXPECTED(watcher->signals[0].waiter.signo != 0) || ASYNC_G(reactor) == NULL) {
		return;
	}
	for (uint32_t i = 0; i < watcher->count; i++) {
		watcher->signals[i].is_pending = false;
	}
	watcher->pending_count = 0;
	watcher->closed = register_all(watcher, &refused) != 0;
}

/* ---- as an awaitable ---- */

static bool watcher_is_ready(zend_object *object)
{
	signal_watcher_t *watcher = watcher_from_obj(object);

	renew_in_child(watcher);
	return watcher->pending_count > 0 || watcher->closed;
}

static bool watcher_is_over(zend_object *object)
{
	return watcher_from_obj(object)->closed;
}

static void throw_closed(void)
{
	async_throw("The watcher is closed");
}

/* Without a pending signal another waiter was faster. *result stays undefined, and the wait goes on. */
static void watcher_take(zend_object *object, zval *result)
{
	signal_watcher_t *watcher = watcher_from_obj(object);
	watched_t *signal;

	if (watcher->closed) {
		throw_closed();
		return;
	}
	if (watcher->pending_count == 0) {
		return;
	}
	signal = &watcher->signals[watcher->pending[0]];
	ZEND_ASSERT(signal->is_pending && "a signal in the order is pending");
	memmove(watcher->pending, watcher->pending + 1, --watcher->pending_count * sizeof(watcher->pending[0]));
	signal->is_pending = false;
	ZVAL_LONG(result, signal->number);
}

static bool watcher_ended_as_token(zend_object *object, zend_object **previous)
{
	(void) previous;
	if (watcher_is_over(object)) {
		throw_closed();
		return false;
	}
	return true;
}

static bool watcher_is_external(zend_object *object)
{
	return !watcher_is_over(object);
}

static zend_string *watcher_made_at(zend_object *object, uint32_t *line)
{
	*line = watcher_from_obj(object)->made_line;
	return watcher_from_obj(object)->made_file;
}

static bool watcher_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const signal_watcher_t *watcher = watcher_from_obj(object);

	(void) wait;
	smart_str_appends(text, watcher->count == 1 ? "signal" : "signals");
	for (uint32_t i = 0; i < watcher->count; i++) {
		smart_str_append_printf(text, "%s %d", i > 0 ? "," : "", watcher->signals[i].number);
	}
	return true;
}

static const async_awaitable_ops_t watcher_ops = {
	.is_ready = watcher_is_ready,
	.take = watcher_take,
	.ended_as_token = watcher_ended_as_token,
	.is_external = watcher_is_external,
	.has_failed = watcher_is_over,
	.made_at = watcher_made_at,
	.append_words = watcher_append_words,
};

/* ---- object ---- */

static zend_object *watcher_create(zend_class_entry *ce)
{
	signal_watcher_t *watcher = zend_object_alloc(sizeof(signal_watcher_t), ce);

	memset(watcher, 0, offsetof(signal_watcher_t, std));
	watcher->closed = true;
	async_note_place(&watcher->made_file, &watcher->made_line);
	watcher->awaitable.ops = &watcher_ops;
	zend_object_std_init(&watcher->std, ce);
	object_properties_init(&watcher->std, ce);
	watcher->std.handlers = &watcher_handlers;
	return &watcher->std;
}

static void close_watcher(signal_watcher_t *watcher)
{
	watcher->closed = true;
	watcher->pending_count = 0;
	unregister(watcher);
}

static void watcher_free(zend_object *object)
{
	signal_watcher_t *watcher = watcher_from_obj(object);

	close_watcher(watcher);
	zend_object_std_dtor(object);
	async_wait_list_forget(&watcher->awaitable.waiters);
	if (watcher->signals) {
		efree(watcher->signals);
		efree(watcher->pending);
	}
	if (watcher->made_file) {
		zend_string_release(watcher->made_file);
	}
}

static HashTable *watcher_debug_info(zend_object *object, int *is_temp)
{
	const signal_watcher_t *watcher = watcher_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);
	zval numbers;

	async_debug_add_text(info, "state", watcher->closed ? "closed" : "open");
	async_debug_add_place(info, "createdAt", watcher->made_file, watcher->made_line);
	array_init_size(&numbers, watcher->count);
	for (uint32_t i = 0; i < watcher->count; i++) {
		add_next_index_long(&numbers, watcher->signals[i].number);
	}
	async_debug_add(info, "signals", &numbers);
	async_debug_add_long(info, "pending", watcher->pending_count);
	async_debug_add_waiters(info, "waiters", &watcher->awaitable.waiters);
	return info;
}

static void next_event(zend_object *object, zval *result)
{
	async_events_next(object, watcher_is_over, result);
}

static zend_object_iterator *watcher_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	(void) ce;
	return async_value_loop(object, by_ref, next_event);
}

ASYNC_REGISTERS void async_signals_register(void)
{
	ce_watcher = register_class_Async_SignalWatcher(async_ce_awaitable, zend_ce_aggregate);
	ce_watcher->create_object = watcher_create;
	ce_watcher->get_iterator = watcher_get_iterator;
	memcpy(&watcher_handlers, zend_get_std_object_handlers(), sizeof(watcher_handlers));
	watcher_handlers.offset = offsetof(signal_watcher_t, std);
	watcher_handlers.get_debug_info = watcher_debug_info;
	watcher_handlers.free_obj = watcher_free;
	watcher_handlers.clone_obj = NULL;
	watcher_handlers.compare = async_compare_identity;
}

/* ---- function and methods ---- */

static bool is_known(const signal_watcher_t *watcher, zend_long number)
{
	for (uint32_t i = 0; i < watcher->count; i++) {
		if (watcher->signals[i].number == number) {
			return true;
		}
	}
	return false;
}

/* False after an exception about one of the arguments. A signal that is named twice counts once. */
static bool add_signals(signal_watcher_t *watcher, zval *values, uint32_t count)
{
	watcher->signals = ecalloc(count, sizeof(watched_t));
	watcher->pending = ecalloc(count, sizeof(watcher->pending[0]));
	for (uint32_t i = 0; i < count; i++) {
		const zend_long number = async_signal_number(&values[i], i + 1);

		if (number == 0) {
			return false;
		}
		if (!is_known(watcher, number)) {
			watcher->signals[watcher->count].watcher = watcher;
			watcher->signals[watcher->count++].number = (int) number;
		}
	}
	return true;
}

ZEND_FUNCTION(Async_signals)
{
	signal_watcher_t *watcher;
	zval *values;
	uint32_t count, refused;
	int err;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_VARIADIC('+', values, count)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_require_scheduler("wait for signals")) {
		RETURN_THROWS();
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("wait for signals");
		RETURN_THROWS();
	}
	object_init_ex(return_value, ce_watcher);
	watcher = watcher_from_obj(Z_OBJ_P(return_value));
	if (!add_signals(watcher, values, count)) {
		RETURN_THROWS();
	}
	err = register_all(watcher, &refused);
	if (err) {
		async_signal_refuse(err, refused + 1);
		RETURN_THROWS();
	}
	watcher->closed = false;
}

#define THIS_WATCHER() watcher_from_obj(Z_OBJ_P(ZEND_THIS))

ZEND_METHOD(Async_SignalWatcher, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_SignalWatcher, close)
{
	signal_watcher_t *watcher = THIS_WATCHER();

	ZEND_PARSE_PARAMETERS_NONE();
	if (!watcher->closed) {
		close_watcher(watcher);
		wake_waiters(watcher);
	}
}

ZEND_METHOD(Async_SignalWatcher, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_WATCHER()->closed);
}

ZEND_METHOD(Async_SignalWatcher, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_value_loop_object(return_value, ZEND_THIS);
}

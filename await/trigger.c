/*
 * Async\Trigger: an awaitable made of several others, which are its sources. The object, its lists of sources, and its
 * operations as an awaitable.
 */
#include "await/trigger_hold.h"

#include "engine/values.h"
#include "scheduler/cycle.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/refuse_foreach.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"

#include "exceptions.h"
#include "stubs/trigger_arginfo.h"

static zend_class_entry *ce_trigger;
static zend_object_handlers trigger_handlers;

async_trigger_t *async_trigger_if(zend_object *object)
{
	return object->ce == ce_trigger ? async_trigger_from_obj(object) : NULL;
}

/* ---- sources ---- */

/* Keep the numbers up to date that make it unnecessary to look at all sources. */
static void count_ready(async_source_t *source)
{
	async_trigger_t *base = source->trigger;

	source->order = ++base->fired;
	if (!source->is_final) {
		return;
	}
	if (async_source_has_failed(source)) {
		base->failures++;
	} else if (++base->successes == base->needed && base->kind == ASYNC_TRIGGER_SOME) {
		base->reached = source;
		base->failures_before = base->failures;
	}
}

static void append_ready(async_source_t *source)
{
	async_trigger_t *base = source->trigger;

	ZEND_ASSERT((base->ready == NULL) == (base->last_ready == NULL) && "an empty list has neither end");
	source->is_ready = true;
	source->next_ready = NULL;
	count_ready(source);
	async_source_note_failure(source);
	if (base->last_ready) {
		base->last_ready->next_ready = source;
	} else {
		base->ready = source;
	}
	base->last_ready = source;
}

static bool is_awaited_with(const async_trigger_t *base, async_errors_t errors)
{
	return base->errors == errors || (base->view_errors & (1u << errors));
}

/* May an await of the trigger, or of one of its views, end now that the source has fired? */
static bool may_end_await(const async_source_t *source)
{
	const async_trigger_t *base = source->trigger;
	bool failed;

	if (base->pending == 0 || base->unsettled > 0) {
		return true;
	}
	failed = async_source_has_failed(source);
	switch (base->kind) {
		case ASYNC_TRIGGER_ANY:
			return !failed || is_awaited_with(base, ASYNC_ERRORS_THROW) || is_awaited_with(base, ASYNC_ERRORS_IGNORE);
		case ASYNC_TRIGGER_ALL:
			return failed && is_awaited_with(base, ASYNC_ERRORS_IGNORE);
		default:
			return failed || base->successes >= base->needed || base->successes + base->pending < base->needed;
	}
}

static void source_fired(async_wait_node_t *node)
{
	async_source_t *source = async_container_of(node, async_source_t, node);
	async_trigger_t *base = source->trigger;

	ZEND_ASSERT(base->pending > 0 && "a source that is watched is pending");
	base->pending--;
	async_trigger_changed();
	append_ready(source);
	if (may_end_await(source)) {
		async_wait_list_wake_all(&base->awaitable.waiters);
	}
}

void async_source_watch(async_source_t *source)
{
	ZEND_ASSERT(source->node.list == NULL && "a source is watched once at a time");
	if (async_source_ops(source)->is_ready(source->object)) {
		append_ready(source);
		return;
	}
	source->is_ready = false;
	source->trigger->pending++;
	async_wait_list_watch(async_awaitable_waiters(source->object), &source->node, source_fired);
}

async_source_t *async_trigger_pop(async_trigger_t *trigger)
{
	async_trigger_t *base = trigger->base;
	async_source_t *source = base->ready;

	ZEND_ASSERT(source && "the caller has seen one");
	ZEND_ASSERT(base->kind == ASYNC_TRIGGER_ANY && "in other triggers a source stays ready");
	async_trigger_changed();
	base->ready = source->next_ready;
	if (base->ready == NULL) {
		base->last_ready = NULL;
	}
	if (source->is_final) {
		if (async_source_has_failed(source)) {
			base->failures--;
		} else {
			base->successes--;
		}
	}
	return source;
}

void async_trigger_add(async_trigger_t *trigger, zend_object *object, zval *key)
{
	const bool is_nested = async_trigger_if(object) != NULL;
	async_source_t *source = ecalloc(1, is_nested ? sizeof(async_nested_source_t) : sizeof(async_source_t));

	ZEND_ASSERT(trigger->base == trigger && "a view has no sources of its own");
	ZEND_ASSERT((trigger->kind != ASYNC_TRIGGER_ONE || trigger->count == 0) && "ONE has one source");
	source->trigger = trigger;
	source->is_nested = is_nested;
	source->object = object;
	source->is_final = instanceof_function(object->ce, async_ce_completable);
	GC_ADDREF(object);
	ZVAL_COPY(&source->key, key);
	ZVAL_UNDEF(&source->value);
	if (trigger->last) {
		trigger->last->next = source;
	} else {
		trigger->sources = source;
	}
	trigger->last = source;
	trigger->count++;
	trigger->unsettled += !source->is_final;
	if (UNEXPECTED(is_nested) || trigger->kind == ASYNC_TRIGGER_ONE) {
		async_source_link(source);
	}
	/* ONE needs no watcher: its waiters are linked in the list of its source. */
	if (trigger->kind != ASYNC_TRIGGER_ONE) {
		async_source_watch(source);
	}
}

static void unwatch_source(async_source_t *source)
{
	async_wait_list_remove(&source->node);
	if (UNEXPECTED(source->is_open) || UNEXPECTED(source->is_nested)) {
		async_source_unlink(source);
	}
}

/* The list of waiters of a view and of ONE is that of another object. When frames were left, the nodes of watchers stay
 * in the lists, and the engine frees all objects in the order of their handles: so that object stays for the watchers
 * that are freed later. */
static void free_source(async_source_t *source)
{
	if (EXPECTED(source->trigger->kind != ASYNC_TRIGGER_ONE) || !async_scheduler_left_frames()) {
		OBJ_RELEASE(source->object);
	}
	async_clear_value(&source->key);
	async_clear_value(&source->value);
	efree(source);
}

/* ---- as an awaitable ---- */

static bool trigger_is_ready(zend_object *object)
{
	return async_trigger_is_ready(async_trigger_from_obj(object));
}

static void trigger_take(zend_object *object, zval *result)
{
	async_trigger_take(async_trigger_from_obj(object), result);
}

/* When the trigger gives a cancellation, that becomes the previous exception. Any other exception is thrown. */
static bool trigger_ended_as_token(zend_object *object, zend_object **previous)
{
	async_trigger_t *trigger = async_trigger_from_obj(object);
	zval value;
	bool failed, taken;

	async_trigger_await_begin(trigger);
	taken = async_trigger_take_from(object, &value, &failed);
	async_trigger_await_end(trigger);
	if (!taken) {
		return false;
	}
	if (!failed) {
		zval_ptr_dtor(&value);
		return true;
	}
	if (instanceof_function(Z_OBJCE(value), async_ce_cancellation)) {
		*previous = Z_OBJ(value);
		return true;
	}
	zend_throw_exception_internal(Z_OBJ(value));
	return false;
}

static bool trigger_has_failed(zend_object *object)
{
	return async_trigger_has_failed(async_trigger_from_obj(object));
}

static async_source_t *first_external(async_trigger_t *base);

/* May the source be external now or later? One that may not now never may. */
static bool may_be_external(const async_source_t *source)
{
	const async_trigger_t *nested = async_trigger_if(source->object);

	if (nested) {
		return first_external(nested->base) != NULL;
	}
	return (source->node.list || !source->is_final || source->trigger->kind == ASYNC_TRIGGER_ONE)
		&& async_awaitable_is_external(source->object);
}

/* The next look begins where this one ends, so that an await costs the same for any number of sources. */
static async_source_t *first_external(async_trigger_t *base)
{
	async_source_t *source = base->external ? base->external : base->sources;

	while (source && !may_be_external(source)) {
		source = source->next;
	}
	base->external = source ? source : base->last;
	return source;
}

static bool trigger_is_external(zend_object *object)
{
	async_trigger_t *base = async_trigger_from_obj(object)->base;
	const async_source_t *source = first_external(base);

	while (source && !((source->node.list || base->kind == ASYNC_TRIGGER_ONE)
		&& async_awaitable_is_external(source->object))) {
		source = source->next;
	}
	return source != NULL;
}

static void trigger_hold(zend_object *object)
{
	async_trigger_await_begin(async_trigger_from_obj(object));
}

static void trigger_release(zend_object *object)
{
	async_trigger_await_end(async_trigger_from_obj(object));
}

static async_wait_list_t *trigger_waiters(zend_object *object)
{
	async_trigger_t *base = async_trigger_from_obj(object)->base;

	ZEND_ASSERT((base->kind != ASYNC_TRIGGER_ONE || base->sources) && "ONE has its source from the start");
	return base->kind == ASYNC_TRIGGER_ONE ? async_awaitable_waiters(base->sources->object) : &base->awaitable.waiters;
}

/* How many waiters of its own a coroutine looks at, the latest first. A cycle beyond is left to the deadlock report. */
#define OWN_WAITERS_MAX 100

static bool is_own_source(const async_trigger_t *base, const async_coroutine_t *self)
{
	const async_wait_node_t *node = self->awaitable.waiters.tail;

	for (int i = 0; node && i < OWN_WAITERS_MAX; i++, node = node->prev) {
		if (node->wait == NULL && node->notify == source_fired && ((const async_source_t *) node)->trigger == base) {
			return true;
		}
	}
	return base->kind == ASYNC_TRIGGER_ONE && base->sources->object == &self->std;
}

/* Refuse a wait that only the end of the current coroutine can end, because it is a source itself (D26). */
static bool refuse_own(async_trigger_t *trigger)
{
	async_coroutine_t *self = ASYNC_G(current);

	return self && UNEXPECTED(is_own_source(trigger->base, self)) && !async_trigger_is_ready(trigger)
		&& async_cycle_is_own(&trigger->std, 0) && async_refuse_self(&self->std);
}

static bool trigger_await(zend_object *object, zend_object *token, zval *result)
{
	async_trigger_t *trigger = async_trigger_from_obj(object);
	bool done;

	if (UNEXPECTED(trigger->base->taker != NULL) && trigger->base->taker == ASYNC_G(current)) {
		async_throw("The handler of ignoreErrors() cannot await the trigger that waits for it");
		return false;
	}
	if (UNEXPECTED(refuse_own(trigger))) {
		return false;
	}
	async_trigger_await_begin(trigger);
	done = async_await_ready(object, token, result);
	async_trigger_await_end(trigger);
	return done;
}

static void trigger_each_source(zend_object *object, async_source_fn fn, void *context)
{
	for (const async_source_t *at = async_trigger_from_obj(object)->base->sources; at; at = at->next) {
		if (!at->is_ready) {
			fn(at->object, context);
		}
	}
}

static const char *const kinds[] = { "any", "all", "anyOf", "of one" };

static bool trigger_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const async_trigger_t *base = async_trigger_from_obj(object)->base;

	(void) wait;
	/* Triggers may be nested at any depth. */
	if (base->kind == ASYNC_TRIGGER_ONE && base->sources->object->ce != ce_trigger) {
		async_report_append_awaitable(text, base->sources->object, NULL);
		return true;
	}
	smart_str_append_printf(text, "%s() of " ZEND_LONG_FMT " awaitable%s", kinds[base->kind], base->count,
		base->count == 1 ? "" : "s");
	return true;
}

static bool trigger_needs_all(zend_object *object)
{
	return async_trigger_from_obj(object)->base->kind == ASYNC_TRIGGER_ALL;
}

static const async_awaitable_ops_t trigger_ops = {
	.is_ready = trigger_is_ready,
	.take = trigger_take,
	.ended_as_token = trigger_ended_as_token,
	.is_external = trigger_is_external,
	.has_failed = trigger_has_failed,
	.hold = trigger_hold,
	.release = trigger_release,
	.waiters = trigger_waiters,
	.each_source = trigger_each_source,
	.needs_all = trigger_needs_all,
	.append_words = trigger_append_words,
	.await = trigger_await,
};

/* ---- object ---- */

static zend_object *trigger_create(zend_class_entry *ce)
{
	async_trigger_t *trigger = zend_object_alloc(sizeof(async_trigger_t), ce);

	memset(trigger, 0, offsetof(async_trigger_t, std));
	ZVAL_UNDEF(&trigger->handler);
	trigger->base = trigger;
	async_ring_init(&trigger->ending);
	async_ring_init(&trigger->unheld);
	async_ring_init(&trigger->nested);
	async_ring_init(&trigger->parents);
	async_note_place(&trigger->made_file, &trigger->made_line);
	trigger->awaitable.ops = &trigger_ops;
	zend_object_std_init(&trigger->std, ce);
	object_properties_init(&trigger->std, ce);
	trigger->std.handlers = &trigger_handlers;
	return &trigger->std;
}

async_trigger_t *async_trigger_new(async_trigger_kind_t kind)
{
	async_trigger_t *trigger = async_trigger_from_obj(trigger_create(ce_trigger));

	trigger->kind = kind;
	return trigger;
}

async_trigger_t *async_trigger_view(zend_object *object, async_errors_t errors)
{
	async_trigger_t *inner = async_trigger_if(object);
	async_trigger_t *view;
	zval key;

	if (inner == NULL || inner->errors != ASYNC_ERRORS_THROW) {
		view = async_trigger_new(ASYNC_TRIGGER_ONE);
		ZVAL_LONG(&key, 0);
		async_trigger_add(view, object, &key);
	} else {
		view = async_trigger_new(inner->kind);
		view->needed = inner->needed;
		/* The base of `inner`, not `inner` itself: so a view of a view has a direct link to the sources, too. */
		view->base = inner->base;
		ZEND_ASSERT(view->base->base == view->base && "the base of a view is no view");
		view->base->view_errors |= 1u << errors;
		GC_ADDREF(&view->base->std);
	}
	view->errors = errors;
	return view;
}

static void trigger_free(zend_object *object)
{
	async_trigger_t *trigger = async_trigger_from_obj(object);
	async_source_t *source = trigger->sources;

	zend_object_std_dtor(object);
	if (trigger->made_file) {
		zend_string_release(trigger->made_file);
	}
	async_wait_list_forget(&trigger->awaitable.waiters);
	if (UNEXPECTED(!async_ring_is_empty(&trigger->parents))) {
		async_trigger_forget_parents(trigger);
	}
	/* First all of them: a value that goes with its source may have a destructor, which may settle another source. */
	for (async_source_t *at = source; at; at = at->next) {
		unwatch_source(at);
	}
	trigger->sources = trigger->last = trigger->ready = trigger->last_ready = NULL;
	while (source) {
		async_source_t *next = source->next;
		free_source(source);
		source = next;
	}
	if (UNEXPECTED(trigger->holds != NULL)) {
		async_trigger_drop_releasers(trigger);
	}
	async_clear_value(&trigger->handler);
	if (trigger->base != trigger && EXPECTED(!async_scheduler_left_frames())) {
		OBJ_RELEASE(&trigger->base->std);
	}
}

static HashTable *trigger_get_gc(zend_object *object, zval **table, int *n)
{
	async_trigger_t *trigger = async_trigger_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	for (async_source_t *source = trigger->sources; source; source = source->next) {
		zend_get_gc_buffer_add_obj(buffer, source->object);
		zend_get_gc_buffer_add_zval(buffer, &source->value);
	}
	zend_get_gc_buffer_add_zval(buffer, &trigger->handler);
	if (trigger->base != trigger) {
		zend_get_gc_buffer_add_obj(buffer, &trigger->base->std);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static HashTable *trigger_debug_info(zend_object *object, int *is_temp)
{
	const async_trigger_t *trigger = async_trigger_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "kind", kinds[trigger->kind]);
	if (trigger->kind != ASYNC_TRIGGER_ONE || trigger->base->sources) {
		async_debug_add_text(info, "state", async_trigger_is_ready(trigger) ? "ready" : "pending");
	}
	async_debug_add_place(info, "createdAt", trigger->made_file, trigger->made_line);
	async_debug_add_long(info, "sources", trigger->base->count);
	return info;
}

ASYNC_REGISTERS void async_trigger_register(void)
{
	ce_trigger = register_class_Async_Trigger(async_ce_awaitable);
	ce_trigger->create_object = trigger_create;
	ce_trigger->get_iterator = async_refuse_foreach;
	memcpy(&trigger_handlers, zend_get_std_object_handlers(), sizeof(trigger_handlers));
	trigger_handlers.offset = offsetof(async_trigger_t, std);
	trigger_handlers.get_debug_info = trigger_debug_info;
	trigger_handlers.free_obj = trigger_free;
	trigger_handlers.get_gc = trigger_get_gc;
	trigger_handlers.clone_obj = NULL;
	trigger_handlers.compare = async_compare_identity;
}

ZEND_METHOD(Async_Trigger, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

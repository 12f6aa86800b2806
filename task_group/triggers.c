/*
 * The triggers of a group, awaitables for the outcome of several tasks: all(), race(), any(), firstResult(). They hold
 * the group, and the TaskGroup until they have fired: a TaskGroup that is dropped cancels its tasks (D40).
 */
#include "task_group/task_group.h"

#include "engine/values.h"
#include "scheduler/debug_info.h"
#include "scheduler/deferred_release.h"
#include "scheduler/identity.h"
#include "scheduler/refuse_foreach.h"
#include "scheduler/report.h"

#include "zend_exceptions.h"

#include "exceptions.h"

static zend_class_entry *ce_trigger;
static zend_object_handlers trigger_handlers;

typedef enum { TRIGGER_ALL, TRIGGER_RACE, TRIGGER_FIRST, TRIGGER_ANY } trigger_kind_t;

typedef struct {
	async_group_cursor_t cursor;
	zend_object *handle;      /* the TaskGroup, counted; NULL when the trigger has fired */
	trigger_kind_t kind;
	bool ignores_errors;
	bool null_on_fail;
	uint64_t tasks_before;    /* ALL: it covers the tasks with smaller serials */
	bool has_fired;           /* ALL: these are over */
	bool has_read;            /* ALL, fired: the next two are set */
	HashTable *results;       /* ALL: by key; NULL when the group does not capture */
	HashTable *errors;        /* ALL: exceptions in the order of the tasks, NULL: none */
	zend_object *composite;   /* the exception that was thrown: the same for each waiter … */
	uint64_t composite_ends;  /* … until more tasks have ended */
	async_awaitable_t awaitable; /* must stay right before std */
	zend_object std;
} trigger_t;

static trigger_t *trigger_from_obj(zend_object *object)
{
	return async_container_of(object, trigger_t, std);
}

static trigger_t *trigger_of_cursor(async_group_cursor_t *cursor)
{
	return (trigger_t *) cursor;
}

/* The next task, past those that the trigger ignores; NULL: it has not ended yet. */
static async_task_t *candidate(trigger_t *trigger)
{
	async_task_t *task = trigger->cursor.at;

	while (task && trigger->ignores_errors && (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED)) {
		task = task->next;
	}
	if (task != trigger->cursor.at) {
		async_group_move_cursor(&trigger->cursor, task);
	}
	return task;
}

static bool trigger_is_ready(zend_object *object)
{
	trigger_t *trigger = trigger_from_obj(object);

	if (trigger->kind == TRIGGER_ALL) {
		return trigger->has_fired;
	}
	return candidate(trigger) || async_group_pending(trigger->cursor.group) == 0;
}

static void add_by_key(HashTable *array, const zval *key, zval *value)
{
	Z_TRY_ADDREF_P(value);
	if (Z_TYPE_P(key) == IS_STRING) {
		zend_hash_update(array, Z_STR_P(key), value);
	} else {
		zend_hash_index_update(array, Z_LVAL_P(key), value);
	}
}

static void add_error(HashTable **errors, const async_task_t *task)
{
	zval error;
	const zval *last;

	ZEND_ASSERT((ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) && "only a task that failed has an error");
	if (*errors == NULL) {
		*errors = zend_new_array(0);
	}
	/* The reason of the group's own cancel() is the error of all tasks that were cancelled: add it once. */
	zend_hash_internal_pointer_end(*errors);
	last = zend_hash_get_current_data(*errors);
	if (last == NULL || Z_OBJ_P(last) != Z_OBJ(task->outcome)) {
		ZVAL_OBJ(&error, Z_OBJ(task->outcome));
		add_by_key(*errors, &task->key, &error);
	}
}

/* ALL has fired: take what it gives from now on, whatever happens to the group. Not before a waiter asks for it or the
 * group drops records: a group may have many triggers that no code reads. */
static void read_tasks(trigger_t *trigger)
{
	async_group_t *group = trigger->cursor.group;
	const bool captures = group->flags & ASYNC_GROUP_CAPTURE;
	async_task_t *task;
	zval null;

	ZEND_ASSERT(trigger->has_fired && "the tasks are over");
	if (trigger->has_read) {
		return;
	}
	trigger->has_read = true;
	async_ring_remove(&trigger->cursor.node);
	async_ring_insert_tail(&group->read, &trigger->cursor.node);
	ZVAL_NULL(&null);
	if (captures) {
		trigger->results = zend_new_array(zend_hash_num_elements(&group->tasks));
	}
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		if (task->serial >= trigger->tasks_before || !(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_OVER)) {
			continue;
		}
		if (!(ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED)) {
			if (captures) {
				add_by_key(trigger->results, &task->key, &task->outcome);
			}
			continue;
		}
		if (captures && trigger->null_on_fail) {
			add_by_key(trigger->results, &task->key, &null);
		}
		if (!trigger->ignores_errors) {
			add_error(&trigger->errors, task);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_group_read_alls(async_group_t *group)
{
	while (!async_ring_is_empty(&group->unread)) {
		read_tasks(trigger_of_cursor((async_group_cursor_t *) async_ring_first(&group->unread)));
	}
}

static bool covers_pending(const trigger_t *trigger)
{
	const async_task_t *first = trigger->cursor.group->first_pending;

	return first && first->serial < trigger->tasks_before;
}

/* The triggers are in the order of their creation, so none of them covers fewer tasks than the one before it. */
void async_group_tell_alls(async_group_t *group)
{
	while (!async_ring_is_empty(&group->alls)) {
		trigger_t *trigger = trigger_of_cursor((async_group_cursor_t *) async_ring_first(&group->alls));

		if (covers_pending(trigger)) {
			return;
		}
		trigger->has_fired = true;
		async_ring_remove(&trigger->cursor.node);
		async_ring_insert_tail(&group->unread, &trigger->cursor.node);
		async_wait_list_wake_all(&trigger->awaitable.waiters);
	}
}

static void trigger_told(async_group_cursor_t *cursor)
{
	trigger_t *trigger = trigger_of_cursor(cursor);

	if (trigger->awaitable.waiters.head && trigger_is_ready(&trigger->std)) {
		async_wait_list_wake_all(&trigger->awaitable.waiters);
	}
}

/* Mark the errors of the tasks that the trigger covers as seen: they were thrown. */
static void see_covered(trigger_t *trigger)
{
	async_task_t *task, *next;

	for (task = async_group_first_unseen(trigger->cursor.group); task; task = next) {
		next = task->next;
		if (trigger->kind != TRIGGER_ALL || task->serial < trigger->tasks_before) {
			async_group_see(task);
		}
	}
}

/* Make the exception as if the user's code had made it, without the frame of await() in its trace. The argument of that
 * frame is the trigger, which keeps the exception: that would be a cycle. */
static zend_object *compose_outside(HashTable *errors)
{
	zend_execute_data *here = EG(current_execute_data);
	zend_object *composite;

	while (EG(current_execute_data) && EG(current_execute_data)->func
		&& !ZEND_USER_CODE(EG(current_execute_data)->func->type) && EG(current_execute_data)->prev_execute_data) {
		EG(current_execute_data) = EG(current_execute_data)->prev_execute_data;
	}
	composite = async_exception_compose(errors);
	EG(current_execute_data) = here;
	return composite;
}

/* Throw the same exception to each waiter. It is made anew when more tasks have ended since, except for ALL. */
static void throw_composite(trigger_t *trigger, HashTable *errors)
{
	const uint64_t ends = trigger->cursor.group->ends;

	if (trigger->composite && trigger->composite_ends != ends && trigger->kind != TRIGGER_ALL) {
		zend_object *before = trigger->composite;

		trigger->composite = NULL;
		/* Destructors of its exceptions may await this very trigger. */
		async_deferred_drop(before);
	}
	if (trigger->composite == NULL) {
		trigger->composite = compose_outside(errors);
		trigger->composite_ends = ends;
	}
	GC_ADDREF(trigger->composite);
	trigger->cursor.group->answered_before = trigger->cursor.group->serial;
	see_covered(trigger);
	zend_throw_exception_internal(trigger->composite);
}

static void take_all(trigger_t *trigger, zval *result)
{
	read_tasks(trigger);
	if (trigger->errors) {
		throw_composite(trigger, trigger->errors);
	} else if (trigger->results) {
		ZVAL_ARR(result, zend_array_dup(trigger->results));
	} else {
		ZVAL_NULL(result);
	}
}

/* Throw for a trigger that no task of the group can make fire any more (D23). */
static ZEND_COLD void throw_none_left(trigger_t *trigger)
{
	async_group_t *group = trigger->cursor.group;
	HashTable *errors = NULL;

	if (trigger->kind == TRIGGER_ANY) {
		for (async_task_t *task = group->over.head; task; task = task->next) {
			if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) {
				add_error(&errors, task);
			}
		}
	}
	if (errors) {
		throw_composite(trigger, errors);
		zend_array_release(errors);
	} else {
		async_throw("No task of the group is left that could %s",
			trigger->ignores_errors ? "succeed" : "complete");
	}
}

/* The trigger has fired. The last reference on the TaskGroup is dropped later: its destructor may run PHP code, and the
 * caller may be walking over several sources. */
static void let_handle_go(trigger_t *trigger)
{
	zend_object *handle = trigger->handle;

	if (handle) {
		trigger->handle = NULL;
		async_deferred_drop(handle);
	}
}

static void take_task(trigger_t *trigger, zval *result)
{
	async_group_t *group = trigger->cursor.group;
	async_task_t *task;

	if (trigger->kind == TRIGGER_ALL) {
		take_all(trigger, result);
		return;
	}
	task = candidate(trigger);
	if (task == NULL) {
		throw_none_left(trigger);
		return;
	}
	if (trigger->kind == TRIGGER_RACE) {
		async_group_move_cursor(&trigger->cursor, task->next);
	}
	if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) {
		async_group_throw(task);
		return;
	}
	ZVAL_COPY(result, &task->outcome);
	group->answered_before = group->serial;
	if (trigger->kind == TRIGGER_RACE) {
		async_group_used(&trigger->cursor, task);
	}
	if (trigger->ignores_errors) {
		/* The errors of the tasks that end after the winner are ignored, too. */
		async_group_ignore(group);
	}
}

static void trigger_take(zend_object *object, zval *result)
{
	trigger_t *trigger = trigger_from_obj(object);

	take_task(trigger, result);
	let_handle_go(trigger);
}

static bool trigger_await(zend_object *object, zend_object *token, zval *result)
{
	const bool held_group = trigger_from_obj(object)->handle != NULL;
	bool done;

	if (!trigger_is_ready(object) && async_group_refuse_own(trigger_from_obj(object)->cursor.group, object, 0)) {
		return false;
	}
	done = async_await_ready(object, token, result);
	if (done && held_group) {
		/* If the trigger had the last reference on the group, the waiter drops it, and not a coroutine later. */
		async_deferred_release();
		if (UNEXPECTED(EG(exception) != NULL)) {
			async_clear_value(result);
			return false;
		}
	}
	return done;
}

static bool trigger_ended_as_token(zend_object *object, zend_object **previous)
{
	zval ignored;

	(void) previous;
	ZVAL_UNDEF(&ignored);
	trigger_take(object, &ignored);
	zval_ptr_dtor(&ignored);
	return EG(exception) == NULL;
}

static bool trigger_has_failed(zend_object *object)
{
	trigger_t *trigger = trigger_from_obj(object);
	const async_task_t *task;

	if (trigger->kind == TRIGGER_ALL) {
		read_tasks(trigger);
		return trigger->errors != NULL;
	}
	task = candidate(trigger);
	return task == NULL || (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED);
}

/* For reports. The trigger needs no hold() and release(): it holds the group, which holds the failures. */
static void trigger_each_source(zend_object *object, async_source_fn fn, void *context)
{
	const trigger_t *trigger = trigger_from_obj(object);

	async_group_each_pending(trigger->cursor.group, trigger->kind == TRIGGER_ALL ? trigger->tasks_before : UINT64_MAX,
		fn, context);
}

static zend_string *trigger_made_at(zend_object *object, uint32_t *line)
{
	const async_group_t *group = trigger_from_obj(object)->cursor.group;

	*line = group->line;
	return group->file;
}

static const char *const kinds[] = { "all", "race", "firstResult", "any" };

static bool trigger_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const trigger_t *trigger = trigger_from_obj(object);
	const async_group_t *group = trigger->cursor.group;

	(void) wait;
	smart_str_append_printf(text, "%s() of a TaskGroup", kinds[trigger->kind]);
	async_report_append_made_at(text, group->file, group->line);
	return true;
}

static bool trigger_needs_all(zend_object *object)
{
	return trigger_from_obj(object)->kind == TRIGGER_ALL;
}

static const async_awaitable_ops_t trigger_ops = {
	.is_ready = trigger_is_ready,
	.take = trigger_take,
	.ended_as_token = trigger_ended_as_token,
	.has_failed = trigger_has_failed,
	.each_source = trigger_each_source,
	.made_at = trigger_made_at,
	.needs_all = trigger_needs_all,
	.append_words = trigger_append_words,
	.await = trigger_await,
};

static zend_object *trigger_create(zend_class_entry *ce)
{
	trigger_t *trigger = zend_object_alloc(sizeof(trigger_t), ce);

	trigger->awaitable.ops = &trigger_ops;
	zend_object_std_init(&trigger->std, ce);
	trigger->std.handlers = &trigger_handlers;
	return &trigger->std;
}

static trigger_t *new_trigger(zend_object *handle, trigger_kind_t kind, bool ignore)
{
	trigger_t *trigger = trigger_from_obj(trigger_create(ce_trigger));
	async_group_t *group = async_group_of_handle(handle);

	trigger->handle = handle;
	GC_ADDREF(handle);
	trigger->kind = kind;
	trigger->ignores_errors = ignore;
	if (kind == TRIGGER_ALL) {
		trigger->tasks_before = group->serial;
		async_group_link_to(&trigger->cursor, group, &group->alls);
	} else {
		trigger->cursor.told = trigger_told;
		trigger->cursor.takes_results = true;
		trigger->cursor.skips_failed = ignore;
		async_group_link_cursor(&trigger->cursor, group);
	}
	if (ignore) {
		async_group_ignore(group);
	}
	return trigger;
}

zend_object *async_group_trigger_all(zend_object *handle, bool ignore, bool null_on_fail)
{
	trigger_t *trigger = new_trigger(handle, TRIGGER_ALL, ignore);
	async_group_t *group = trigger->cursor.group;

	trigger->null_on_fail = null_on_fail;
	async_group_tell_alls(group);
	return &trigger->std;
}

zend_object *async_group_trigger_race(zend_object *handle, bool ignore)
{
	return &new_trigger(handle, TRIGGER_RACE, ignore)->std;
}

zend_object *async_group_trigger_first(zend_object *handle, bool ignore)
{
	return &new_trigger(handle, TRIGGER_FIRST, ignore)->std;
}

zend_object *async_group_trigger_any(zend_object *handle)
{
	return &new_trigger(handle, TRIGGER_ANY, true)->std;
}

static void trigger_free(zend_object *object)
{
	trigger_t *trigger = trigger_from_obj(object);

	zend_object_std_dtor(object);
	async_wait_list_forget(&trigger->awaitable.waiters);
	async_clear_object(&trigger->handle);
	async_group_unlink_cursor(&trigger->cursor);
	async_clear_array(&trigger->results);
	async_clear_array(&trigger->errors);
	async_clear_object(&trigger->composite);
}

static void add_array(zend_get_gc_buffer *buffer, HashTable *array)
{
	zval *value;

	if (array) {
		ZEND_HASH_FOREACH_VAL(array, value) {
			zend_get_gc_buffer_add_zval(buffer, value);
		} ZEND_HASH_FOREACH_END();
	}
}

static HashTable *trigger_get_gc(zend_object *object, zval **table, int *n)
{
	trigger_t *trigger = trigger_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (trigger->handle) {
		zend_get_gc_buffer_add_obj(buffer, trigger->handle);
	}
	if (trigger->cursor.group) {
		zend_get_gc_buffer_add_obj(buffer, &trigger->cursor.group->std);
	}
	add_array(buffer, trigger->results);
	add_array(buffer, trigger->errors);
	if (trigger->composite) {
		zend_get_gc_buffer_add_obj(buffer, trigger->composite);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static HashTable *trigger_debug_info(zend_object *object, int *is_temp)
{
	trigger_t *trigger = trigger_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	if (trigger->cursor.group) {
		async_debug_add_text(info, "kind", kinds[trigger->kind]);
		async_debug_add_text(info, "state", trigger_is_ready(object) ? "ready" : "pending");
		async_debug_add_place(info, "groupCreatedAt", trigger->cursor.group->file, trigger->cursor.group->line);
	}
	return info;
}

ASYNC_REGISTERS void async_group_triggers_register(zend_class_entry *ce)
{
	ce_trigger = ce;
	ce_trigger->create_object = trigger_create;
	ce_trigger->get_iterator = async_refuse_foreach;
	memcpy(&trigger_handlers, zend_get_std_object_handlers(), sizeof(trigger_handlers));
	trigger_handlers.offset = offsetof(trigger_t, std);
	trigger_handlers.get_debug_info = trigger_debug_info;
	trigger_handlers.free_obj = trigger_free;
	trigger_handlers.get_gc = trigger_get_gc;
	trigger_handlers.clone_obj = NULL;
	trigger_handlers.compare = async_compare_identity;
}

ZEND_METHOD(Async_TaskGroupTrigger, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

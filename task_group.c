/*
 * Async\TaskGroup: the class, a handle of the group that task_group/task_group.h describes.
 */
#include "task_group/task_group.h"

#include "scheduler/cycle.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/report.h"
#include "scheduler/scope_end.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "exceptions.h"
#include "stubs/task_group_arginfo.h"

static zend_class_entry *ce_task_group;
static zend_object_handlers handle_handlers;

typedef struct {
	async_group_t *group;        /* counted */
	async_awaitable_t awaitable; /* must stay right before std */
	zend_object std;
} handle_t;

static handle_t *handle_from_obj(zend_object *object)
{
	return async_container_of(object, handle_t, std);
}

async_group_t *async_group_of_handle(zend_object *handle)
{
	return handle_from_obj(handle)->group;
}

#define THIS_GROUP() async_group_of_handle(Z_OBJ_P(ZEND_THIS))

/* ---- as an awaitable ---- */

static bool handle_is_ready(zend_object *object)
{
	async_group_t *group = async_group_of_handle(object);

	return async_group_pending(group) == 0 || async_group_first_unseen(group);
}

/* The results of the tasks that succeeded, by key. */
static void list_results(async_group_t *group, zval *results)
{
	async_task_t *task;

	array_init_size(results, zend_hash_num_elements(&group->tasks));
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		if ((ASYNC_TASK_FLAGS(task) & (ASYNC_TASK_OVER | ASYNC_TASK_FAILED)) == ASYNC_TASK_OVER) {
			array_set_zval_key(Z_ARRVAL_P(results), &task->key, &task->outcome);
		}
	} ZEND_HASH_FOREACH_END();
}

static void handle_take(zend_object *object, zval *result)
{
	async_group_t *group = async_group_of_handle(object);
	async_task_t *failed = async_group_first_unseen(group);

	if (failed) {
		async_group_throw(failed);
	} else if (group->flags & ASYNC_GROUP_CAPTURE) {
		list_results(group, result);
	} else {
		ZVAL_NULL(result);
	}
}

static bool handle_ended_as_token(zend_object *object, zend_object **previous)
{
	async_task_t *failed = async_group_first_unseen(async_group_of_handle(object));

	(void) previous;
	if (failed) {
		async_group_throw(failed);
	}
	return failed == NULL;
}

static bool handle_has_failed(zend_object *object)
{
	return async_group_first_unseen(async_group_of_handle(object)) != NULL;
}

/* A task that waits for all tasks would wait for itself (D26). True after an exception. */
static bool refuse_inside(const async_group_t *group)
{
	if (ASYNC_G(current) == NULL || EXPECTED(!async_group_has(group, ASYNC_G(current)))) {
		return false;
	}
	async_throw("Awaiting a task group from within one of its tasks would cause a deadlock");
	return true;
}

bool async_group_refuse_own(const async_group_t *group, zend_object *object, int64_t detail)
{
	return ASYNC_G(current) && UNEXPECTED(async_group_has(group, ASYNC_G(current)))
		&& async_cycle_is_own(object, detail) && refuse_inside(group);
}

static bool handle_await(zend_object *object, zend_object *token, zval *result)
{
	return !refuse_inside(async_group_of_handle(object)) && async_await_ready(object, token, result);
}

static bool handle_needs_all(zend_object *object)
{
	(void) object;
	return true;
}

static zend_string *handle_made_at(zend_object *object, uint32_t *line)
{
	*line = async_group_of_handle(object)->line;
	return async_group_of_handle(object)->file;
}

static bool handle_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const async_group_t *group = async_group_of_handle(object);

	if (wait == NULL || wait->detail != ASYNC_WAIT_FOR_ONE_OF) {
		return false;
	}
	smart_str_appends(text, "the next task of ");
	smart_str_append(text, object->ce->name);
	async_report_append_made_at(text, group->file, group->line);
	return true;
}

static void handle_each_source(zend_object *object, async_source_fn fn, void *context)
{
	async_group_each_pending(async_group_of_handle(object), UINT64_MAX, fn, context);
}

/* No hold() and release(): the group itself holds the failures of its tasks, whatever waits for it. */
static const async_awaitable_ops_t handle_ops = {
	.is_ready = handle_is_ready,
	.take = handle_take,
	.ended_as_token = handle_ended_as_token,
	.has_failed = handle_has_failed,
	.each_source = handle_each_source,
	.made_at = handle_made_at,
	.needs_all = handle_needs_all,
	.append_words = handle_append_words,
	.await = handle_await,
};

/* ---- object ---- */

static zend_object *handle_create(zend_class_entry *ce)
{
	handle_t *handle = zend_object_alloc(sizeof(handle_t), ce);

	handle->awaitable.ops = &handle_ops;
	zend_object_std_init(&handle->std, ce);
	handle->std.handlers = &handle_handlers;
	handle->group = async_group_new();
	handle->group->handle = &handle->std;
	handle->group->awaiters = &handle->awaitable.waiters;
	return &handle->std;
}

/* A cancellation that leaves the function which has the group ends its tasks, too: that is no mistake. Any other
 * exception says nothing about the tasks. */
static void handle_destructor(zend_object *object)
{
	if (EG(exception) && instanceof_function(EG(exception)->ce, async_ce_cancellation)) {
		async_group_of_handle(object)->flags |= ASYNC_GROUP_SILENT;
	}
	zend_objects_destroy_object(object);
}

static void handle_free(zend_object *object)
{
	async_group_t *group = async_group_of_handle(object);
	zend_object *scope;
	HashTable *callbacks;

	if (UNEXPECTED(group == NULL)) {
		/* The memory limit was reached before it had one. */
		zend_object_std_dtor(object);
		return;
	}
	scope = group->scope_object;
	callbacks = group->callbacks;
	ZEND_ASSERT(group->handle == object && "a group has one handle");
	group->handle = NULL;
	group->awaiters = NULL;
	group->flags |= ASYNC_GROUP_CLOSED;
	group->scope_object = NULL;
	group->callbacks = NULL;
	async_scope_unlink_starter(&group->starter);
	zend_object_std_dtor(object);
	async_wait_list_forget(async_awaitable_waiters(object));
	OBJ_RELEASE(&group->std);
	if (callbacks) {
		/* The destructor did not run: after exit() or a fatal error callbacks are not called. */
		zend_array_release(callbacks);
	}
	if (scope) {
		OBJ_RELEASE(scope);
	}
}

static HashTable *handle_get_gc(zend_object *object, zval **table, int *n)
{
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_obj(buffer, &async_group_of_handle(object)->std);
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static HashTable *handle_debug_info(zend_object *object, int *is_temp)
{
	const async_group_t *group = async_group_of_handle(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", group->flags & ASYNC_GROUP_CLOSED ? "closed" : "open");
	async_debug_add_place(info, "createdAt", group->file, group->line);
	async_debug_add_long(info, "running", (zend_long) group->running);
	async_debug_add_long(info, "queued", (zend_long) group->queued);
	async_debug_add_long(info, "finished", (zend_long) (zend_hash_num_elements(&group->tasks) + group->forgotten
		- async_group_pending(group)));
	return info;
}

ASYNC_REGISTERS void async_task_group_register(void)
{
	async_group_startup();
	ce_task_group = register_class_Async_TaskGroup(async_ce_awaitable, async_ce_spawn_strategy, zend_ce_countable,
		zend_ce_aggregate);
	ce_task_group->create_object = handle_create;
	zend_register_class_alias_ex(ZEND_STRL("Async\\CoroutineGroup"), ce_task_group, true);
	memcpy(&handle_handlers, zend_get_std_object_handlers(), sizeof(handle_handlers));
	handle_handlers.offset = offsetof(handle_t, std);
	handle_handlers.dtor_obj = handle_destructor;
	handle_handlers.get_debug_info = handle_debug_info;
	handle_handlers.free_obj = handle_free;
	handle_handlers.get_gc = handle_get_gc;
	handle_handlers.clone_obj = NULL;
	handle_handlers.compare = async_compare_identity;
	async_group_triggers_register(register_class_Async_TaskGroupTrigger(async_ce_awaitable));
	async_group_iterator_register(register_class_Async_TaskGroupIterator(zend_ce_iterator));
}

/* ---- construction ---- */

/* Check and set the limits; `queue` adds to the concurrency. False after an exception. */
static bool take_limits(async_group_t *group, bool has_limit, zend_long limit, uint32_t limit_arg, bool has_queue,
	zend_long queue)
{
	if (has_limit && limit < 1) {
		zend_argument_value_error(limit_arg, "must be greater than 0");
		return false;
	}
	if (has_queue && queue < 0) {
		zend_argument_value_error(5, "must be greater than or equal to 0");
		return false;
	}
	if (has_limit) {
		group->concurrency = (size_t) limit;
		/* The sum of two zend_long fits. */
		group->capacity = has_queue ? (size_t) limit + (size_t) queue : 0;
	}
	return true;
}

/* Give the group its scope: the one that was named, else a new child of the current one. False after an exception. */
static bool take_scope(async_group_t *group, zend_object *named)
{
	async_scope_t *scope = named ? async_scope_from_obj(named) : async_scope_current();

	ZEND_ASSERT(group->scope == NULL && group->scope_object == NULL && "a group gets its scope once");
	if (scope->flags & ASYNC_SCOPE_CLOSED) {
		async_throw("Coroutine scope is closed");
		return false;
	}
	if (named) {
		GC_ADDREF(named);
	} else {
		named = async_scope_make(scope);
		scope = async_scope_from_obj(named);
		group->flags |= ASYNC_GROUP_OWNS_SCOPE;
	}
	group->scope_object = named;
	group->scope = scope;
	async_scope_addref(scope);
	async_group_watch_scope(group);
	return true;
}

ZEND_METHOD(Async_TaskGroup, __construct)
{
	async_group_t *group = THIS_GROUP();
	zend_object *scope = NULL;
	zend_long limit = 0, positional = 0, queue = 0;
	bool capture = true, no_capture_given = true, bounded = false;
	bool no_limit = true, no_queue = true, no_positional = true;

	ZEND_PARSE_PARAMETERS_START(0, 5)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_LONG_OR_NULL(scope, async_ce_scope, positional, no_positional)
		Z_PARAM_BOOL_OR_NULL(capture, no_capture_given)
		Z_PARAM_BOOL(bounded)
		Z_PARAM_LONG_OR_NULL(limit, no_limit)
		Z_PARAM_LONG_OR_NULL(queue, no_queue)
	ZEND_PARSE_PARAMETERS_END();

	if (group->scope) {
		async_throw("Async\\TaskGroup is constructed once");
		RETURN_THROWS();
	}
	no_positional |= scope != NULL;
	if (!no_positional && !no_limit) {
		zend_argument_value_error(4, "must be null when argument #1 ($scope) is the concurrency");
		RETURN_THROWS();
	}
	if (bounded && scope && (async_scope_from_obj(scope)->flags & ASYNC_SCOPE_GLOBAL)) {
		async_throw("The global scope cannot be bounded to a task group");
		RETURN_THROWS();
	}
	if (!take_limits(group, !no_limit || !no_positional, no_limit ? positional : limit, no_limit ? 1 : 4, !no_queue,
			queue) || !take_scope(group, scope)) {
		RETURN_THROWS();
	}
	group->flags &= ~ASYNC_GROUP_CLOSED;
	if (bounded) {
		group->flags |= ASYNC_GROUP_BOUNDED;
	}
	if (!no_capture_given && !capture) {
		group->flags &= ~ASYNC_GROUP_CAPTURE;
	}
}

/* ---- results ---- */

ZEND_METHOD(Async_TaskGroup, all)
{
	bool ignore = false, null_on_fail = false;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(ignore)
		Z_PARAM_BOOL(null_on_fail)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_OBJ(async_group_trigger_all(Z_OBJ_P(ZEND_THIS), ignore, null_on_fail));
}

ZEND_METHOD(Async_TaskGroup, race)
{
	bool ignore = false;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(ignore)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_OBJ(async_group_trigger_race(Z_OBJ_P(ZEND_THIS), ignore));
}

ZEND_METHOD(Async_TaskGroup, any)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ(async_group_trigger_any(Z_OBJ_P(ZEND_THIS)));
}

ZEND_METHOD(Async_TaskGroup, firstResult)
{
	bool ignore = false;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(ignore)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_OBJ(async_group_trigger_first(Z_OBJ_P(ZEND_THIS), ignore));
}

ZEND_METHOD(Async_TaskGroup, getResults)
{
	async_group_t *group = THIS_GROUP();

	ZEND_PARSE_PARAMETERS_NONE();
	if (!(group->flags & ASYNC_GROUP_CAPTURE)) {
		RETURN_EMPTY_ARRAY();
	}
	list_results(group, return_value);
}

ZEND_METHOD(Async_TaskGroup, getErrors)
{
	async_group_t *group = THIS_GROUP();
	async_task_t *task;

	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	ZEND_HASH_FOREACH_PTR(&group->tasks, task) {
		if (ASYNC_TASK_FLAGS(task) & ASYNC_TASK_FAILED) {
			array_set_zval_key(Z_ARRVAL_P(return_value), &task->key, &task->outcome);
		}
	} ZEND_HASH_FOREACH_END();
	async_group_see_all(group);
}

ZEND_METHOD(Async_TaskGroup, suppressErrors)
{
	ZEND_PARSE_PARAMETERS_NONE();
	THIS_GROUP()->flags |= ASYNC_GROUP_SUPPRESS;
	async_group_see_all(THIS_GROUP());
}

ZEND_METHOD(Async_TaskGroup, disposeResults)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_group_forget_all(THIS_GROUP());
}

ZEND_METHOD(Async_TaskGroup, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_OBJ(async_group_iterate(Z_OBJ_P(ZEND_THIS)));
}

/* ---- ending ---- */

ZEND_METHOD(Async_TaskGroup, cancel)
{
	zend_object *reason = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();
	async_group_dispose(THIS_GROUP(), reason);
}

ZEND_METHOD(Async_TaskGroup, dispose)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_group_dispose(THIS_GROUP(), NULL);
}

ZEND_METHOD(Async_TaskGroup, close)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_group_close(THIS_GROUP());
}

/* The completion callbacks get the group as their argument: with callbacks the group holds its own handle until they
 * are due. */
ZEND_METHOD(Async_TaskGroup, __destruct)
{
	async_group_t *group = THIS_GROUP();

	ZEND_PARSE_PARAMETERS_NONE();
	if (ASYNC_G(exit_called)) {
		return;
	}
	if (!(group->flags & ASYNC_GROUP_SILENT)) {
		async_group_warn_of_drop(group);
	}
	async_group_dispose(group, NULL);
	if (group->callbacks && !(group->flags & ASYNC_GROUP_HANDLE_KEPT)) {
		group->flags |= ASYNC_GROUP_HANDLE_KEPT;
		GC_ADDREF(group->handle);
	}
}

ZEND_METHOD(Async_TaskGroup, onFinally)
{
	async_group_t *group = THIS_GROUP();
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	if (UNEXPECTED(group->scope == NULL)) {
		async_throw("The task group cannot be used: its constructor has failed, or has not ended");
		RETURN_THROWS();
	}
	async_callable_keep(&callback, &fci, &fcc);
	if (group->callbacks == NULL) {
		group->callbacks = zend_new_array(1);
	}
	zend_hash_next_index_insert(group->callbacks, &callback);
	async_scope_owes(group->scope);
	async_group_finish(group);
}

/* ---- state ---- */

ZEND_METHOD(Async_TaskGroup, isFinished)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(async_group_pending(THIS_GROUP()) == 0);
}

ZEND_METHOD(Async_TaskGroup, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_GROUP()->flags & ASYNC_GROUP_CLOSED);
}

ZEND_METHOD(Async_TaskGroup, count)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG((zend_long) (zend_hash_num_elements(&THIS_GROUP()->tasks) + THIS_GROUP()->forgotten));
}

static bool park_idle(async_group_t *group, zend_object *token)
{
	async_wait_node_t node;
	async_wait_t wait;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = group->handle;
	if (async_park_on(&wait, &group->idlers, &node, false, token) == ASYNC_WAIT_CANCELLED) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

ZEND_METHOD(Async_TaskGroup, awaitCompletion)
{
	async_group_t *group = THIS_GROUP();
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 1) || refuse_inside(group)) {
		RETURN_THROWS();
	}
	while (async_group_pending(group) > 0) {
		if (async_token_fired(token)) {
			async_token_throw(token);
			RETURN_THROWS();
		}
		if (!async_require_scheduler("wait") || !async_wait_allowed()
			|| UNEXPECTED(async_cycle_refuse(ASYNC_WAIT_FOR_AWAITABLE, Z_OBJ_P(ZEND_THIS), token))
			|| !park_idle(group, token)) {
			RETURN_THROWS();
		}
	}
}

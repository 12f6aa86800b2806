/*
 * The methods that add tasks to a group: spawn(), spawnWithKey(), add(), and those of a strategy of spawnWith().
 */
#include "task_group/task_group.h"

#include "exceptions.h"

#define THIS_GROUP() async_group_of_handle(Z_OBJ_P(ZEND_THIS))

/* ---- adding ---- */

/* Is the key free? NULL (the next free number) always is. Throws if not. */
static bool check_key(const async_group_t *group, const zval *key)
{
	if (key == NULL || EXPECTED(!async_group_has_key(group, key))) {
		return true;
	}
	if (Z_TYPE_P(key) == IS_STRING) {
		async_throw("The task group has a task with the key \"%s\" already", Z_STRVAL_P(key));
	} else {
		async_throw("The task group has a task with the key " ZEND_LONG_FMT " already", Z_LVAL_P(key));
	}
	return false;
}

/* May the coroutine become a task: is it none of the group yet, and the group open? Throws if not. */
static bool check_stranger(const async_group_t *group, const async_coroutine_t *coroutine)
{
	if (async_group_has(group, coroutine)) {
		async_throw("The coroutine is a task of the group already");
		return false;
	}
	return async_group_check_open(group);
}

/* Wait until a task with this key may be added. False after an exception. */
static bool may_add(async_group_t *group, const zval *key)
{
	if (!check_key(group, key) || !async_group_await_room(group)) {
		return false;
	}
	if (UNEXPECTED(!check_key(group, key))) {
		/* Another coroutine took the key meanwhile: the place goes to the next waiter. */
		async_group_give_room(group);
		return false;
	}
	return true;
}

static void spawn(zval *return_value, async_group_t *group, const zval *key, zend_fcall_info *fci,
	zend_fcall_info_cache *fcc)
{
	const bool can_start = async_scheduler_start();
	async_coroutine_t *coroutine;
	async_task_t *task;

	if (!async_group_check_open(group)) {
		return;
	}
	if (UNEXPECTED(!async_spawn_has_loop())) {
		return;
	}
	coroutine = async_spawn_prepare(fci, fcc);
	if (UNEXPECTED(!can_start)) {
		RETVAL_OBJ(&coroutine->std);
		async_spawn_refuse_late(coroutine);
		return;
	}
	if (async_spawn_has_hooks() && !async_spawn_call_hooks(coroutine, group->scope)) {
		async_coroutine_release(coroutine);
		return;
	}
	/* A callback of onSpawn() may have passed the coroutine to this group. */
	if (UNEXPECTED((async_spawn_has_hooks() && !check_stranger(group, coroutine)) || !may_add(group, key))) {
		async_spawn_end_unstarted(coroutine);
		async_coroutine_release(coroutine);
		return;
	}
	if (UNEXPECTED(!async_coroutine_is_unclaimed(coroutine))) {
		/* A callback of onSpawn() has passed it on, and it was cancelled while this call waited for a place. */
		async_group_give_room(group);
		async_coroutine_release(coroutine);
		async_throw("The coroutine was cancelled while the group had no place for it");
		return;
	}
	ZEND_ASSERT(group->scope && "an open group has a scope");
	RETVAL_OBJ(&coroutine->std);
	async_coroutine_addref(coroutine);
	task = async_group_add(group, coroutine, key);
	if (async_group_has_turn(group)) {
		group->running++;
		async_spawn_enqueue(coroutine, group->scope);
	} else {
		async_group_queue(task);
	}
}

ZEND_METHOD(Async_TaskGroup, spawn)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(fci.params, fci.param_count, fci.named_params)
	ZEND_PARSE_PARAMETERS_END();
	spawn(return_value, THIS_GROUP(), NULL, &fci, &fcc);
}

ZEND_METHOD(Async_TaskGroup, spawnWithKey)
{
	zend_string *name;
	zend_long number;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zend_ulong index;
	zval key;

	ZEND_PARSE_PARAMETERS_START(2, -1)
		Z_PARAM_STR_OR_LONG(name, number)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(fci.params, fci.param_count, fci.named_params)
	ZEND_PARSE_PARAMETERS_END();
	/* "1" is the number 1, as for keys of arrays: results are given as an array. */
	if (name == NULL) {
		ZVAL_LONG(&key, number);
	} else if (ZEND_HANDLE_NUMERIC(name, index)) {
		ZVAL_LONG(&key, (zend_long) index);
	} else {
		ZVAL_STR(&key, name);
	}
	spawn(return_value, THIS_GROUP(), &key, &fci, &fcc);
}

ZEND_METHOD(Async_TaskGroup, add)
{
	async_group_t *group = THIS_GROUP();
	zend_object *object;
	async_coroutine_t *coroutine;
	async_task_t *task;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(object, async_ce_coroutine)
	ZEND_PARSE_PARAMETERS_END();
	coroutine = async_coroutine_from_obj(object);
	if (!check_stranger(group, coroutine)) {
		RETURN_THROWS();
	}
	async_coroutine_addref(coroutine);
	task = async_group_add(group, coroutine, NULL);
	if (async_coroutine_is_completed(coroutine)) {
		async_group_add_over(task);
	} else {
		group->running++;
	}
}

/* ---- as a strategy of spawnWith() ---- */

ZEND_METHOD(Async_TaskGroup, provideScope)
{
	zend_object *scope = THIS_GROUP()->scope_object;

	ZEND_PARSE_PARAMETERS_NONE();
	if (scope) {
		RETURN_OBJ_COPY(scope);
	}
	RETURN_NULL();
}

ZEND_METHOD(Async_TaskGroup, beforeCoroutineEnqueue)
{
	async_group_t *group = THIS_GROUP();
	zend_object *object, *scope;
	async_coroutine_t *coroutine;
	async_task_t *task;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_OBJ_OF_CLASS(object, async_ce_coroutine)
		Z_PARAM_OBJ_OF_CLASS(scope, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
	coroutine = async_coroutine_from_obj(object);
	if (!async_coroutine_is_unclaimed(coroutine)) {
		async_throw("The coroutine has been handed to the scheduler already: use add()");
		RETURN_THROWS();
	}
	if (!check_stranger(group, coroutine) || !may_add(group, NULL)) {
		RETURN_THROWS();
	}
	if (UNEXPECTED(!async_coroutine_is_unclaimed(coroutine))) {
		/* Cancelled, or started by other code, while this call waited for a place, which goes to the next waiter. */
		async_group_give_room(group);
		async_throw("The coroutine was handed to the scheduler or cancelled while the group had no place for it");
		RETURN_THROWS();
	}
	array_init(return_value);
	async_coroutine_addref(coroutine);
	task = async_group_add(group, coroutine, NULL);
	if (async_group_has_turn(group)) {
		group->running++;
	} else {
		async_group_queue(task);
		add_assoc_bool(return_value, "later", true);
	}
}

ZEND_METHOD(Async_TaskGroup, afterCoroutineEnqueue)
{
	zend_object *coroutine, *scope;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_OBJ_OF_CLASS(coroutine, async_ce_coroutine)
		Z_PARAM_OBJ_OF_CLASS(scope, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
}

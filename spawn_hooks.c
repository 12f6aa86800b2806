/*
 * Async\onSpawn(): callbacks that see each coroutine in the coroutine that spawns it. By them the state of a library,
 * such as the current span of a trace, goes from a coroutine to those that it spawns.
 */
#include "async_classes.h"

#include "engine/put_aside.h"
#include "scheduler/deferred_release.h"
#include "scheduler/scheduler.h"

#include "exceptions.h"

ZEND_FUNCTION(Async_onSpawn)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	if (ASYNC_MODULE_G(spawn_hooks) == NULL) {
		ALLOC_HASHTABLE(ASYNC_MODULE_G(spawn_hooks));
		zend_hash_init(ASYNC_MODULE_G(spawn_hooks), 1, NULL, ZVAL_PTR_DTOR, false);
	}
	async_callable_keep(&callback, &fci, &fcc);
	zend_hash_next_index_insert_new(ASYNC_MODULE_G(spawn_hooks), &callback);
}

/* Callbacks that are registered meanwhile are first called for the next coroutine. False after an exception. */
static bool call_all(async_coroutine_t *coroutine)
{
	const uint32_t count = zend_hash_num_elements(ASYNC_MODULE_G(spawn_hooks));
	zval callback, argument, result;

	for (uint32_t i = 0; i < count && !EG(exception); i++) {
		ZVAL_COPY(&callback, zend_hash_index_find(ASYNC_MODULE_G(spawn_hooks), i));
		ZVAL_OBJ_COPY(&argument, &coroutine->std);
		ZVAL_UNDEF(&result);
		call_user_function(NULL, NULL, &callback, &result, 1, &argument);
		zval_ptr_dtor(&result);
		zval_ptr_dtor(&argument);
		zval_ptr_dtor(&callback);
	}
	return !EG(exception);
}

ZEND_COLD void async_spawn_end_unstarted(async_coroutine_t *coroutine)
{
	if (coroutine->state == ASYNC_COROUTINE_CREATED && GC_REFCOUNT(&coroutine->std) > 1) {
		const async_put_aside_t kept = async_put_aside();

		async_coroutine_cancel(coroutine, NULL);
		async_deferred_release();
		async_put_back(kept);
	}
}

/* Can it be queued after all that the callbacks have done? False with an exception. */
static bool may_start(const async_coroutine_t *coroutine, const async_scope_t *scope)
{
	if (!async_scheduler_start()) {
		/* A Fiber that a callback had suspended was resumed in a shutdown function. */
		async_throw("The coroutine will not start: the request is shutting down, and its coroutines have ended");
	} else if (scope->flags & ASYNC_SCOPE_CLOSED) {
		async_throw("Coroutine scope is closed");
	} else if (!async_coroutine_is_unclaimed(coroutine)) {
		async_throw("A callback of onSpawn() has cancelled the coroutine, or started it");
	} else {
		return true;
	}
	return false;
}

ZEND_COLD bool async_spawn_call_hooks(async_coroutine_t *coroutine, async_scope_t *scope)
{
	async_coroutine_t *spawner = ASYNC_G(current);
	async_put_aside_t kept;
	bool is_left;

	if (spawner->in_spawn_hook) {
		return true;
	}
	/* C code may spawn when it frees a value of a function that an exception leaves. */
	kept = async_put_aside();
	async_scope_addref(scope);
	GC_ADDREF(&spawner->std);   /* a Fiber that a callback suspends may outlive it */
	spawner->in_spawn_hook = true;
	is_left = call_all(coroutine);
	spawner->in_spawn_hook = false;
	OBJ_RELEASE(&spawner->std);
	is_left = is_left && may_start(coroutine, scope);
	if (!is_left) {
		async_spawn_end_unstarted(coroutine);
	}
	async_scope_release(scope);
	async_put_back(kept);
	return is_left;
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	HashTable *hooks = ASYNC_MODULE_G(spawn_hooks);

	if (hooks) {
		ASYNC_MODULE_G(spawn_hooks) = NULL;
		zend_hash_destroy(hooks);
		FREE_HASHTABLE(hooks);
	}
}

const async_part_t async_spawn_hooks_part = { .request_end = end_request };

/*
 * Async\spawn(), spawnWith(), and the providers and strategies that say where a coroutine goes (rows SP, ST).
 */
#include "async_classes.h"

#include "scheduler/deferred_release.h"
#include "scheduler/lineage.h"
#include "scheduler/scheduler.h"

#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "exceptions.h"
#include "stubs/spawn_arginfo.h"

zend_class_entry *async_ce_scope_provider;
zend_class_entry *async_ce_spawn_strategy;
static zend_class_entry *ce_hi_priority;

/* Options of beforeCoroutineEnqueue() that this scheduler knows. */
#define OPTION_HI_PRIORITY "hiPriority"
#define OPTION_LATER "later"

/* What the start finds by a name, or holds no object, becomes a closure. */
static ZEND_COLD void set_closure(async_coroutine_t *coroutine, const zend_fcall_info *fci,
	const zend_fcall_info_cache *fcc)
{
	async_callable_keep(&coroutine->callable, fci, fcc);
	coroutine->target = (async_target_t) { .called_scope = fcc->called_scope, .object = fcc->object };
	if (Z_TYPE(coroutine->callable) == IS_OBJECT && Z_OBJCE(coroutine->callable) == zend_ce_closure) {
		coroutine->target.function = (zend_function *) zend_get_closure_method_def(Z_OBJ(coroutine->callable));
	}
}

static zend_always_inline void set_target(async_coroutine_t *coroutine, const zend_fcall_info *fci,
	zend_fcall_info_cache *fcc)
{
	/* A trampoline is valid for one call that follows at once: the start resolves the callable again. Z_PARAM_FUNC has
	 * released it already, zend_fcall_info_init() has not. */
	if (EXPECTED(fcc->function_handler != NULL)
		&& UNEXPECTED(fcc->function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		zend_release_fcall_info_cache(fcc);
	}
	if (UNEXPECTED(async_callable_borrows(fci, fcc))) {
		set_closure(coroutine, fci, fcc);
		return;
	}
	ZVAL_COPY(&coroutine->callable, &fci->function_name);
	if (EXPECTED(fcc->function_handler != NULL)) {
		coroutine->target = (async_target_t) {
			.function = fcc->function_handler, .called_scope = fcc->called_scope, .object = fcc->object,
		};
	}
}

/* Copy the parsed callable and its arguments; references are resolved, so that the arguments stay what they are now. */
static void set_body(async_coroutine_t *coroutine, zend_fcall_info *fci, zend_fcall_info_cache *fcc)
{
	ZEND_ASSERT(Z_ISUNDEF(coroutine->callable) && coroutine->params == NULL && "a coroutine gets its body once");
	set_target(coroutine, fci, fcc);
	if (UNEXPECTED(fci->param_count > 0)) {
		coroutine->param_count = fci->param_count;
		coroutine->params = safe_emalloc(fci->param_count, sizeof(zval), 0);
		for (uint32_t i = 0; i < fci->param_count; i++) {
			ZVAL_COPY_DEREF(&coroutine->params[i], &fci->params[i]);
		}
	}
	if (UNEXPECTED(fci->named_params != NULL)) {
		coroutine->named_params = zend_array_dup(fci->named_params);
	}
}

async_coroutine_t *async_spawn_prepare(zend_fcall_info *fci, zend_fcall_info_cache *fcc)
{
	async_coroutine_t *coroutine = async_coroutine_new();

	async_coroutine_note_spawn(coroutine);
	set_body(coroutine, fci, fcc);
	return coroutine;
}

/* `front`: before all others in the run queue. `detached`: not a child of the current coroutine. */
static zend_always_inline void enqueue(async_coroutine_t *coroutine, async_scope_t *scope, bool front, bool detached)
{
	ZEND_ASSERT(coroutine->state == ASYNC_COROUTINE_CREATED && "a coroutine is handed to the scheduler once");
	async_coroutine_addref(coroutine);
	if (!detached) {
		async_lineage_join(coroutine);
	}
	async_scheduler_enqueue(coroutine, scope, front);
}

ZEND_COLD bool async_spawn_open_loop(void)
{
	if (async_scheduler_start() && async_scheduler_reactor() == NULL) {
		async_throw_no_loop("start a coroutine");
		return false;
	}
	return true;
}

ZEND_COLD void async_spawn_refuse_late(async_coroutine_t *coroutine)
{
	ZEND_ASSERT(coroutine->state == ASYNC_COROUTINE_CREATED && "a coroutine that is refused has not started");
	async_coroutine_cancel(coroutine, NULL);
	php_error_docref(NULL, E_WARNING,
		"The coroutine will not start: the request is shutting down, and its coroutines have ended");
}

static ZEND_COLD void throw_closed(void)
{
	async_throw("Coroutine scope is closed");
}

void async_spawn_enqueue(async_coroutine_t *coroutine, async_scope_t *scope)
{
	enqueue(coroutine, scope, false, false);
}

/* A coroutine that is spawned with the global scope by name is detached: no child of the coroutine that spawns it
 * (LT-06). */
static zend_always_inline void spawn_in(zval *return_value, async_scope_t *scope, zend_fcall_info *fci,
	zend_fcall_info_cache *fcc, bool detached)
{
	async_coroutine_t *coroutine;

	if (UNEXPECTED(!async_spawn_has_loop())) {
		return;
	}
	if (UNEXPECTED(scope->flags & ASYNC_SCOPE_CLOSED)) {
		throw_closed();
		return;
	}
	coroutine = async_spawn_prepare(fci, fcc);
	RETVAL_OBJ(&coroutine->std);
	if (UNEXPECTED(!async_scheduler_start())) {
		async_spawn_refuse_late(coroutine);
		return;
	}
	if (async_spawn_has_hooks() && !async_spawn_call_hooks(coroutine, scope)) {
		async_coroutine_release(coroutine);
		RETVAL_NULL();
		return;
	}
	enqueue(coroutine, scope, false, detached);
}

void async_spawn(zval *return_value, async_scope_t *scope, zend_fcall_info *fci, zend_fcall_info_cache *fcc)
{
	spawn_in(return_value, scope, fci, fcc, scope->flags & ASYNC_SCOPE_GLOBAL);
}

ZEND_FUNCTION(Async_spawn)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(fci.params, fci.param_count, fci.named_params)
	ZEND_PARSE_PARAMETERS_END();
	async_scheduler_start();
	spawn_in(return_value, async_scope_current(), &fci, &fcc, false);
}

/* ---- providers and strategies ---- */

/* The scope that the provider names; NULL after an exception. The caller owns the reference. */
static async_scope_t *provided_scope(zend_object *provider)
{
	zval result;
	async_scope_t *scope;

	if (instanceof_function(provider->ce, async_ce_scope)) {
		scope = async_scope_from_obj(provider);
		async_scope_addref(scope);
		return scope;
	}
	ZVAL_UNDEF(&result);
	zend_call_known_instance_method_with_0_params(
		zend_hash_str_find_ptr(&provider->ce->function_table, ZEND_STRL("providescope")), provider, &result);
	if (UNEXPECTED(Z_ISREF(result))) {
		/* A method that returns by reference may implement one that does not. */
		zend_unwrap_reference(&result);
	}
	if (EG(exception)) {
		zval_ptr_dtor(&result);
		return NULL;
	}
	scope = Z_TYPE(result) == IS_OBJECT ? async_scope_from_obj(Z_OBJ(result)) : async_scope_current();
	async_scope_addref(scope);
	zval_ptr_dtor(&result);
	return scope;
}

static void call_hook(zend_object *strategy, const char *name, zval *result, async_coroutine_t *coroutine,
	async_scope_t *scope)
{
	zval args[2];

	ZVAL_UNDEF(result);
	ZVAL_OBJ_COPY(&args[0], &coroutine->std);
	ZVAL_OBJ(&args[1], async_scope_object(scope));
	zend_call_known_instance_method(zend_hash_str_find_ptr(&strategy->ce->function_table, name, strlen(name)),
		strategy, result, 2, args);
	if (UNEXPECTED(Z_ISREF_P(result))) {
		zend_unwrap_reference(result);
	}
	zval_ptr_dtor(&args[0]);
	zval_ptr_dtor(&args[1]);
}

static bool has_option(const zval *options, const char *name, size_t length)
{
	zval *option = Z_TYPE_P(options) == IS_ARRAY ? zend_hash_str_find(Z_ARRVAL_P(options), name, length) : NULL;

	return option && zend_is_true(option);
}

/* Call the strategy's hook before the coroutine is queued (ST-05). *later: the strategy will hand the coroutine to the
 * scheduler itself. False after an exception. */
static bool ask_before(zend_object *strategy, async_coroutine_t *coroutine, async_scope_t *scope, bool *front,
	bool *later)
{
	zval options;

	call_hook(strategy, "beforecoroutineenqueue", &options, coroutine, scope);
	*front = has_option(&options, ZEND_STRL(OPTION_HI_PRIORITY));
	*later = has_option(&options, ZEND_STRL(OPTION_LATER));
	zval_ptr_dtor(&options);
	return !EG(exception);
}

/* Queue the coroutine, with the strategy's hooks around that. The hooks may cancel the coroutine or close the scope, or
 * have given the coroutine to a group, which starts it later. A coroutine that is not queued after all ends: a group or
 * another coroutine may await it.
 * False after an exception. */
static bool enqueue_with(zend_object *strategy, async_coroutine_t *coroutine, async_scope_t *scope)
{
	bool front, later;
	zval ignored;

	if (!ask_before(strategy, coroutine, scope, &front, &later)) {
		async_spawn_end_unstarted(coroutine);
		return false;
	}
	if (scope->flags & ASYNC_SCOPE_CLOSED) {
		/* The strategy may have passed the coroutine to another one, which awaits it: so it must end. */
		async_coroutine_cancel(coroutine, NULL);
		async_deferred_schedule();
		throw_closed();
		return false;
	}
	if (async_coroutine_is_unclaimed(coroutine) && !later) {
		enqueue(coroutine, scope, front || coroutine->hi_priority, false);
	}
	call_hook(strategy, "aftercoroutineenqueue", &ignored, coroutine, scope);
	zval_ptr_dtor(&ignored);
	return !EG(exception);
}

ZEND_FUNCTION(Async_spawnWith)
{
	zend_object *provider;
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	async_scope_t *scope;

	ZEND_PARSE_PARAMETERS_START(2, -1)
		Z_PARAM_OBJ_OF_CLASS(provider, async_ce_scope_provider)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(fci.params, fci.param_count, fci.named_params)
	ZEND_PARSE_PARAMETERS_END();

	async_scheduler_start();
	scope = provided_scope(provider);
	if (scope == NULL) {
		RETURN_THROWS();
	}
	if (UNEXPECTED(!async_spawn_has_loop())) {
		/* An exception is thrown. */
	} else if (!instanceof_function(provider->ce, async_ce_spawn_strategy) || !async_scheduler_is_running()
		|| (scope->flags & ASYNC_SCOPE_CLOSED)) {
		spawn_in(return_value, scope, &fci, &fcc,
			(scope->flags & ASYNC_SCOPE_GLOBAL) && instanceof_function(provider->ce, async_ce_scope));
	} else {
		async_coroutine_t *coroutine = async_spawn_prepare(&fci, &fcc);
		RETVAL_OBJ(&coroutine->std);
		if (!async_spawn_has_hooks() || async_spawn_call_hooks(coroutine, scope)) {
			enqueue_with(provider, coroutine, scope);
		}
	}
	async_scope_release(scope);
}

/* The strategy's scope is its only property. */
ZEND_FUNCTION(Async_hiPriority)
{
	zend_object *scope = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(scope, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
	object_init_ex(return_value, ce_hi_priority);
	if (scope) {
		ZVAL_OBJ_COPY(OBJ_PROP_NUM(Z_OBJ_P(return_value), 0), scope);
	}
}

ZEND_METHOD(Async_HiPriorityStrategy, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(Async_HiPriorityStrategy, provideScope)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_COPY(OBJ_PROP_NUM(Z_OBJ_P(ZEND_THIS), 0));
}

ZEND_METHOD(Async_HiPriorityStrategy, beforeCoroutineEnqueue)
{
	zend_object *coroutine, *scope;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_OBJ_OF_CLASS(coroutine, async_ce_coroutine)
		Z_PARAM_OBJ_OF_CLASS(scope, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
	array_init_size(return_value, 1);
	add_assoc_bool(return_value, OPTION_HI_PRIORITY, true);
}

ZEND_METHOD(Async_HiPriorityStrategy, afterCoroutineEnqueue)
{
	zend_object *coroutine, *scope;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_OBJ_OF_CLASS(coroutine, async_ce_coroutine)
		Z_PARAM_OBJ_OF_CLASS(scope, async_ce_scope)
	ZEND_PARSE_PARAMETERS_END();
}

ASYNC_REGISTERS void async_spawn_register(void)
{
	async_ce_scope_provider = register_class_Async_ScopeProvider();
	async_ce_spawn_strategy = register_class_Async_SpawnStrategy(async_ce_scope_provider);
	ce_hi_priority = register_class_Async_HiPriorityStrategy(async_ce_spawn_strategy);
}

/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: afb60bbf84ceb60c26b983843dff5caab9873a13 */

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_spawn, 0, 1, Async\\Coroutine, 0)
	ZEND_ARG_TYPE_INFO(0, task, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_spawnWith, 0, 2, Async\\Coroutine, 0)
	ZEND_ARG_OBJ_INFO(0, provider, Async\\ScopeProvider, 0)
	ZEND_ARG_TYPE_INFO(0, task, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_spawn_with arginfo_Async_spawnWith

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_onSpawn, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_on_spawn arginfo_Async_onSpawn

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_beginRequest, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, server, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, body, IS_MIXED, 0, "\'\'")
ZEND_END_ARG_INFO()

#define arginfo_Async_begin_request arginfo_Async_beginRequest

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_completeHeaders, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_complete_headers arginfo_Async_completeHeaders

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_hiPriority, 0, 0, Async\\SpawnStrategy, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, scope, Async\\Scope, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Async_hi_priority arginfo_Async_hiPriority

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_suspend, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_await, 0, 1, IS_MIXED, 0)
	ZEND_ARG_OBJ_INFO(0, awaitable, Async\\Awaitable, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_select, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, sources, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_once, 0, 1, Closure, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitSpawned, 0, 0, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_spawned arginfo_Async_awaitSpawned

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_protect, 0, 1, IS_MIXED, 0)
	ZEND_ARG_OBJ_INFO(0, closure, Closure, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_delay, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, ms, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_sleep arginfo_Async_delay

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_timeout, 0, 1, Async\\Timeout, 0)
	ZEND_ARG_TYPE_INFO(0, ms, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_signal, 0, 1, Async\\Future, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, signal, BackedEnum, MAY_BE_LONG, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_signals, 0, 0, Async\\SignalWatcher, 0)
	ZEND_ARG_VARIADIC_OBJ_TYPE_MASK(0, signals, BackedEnum, MAY_BE_LONG)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_watch, 0, 1, Async\\FileWatcher, 0)
	ZEND_ARG_TYPE_MASK(0, path, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, recursive, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, pollInterval, IS_LONG, 0, "0")
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, scope, Async\\Scope, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_any, 0, 1, Async\\Awaitable, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, futures, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_Async_all arginfo_Async_any

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_anyOf, 0, 2, Async\\Awaitable, 0)
	ZEND_ARG_TYPE_INFO(0, count, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, futures, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_Async_any_of arginfo_Async_anyOf

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_captureErrors, 0, 1, Async\\Awaitable, 0)
	ZEND_ARG_OBJ_INFO(0, awaitable, Async\\Awaitable, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_capture_errors arginfo_Async_captureErrors

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_ignoreErrors, 0, 1, Async\\Awaitable, 0)
	ZEND_ARG_OBJ_INFO(0, awaitable, Async\\Awaitable, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, handler, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Async_ignore_errors arginfo_Async_ignoreErrors

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitAll, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, triggers, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, preserveKeyOrder, _IS_BOOL, 0, "true")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fillNull, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_all arginfo_Async_awaitAll

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitAllOrFail, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, triggers, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, preserveKeyOrder, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_all_or_fail arginfo_Async_awaitAllOrFail

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitAnyOrFail, 0, 1, IS_MIXED, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, triggers, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_any_or_fail arginfo_Async_awaitAnyOrFail

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitFirstSuccess, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, triggers, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_first_success arginfo_Async_awaitFirstSuccess

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitAnyOf, 0, 2, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, count, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, triggers, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, preserveKeyOrder, _IS_BOOL, 0, "true")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fillNull, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_any_of arginfo_Async_awaitAnyOf

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_awaitAnyOfOrFail, 0, 2, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, count, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, triggers, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, preserveKeyOrder, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

#define arginfo_Async_await_any_of_or_fail arginfo_Async_awaitAnyOfOrFail

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_iterate, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, iterable, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, concurrency, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, cancelPending, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_currentCoroutine, 0, 0, Async\\Coroutine, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_current_coroutine arginfo_Async_currentCoroutine

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_currentScope, 0, 0, Async\\Scope, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_current_scope arginfo_Async_currentScope

#define arginfo_Async_globalScope arginfo_Async_currentScope

#define arginfo_Async_global_scope arginfo_Async_currentScope

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_gracefulShutdown, 0, 0, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, throwable, Throwable, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Async_graceful_shutdown arginfo_Async_gracefulShutdown

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_supervise, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, workers, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, main, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, gracePeriod, IS_LONG, 0, "10000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, backoff, IS_LONG, 0, "100")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxBackoff, IS_LONG, 0, "30000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, settleTime, IS_LONG, 0, "1000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, restartAlways, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_getCoroutines, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_get_coroutines arginfo_Async_getCoroutines

#define arginfo_Async_onFinally arginfo_Async_onSpawn

#define arginfo_Async_on_finally arginfo_Async_onSpawn

#define arginfo_Async_onExit arginfo_Async_onSpawn

#define arginfo_Async_on_exit arginfo_Async_onSpawn

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_currentContext, 0, 0, Async\\Context, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_current_context arginfo_Async_currentContext

#define arginfo_Async_rootContext arginfo_Async_currentContext

#define arginfo_Async_root_context arginfo_Async_currentContext

#define arginfo_Async_coroutineContext arginfo_Async_currentContext

#define arginfo_Async_coroutine_context arginfo_Async_currentContext

#define arginfo_Async_localContext arginfo_Async_currentContext

#define arginfo_Async_local_context arginfo_Async_currentContext

#define arginfo_Async_stats arginfo_Async_getCoroutines

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_availableParallelism, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_available_parallelism arginfo_Async_availableParallelism

#define arginfo_Async_metrics arginfo_Async_completeHeaders

#define arginfo_Async_snapshot arginfo_Async_getCoroutines

#define arginfo_Async_dump arginfo_Async_completeHeaders

#define arginfo_Async_Scope_delay arginfo_Async_delay

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_Syntax_transform, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, code, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_Syntax_await, 0, 1, IS_MIXED, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, awaitable, Async\\Awaitable|Async\\Scope, 0, NULL)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_Syntax_spawn, 0, 1, Async\\Coroutine, 0)
	ZEND_ARG_TYPE_INFO(0, spawned_callable, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_Syntax_spawnWith, 0, 2, Async\\Coroutine, 0)
	ZEND_ARG_OBJ_INFO(0, spawn_provider, Async\\ScopeProvider, 0)
	ZEND_ARG_TYPE_INFO(0, spawned_callable, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_Testing_run, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, test, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, seed, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, virtualTime, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_Testing_explore, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, test, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO(0, runs, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, virtualTime, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_Testing_elapsed, 0, 0, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Async_spawn);
ZEND_FUNCTION(Async_spawnWith);
ZEND_FUNCTION(Async_spawnWith);
ZEND_FUNCTION(Async_onSpawn);
ZEND_FUNCTION(Async_onSpawn);
ZEND_FUNCTION(Async_beginRequest);
ZEND_FUNCTION(Async_beginRequest);
ZEND_FUNCTION(Async_completeHeaders);
ZEND_FUNCTION(Async_completeHeaders);
ZEND_FUNCTION(Async_hiPriority);
ZEND_FUNCTION(Async_hiPriority);
ZEND_FUNCTION(Async_suspend);
ZEND_FUNCTION(Async_await);
ZEND_FUNCTION(Async_select);
ZEND_FUNCTION(Async_once);
ZEND_FUNCTION(Async_awaitSpawned);
ZEND_FUNCTION(Async_awaitSpawned);
ZEND_FUNCTION(Async_protect);
ZEND_FUNCTION(Async_delay);
ZEND_FUNCTION(Async_delay);
ZEND_FUNCTION(Async_timeout);
ZEND_FUNCTION(Async_signal);
ZEND_FUNCTION(Async_signals);
ZEND_FUNCTION(Async_watch);
ZEND_FUNCTION(Async_any);
ZEND_FUNCTION(Async_all);
ZEND_FUNCTION(Async_anyOf);
ZEND_FUNCTION(Async_anyOf);
ZEND_FUNCTION(Async_captureErrors);
ZEND_FUNCTION(Async_captureErrors);
ZEND_FUNCTION(Async_ignoreErrors);
ZEND_FUNCTION(Async_ignoreErrors);
ZEND_FUNCTION(Async_awaitAll);
ZEND_FUNCTION(Async_awaitAll);
ZEND_FUNCTION(Async_awaitAllOrFail);
ZEND_FUNCTION(Async_awaitAllOrFail);
ZEND_FUNCTION(Async_awaitAnyOrFail);
ZEND_FUNCTION(Async_awaitAnyOrFail);
ZEND_FUNCTION(Async_awaitFirstSuccess);
ZEND_FUNCTION(Async_awaitFirstSuccess);
ZEND_FUNCTION(Async_awaitAnyOf);
ZEND_FUNCTION(Async_awaitAnyOf);
ZEND_FUNCTION(Async_awaitAnyOfOrFail);
ZEND_FUNCTION(Async_awaitAnyOfOrFail);
ZEND_FUNCTION(Async_iterate);
ZEND_FUNCTION(Async_currentCoroutine);
ZEND_FUNCTION(Async_currentCoroutine);
ZEND_FUNCTION(Async_currentScope);
ZEND_FUNCTION(Async_currentScope);
ZEND_FUNCTION(Async_globalScope);
ZEND_FUNCTION(Async_globalScope);
ZEND_FUNCTION(Async_gracefulShutdown);
ZEND_FUNCTION(Async_gracefulShutdown);
ZEND_FUNCTION(Async_supervise);
ZEND_FUNCTION(Async_getCoroutines);
ZEND_FUNCTION(Async_getCoroutines);
ZEND_FUNCTION(Async_onFinally);
ZEND_FUNCTION(Async_onFinally);
ZEND_FUNCTION(Async_currentContext);
ZEND_FUNCTION(Async_currentContext);
ZEND_FUNCTION(Async_rootContext);
ZEND_FUNCTION(Async_rootContext);
ZEND_FUNCTION(Async_coroutineContext);
ZEND_FUNCTION(Async_coroutineContext);
ZEND_FUNCTION(Async_stats);
ZEND_FUNCTION(Async_availableParallelism);
ZEND_FUNCTION(Async_availableParallelism);
ZEND_FUNCTION(Async_metrics);
ZEND_FUNCTION(Async_snapshot);
ZEND_FUNCTION(Async_dump);
ZEND_FUNCTION(Async_Syntax_transform);
ZEND_FUNCTION(Async_Syntax_await);
ZEND_FUNCTION(Async_spawn);
ZEND_FUNCTION(Async_Testing_run);
ZEND_FUNCTION(Async_Testing_explore);
ZEND_FUNCTION(Async_Testing_elapsed);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Async", spawn, Async_spawn, arginfo_Async_spawn)
	ZEND_NS_FALIAS("Async", spawnWith, Async_spawnWith, arginfo_Async_spawnWith)
	ZEND_NS_FALIAS("Async", spawn_with, Async_spawnWith, arginfo_Async_spawn_with)
	ZEND_NS_FALIAS("Async", onSpawn, Async_onSpawn, arginfo_Async_onSpawn)
	ZEND_NS_FALIAS("Async", on_spawn, Async_onSpawn, arginfo_Async_on_spawn)
	ZEND_NS_FALIAS("Async", beginRequest, Async_beginRequest, arginfo_Async_beginRequest)
	ZEND_NS_FALIAS("Async", begin_request, Async_beginRequest, arginfo_Async_begin_request)
	ZEND_NS_FALIAS("Async", completeHeaders, Async_completeHeaders, arginfo_Async_completeHeaders)
	ZEND_NS_FALIAS("Async", complete_headers, Async_completeHeaders, arginfo_Async_complete_headers)
	ZEND_NS_FALIAS("Async", hiPriority, Async_hiPriority, arginfo_Async_hiPriority)
	ZEND_NS_FALIAS("Async", hi_priority, Async_hiPriority, arginfo_Async_hi_priority)
	ZEND_NS_FALIAS("Async", suspend, Async_suspend, arginfo_Async_suspend)
	ZEND_NS_FALIAS("Async", await, Async_await, arginfo_Async_await)
	ZEND_NS_FALIAS("Async", select, Async_select, arginfo_Async_select)
	ZEND_NS_FALIAS("Async", once, Async_once, arginfo_Async_once)
	ZEND_NS_FALIAS("Async", awaitSpawned, Async_awaitSpawned, arginfo_Async_awaitSpawned)
	ZEND_NS_FALIAS("Async", await_spawned, Async_awaitSpawned, arginfo_Async_await_spawned)
	ZEND_NS_FALIAS("Async", protect, Async_protect, arginfo_Async_protect)
	ZEND_NS_FALIAS("Async", delay, Async_delay, arginfo_Async_delay)
	ZEND_NS_FALIAS("Async", sleep, Async_delay, arginfo_Async_sleep)
	ZEND_NS_FALIAS("Async", timeout, Async_timeout, arginfo_Async_timeout)
	ZEND_NS_FALIAS("Async", signal, Async_signal, arginfo_Async_signal)
	ZEND_NS_FALIAS("Async", signals, Async_signals, arginfo_Async_signals)
	ZEND_NS_FALIAS("Async", watch, Async_watch, arginfo_Async_watch)
	ZEND_NS_FALIAS("Async", any, Async_any, arginfo_Async_any)
	ZEND_NS_FALIAS("Async", all, Async_all, arginfo_Async_all)
	ZEND_NS_FALIAS("Async", anyOf, Async_anyOf, arginfo_Async_anyOf)
	ZEND_NS_FALIAS("Async", any_of, Async_anyOf, arginfo_Async_any_of)
	ZEND_NS_FALIAS("Async", captureErrors, Async_captureErrors, arginfo_Async_captureErrors)
	ZEND_NS_FALIAS("Async", capture_errors, Async_captureErrors, arginfo_Async_capture_errors)
	ZEND_NS_FALIAS("Async", ignoreErrors, Async_ignoreErrors, arginfo_Async_ignoreErrors)
	ZEND_NS_FALIAS("Async", ignore_errors, Async_ignoreErrors, arginfo_Async_ignore_errors)
	ZEND_NS_FALIAS("Async", awaitAll, Async_awaitAll, arginfo_Async_awaitAll)
	ZEND_NS_FALIAS("Async", await_all, Async_awaitAll, arginfo_Async_await_all)
	ZEND_NS_FALIAS("Async", awaitAllOrFail, Async_awaitAllOrFail, arginfo_Async_awaitAllOrFail)
	ZEND_NS_FALIAS("Async", await_all_or_fail, Async_awaitAllOrFail, arginfo_Async_await_all_or_fail)
	ZEND_NS_FALIAS("Async", awaitAnyOrFail, Async_awaitAnyOrFail, arginfo_Async_awaitAnyOrFail)
	ZEND_NS_FALIAS("Async", await_any_or_fail, Async_awaitAnyOrFail, arginfo_Async_await_any_or_fail)
	ZEND_NS_FALIAS("Async", awaitFirstSuccess, Async_awaitFirstSuccess, arginfo_Async_awaitFirstSuccess)
	ZEND_NS_FALIAS("Async", await_first_success, Async_awaitFirstSuccess, arginfo_Async_await_first_success)
	ZEND_NS_FALIAS("Async", awaitAnyOf, Async_awaitAnyOf, arginfo_Async_awaitAnyOf)
	ZEND_NS_FALIAS("Async", await_any_of, Async_awaitAnyOf, arginfo_Async_await_any_of)
	ZEND_NS_FALIAS("Async", awaitAnyOfOrFail, Async_awaitAnyOfOrFail, arginfo_Async_awaitAnyOfOrFail)
	ZEND_NS_FALIAS("Async", await_any_of_or_fail, Async_awaitAnyOfOrFail, arginfo_Async_await_any_of_or_fail)
	ZEND_NS_FALIAS("Async", iterate, Async_iterate, arginfo_Async_iterate)
	ZEND_NS_FALIAS("Async", currentCoroutine, Async_currentCoroutine, arginfo_Async_currentCoroutine)
	ZEND_NS_FALIAS("Async", current_coroutine, Async_currentCoroutine, arginfo_Async_current_coroutine)
	ZEND_NS_FALIAS("Async", currentScope, Async_currentScope, arginfo_Async_currentScope)
	ZEND_NS_FALIAS("Async", current_scope, Async_currentScope, arginfo_Async_current_scope)
	ZEND_NS_FALIAS("Async", globalScope, Async_globalScope, arginfo_Async_globalScope)
	ZEND_NS_FALIAS("Async", global_scope, Async_globalScope, arginfo_Async_global_scope)
	ZEND_NS_FALIAS("Async", gracefulShutdown, Async_gracefulShutdown, arginfo_Async_gracefulShutdown)
	ZEND_NS_FALIAS("Async", graceful_shutdown, Async_gracefulShutdown, arginfo_Async_graceful_shutdown)
	ZEND_NS_FALIAS("Async", supervise, Async_supervise, arginfo_Async_supervise)
	ZEND_NS_FALIAS("Async", getCoroutines, Async_getCoroutines, arginfo_Async_getCoroutines)
	ZEND_NS_FALIAS("Async", get_coroutines, Async_getCoroutines, arginfo_Async_get_coroutines)
	ZEND_NS_FALIAS("Async", onFinally, Async_onFinally, arginfo_Async_onFinally)
	ZEND_NS_FALIAS("Async", on_finally, Async_onFinally, arginfo_Async_on_finally)
	ZEND_NS_FALIAS("Async", onExit, Async_onFinally, arginfo_Async_onExit)
	ZEND_NS_FALIAS("Async", on_exit, Async_onFinally, arginfo_Async_on_exit)
	ZEND_NS_FALIAS("Async", currentContext, Async_currentContext, arginfo_Async_currentContext)
	ZEND_NS_FALIAS("Async", current_context, Async_currentContext, arginfo_Async_current_context)
	ZEND_NS_FALIAS("Async", rootContext, Async_rootContext, arginfo_Async_rootContext)
	ZEND_NS_FALIAS("Async", root_context, Async_rootContext, arginfo_Async_root_context)
	ZEND_NS_FALIAS("Async", coroutineContext, Async_coroutineContext, arginfo_Async_coroutineContext)
	ZEND_NS_FALIAS("Async", coroutine_context, Async_coroutineContext, arginfo_Async_coroutine_context)
	ZEND_NS_FALIAS("Async", localContext, Async_coroutineContext, arginfo_Async_localContext)
	ZEND_NS_FALIAS("Async", local_context, Async_coroutineContext, arginfo_Async_local_context)
	ZEND_NS_FALIAS("Async", stats, Async_stats, arginfo_Async_stats)
	ZEND_NS_FALIAS("Async", availableParallelism, Async_availableParallelism, arginfo_Async_availableParallelism)
	ZEND_NS_FALIAS("Async", available_parallelism, Async_availableParallelism, arginfo_Async_available_parallelism)
	ZEND_NS_FALIAS("Async", metrics, Async_metrics, arginfo_Async_metrics)
	ZEND_NS_FALIAS("Async", snapshot, Async_snapshot, arginfo_Async_snapshot)
	ZEND_NS_FALIAS("Async", dump, Async_dump, arginfo_Async_dump)
	ZEND_NS_FALIAS("Async\\Scope", delay, Async_delay, arginfo_Async_Scope_delay)
	ZEND_NS_FALIAS("Async\\Syntax", transform, Async_Syntax_transform, arginfo_Async_Syntax_transform)
	ZEND_NS_FALIAS("Async\\Syntax", await, Async_Syntax_await, arginfo_Async_Syntax_await)
	ZEND_NS_FALIAS("Async\\Syntax", spawn, Async_spawn, arginfo_Async_Syntax_spawn)
	ZEND_NS_FALIAS("Async\\Syntax", spawnWith, Async_spawnWith, arginfo_Async_Syntax_spawnWith)
	ZEND_NS_FALIAS("Async\\Testing", run, Async_Testing_run, arginfo_Async_Testing_run)
	ZEND_NS_FALIAS("Async\\Testing", explore, Async_Testing_explore, arginfo_Async_Testing_explore)
	ZEND_NS_FALIAS("Async\\Testing", elapsed, Async_Testing_elapsed, arginfo_Async_Testing_elapsed)
	ZEND_FE_END
};

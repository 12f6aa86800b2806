/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 98b3322809a3b3538fa37290d184e84404338b4b */

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_spawn, 0, 1, Async\\Coroutine, 0)
	ZEND_ARG_TYPE_INFO(0, task, IS_CALLABLE, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_suspend, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_await, 0, 1, IS_MIXED, 0)
	ZEND_ARG_OBJ_INFO(0, awaitable, Async\\Awaitable, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

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

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Async_currentCoroutine, 0, 0, Async\\Coroutine, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_current_coroutine arginfo_Async_currentCoroutine

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_getCoroutines, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_get_coroutines arginfo_Async_getCoroutines

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Async_onFinally, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_Async_on_finally arginfo_Async_onFinally

#define arginfo_Async_onExit arginfo_Async_onFinally

#define arginfo_Async_on_exit arginfo_Async_onFinally

#define arginfo_Async_stats arginfo_Async_getCoroutines

#define arginfo_Async_Scope_delay arginfo_Async_delay


ZEND_FUNCTION(Async_spawn);
ZEND_FUNCTION(Async_suspend);
ZEND_FUNCTION(Async_await);
ZEND_FUNCTION(Async_protect);
ZEND_FUNCTION(Async_delay);
ZEND_FUNCTION(Async_delay);
ZEND_FUNCTION(Async_timeout);
ZEND_FUNCTION(Async_currentCoroutine);
ZEND_FUNCTION(Async_currentCoroutine);
ZEND_FUNCTION(Async_getCoroutines);
ZEND_FUNCTION(Async_getCoroutines);
ZEND_FUNCTION(Async_onFinally);
ZEND_FUNCTION(Async_onFinally);
ZEND_FUNCTION(Async_stats);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Async", spawn, Async_spawn, arginfo_Async_spawn)
	ZEND_NS_FALIAS("Async", suspend, Async_suspend, arginfo_Async_suspend)
	ZEND_NS_FALIAS("Async", await, Async_await, arginfo_Async_await)
	ZEND_NS_FALIAS("Async", protect, Async_protect, arginfo_Async_protect)
	ZEND_NS_FALIAS("Async", delay, Async_delay, arginfo_Async_delay)
	ZEND_NS_FALIAS("Async", sleep, Async_delay, arginfo_Async_sleep)
	ZEND_NS_FALIAS("Async", timeout, Async_timeout, arginfo_Async_timeout)
	ZEND_NS_FALIAS("Async", currentCoroutine, Async_currentCoroutine, arginfo_Async_currentCoroutine)
	ZEND_NS_FALIAS("Async", current_coroutine, Async_currentCoroutine, arginfo_Async_current_coroutine)
	ZEND_NS_FALIAS("Async", getCoroutines, Async_getCoroutines, arginfo_Async_getCoroutines)
	ZEND_NS_FALIAS("Async", get_coroutines, Async_getCoroutines, arginfo_Async_get_coroutines)
	ZEND_NS_FALIAS("Async", onFinally, Async_onFinally, arginfo_Async_onFinally)
	ZEND_NS_FALIAS("Async", on_finally, Async_onFinally, arginfo_Async_on_finally)
	ZEND_NS_FALIAS("Async", onExit, Async_onFinally, arginfo_Async_onExit)
	ZEND_NS_FALIAS("Async", on_exit, Async_onFinally, arginfo_Async_on_exit)
	ZEND_NS_FALIAS("Async", stats, Async_stats, arginfo_Async_stats)
	ZEND_NS_FALIAS("Async\\Scope", delay, Async_delay, arginfo_Async_Scope_delay)
	ZEND_FE_END
};

/*
 * What a scope calls: setExceptionHandler(), setChildScopeExceptionHandler() and onFinally().
 */
#include "scope_methods.h"

#include "scheduler/scope_end.h"

#include "exceptions.h"

static void set_handler(INTERNAL_FUNCTION_PARAMETERS, zval *slot, const async_scope_t *scope)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval before;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	if (scope->flags & ASYNC_SCOPE_GLOBAL) {
		async_throw("The global scope has no exception handler: use set_exception_handler() or a scope of your own");
		RETURN_THROWS();
	}
	ZVAL_COPY_VALUE(&before, slot);
	async_callable_keep(slot, &fci, &fcc);
	/* Last: a destructor may use the scope. */
	zval_ptr_dtor(&before);
}

ZEND_METHOD(Async_Scope, setExceptionHandler)
{
	async_scope_t *scope = THIS_SCOPE();
	set_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU, &scope->exception_handler, scope);
}

ZEND_METHOD(Async_Scope, setChildScopeExceptionHandler)
{
	async_scope_t *scope = THIS_SCOPE();
	set_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU, &scope->child_handler, scope);
}

ZEND_METHOD(Async_Scope, onFinally)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_FUNC(fci, fcc)
	ZEND_PARSE_PARAMETERS_END();
	async_callable_keep(&callback, &fci, &fcc);
	async_scope_on_finally(THIS_SCOPE(), &callback);
	zval_ptr_dtor(&callback);
}

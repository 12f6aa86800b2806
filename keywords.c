/*
 * Async\Syntax: functions for the keyword forms that need more than a call of a function of Async (rows SY).
 */
#include "async_classes.h"

#include "syntax/compile.h"

ZEND_FUNCTION(Async_Syntax_transform)
{
	zend_string *code;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(code)
	ZEND_PARSE_PARAMETERS_END();
	code = async_syntax_transform(code);
	if (code == NULL) {
		RETURN_THROWS();
	}
	RETURN_STR(code);
}

/* The keyword `await` with a scope, which is no awaitable: call its awaitCompletion(), which a class of the user may
 * override (D6, SY-17). */
static void await_scope(zend_object *scope, zend_object *token)
{
	zend_function *method = zend_hash_str_find_ptr(&scope->ce->function_table, ZEND_STRL("awaitcompletion"));
	zval argument;

	ZEND_ASSERT(method && "every scope has the method");
	if (token) {
		ZVAL_OBJ(&argument, token);
	}
	zend_call_known_function(method, scope, scope->ce, NULL, token ? 1 : 0, &argument, NULL);
}

ZEND_FUNCTION(Async_Syntax_await)
{
	zval *value;
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();

	if (Z_TYPE_P(value) == IS_OBJECT && instanceof_function(Z_OBJCE_P(value), async_ce_scope)) {
		await_scope(Z_OBJ_P(value), token);
		return;
	}
	if (!async_awaitable_check(value, 1) || !async_token_check(token, 2)) {
		RETURN_THROWS();
	}
	async_await_call(Z_OBJ_P(value), token, return_value);
}

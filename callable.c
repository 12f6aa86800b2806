/*
 * Callables that are kept for a later call, from wherever that comes.
 */
#include "async_classes.h"

#include "zend_closures.h"

/* The handler of a closure for a method that __call() or __callStatic() stands for. That of Closure::fromCallable() of
 * PHP 8.2 loses named arguments. */
static ZEND_NAMED_FUNCTION(call_magic)
{
	const zend_function *self = EX(func);
	const bool is_static = (self->common.fn_flags & ZEND_ACC_STATIC) != 0;
	zend_function *magic = is_static ? self->common.scope->__callstatic : self->common.scope->__call;
	zend_string *key;
	zval params[2], *value;

	ZVAL_STR(&params[0], self->common.function_name);
	array_init_size(&params[1], ZEND_NUM_ARGS());
	for (uint32_t i = 1; i <= ZEND_NUM_ARGS(); i++) {
		value = ZEND_CALL_ARG(execute_data, i);
		Z_TRY_ADDREF_P(value);
		zend_hash_next_index_insert_new(Z_ARRVAL(params[1]), value);
	}
	if (EX_CALL_INFO() & ZEND_CALL_HAS_EXTRA_NAMED_PARAMS) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(EX(extra_named_params), key, value) {
			Z_TRY_ADDREF_P(value);
			zend_hash_add_new(Z_ARRVAL(params[1]), key, value);
		} ZEND_HASH_FOREACH_END();
	}
	zend_call_known_function(magic, is_static ? NULL : Z_OBJ_P(ZEND_THIS), zend_get_called_scope(execute_data),
		return_value, 2, params, NULL);
	zval_ptr_dtor(&params[1]);
}

static void keep_magic(zval *kept, const zend_function *trampoline, const zend_fcall_info_cache *fcc)
{
	zend_class_entry *scope = trampoline->common.scope;
	zend_internal_function function;

	memset(&function, 0, sizeof(function));
	function.type = ZEND_INTERNAL_FUNCTION;
	/* Like the trampolines of the engine, it takes any arguments. */
	function.fn_flags = (trampoline->common.fn_flags & ZEND_ACC_STATIC) | ZEND_ACC_VARIADIC;
	function.arg_info = async_compat_any_arguments();
	function.handler = call_magic;
	function.function_name = trampoline->common.function_name;
	function.scope = scope;
	async_compat_create_fake_closure(kept, (zend_function *) &function, scope, fcc->called_scope, fcc->object);
}

/* Can a closure stand for it? Objects of some extensions answer for methods in a way of their own. */
static bool is_magic(const zend_function *function)
{
	const zend_class_entry *scope = function->common.scope;

	if (!(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) || scope == NULL || scope == zend_ce_closure) {
		return false;
	}
	return (function->common.fn_flags & ZEND_ACC_STATIC ? scope->__callstatic : scope->__call) != NULL;
}

/* Z_PARAM_FUNC() has released the trampoline: the calling function is still the same. */
static ZEND_COLD void keep_unresolved(zval *kept, const zend_fcall_info *fci)
{
	zval callable;
	zend_fcall_info_cache fcc;

	ZVAL_COPY_VALUE(&callable, &fci->function_name);
	ZVAL_UNDEF(kept);
	if (zend_is_callable_ex(&callable, NULL, IS_CALLABLE_SUPPRESS_DEPRECATIONS, NULL, &fcc, NULL)) {
		if (is_magic(fcc.function_handler)) {
			keep_magic(kept, fcc.function_handler, &fcc);
		}
		zend_release_fcall_info_cache(&fcc);
	}
	if (Z_ISUNDEF_P(kept)) {
		ZVAL_COPY(kept, &callable);
	}
}

void async_callable_keep(zval *kept, const zend_fcall_info *fci, const zend_fcall_info_cache *fcc)
{
	zend_function *function = fcc->function_handler;

	if (Z_TYPE(fci->function_name) == IS_OBJECT || (function && function->common.scope == NULL)) {
		ZVAL_COPY(kept, &fci->function_name);
	} else if (UNEXPECTED(function == NULL) || UNEXPECTED(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		keep_unresolved(kept, fci);
	} else {
		async_compat_create_fake_closure(kept, function, function->common.scope, fcc->called_scope, fcc->object);
	}
}

bool async_callable_borrows_slow(const zend_fcall_info *fci)
{
	const zval *first = Z_TYPE(fci->function_name) == IS_ARRAY
		? zend_hash_index_find(Z_ARRVAL(fci->function_name), 0) : NULL;

	return first == NULL || Z_TYPE_P(first) != IS_OBJECT;
}

void async_call_kept(zval *kept, zval *result)
{
	ZVAL_UNDEF(result);
	call_user_function(NULL, NULL, kept, result, 0, NULL);
	if (UNEXPECTED(Z_ISREF_P(result))) {
		zend_unwrap_reference(result);
	}
}

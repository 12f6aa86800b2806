/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: a78eaf9c77530335007f1f3eccf4348d786e7f47 */

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_ScopeProvider_provideScope, 0, 0, Async\\Scope, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_SpawnStrategy_beforeCoroutineEnqueue, 0, 2, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO(0, coroutine, Async\\Coroutine, 0)
	ZEND_ARG_OBJ_INFO(0, scope, Async\\Scope, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_SpawnStrategy_afterCoroutineEnqueue, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, coroutine, Async\\Coroutine, 0)
	ZEND_ARG_OBJ_INFO(0, scope, Async\\Scope, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_HiPriorityStrategy___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_HiPriorityStrategy_provideScope arginfo_class_Async_ScopeProvider_provideScope

#define arginfo_class_Async_HiPriorityStrategy_beforeCoroutineEnqueue arginfo_class_Async_SpawnStrategy_beforeCoroutineEnqueue

#define arginfo_class_Async_HiPriorityStrategy_afterCoroutineEnqueue arginfo_class_Async_SpawnStrategy_afterCoroutineEnqueue


ZEND_METHOD(Async_HiPriorityStrategy, __construct);
ZEND_METHOD(Async_HiPriorityStrategy, provideScope);
ZEND_METHOD(Async_HiPriorityStrategy, beforeCoroutineEnqueue);
ZEND_METHOD(Async_HiPriorityStrategy, afterCoroutineEnqueue);


static const zend_function_entry class_Async_ScopeProvider_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Async_ScopeProvider, provideScope, arginfo_class_Async_ScopeProvider_provideScope, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Async_SpawnStrategy_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Async_SpawnStrategy, beforeCoroutineEnqueue, arginfo_class_Async_SpawnStrategy_beforeCoroutineEnqueue, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Async_SpawnStrategy, afterCoroutineEnqueue, arginfo_class_Async_SpawnStrategy_afterCoroutineEnqueue, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Async_HiPriorityStrategy_methods[] = {
	ZEND_ME(Async_HiPriorityStrategy, __construct, arginfo_class_Async_HiPriorityStrategy___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Async_HiPriorityStrategy, provideScope, arginfo_class_Async_HiPriorityStrategy_provideScope, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_HiPriorityStrategy, beforeCoroutineEnqueue, arginfo_class_Async_HiPriorityStrategy_beforeCoroutineEnqueue, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_HiPriorityStrategy, afterCoroutineEnqueue, arginfo_class_Async_HiPriorityStrategy_afterCoroutineEnqueue, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_ScopeProvider(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "ScopeProvider", class_Async_ScopeProvider_methods);
	class_entry = zend_register_internal_interface(&ce);

	return class_entry;
}

static zend_class_entry *register_class_Async_SpawnStrategy(zend_class_entry *class_entry_Async_ScopeProvider)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "SpawnStrategy", class_Async_SpawnStrategy_methods);
	class_entry = zend_register_internal_interface(&ce);
	zend_class_implements(class_entry, 1, class_entry_Async_ScopeProvider);

	return class_entry;
}

static zend_class_entry *register_class_Async_HiPriorityStrategy(zend_class_entry *class_entry_Async_SpawnStrategy)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "HiPriorityStrategy", class_Async_HiPriorityStrategy_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Async_SpawnStrategy);

	zend_string *property_scope_class_Async_Scope = zend_string_init("Async\\Scope", sizeof("Async\\Scope")-1, 1);
	zval property_scope_default_value;
	ZVAL_NULL(&property_scope_default_value);
	zend_string *property_scope_name = zend_string_init("scope", sizeof("scope") - 1, 1);
	zend_declare_typed_property(class_entry, property_scope_name, &property_scope_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_scope_class_Async_Scope, 0, MAY_BE_NULL));
	zend_string_release(property_scope_name);

	return class_entry;
}

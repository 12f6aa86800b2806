/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 15a1a22e1d693d4eb0f994aaf8c443ce742e9f46 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_OnceFunction___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_OnceFunction___invoke, 0, 0, IS_MIXED, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()


ZEND_METHOD(Async_OnceFunction, __construct);
ZEND_METHOD(Async_OnceFunction, __invoke);


static const zend_function_entry class_Async_OnceFunction_methods[] = {
	ZEND_ME(Async_OnceFunction, __construct, arginfo_class_Async_OnceFunction___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Async_OnceFunction, __invoke, arginfo_class_Async_OnceFunction___invoke, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_OnceFunction(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "OnceFunction", class_Async_OnceFunction_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

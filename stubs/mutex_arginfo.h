/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: dd3a416a6d9474333aff1db625a6fc6c147aa3de */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_Mutex___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_Mutex_lock, 0, 0, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_Mutex_tryLock, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_Mutex_unlock, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_Mutex_isLocked arginfo_class_Async_Mutex_tryLock

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_Mutex_synchronized, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()


ZEND_METHOD(Async_Mutex, __construct);
ZEND_METHOD(Async_Mutex, lock);
ZEND_METHOD(Async_Mutex, tryLock);
ZEND_METHOD(Async_Mutex, unlock);
ZEND_METHOD(Async_Mutex, isLocked);
ZEND_METHOD(Async_Mutex, synchronized);


static const zend_function_entry class_Async_Mutex_methods[] = {
	ZEND_ME(Async_Mutex, __construct, arginfo_class_Async_Mutex___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_Mutex, lock, arginfo_class_Async_Mutex_lock, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_Mutex, tryLock, arginfo_class_Async_Mutex_tryLock, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_Mutex, unlock, arginfo_class_Async_Mutex_unlock, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_Mutex, isLocked, arginfo_class_Async_Mutex_isLocked, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_Mutex, synchronized, arginfo_class_Async_Mutex_synchronized, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_Mutex(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "Mutex", class_Async_Mutex_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 269c954da347577a5f466dfad012ee5027870127 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_SignalWatcher___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_SignalWatcher_close, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_SignalWatcher_isClosed, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_SignalWatcher_getIterator, 0, 0, Iterator, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Async_SignalWatcher, __construct);
ZEND_METHOD(Async_SignalWatcher, close);
ZEND_METHOD(Async_SignalWatcher, isClosed);
ZEND_METHOD(Async_SignalWatcher, getIterator);


static const zend_function_entry class_Async_SignalWatcher_methods[] = {
	ZEND_ME(Async_SignalWatcher, __construct, arginfo_class_Async_SignalWatcher___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Async_SignalWatcher, close, arginfo_class_Async_SignalWatcher_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_SignalWatcher, isClosed, arginfo_class_Async_SignalWatcher_isClosed, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_SignalWatcher, getIterator, arginfo_class_Async_SignalWatcher_getIterator, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_SignalWatcher(zend_class_entry *class_entry_Async_Awaitable, zend_class_entry *class_entry_IteratorAggregate)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "SignalWatcher", class_Async_SignalWatcher_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 2, class_entry_Async_Awaitable, class_entry_IteratorAggregate);

	return class_entry;
}

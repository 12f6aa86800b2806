/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 6f524c54895e6632677c337c139644965054a2f4 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_Trigger___construct, 0, 0, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Async_Trigger, __construct);


static const zend_function_entry class_Async_Trigger_methods[] = {
	ZEND_ME(Async_Trigger, __construct, arginfo_class_Async_Trigger___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_Trigger(zend_class_entry *class_entry_Async_Awaitable)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "Trigger", class_Async_Trigger_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Async_Awaitable);

	return class_entry;
}

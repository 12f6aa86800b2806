/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: ff533d3715614cc92510328d764c031654411368 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_FileEvent___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_FileWatcher___construct arginfo_class_Async_FileEvent___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_FileWatcher_close, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_FileWatcher_isClosed, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_FileWatcher_getIterator, 0, 0, Iterator, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Async_FileEvent, __construct);
ZEND_METHOD(Async_FileWatcher, __construct);
ZEND_METHOD(Async_FileWatcher, close);
ZEND_METHOD(Async_FileWatcher, isClosed);
ZEND_METHOD(Async_FileWatcher, getIterator);


static const zend_function_entry class_Async_FileEvent_methods[] = {
	ZEND_ME(Async_FileEvent, __construct, arginfo_class_Async_FileEvent___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Async_FileWatcher_methods[] = {
	ZEND_ME(Async_FileWatcher, __construct, arginfo_class_Async_FileWatcher___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Async_FileWatcher, close, arginfo_class_Async_FileWatcher_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_FileWatcher, isClosed, arginfo_class_Async_FileWatcher_isClosed, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_FileWatcher, getIterator, arginfo_class_Async_FileWatcher_getIterator, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_FileEvent(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "FileEvent", class_Async_FileEvent_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval const_CREATED_value;
	zend_string *const_CREATED_value_str = zend_string_init("created", strlen("created"), 1);
	ZVAL_STR(&const_CREATED_value, const_CREATED_value_str);
	zend_string *const_CREATED_name = zend_string_init_interned("CREATED", sizeof("CREATED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CREATED_name, &const_CREATED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CREATED_name);

	zval const_CHANGED_value;
	zend_string *const_CHANGED_value_str = zend_string_init("changed", strlen("changed"), 1);
	ZVAL_STR(&const_CHANGED_value, const_CHANGED_value_str);
	zend_string *const_CHANGED_name = zend_string_init_interned("CHANGED", sizeof("CHANGED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_CHANGED_name, &const_CHANGED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_CHANGED_name);

	zval const_DELETED_value;
	zend_string *const_DELETED_value_str = zend_string_init("deleted", strlen("deleted"), 1);
	ZVAL_STR(&const_DELETED_value, const_DELETED_value_str);
	zend_string *const_DELETED_name = zend_string_init_interned("DELETED", sizeof("DELETED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_DELETED_name, &const_DELETED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_DELETED_name);

	zval const_MOVED_value;
	zend_string *const_MOVED_value_str = zend_string_init("moved", strlen("moved"), 1);
	ZVAL_STR(&const_MOVED_value, const_MOVED_value_str);
	zend_string *const_MOVED_name = zend_string_init_interned("MOVED", sizeof("MOVED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_MOVED_name, &const_MOVED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_MOVED_name);

	zval const_OVERFLOW_value;
	zend_string *const_OVERFLOW_value_str = zend_string_init("overflow", strlen("overflow"), 1);
	ZVAL_STR(&const_OVERFLOW_value, const_OVERFLOW_value_str);
	zend_string *const_OVERFLOW_name = zend_string_init_interned("OVERFLOW", sizeof("OVERFLOW") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OVERFLOW_name, &const_OVERFLOW_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OVERFLOW_name);

	zval property_kind_default_value;
	ZVAL_UNDEF(&property_kind_default_value);
	zend_string *property_kind_name = zend_string_init("kind", sizeof("kind") - 1, 1);
	zend_declare_typed_property(class_entry, property_kind_name, &property_kind_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_kind_name);

	zval property_path_default_value;
	ZVAL_UNDEF(&property_path_default_value);
	zend_string *property_path_name = zend_string_init("path", sizeof("path") - 1, 1);
	zend_declare_typed_property(class_entry, property_path_name, &property_path_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_path_name);

	zval property_oldPath_default_value;
	ZVAL_UNDEF(&property_oldPath_default_value);
	zend_string *property_oldPath_name = zend_string_init("oldPath", sizeof("oldPath") - 1, 1);
	zend_declare_typed_property(class_entry, property_oldPath_name, &property_oldPath_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_oldPath_name);

	return class_entry;
}

static zend_class_entry *register_class_Async_FileWatcher(zend_class_entry *class_entry_Async_Awaitable, zend_class_entry *class_entry_IteratorAggregate)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "FileWatcher", class_Async_FileWatcher_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 2, class_entry_Async_Awaitable, class_entry_IteratorAggregate);

	return class_entry;
}

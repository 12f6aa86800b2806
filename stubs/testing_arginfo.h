/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: ad32f0d7e82d2a542e852da5ed8ad05ddf3ac316 */




static const zend_function_entry class_Async_Testing_ScheduleFailure_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Async_Testing_LeakException_methods[] = {
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_Testing_ScheduleFailure(zend_class_entry *class_entry_Async_AsyncException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async\\Testing", "ScheduleFailure", class_Async_Testing_ScheduleFailure_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Async_AsyncException);

	zval property_seed_default_value;
	ZVAL_UNDEF(&property_seed_default_value);
	zend_string *property_seed_name = zend_string_init("seed", sizeof("seed") - 1, 1);
	zend_declare_typed_property(class_entry, property_seed_name, &property_seed_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_seed_name);

	return class_entry;
}

static zend_class_entry *register_class_Async_Testing_LeakException(zend_class_entry *class_entry_Async_AsyncException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async\\Testing", "LeakException", class_Async_Testing_LeakException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Async_AsyncException);

	zval property_leaks_default_value;
	ZVAL_UNDEF(&property_leaks_default_value);
	zend_string *property_leaks_name = zend_string_init("leaks", sizeof("leaks") - 1, 1);
	zend_declare_typed_property(class_entry, property_leaks_name, &property_leaks_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_leaks_name);

	return class_entry;
}

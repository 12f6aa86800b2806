/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 92bcf1e8eb29d63a6b694e8af45226b93a560072 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_ProcessPool___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, task, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, workers, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxJobs, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, memoryLimit, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retries, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, grace, IS_LONG, 0, "1000")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_ProcessPool_submit, 0, 0, Async\\Future, 0)
	ZEND_ARG_VARIADIC_TYPE_INFO(0, args, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_ProcessPool_map, 0, 1, Async\\ProcessPoolResults, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, items, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, concurrency, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ordered, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_ProcessPool_close, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_ProcessPool_cancel, 0, 0, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\AsyncCancellation, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_ProcessPool_awaitCompletion, 0, 0, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, cancellation, Async\\Awaitable, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_ProcessPool_isClosed, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_ProcessPool_getWorkerCount, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_ProcessPool_getQueuedCount arginfo_class_Async_ProcessPool_getWorkerCount

#define arginfo_class_Async_ProcessPool_getRunningCount arginfo_class_Async_ProcessPool_getWorkerCount

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_ProcessPoolResults___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_ProcessPoolResults_valid arginfo_class_Async_ProcessPool_isClosed

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_ProcessPoolResults_current, 0, 0, IS_MIXED, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_ProcessPoolResults_key arginfo_class_Async_ProcessPoolResults_current

#define arginfo_class_Async_ProcessPoolResults_next arginfo_class_Async_ProcessPool_close

#define arginfo_class_Async_ProcessPoolResults_rewind arginfo_class_Async_ProcessPool_close

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_WorkerException_getSignal, 0, 0, IS_LONG, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_WorkerException_getExitStatus arginfo_class_Async_WorkerException_getSignal

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_WorkerException_getOutput, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_WorkerException_getOriginalClass, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

#define arginfo_class_Async_WorkerException_getOriginalTrace arginfo_class_Async_WorkerException_getOutput


ZEND_METHOD(Async_ProcessPool, __construct);
ZEND_METHOD(Async_ProcessPool, submit);
ZEND_METHOD(Async_ProcessPool, map);
ZEND_METHOD(Async_ProcessPool, close);
ZEND_METHOD(Async_ProcessPool, cancel);
ZEND_METHOD(Async_ProcessPool, awaitCompletion);
ZEND_METHOD(Async_ProcessPool, isClosed);
ZEND_METHOD(Async_ProcessPool, getWorkerCount);
ZEND_METHOD(Async_ProcessPool, getQueuedCount);
ZEND_METHOD(Async_ProcessPool, getRunningCount);
ZEND_METHOD(Async_ProcessPoolResults, __construct);
ZEND_METHOD(Async_ProcessPoolResults, valid);
ZEND_METHOD(Async_ProcessPoolResults, current);
ZEND_METHOD(Async_ProcessPoolResults, key);
ZEND_METHOD(Async_ProcessPoolResults, next);
ZEND_METHOD(Async_ProcessPoolResults, rewind);
ZEND_METHOD(Async_WorkerException, getSignal);
ZEND_METHOD(Async_WorkerException, getExitStatus);
ZEND_METHOD(Async_WorkerException, getOutput);
ZEND_METHOD(Async_WorkerException, getOriginalClass);
ZEND_METHOD(Async_WorkerException, getOriginalTrace);


static const zend_function_entry class_Async_ProcessPool_methods[] = {
	ZEND_ME(Async_ProcessPool, __construct, arginfo_class_Async_ProcessPool___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, submit, arginfo_class_Async_ProcessPool_submit, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, map, arginfo_class_Async_ProcessPool_map, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, close, arginfo_class_Async_ProcessPool_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, cancel, arginfo_class_Async_ProcessPool_cancel, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, awaitCompletion, arginfo_class_Async_ProcessPool_awaitCompletion, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, isClosed, arginfo_class_Async_ProcessPool_isClosed, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, getWorkerCount, arginfo_class_Async_ProcessPool_getWorkerCount, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, getQueuedCount, arginfo_class_Async_ProcessPool_getQueuedCount, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPool, getRunningCount, arginfo_class_Async_ProcessPool_getRunningCount, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Async_ProcessPoolResults_methods[] = {
	ZEND_ME(Async_ProcessPoolResults, __construct, arginfo_class_Async_ProcessPoolResults___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Async_ProcessPoolResults, valid, arginfo_class_Async_ProcessPoolResults_valid, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPoolResults, current, arginfo_class_Async_ProcessPoolResults_current, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPoolResults, key, arginfo_class_Async_ProcessPoolResults_key, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPoolResults, next, arginfo_class_Async_ProcessPoolResults_next, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_ProcessPoolResults, rewind, arginfo_class_Async_ProcessPoolResults_rewind, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Async_WorkerException_methods[] = {
	ZEND_ME(Async_WorkerException, getSignal, arginfo_class_Async_WorkerException_getSignal, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_WorkerException, getExitStatus, arginfo_class_Async_WorkerException_getExitStatus, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_WorkerException, getOutput, arginfo_class_Async_WorkerException_getOutput, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_WorkerException, getOriginalClass, arginfo_class_Async_WorkerException_getOriginalClass, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_WorkerException, getOriginalTrace, arginfo_class_Async_WorkerException_getOriginalTrace, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_ProcessPool(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "ProcessPool", class_Async_ProcessPool_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Async_ProcessPoolResults(zend_class_entry *class_entry_Iterator)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "ProcessPoolResults", class_Async_ProcessPoolResults_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Iterator);

	return class_entry;
}

static zend_class_entry *register_class_Async_WorkerException(zend_class_entry *class_entry_Async_AsyncException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "WorkerException", class_Async_WorkerException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Async_AsyncException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_signal_default_value;
	ZVAL_NULL(&property_signal_default_value);
	zend_string *property_signal_name = zend_string_init("signal", sizeof("signal") - 1, 1);
	zend_declare_typed_property(class_entry, property_signal_name, &property_signal_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_signal_name);

	zval property_exitStatus_default_value;
	ZVAL_NULL(&property_exitStatus_default_value);
	zend_string *property_exitStatus_name = zend_string_init("exitStatus", sizeof("exitStatus") - 1, 1);
	zend_declare_typed_property(class_entry, property_exitStatus_name, &property_exitStatus_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_exitStatus_name);

	zval property_output_default_value;
	ZVAL_EMPTY_STRING(&property_output_default_value);
	zend_string *property_output_name = zend_string_init("output", sizeof("output") - 1, 1);
	zend_declare_typed_property(class_entry, property_output_name, &property_output_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_output_name);

	zval property_originalClass_default_value;
	ZVAL_NULL(&property_originalClass_default_value);
	zend_string *property_originalClass_name = zend_string_init("originalClass", sizeof("originalClass") - 1, 1);
	zend_declare_typed_property(class_entry, property_originalClass_name, &property_originalClass_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_originalClass_name);

	zval property_originalTrace_default_value;
	ZVAL_EMPTY_STRING(&property_originalTrace_default_value);
	zend_string *property_originalTrace_name = zend_string_init("originalTrace", sizeof("originalTrace") - 1, 1);
	zend_declare_typed_property(class_entry, property_originalTrace_name, &property_originalTrace_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_originalTrace_name);

	return class_entry;
}

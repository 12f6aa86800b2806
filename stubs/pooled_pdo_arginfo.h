/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: fe7d31e8b69796644b364b4b9ec1c4788227d45f */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Async_PooledPDO___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, dsn, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, username, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, password, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reset, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, min, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, max, IS_LONG, 0, "10")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idleTimeout, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxLifetime, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxUses, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, checkInterval, IS_LONG, 0, "1000")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, onConnect, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, healthInterval, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, backgroundReset, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxFailures, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retryAfter, IS_LONG, 0, "1000")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_PooledPDO_release, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_PooledPDO_getPool, 0, 0, Async\\Pool, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Async_PooledPDO_poolOf, 0, 1, Async\\Pool, 1)
	ZEND_ARG_OBJ_INFO(0, connection, PDO, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Async_PooledPDO_releaseOf, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_INFO(0, connection, PDO, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Async_PooledPDO, __construct);
ZEND_METHOD(Async_PooledPDO, release);
ZEND_METHOD(Async_PooledPDO, getPool);
ZEND_METHOD(Async_PooledPDO, poolOf);
ZEND_METHOD(Async_PooledPDO, releaseOf);


static const zend_function_entry class_Async_PooledPDO_methods[] = {
	ZEND_ME(Async_PooledPDO, __construct, arginfo_class_Async_PooledPDO___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_PooledPDO, release, arginfo_class_Async_PooledPDO_release, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_PooledPDO, getPool, arginfo_class_Async_PooledPDO_getPool, ZEND_ACC_PUBLIC)
	ZEND_ME(Async_PooledPDO, poolOf, arginfo_class_Async_PooledPDO_poolOf, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Async_PooledPDO, releaseOf, arginfo_class_Async_PooledPDO_releaseOf, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Async_PooledPDO(zend_class_entry *class_entry_PDO)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Async", "PooledPDO", class_Async_PooledPDO_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_PDO);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zend_string *property_pool_class_Async_Pool = zend_string_init("Async\\Pool", sizeof("Async\\Pool")-1, 1);
	zval property_pool_default_value;
	ZVAL_UNDEF(&property_pool_default_value);
	zend_string *property_pool_name = zend_string_init("pool", sizeof("pool") - 1, 1);
	zend_declare_typed_property(class_entry, property_pool_name, &property_pool_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_pool_class_Async_Pool, 0, 0));
	zend_string_release(property_pool_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "__construct", sizeof("__construct") - 1), 2, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

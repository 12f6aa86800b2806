/*
 * Debug info of objects: tables for var_dump().
 */
#include "scheduler/debug_info.h"

#include "scheduler/report.h"

#include "exceptions.h"

HashTable *async_debug_begin(zend_object *object, int *is_temp)
{
	*is_temp = 1;
	return zend_array_dup(zend_std_get_properties(object));
}

void async_debug_add(HashTable *info, const char *key, zval *value)
{
	if (zend_hash_str_add(info, key, strlen(key), value) == NULL) {
		zval_ptr_dtor(value);
	}
}

void async_debug_add_text(HashTable *info, const char *key, const char *text)
{
	zval value;

	ZVAL_STRING(&value, text);
	async_debug_add(info, key, &value);
}

void async_debug_add_long(HashTable *info, const char *key, zend_long number)
{
	zval value;

	ZVAL_LONG(&value, number);
	async_debug_add(info, key, &value);
}

void async_debug_add_place(HashTable *info, const char *key, const zend_string *file, uint32_t line)
{
	smart_str place = {0};
	zval value;

	if (file == NULL) {
		return;
	}
	async_report_append_place(&place, file, line);
	ZVAL_STR(&value, smart_str_extract(&place));
	async_debug_add(info, key, &value);
}

void async_debug_add_exception(HashTable *info, const char *key, zend_object *exception)
{
	zend_string *message;
	zval value;

	if (exception == NULL) {
		return;
	}
	message = async_exception_message(exception);
	ZVAL_STR(&value, zend_strpprintf(0, "%s%s%s", ZSTR_VAL(exception->ce->name), ZSTR_LEN(message) > 0 ? ": " : "",
		ZSTR_VAL(message)));
	zend_string_release(message);
	async_debug_add(info, key, &value);
}

void async_debug_add_waiters(HashTable *info, const char *key, const async_wait_list_t *list)
{
	async_debug_add_long(info, key, (zend_long) async_wait_list_count(list));
}

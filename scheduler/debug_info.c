/*
 * Debug info of objects: tables for var_dump(), and the error of a foreach over an awaitable, which reflection does not
 * call iterable.
 */
#include "scheduler/debug_info.h"

#include "engine/handlers.h"
#include "scheduler/report.h"

#include "zend_exceptions.h"

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

zend_object_iterator *async_debug_refuse_foreach(zend_class_entry *ce, zval *object, int by_ref)
{
	(void) object;
	(void) by_ref;
	zend_throw_error(NULL, "Cannot iterate over an object of class %s: await() it first", ZSTR_VAL(ce->name));
	return NULL;
}

/* ---- the engine takes a class with a get_iterator handler for one that can be iterated over ---- */

static zif_handler original_is_iterable;
static zif_handler original_is_iterateable;

/* Does the reflection object stand for a class that refuses it? */
static bool refuses_foreach(zend_object *reflection)
{
	const zval *name = zend_hash_find(reflection->handlers->get_properties(reflection), ZSTR_KNOWN(ZEND_STR_NAME));
	const zend_class_entry *ce;

	if (name && Z_TYPE_P(name) == IS_INDIRECT) {
		name = Z_INDIRECT_P(name);
	}
	ce = name && Z_TYPE_P(name) == IS_STRING ? zend_lookup_class_ex(Z_STR_P(name), NULL, ZEND_FETCH_CLASS_NO_AUTOLOAD)
		: NULL;
	return ce && ce->get_iterator == async_debug_refuse_foreach;
}

static void answer(zif_handler original, INTERNAL_FUNCTION_PARAMETERS)
{
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_TRUE && refuses_foreach(Z_OBJ_P(ZEND_THIS))) {
		ZVAL_FALSE(return_value);
	}
}

static ZEND_NAMED_FUNCTION(is_iterable)
{
	answer(original_is_iterable, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static ZEND_NAMED_FUNCTION(is_iterateable)
{
	answer(original_is_iterateable, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const async_handler_swap_t swaps[] = {
	{ "reflectionclass", "isiterable", is_iterable, &original_is_iterable },
	{ "reflectionclass", "isiterateable", is_iterateable, &original_is_iterateable },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_debug_info_part = { .startup = start };

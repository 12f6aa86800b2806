/*
 * The error of a foreach over an awaitable, which reflection does not call iterable.
 */
#include "scheduler/refuse_foreach.h"

#include "engine/handlers.h"

#include "zend_exceptions.h"

zend_object_iterator *async_refuse_foreach(zend_class_entry *ce, zval *object, int by_ref)
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
	return ce && ce->get_iterator == async_refuse_foreach;
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

const async_part_t async_refuse_foreach_part = { .startup = start };

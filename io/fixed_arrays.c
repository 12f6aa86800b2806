/*
 * Properties of a SplFixedArray that C code walks over while another coroutine changes the array.
 */
#include "io/fixed_arrays.h"

#include "engine/handlers.h"
#include "engine/values.h"
#include "scheduler/globals.h"

#include "ext/spl/spl_fixedarray.h"

static zend_object *(*create)(zend_class_entry *ce);
static zend_object_handlers *table;
static zend_object_handlers stock;
static bool is_replaced;

/* Does the table have all elements as they are now? A recursion is found by the table, so that it must stay then. */
static bool is_up_to_date(zend_object *object, const HashTable *properties)
{
	zval *elements;
	int count;

	(void) stock.get_gc(object, &elements, &count);
	for (int i = 0; i < count; i++) {
		const zval *value = zend_hash_index_find(properties, (zend_ulong) i);
		if (value == NULL || !async_value_is_same(value, &elements[i])) {
			return false;
		}
	}
	return !zend_hash_index_exists(properties, (zend_ulong) count);
}

/* Stock code counts its references on new elements after it has destroyed old ones: their destructors do not park. */
static HashTable *get_properties(zend_object *object)
{
	HashTable *properties = object->properties;

	if (ASYNC_G(current) == NULL) {
		return stock.get_properties(object);
	}
	if (properties && UNEXPECTED(GC_REFCOUNT(properties) > 1)
		&& !(GC_FLAGS(properties) & GC_IMMUTABLE) && !is_up_to_date(object, properties)) {
		object->properties = zend_array_dup(properties);
		GC_DELREF(properties);
	}
	ASYNC_ENGINE_G(unparked_calls)++;
	properties = stock.get_properties(object);
	ASYNC_ENGINE_G(unparked_calls)--;
	return properties;
}

static void replace(void *argument)
{
	(void) argument;
	stock = *table;
	async_table_originals_kept();
	table->get_properties = get_properties;
}

/* The table of handlers is private to SPL: an object leads to it. */
static void find_table(void)
{
	if (!is_replaced) {
		zend_object *object = async_table_object(spl_ce_SplFixedArray, create);
		table = (zend_object_handlers *) object->handlers;
		async_table_once(&is_replaced, replace, NULL);
		OBJ_RELEASE(object);
	}
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	create = spl_ce_SplFixedArray->create_object;
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	if (is_replaced) {
		*table = stock;
		is_replaced = false;
	}
}

const async_part_t async_fixed_arrays_part = { .startup = start, .shutdown = stop, .scheduler_start = find_table };

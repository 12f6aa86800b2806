/*
 * Arrays of an ArrayObject or ArrayIterator that are written to while PHP code of a value, old or walked over, waits.
 *
 * The tables of handlers are changed in place: stock code compares their addresses.
 */
#include "io/array_objects.h"

#include "engine/handlers.h"
#include "io/array_storage.h"
#include "io/call_locks.h"
#include "scheduler/scheduler.h"

#include "ext/spl/spl_array.h"

typedef struct {
	zend_class_entry *const *ce;
	zend_object *(*create)(zend_class_entry *ce);
	zend_object_handlers *table;
	zend_object_handlers stock;
	bool is_replaced;
} kind_t;

/* Each has a table of its own. */
static kind_t kinds[] = {
	{ .ce = &spl_ce_ArrayObject },
	{ .ce = &spl_ce_ArrayIterator },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const zend_object_handlers *stock_of(const zend_object *object)
{
	return &kinds[object->handlers == kinds[0].table ? 0 : 1].stock;
}

/* ---- methods ---- */

static void release(zval *held)
{
	if (UNEXPECTED(!Z_ISUNDEF_P(held))) {
		zval_ptr_dtor(held);
	}
}

static void writes(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zval *offset = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : NULL;
	zval held;

	async_array_storage_prepare(Z_OBJ(EX(This)), offset, &held);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	release(&held);
}

static void appends(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_array_storage_separate(Z_OBJ(EX(This)));
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* The array is walked over, or replaced after it was destroyed. Where it cannot be held, no coroutine parks
 * meanwhile. */
static void keeps_array(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *object = Z_OBJ(EX(This));
	bool may_park;
	zval held;

	if (ASYNC_G(current) == NULL || UNEXPECTED(!async_array_object_is(object))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	may_park = async_array_storage_hold(object, &held);
	ASYNC_ENGINE_G(unparked_calls) += !may_park;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ASYNC_ENGINE_G(unparked_calls) -= !may_park;
	release(&held);
}

/* ---- sorting ---- */

static const char turn_name[] = "turn to replace a sorted array";

/* A sort moves the array out, and puts it back to where it was: to the end of a chain of views. */
static void sorts(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *last;
	async_call_lock_t *turn;
	zval held;

	if (ASYNC_G(current) == NULL || UNEXPECTED(!async_array_object_is(Z_OBJ(EX(This))))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	last = async_array_storage_last(Z_OBJ(EX(This)));
	GC_ADDREF(last);
	if (EXPECTED(async_object_turn_take(last, turn_name, &turn))) {
		ZVAL_UNDEF(&held);
		if (Z_TYPE_P(async_array_storage_of(last)) == IS_OBJECT) {
			ZVAL_COPY(&held, async_array_storage_of(last));
		}
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_call_lock_give_back(turn);
		release(&held);
	}
	OBJ_RELEASE(last);
}

/* Stock code forbids most writes to an array that is being sorted. These it does not: they wait for the end of the
 * sort, but for one of the coroutine's own. */
static bool wait_for_sort(const zend_object *object)
{
	async_call_lock_t *turn;

	if (EXPECTED(ASYNC_G(current) == NULL) || EXPECTED(async_call_lock_find(object, object->handle) == NULL)) {
		return true;
	}
	if (!async_object_turn_take(object, turn_name, &turn)) {
		return false;
	}
	async_call_lock_give_back(turn);
	return true;
}

static void replaces(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (EXPECTED(wait_for_sort(Z_OBJ(EX(This))))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

static void replaces_and_keeps(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (EXPECTED(wait_for_sort(Z_OBJ(EX(This))))) {
		keeps_array(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
	}
}

/* ---- tables of methods ---- */

/* Where a write goes to no copy, the walk does. */
static void copy_if_shared(const zend_object *object, zval *array)
{
	if (array && Z_TYPE_P(array) == IS_ARRAY && ASYNC_G(current) && async_array_storage_may_be_shared(object)) {
		SEPARATE_ARRAY(array);
	}
}

static void returns_array(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	static const char key[] = "\0ArrayIterator\0storage";

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_ARRAY) {
		copy_if_shared(Z_OBJ(EX(This)), zend_hash_index_find(Z_ARRVAL_P(return_value), 1));
		copy_if_shared(Z_OBJ(EX(This)), zend_hash_str_find(Z_ARRVAL_P(return_value), key, sizeof(key) - 1));
	}
}

#define METHODS(X, class_name) \
	X(writes, class_name, offsetset) \
	X(writes, class_name, offsetunset) \
	X(appends, class_name, append) \
	X(keeps_array, class_name, serialize) \
	X(replaces_and_keeps, class_name, unserialize) \
	X(replaces_and_keeps, class_name, __unserialize) \
	X(replaces, class_name, __construct) \
	X(sorts, class_name, asort) \
	X(sorts, class_name, ksort) \
	X(sorts, class_name, natsort) \
	X(sorts, class_name, natcasesort) \
	X(sorts, class_name, uasort) \
	X(sorts, class_name, uksort)

#define TRAMPOLINE(call, class_name, name) \
	static zif_handler original_##class_name##_##name; \
	static ZEND_NAMED_FUNCTION(held_##class_name##_##name) \
	{ \
		call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##class_name##_##name); \
	}
#define ROW(call, class_name, name) \
	{ #class_name, #name, held_##class_name##_##name, &original_##class_name##_##name },

METHODS(TRAMPOLINE, arrayobject)
METHODS(TRAMPOLINE, arrayiterator)
TRAMPOLINE(replaces, arrayobject, exchangearray)
TRAMPOLINE(returns_array, arrayiterator, __serialize)
TRAMPOLINE(returns_array, arrayiterator, __debuginfo)

static const async_handler_swap_t swaps[] = {
	METHODS(ROW, arrayobject)
	METHODS(ROW, arrayiterator)
	ROW(replaces, arrayobject, exchangearray)
	ROW(returns_array, arrayiterator, __serialize)
	ROW(returns_array, arrayiterator, __debuginfo)
};

/* ---- foreach by reference ---- */

static zend_object_iterator *(*get_stock_iterator)(zend_class_entry *ce, zval *object, int by_ref);
static const zend_object_iterator_funcs *stock_functions;
static zend_object_iterator_funcs writing_functions;
static bool are_functions_made;

static zval *get_value_to_write(zend_object_iterator *it)
{
	async_array_storage_separate(Z_OBJ(it->data));
	return stock_functions->get_current_data(it);
}

static void make_functions(void *argument)
{
	stock_functions = argument;
	writing_functions = *stock_functions;
	writing_functions.get_current_data = get_value_to_write;
	async_table_originals_kept();
}

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	zend_object_iterator *it = get_stock_iterator(ce, object, by_ref);

	if (by_ref && it) {
		async_table_once(&are_functions_made, make_functions, (void *) it->funcs);
		it->funcs = &writing_functions;
	}
	return it;
}

/* ---- operators ---- */

/* Stock code holds no object while it calls a method of the user for an operator. */
static bool hold_for_method(zend_object *object, const zend_function *method)
{
	if (EXPECTED(method->type == ZEND_INTERNAL_FUNCTION)) {
		return false;
	}
	GC_ADDREF(object);
	return true;
}

static void let_go(zend_object *object, bool is_held)
{
	if (is_held) {
		OBJ_RELEASE(object);
	}
}

/* A class whose own method writes comes back by the stock method. */
static void write_dimension(zend_object *object, zval *offset, zval *value)
{
	const bool is_held = hold_for_method(object, object->ce->arrayaccess_funcs_ptr->zf_offsetset);
	zval held;

	ZVAL_UNDEF(&held);
	if (!is_held) {
		async_array_storage_prepare(object, offset, &held);
	}
	stock_of(object)->write_dimension(object, offset, value);
	release(&held);
	let_go(object, is_held);
}

static void unset_dimension(zend_object *object, zval *offset)
{
	const bool is_held = hold_for_method(object, object->ce->arrayaccess_funcs_ptr->zf_offsetunset);
	zval held;

	ZVAL_UNDEF(&held);
	if (!is_held) {
		async_array_storage_prepare(object, offset, &held);
	}
	stock_of(object)->unset_dimension(object, offset);
	release(&held);
	let_go(object, is_held);
}

/* For empty(), stock code reads the element after a method of the user has said that there is one. */
static int has_dimension(zend_object *object, zval *offset, int check_empty)
{
	const bool is_held = hold_for_method(object, object->ce->arrayaccess_funcs_ptr->zf_offsetexists);
	const int result = stock_of(object)->has_dimension(object, offset, check_empty);

	let_go(object, is_held);
	return result;
}

/* The value that a method of the user returns is in `result`, not in the object. `??` asks whether there is one. */
static zval *read_dimension(zend_object *object, zval *offset, int type, zval *result)
{
	const zend_class_arrayaccess_funcs *methods = object->ce->arrayaccess_funcs_ptr;
	const bool is_held = hold_for_method(object, methods->zf_offsetget)
		|| (type == BP_VAR_IS && hold_for_method(object, methods->zf_offsetexists));

	if (UNEXPECTED(type == BP_VAR_W || type == BP_VAR_RW || type == BP_VAR_UNSET)) {
		async_array_storage_separate(object);
	}
	result = stock_of(object)->read_dimension(object, offset, type, result);
	let_go(object, is_held);
	return result;
}

/* With ARRAY_AS_PROPS, a property is an element. */
static zval *write_property(zend_object *object, zend_string *name, zval *value, void **cache_slot)
{
	zval held, key;

	ZVAL_STR(&key, name);
	async_array_storage_prepare(object, &key, &held);
	value = stock_of(object)->write_property(object, name, value, cache_slot);
	release(&held);
	return value;
}

static void unset_property(zend_object *object, zend_string *name, void **cache_slot)
{
	zval held, key;

	ZVAL_STR(&key, name);
	async_array_storage_prepare(object, &key, &held);
	stock_of(object)->unset_property(object, name, cache_slot);
	release(&held);
}

static zval *get_property_ptr_ptr(zend_object *object, zend_string *name, int type, void **cache_slot)
{
	async_array_storage_separate(object);
	return stock_of(object)->get_property_ptr_ptr(object, name, type, cache_slot);
}

/* For array_walk() and others that may write. */
static HashTable *get_properties(zend_object *object)
{
	async_array_storage_separate(object);
	return stock_of(object)->get_properties(object);
}

/* For json_encode() and others. */
static HashTable *get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	HashTable *properties = stock_of(object)->get_properties_for(object, purpose);

	if (properties && ASYNC_G(current) && GC_REFCOUNT(properties) > 1 && !(GC_FLAGS(properties) & GC_IMMUTABLE)
		&& async_array_storage_may_be_shared(async_array_storage_last(object))) {
		HashTable *copy = zend_array_dup(properties);
		GC_DELREF(properties);
		properties = copy;
	}
	return properties;
}

static void replace(void *argument)
{
	kind_t *kind = argument;

	kind->stock = *kind->table;
	async_table_originals_kept();
	kind->table->write_dimension = write_dimension;
	kind->table->unset_dimension = unset_dimension;
	kind->table->read_dimension = read_dimension;
	kind->table->has_dimension = has_dimension;
	kind->table->write_property = write_property;
	kind->table->unset_property = unset_property;
	kind->table->get_property_ptr_ptr = get_property_ptr_ptr;
	kind->table->get_properties = get_properties;
	kind->table->get_properties_for = get_properties_for;
}

/* The storage lies where async_array_storage_of() looks for it. */
static bool is_laid_out_as_expected(zend_object *object)
{
	zval *values;
	int count;

	(void) object->handlers->get_gc(object, &values, &count);
	return count == 1 && values == async_array_storage_of(object) && Z_TYPE_P(values) == IS_ARRAY;
}

/* The tables are private to SPL: an object leads to its table. */
static void find_tables(void)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (!kinds[i].is_replaced) {
			zend_object *object = async_table_object(*kinds[i].ce, kinds[i].create);
			if (is_laid_out_as_expected(object)) {
				kinds[i].table = (zend_object_handlers *) object->handlers;
				async_array_object_tables[i] = object->handlers;
				async_table_once(&kinds[i].is_replaced, replace, &kinds[i]);
			}
			OBJ_RELEASE(object);
		}
	}
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	for (size_t i = 0; i < KINDS; i++) {
		kinds[i].create = (*kinds[i].ce)->create_object;
	}
	get_stock_iterator = spl_ce_ArrayIterator->get_iterator;
	if (spl_ce_RecursiveArrayIterator->get_iterator == get_stock_iterator) {
		spl_ce_ArrayIterator->get_iterator = spl_ce_RecursiveArrayIterator->get_iterator = get_iterator;
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (kinds[i].is_replaced) {
			*kinds[i].table = kinds[i].stock;
			kinds[i].is_replaced = false;
		}
	}
	if (spl_ce_ArrayIterator->get_iterator == get_iterator) {
		spl_ce_ArrayIterator->get_iterator = spl_ce_RecursiveArrayIterator->get_iterator = get_stock_iterator;
	}
}

const async_part_t async_array_objects_part = { .startup = start, .shutdown = stop, .scheduler_start = find_tables };

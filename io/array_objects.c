/*
 * Arrays of an ArrayObject or ArrayIterator that are written to while PHP code of a value, old or walked over, waits.
 *
 * The tables of handlers are changed in place: stock code compares their addresses.
 */
#include "io/array_objects.h"

#include "engine/handlers.h"
#include "io/globals.h"
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

static bool is_array_object(const zend_object *object)
{
	return object->handlers == kinds[0].table || object->handlers == kinds[1].table;
}

static const zend_object_handlers *stock_of(const zend_object *object)
{
	return &kinds[object->handlers == kinds[0].table ? 0 : 1].stock;
}

/* ---- the array ---- */

/* What the object is a view of is the first field of its record: an array, another object, or undefined for its own
 * properties. */
static zval *storage_of(const zend_object *object)
{
	return (zval *) ((char *) object - object->handlers->offset);
}

/* The object at the end of a chain of views. */
static zend_always_inline zend_object *last_of(zend_object *object)
{
	const zval *storage = storage_of(object);

	while (Z_TYPE_P(storage) == IS_OBJECT && is_array_object(Z_OBJ_P(storage))) {
		object = Z_OBJ_P(storage);
		storage = storage_of(object);
	}
	return object;
}

/* The number of elements before a position; a copy of a table has no holes. */
static HashPosition position_in_copy(const HashTable *table, HashPosition position)
{
	HashPosition count = 0;

	if (HT_IS_PACKED(table) || HT_IS_WITHOUT_HOLES(table)) {
		return position;
	}
	for (HashPosition i = 0; i < position && i < table->nNumUsed; i++) {
		count += Z_TYPE(table->arData[i].val) != IS_UNDEF;
	}
	return count;
}

/* Iterators are registered with their table, and only those of such objects look at this one. */
static void move_iterators(HashTable *from, HashTable *to)
{
	for (uint32_t i = 0; i < EG(ht_iterators_used); i++) {
		HashTableIterator *iterator = &EG(ht_iterators)[i];
		if (iterator->ht == from) {
			iterator->pos = position_in_copy(from, iterator->pos);
			iterator->ht = to;
			HT_INC_ITERATORS_COUNT(to);
			HT_DEC_ITERATORS_COUNT(from);
		}
	}
}

/* A child of a RecursiveArrayIterator shares the array with its parent, and writes to it for both. */
static bool may_be_shared(const zend_object *object)
{
	return instanceof_function(object->ce, spl_ce_RecursiveArrayIterator);
}

/* C code that walks over the array holds a reference on it: a write goes to a copy, as it does for arrays. Stock code
 * does this for objects. */
static zend_never_inline void separate_slow(zend_object *last)
{
	zval *storage = storage_of(last);
	zend_array *array;

	if (Z_TYPE_P(storage) == IS_UNDEF && last->properties && GC_REFCOUNT(last->properties) > 1
		&& !(GC_FLAGS(last->properties) & GC_IMMUTABLE)) {
		array = last->properties;
		last->properties = zend_array_dup(array);
		GC_DELREF(array);
		move_iterators(array, last->properties);
	} else if (Z_TYPE_P(storage) == IS_ARRAY && UNEXPECTED(GC_REFCOUNT(Z_ARRVAL_P(storage)) > 1)
		&& !may_be_shared(last)) {
		array = Z_ARRVAL_P(storage);
		ZVAL_ARR(storage, zend_array_dup(array));
		GC_TRY_DELREF(array);
		if (HT_HAS_ITERATORS(array)) {
			move_iterators(array, Z_ARRVAL_P(storage));
		}
	}
}

static zend_always_inline void separate(zend_object *last)
{
	const zval *storage = storage_of(last);

	if (UNEXPECTED(Z_TYPE_P(storage) != IS_ARRAY) || UNEXPECTED(GC_REFCOUNT(Z_ARRVAL_P(storage)) > 1)) {
		separate_slow(last);
	}
}

static void separate_for_writing(zend_object *object)
{
	if (ASYNC_G(current) && EXPECTED(is_array_object(object))) {
		separate(last_of(object));
	}
}

/* Keep the array for the time of a call, unless writes go to this one all the same. */
static void hold_array(zend_object *object, zval *held)
{
	const zend_object *last = last_of(object);

	if (may_be_shared(last)) {
		ZVAL_UNDEF(held);
	} else {
		ZVAL_COPY(held, storage_of(last));
	}
}

/* ---- the old value ---- */

/* The value that stock code finds with this offset, without its messages. NULL: none. */
static const zval *find_in_array(const HashTable *array, const zval *offset)
{
	ZVAL_DEREF(offset);
	switch (Z_TYPE_P(offset)) {
		case IS_LONG:
			return zend_hash_index_find(array, Z_LVAL_P(offset));
		case IS_STRING:
			return zend_symtable_find(array, Z_STR_P(offset));
		case IS_NULL:
			return zend_hash_find(array, ZSTR_EMPTY_ALLOC());
		case IS_FALSE:
		case IS_TRUE:
			return zend_hash_index_find(array, Z_TYPE_P(offset) == IS_TRUE);
		case IS_DOUBLE:
			return zend_hash_index_find(array, zend_dval_to_lval(Z_DVAL_P(offset)));
		case IS_RESOURCE:
			return zend_hash_index_find(array, Z_RES_HANDLE_P(offset));
		default:
			return NULL;
	}
}

static const zval *find_in_properties(HashTable *properties, const zval *offset)
{
	const zval *value;
	zend_string *name, *to_release = NULL;

	ZVAL_DEREF(offset);
	if (Z_TYPE_P(offset) > IS_STRING) {
		return NULL;
	}
	name = Z_TYPE_P(offset) == IS_STRING ? Z_STR_P(offset)
		: (to_release = Z_TYPE_P(offset) == IS_NULL ? ZSTR_EMPTY_ALLOC()
			: zend_long_to_str(zval_get_long((zval *) offset)));
	value = zend_hash_find_ind(properties, name);
	if (to_release) {
		zend_string_release(to_release);
	}
	return value;
}

static const zval *find_old(zend_object *last, const zval *offset)
{
	const zval *storage = storage_of(last);

	if (EXPECTED(Z_TYPE_P(storage) == IS_ARRAY)) {
		return find_in_array(Z_ARRVAL_P(storage), offset);
	}
	return find_in_properties(
		zend_std_get_properties(Z_TYPE_P(storage) == IS_OBJECT ? Z_OBJ_P(storage) : last), offset);
}

/* Before a write in a coroutine: hold what the write destroys. Runs no PHP code. *held is to be released. */
static void prepare(zend_object *object, const zval *offset, zval *held)
{
	zend_object *last;
	const zval *value;

	ZVAL_UNDEF(held);
	if (ASYNC_G(current) == NULL || UNEXPECTED(!is_array_object(object))) {
		return;
	}
	last = last_of(object);
	separate(last);
	if (offset && (value = find_old(last, offset)) != NULL && Z_REFCOUNTED_P(value) && Z_REFCOUNT_P(value) == 1
		&& Z_TYPE_P(value) != IS_STRING) {
		ZVAL_COPY(held, value);
	}
}

static void release(zval *held)
{
	if (UNEXPECTED(!Z_ISUNDEF_P(held))) {
		zval_ptr_dtor(held);
	}
}

/* ---- methods ---- */

static void writes(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zval *offset = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : NULL;
	zval held;

	prepare(Z_OBJ(EX(This)), offset, &held);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	release(&held);
}

static void appends(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	separate_for_writing(Z_OBJ(EX(This)));
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* The array is walked over, or replaced after it was destroyed. Where it cannot be held, no coroutine parks
 * meanwhile. */
static void keeps_array(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *object = Z_OBJ(EX(This));
	zval held;

	if (ASYNC_G(current) == NULL || UNEXPECTED(!is_array_object(object))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (may_be_shared(last_of(object))) {
		ASYNC_ENGINE_G(compiling)++;
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		ASYNC_ENGINE_G(compiling)--;
		return;
	}
	hold_array(object, &held);
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	release(&held);
}

/* Where a write goes to no copy, the walk does. */
static void copy_if_shared(const zend_object *object, zval *array)
{
	if (array && Z_TYPE_P(array) == IS_ARRAY && ASYNC_G(current) && may_be_shared(object)) {
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
	X(keeps_array, class_name, unserialize) \
	X(keeps_array, class_name, __unserialize)

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
TRAMPOLINE(returns_array, arrayiterator, __serialize)
TRAMPOLINE(returns_array, arrayiterator, __debuginfo)

static const async_handler_swap_t swaps[] = {
	METHODS(ROW, arrayobject)
	METHODS(ROW, arrayiterator)
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
	separate_for_writing(Z_OBJ(it->data));
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

/* A class whose own method writes comes back by the stock method. */
static void write_dimension(zend_object *object, zval *offset, zval *value)
{
	zval held;

	ZVAL_UNDEF(&held);
	if (EXPECTED(object->ce->arrayaccess_funcs_ptr->zf_offsetset->type == ZEND_INTERNAL_FUNCTION)) {
		prepare(object, offset, &held);
	}
	stock_of(object)->write_dimension(object, offset, value);
	release(&held);
}

static void unset_dimension(zend_object *object, zval *offset)
{
	zval held;

	ZVAL_UNDEF(&held);
	if (EXPECTED(object->ce->arrayaccess_funcs_ptr->zf_offsetunset->type == ZEND_INTERNAL_FUNCTION)) {
		prepare(object, offset, &held);
	}
	stock_of(object)->unset_dimension(object, offset);
	release(&held);
}

static zval *read_dimension(zend_object *object, zval *offset, int type, zval *result)
{
	if (UNEXPECTED(type == BP_VAR_W || type == BP_VAR_RW || type == BP_VAR_UNSET)) {
		separate_for_writing(object);
	}
	return stock_of(object)->read_dimension(object, offset, type, result);
}

/* With ARRAY_AS_PROPS, a property is an element. */
static zval *write_property(zend_object *object, zend_string *name, zval *value, void **cache_slot)
{
	zval held, key;

	ZVAL_STR(&key, name);
	prepare(object, &key, &held);
	value = stock_of(object)->write_property(object, name, value, cache_slot);
	release(&held);
	return value;
}

static void unset_property(zend_object *object, zend_string *name, void **cache_slot)
{
	zval held, key;

	ZVAL_STR(&key, name);
	prepare(object, &key, &held);
	stock_of(object)->unset_property(object, name, cache_slot);
	release(&held);
}

static zval *get_property_ptr_ptr(zend_object *object, zend_string *name, int type, void **cache_slot)
{
	separate_for_writing(object);
	return stock_of(object)->get_property_ptr_ptr(object, name, type, cache_slot);
}

/* For array_walk() and others that may write. */
static HashTable *get_properties(zend_object *object)
{
	separate_for_writing(object);
	return stock_of(object)->get_properties(object);
}

/* For json_encode() and others. */
static HashTable *get_properties_for(zend_object *object, zend_prop_purpose purpose)
{
	HashTable *properties = stock_of(object)->get_properties_for(object, purpose);

	if (properties && ASYNC_G(current) && GC_REFCOUNT(properties) > 1 && !(GC_FLAGS(properties) & GC_IMMUTABLE)
		&& may_be_shared(last_of(object))) {
		HashTable *copy = zend_array_dup(properties);
		GC_DELREF(properties);
		properties = copy;
	}
	return properties;
}

/* Stock code holds no reference while it walks over both arrays. */
static int compare(zval *one, zval *two)
{
	const zend_object_handlers *stock = &kinds[0].stock;
	zval held[2], arrays[2];
	bool may_park;
	int result;

	if (ASYNC_G(current) == NULL || Z_TYPE_P(one) != IS_OBJECT || Z_TYPE_P(two) != IS_OBJECT
		|| !is_array_object(Z_OBJ_P(one)) || !is_array_object(Z_OBJ_P(two))) {
		return stock->compare(one, two);
	}
	ZVAL_COPY(&held[0], one);
	ZVAL_COPY(&held[1], two);
	hold_array(Z_OBJ(held[0]), &arrays[0]);
	hold_array(Z_OBJ(held[1]), &arrays[1]);
	may_park = !may_be_shared(last_of(Z_OBJ(held[0]))) && !may_be_shared(last_of(Z_OBJ(held[1])));
	ASYNC_ENGINE_G(compiling) += !may_park;
	result = stock->compare(&held[0], &held[1]);
	ASYNC_ENGINE_G(compiling) -= !may_park;
	zval_ptr_dtor(&arrays[0]);
	zval_ptr_dtor(&arrays[1]);
	zval_ptr_dtor(&held[0]);
	zval_ptr_dtor(&held[1]);
	return result;
}

static void replace(void *argument)
{
	kind_t *kind = argument;

	kind->stock = *kind->table;
	async_table_originals_kept();
	kind->table->write_dimension = write_dimension;
	kind->table->unset_dimension = unset_dimension;
	kind->table->read_dimension = read_dimension;
	kind->table->write_property = write_property;
	kind->table->unset_property = unset_property;
	kind->table->get_property_ptr_ptr = get_property_ptr_ptr;
	kind->table->get_properties = get_properties;
	kind->table->get_properties_for = get_properties_for;
	kind->table->compare = compare;
}

/* The storage lies where storage_of() looks for it. */
static bool is_laid_out_as_expected(zend_object *object)
{
	zval *values;
	int count;

	(void) object->handlers->get_gc(object, &values, &count);
	return count == 1 && values == storage_of(object) && Z_TYPE_P(values) == IS_ARRAY;
}

/* The tables are private to SPL: an object leads to its table. */
static void find_tables(void)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (!kinds[i].is_replaced) {
			zend_object *object = async_table_object(*kinds[i].ce, kinds[i].create);
			if (is_laid_out_as_expected(object)) {
				kinds[i].table = (zend_object_handlers *) object->handlers;
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

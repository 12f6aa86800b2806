/*
 * What an ArrayObject or ArrayIterator is a view of: an array, the properties of an object, or another view.
 *
 * Stock code has no reference on it. Writes in a coroutine go to a copy where C code walks over it, and a value that a
 * write destroys is held until the write is done.
 */
#include "io/array_storage.h"

#include "scheduler/globals.h"

#include "ext/spl/spl_array.h"

const zend_object_handlers *async_array_object_tables[ASYNC_ARRAY_OBJECT_TABLES];

/* What the object is a view of is the first field of its record: an array, another object, or undefined for its own
 * properties. */
zval *async_array_storage_of(const zend_object *object)
{
	return (zval *) ((char *) object - object->handlers->offset);
}

/* The object at the end of a chain of views. */
zend_object *async_array_storage_last(zend_object *object)
{
	const zval *storage = async_array_storage_of(object);

	while (Z_TYPE_P(storage) == IS_OBJECT && async_array_object_is(Z_OBJ_P(storage))) {
		object = Z_OBJ_P(storage);
		storage = async_array_storage_of(object);
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
bool async_array_storage_may_be_shared(const zend_object *object)
{
	return instanceof_function(object->ce, spl_ce_RecursiveArrayIterator);
}

/* C code that walks over the array holds a reference on it: a write goes to a copy, as it does for arrays. Stock code
 * does this for objects. */
static zend_never_inline void separate_slow(zend_object *last)
{
	zval *storage = async_array_storage_of(last);
	zend_array *array;

	if (Z_TYPE_P(storage) == IS_UNDEF && last->properties && GC_REFCOUNT(last->properties) > 1
		&& !(GC_FLAGS(last->properties) & GC_IMMUTABLE)) {
		array = last->properties;
		last->properties = zend_array_dup(array);
		GC_DELREF(array);
		move_iterators(array, last->properties);
	} else if (Z_TYPE_P(storage) == IS_ARRAY && UNEXPECTED(GC_REFCOUNT(Z_ARRVAL_P(storage)) > 1)
		&& !async_array_storage_may_be_shared(last)) {
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
	const zval *storage = async_array_storage_of(last);

	if (UNEXPECTED(Z_TYPE_P(storage) != IS_ARRAY) || UNEXPECTED(GC_REFCOUNT(Z_ARRVAL_P(storage)) > 1)) {
		separate_slow(last);
	}
}

void async_array_storage_separate(zend_object *object)
{
	if (ASYNC_G(current) && EXPECTED(async_array_object_is(object))) {
		separate(async_array_storage_last(object));
	}
}

bool async_array_storage_hold(zend_object *object, zval *held)
{
	const zend_object *last = async_array_storage_last(object);

	ZVAL_UNDEF(held);
	if (async_array_storage_may_be_shared(last) || Z_TYPE_P(async_array_storage_of(last)) != IS_ARRAY) {
		return false;
	}
	ZVAL_COPY(held, async_array_storage_of(last));
	return true;
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
	const zval *storage = async_array_storage_of(last);

	if (EXPECTED(Z_TYPE_P(storage) == IS_ARRAY)) {
		return find_in_array(Z_ARRVAL_P(storage), offset);
	}
	return find_in_properties(
		zend_std_get_properties(Z_TYPE_P(storage) == IS_OBJECT ? Z_OBJ_P(storage) : last), offset);
}

/* Before a write in a coroutine: hold what the write destroys. Runs no PHP code. *held is to be released. */
void async_array_storage_prepare(zend_object *object, const zval *offset, zval *held)
{
	zend_object *last;
	const zval *value;

	ZVAL_UNDEF(held);
	if (ASYNC_G(current) == NULL || UNEXPECTED(!async_array_object_is(object))) {
		return;
	}
	last = async_array_storage_last(object);
	separate(last);
	if (offset && (value = find_old(last, offset)) != NULL && Z_REFCOUNTED_P(value) && Z_REFCOUNT_P(value) == 1
		&& Z_TYPE_P(value) != IS_STRING) {
		ZVAL_COPY(held, value);
	}
}

/*
 * Values of isolations: their copies, and the destructors of what they hold.
 */
#include "engine/isolation/copy.h"

#include "engine/isolation/plain_arrays.h"

#include "zend_closures.h"

bool (*async_isolation_leaves_out)(const zend_object *object);

void async_isolation_copy_begin(async_isolation_copy_t *copy)
{
	zend_hash_init(&copy->references, 8, NULL, NULL, false);
	async_isolation_plain_arrays_begin();
}

void async_isolation_copy_end(async_isolation_copy_t *copy)
{
	zend_hash_destroy(&copy->references);
	async_isolation_plain_arrays_end();
}

/* Arrays that are nested deeper keep what they share. */
#define MAX_NESTED 64

/* What an array holds, itself or in other arrays. */
typedef enum {
	PLAIN,           /* scalar values and strings only */
	WITH_OBJECTS,    /* others, too; or there was no look at all of them */
	WITH_REFERENCES  /* it would share references with its copy */
} contents_t;

static bool is_large(const zval *array)
{
	return zend_hash_num_elements(Z_ARRVAL_P(array)) >= ASYNC_PLAIN_ARRAY_MIN;
}

static bool is_known_as_plain(const zval *array)
{
	return !Z_REFCOUNTED_P(array) || (is_large(array) && async_isolation_plain_array_is_known(Z_ARRVAL_P(array)));
}

static bool is_left_out(const zval *value)
{
	return Z_TYPE_P(value) == IS_OBJECT && UNEXPECTED(async_isolation_leaves_out(Z_OBJ_P(value)));
}

/* A reference of one holder is none: PHP unwraps it when it separates the array. */
static contents_t contents_of(const zval *array, int left)
{
	contents_t contents = PLAIN;
	zval *value;

	if (is_known_as_plain(array)) {
		return PLAIN;
	}
	if (left == 0) {
		return WITH_OBJECTS;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), value) {
		if (EXPECTED(!Z_REFCOUNTED_P(value)) || EXPECTED(Z_TYPE_P(value) == IS_STRING)) {
			continue;
		}
		if (Z_ISREF_P(value) && Z_REFCOUNT_P(value) > 1) {
			return WITH_REFERENCES;
		}
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) == IS_ARRAY) {
			const contents_t nested = contents_of(value, left - 1);
			contents = MAX(contents, nested);
		} else if (Z_TYPE_P(value) > IS_STRING) {
			contents = MAX(contents, WITH_OBJECTS);
		}
		if (contents == WITH_REFERENCES) {
			return contents;
		}
	} ZEND_HASH_FOREACH_END();
	if (contents == PLAIN && is_large(array)) {
		async_isolation_plain_array_add(Z_ARRVAL_P(array));
	}
	return contents;
}

static void copy_element(async_isolation_copy_t *copy, zval *element, int left);

static zend_array *copy_array(async_isolation_copy_t *copy, zend_array *from, int left)
{
	zend_array *to = zend_array_dup(from);
	zval *element;

	ZEND_HASH_FOREACH_VAL(to, element) {
		if (Z_REFCOUNTED_P(element) && Z_TYPE_P(element) != IS_STRING) {
			copy_element(copy, element, left);
		}
	} ZEND_HASH_FOREACH_END();
	return to;
}

static bool has_left_out(const zval *array)
{
	zval *value;

	if (is_known_as_plain(array)) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), value) {
		if (is_left_out(value)) {
			return true;
		}
	} ZEND_HASH_FOREACH_END();
	return false;
}

/* The other elements. A table of scopes that are alive is empty then: a copy for each of them would be large. */
static zend_array *without_left_out(zend_array *from)
{
	zend_array *to = zend_new_array(0);
	zend_string *key;
	zend_ulong index;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL(from, index, key, value) {
		if (is_left_out(value)) {
			continue;
		}
		Z_TRY_ADDREF_P(value);
		if (key) {
			zend_hash_add_new(to, key, value);
		} else {
			zend_hash_index_add_new(to, index, value);
		}
	} ZEND_HASH_FOREACH_END();
	to->nNextFreeElement = from->nNextFreeElement;
	return to;
}

static void copy_plain(async_isolation_copy_t *copy, zval *to, const zval *from, int left)
{
	zval rest;

	if (is_left_out(from)) {
		ZVAL_NULL(to);
	} else if (Z_TYPE_P(from) != IS_ARRAY) {
		ZVAL_COPY(to, from);
	} else if (left == MAX_NESTED && UNEXPECTED(has_left_out(from))) {
		ZVAL_ARR(&rest, without_left_out(Z_ARRVAL_P(from)));
		copy_plain(copy, to, &rest, left - 1);
		zval_ptr_dtor(&rest);
	} else if (UNEXPECTED(contents_of(from, left) == WITH_REFERENCES)) {
		ZVAL_ARR(to, copy_array(copy, Z_ARRVAL_P(from), left - 1));
	} else {
		ZVAL_COPY(to, from);
	}
}

static zend_reference *copy_reference(async_isolation_copy_t *copy, zend_reference *from, int left)
{
	const zend_ulong key = (zend_ulong) (uintptr_t) from;
	zend_reference *to = GC_REFCOUNT(from) > 1 ? zend_hash_index_find_ptr(&copy->references, key) : NULL;

	if (to) {
		GC_ADDREF(to);
		return to;
	}
	to = emalloc(sizeof(*to));
	GC_SET_REFCOUNT(to, 1);
	GC_TYPE_INFO(to) = GC_REFERENCE;
	to->sources.ptr = NULL;
	ZVAL_NULL(&to->val);
	/* Noted first: an array may hold a reference to itself. */
	if (GC_REFCOUNT(from) > 1) {
		zend_hash_index_add_new_ptr(&copy->references, key, to);
	}
	copy_plain(copy, &to->val, &from->val, left);
	return to;
}

/* The element of a copied array holds what that of the original array holds. */
static void copy_element(async_isolation_copy_t *copy, zval *element, int left)
{
	zval own;

	if (Z_ISREF_P(element)) {
		ZVAL_REF(&own, copy_reference(copy, Z_REF_P(element), left));
	} else {
		copy_plain(copy, &own, element, left);
	}
	Z_DELREF_P(element); /* the original array has it, too */
	ZVAL_COPY_VALUE(element, &own);
}

void async_isolation_copy_counted(async_isolation_copy_t *copy, zval *to, const zval *from)
{
	if (Z_ISREF_P(from)) {
		ZVAL_REF(to, copy_reference(copy, Z_REF_P(from), MAX_NESTED));
	} else {
		copy_plain(copy, to, from, MAX_NESTED);
	}
}

/* Deeper objects are destructed when what holds them is released. */
#define MAX_DEPTH 200

static bool destruct(zval *value, int depth);

/* A destructor may add elements to a table that is in use, or replace its buckets. */
static bool destruct_elements(HashTable *table, int depth)
{
	bool is_called = false;

	for (uint32_t i = 0; i < table->nNumUsed; i++) {
		is_called |= destruct(HT_IS_PACKED(table) ? &table->arPacked[i] : &table->arData[i].val, depth);
	}
	return is_called;
}

static bool destruct_array(HashTable *array, int depth)
{
	bool is_called;

	/* A destructor that writes to it separates its own copy. And with two holders an array that contains itself is left
	 * alone where it is found again. */
	GC_ADDREF(array);
	is_called = destruct_elements(array, depth);
	zend_array_release(array);
	return is_called;
}

/* The objects that only this one holds, in its properties or as a closure. */
static bool destruct_members(zend_object *object, int depth)
{
	bool is_called = false;

	if (object->ce == zend_ce_closure) {
		zval *held;
		int count;
		HashTable *variables = object->handlers->get_gc(object, &held, &count);
		return variables && destruct_elements(variables, depth);
	}
	if (object->handlers->get_gc != zend_std_get_gc) {
		return false;
	}
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		is_called |= destruct(&object->properties_table[i], depth);
	}
	if (object->properties && GC_REFCOUNT(object->properties) == 1) {
		is_called |= destruct_array(object->properties, depth);
	}
	return is_called;
}

/* One place holds the object, or several that go together. */
static bool destruct_object(zend_object *object, uint32_t holders, int depth)
{
	bool is_called = false;

	GC_ADDREF(object);
	if (!(OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED)) {
		GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
		if (object->handlers->dtor_obj != zend_objects_destroy_object || object->ce->destructor) {
			object->handlers->dtor_obj(object);
			is_called = true;
		}
	}
	if (GC_REFCOUNT(object) == holders + 1) {
		is_called |= destruct_members(object, depth);
	}
	OBJ_RELEASE(object);
	return is_called;
}

static bool destruct(zval *value, int depth)
{
	ZVAL_DEINDIRECT(value);
	ZVAL_DEREF(value);
	if (!Z_REFCOUNTED_P(value) || Z_REFCOUNT_P(value) != 1 || depth == 0) {
		return false;
	}
	if (Z_TYPE_P(value) == IS_OBJECT) {
		return destruct_object(Z_OBJ_P(value), 1, depth - 1);
	}
	return Z_TYPE_P(value) == IS_ARRAY && destruct_array(Z_ARRVAL_P(value), depth - 1);
}

bool async_isolation_destruct_value(zval *value)
{
	return destruct(value, MAX_DEPTH);
}

bool async_isolation_destruct_object(zend_object *object, uint32_t holders)
{
	return GC_REFCOUNT(object) == holders && destruct_object(object, holders, MAX_DEPTH);
}

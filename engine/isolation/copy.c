/*
 * Values of isolations: their copies, and the destructors of what they hold.
 */
#include "engine/isolation/copy.h"

#include "zend_closures.h"

bool (*async_isolation_leaves_out)(const zend_object *object);

void async_isolation_copy_begin(async_isolation_copy_t *copy)
{
	zend_hash_init(&copy->references, 8, NULL, NULL, false);
}

void async_isolation_copy_end(async_isolation_copy_t *copy)
{
	zend_hash_destroy(&copy->references);
}

static void copy_plain(zval *to, const zval *from)
{
	if (Z_TYPE_P(from) == IS_OBJECT && UNEXPECTED(async_isolation_leaves_out(Z_OBJ_P(from)))) {
		ZVAL_NULL(to);
	} else {
		ZVAL_COPY(to, from);
	}
}

static zend_reference *copy_reference(async_isolation_copy_t *copy, zend_reference *from)
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
	copy_plain(&to->val, &from->val);
	if (GC_REFCOUNT(from) > 1) {
		zend_hash_index_add_new_ptr(&copy->references, key, to);
	}
	return to;
}

void async_isolation_copy_counted(async_isolation_copy_t *copy, zval *to, const zval *from)
{
	if (Z_ISREF_P(from)) {
		ZVAL_REF(to, copy_reference(copy, Z_REF_P(from)));
	} else {
		copy_plain(to, from);
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

	if (GC_IS_RECURSIVE(array)) {
		return false;
	}
	GC_ADDREF(array); /* a destructor that writes to it separates its own copy */
	GC_PROTECT_RECURSION(array);
	is_called = destruct_elements(array, depth);
	GC_UNPROTECT_RECURSION(array);
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

static bool destruct_object(zend_object *object, int depth)
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
	if (GC_REFCOUNT(object) == 2) {
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
		return destruct_object(Z_OBJ_P(value), depth - 1);
	}
	return Z_TYPE_P(value) == IS_ARRAY && destruct_array(Z_ARRVAL_P(value), depth - 1);
}

bool async_isolation_destruct_value(zval *value)
{
	return destruct(value, MAX_DEPTH);
}

/*
 * Values of isolations: their copies, and the destructors of what they hold.
 */
#include "engine/isolation/copy.h"

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

void async_isolation_destruct_value(zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT) {
		zend_object *object = Z_OBJ_P(value);
		if (GC_REFCOUNT(object) == 1 && !(OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED)) {
			GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
			GC_ADDREF(object);
			object->handlers->dtor_obj(object);
			OBJ_RELEASE(object);
		}
	} else if (Z_TYPE_P(value) == IS_ARRAY && Z_REFCOUNTED_P(value) && Z_REFCOUNT_P(value) == 1
		&& !GC_IS_RECURSIVE(Z_ARRVAL_P(value))) {
		HashTable *array = Z_ARRVAL_P(value);
		zval *element;

		GC_ADDREF(array);
		GC_PROTECT_RECURSION(array);
		ZEND_HASH_FOREACH_VAL(array, element) {
			async_isolation_destruct_value(element);
		} ZEND_HASH_FOREACH_END();
		GC_UNPROTECT_RECURSION(array);
		zend_array_release(array);
	}
}

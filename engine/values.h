/*
 * Values and references in fields of C code: comparing one with a copy, releasing one.
 */
#ifndef ASYNC_ENGINE_VALUES_H
#define ASYNC_ENGINE_VALUES_H

#include "php.h"

#include "zend_gc.h"

/* Do both hold the same thing: no value, the same number, or a pointer to the same string, array, object …? Nothing is
 * followed, so that equal strings in two places of memory are not the same.
 * runs PHP: no */
static zend_always_inline bool async_value_is_same(const zval *one, const zval *two)
{
	if (Z_TYPE_P(one) != Z_TYPE_P(two) || Z_TYPE_P(one) <= IS_TRUE) {
		return Z_TYPE_P(one) == Z_TYPE_P(two);
	}
	/* By its bits: NaN is the same as NaN. Any other value is an integer or a pointer, and both have one size. */
	_Static_assert(sizeof(one->value.lval) == sizeof(one->value.ptr), "an integer covers a pointer");
	return Z_TYPE_P(one) == IS_DOUBLE ? memcmp(&one->value.dval, &two->value.dval, sizeof(double)) == 0
		: Z_LVAL_P(one) == Z_LVAL_P(two);
}

/* Release what a field holds. The field is empty before the destructors run: they may come back to the record that the
 * field is in, in a cycle for instance, and must not find a value whose reference is gone.
 * suspends: in destructors; runs PHP: destructors */
static zend_always_inline void async_clear_object(zend_object **field)
{
	zend_object *object = *field;

	if (object) {
		*field = NULL;
		OBJ_RELEASE(object);
	}
}

/* Drop a reference without a start of the cycle collector, which runs destructors. It gets the object as a possible
 * root all the same, for later.
 * suspends, runs PHP: no, unless the reference is the last one: then in destructors */
static zend_always_inline void async_release_uncollected(zend_object *object)
{
	const bool collects = gc_enable(false);

	OBJ_RELEASE(object);
	gc_enable(collects);
}

/* The collector takes an object for alive while get_gc() leaves values out that something else keeps in use. When that
 * ends without the drop of a reference, this makes the object a possible root: the collector has looked at it before,
 * maybe, and would not look again. The collector is not started.
 * suspends: no; runs PHP: no */
static zend_always_inline void async_become_possible_root(zend_object *object)
{
	if (GC_MAY_LEAK(object)) {
		const bool collects = gc_enable(false);

		gc_possible_root((zend_refcounted *) object);
		gc_enable(collects);
	}
}

static zend_always_inline void async_clear_array(HashTable **field)
{
	HashTable *array = *field;

	if (array) {
		*field = NULL;
		zend_array_release(array);
	}
}

static zend_always_inline void async_clear_value(zval *field)
{
	zval value;

	ZVAL_COPY_VALUE(&value, field);
	ZVAL_UNDEF(field);
	zval_ptr_dtor(&value);
}

#endif

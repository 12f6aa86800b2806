/*
 * Walking over arrays and Traversable objects, with a C function for each element.
 */
#include "iterable.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* Call `each` with an element of an array. The references that `each` borrows are held here: it may suspend. */
static bool give_keyed(zval *element, zend_ulong index, zend_string *name, async_element_fn each, void *arg)
{
	zval key, value;

	if (name) {
		ZVAL_STR(&key, name);
	} else {
		ZVAL_LONG(&key, (zend_long) index);
	}
	ZVAL_COPY_DEREF(&value, element);
	const bool more = each(&value, &key, arg);
	zval_ptr_dtor(&value);
	return more;
}

static bool walk_array(zval *iterable, async_element_fn each, void *arg)
{
	zend_ulong index;
	zend_string *name;
	zval *element, array;
	bool more = true;

	/* `each` may suspend, and another coroutine may change the variable meanwhile. */
	ZVAL_COPY(&array, iterable);
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(array), index, name, element) {
		more = give_keyed(element, index, name, each, arg);
		if (!more) {
			break;
		}
	} ZEND_HASH_FOREACH_END();
	zval_ptr_dtor(&array);
	return more && !EG(exception);
}

/* The key of the current element; undefined after an exception. The caller owns it. */
static void current_key(zend_object_iterator *iterator, zend_ulong number, zval *key)
{
	zval raw;

	if (iterator->funcs->get_current_key == NULL) {
		ZVAL_LONG(key, (zend_long) number);
		return;
	}
	ZVAL_UNDEF(&raw);
	iterator->funcs->get_current_key(iterator, &raw);
	ZVAL_COPY_DEREF(key, &raw);
	zval_ptr_dtor(&raw);
}

/* Call `each` with the current element, then move on. False at the end and after an exception. *more receives what
 * `each` returned: false ends the walk, too. */
static bool give_current(zend_object_iterator *iterator, zend_ulong number, async_element_fn each, void *arg,
	bool *more)
{
	zval *current, element, key;

	if (iterator->funcs->valid(iterator) != SUCCESS || EG(exception)) {
		return false;
	}
	current = iterator->funcs->get_current_data(iterator);
	if (current == NULL || EG(exception)) {
		return false;
	}
	ZVAL_COPY_DEREF(&element, current);
	current_key(iterator, number, &key);
	if (!EG(exception)) {
		*more = each(&element, &key, arg);
	}
	zval_ptr_dtor(&key);
	zval_ptr_dtor(&element);
	if (EG(exception) || !*more) {
		return false;
	}
	iterator->funcs->move_forward(iterator);
	return EG(exception) == NULL;
}

static bool walk_iterator(zval *iterable, async_element_fn each, void *arg)
{
	zend_object_iterator *iterator = Z_OBJCE_P(iterable)->get_iterator(Z_OBJCE_P(iterable), iterable, 0);
	zend_ulong number = 0;
	bool more = true;

	if (iterator == NULL) {
		return false;
	}
	if (!EG(exception) && iterator->funcs->rewind) {
		iterator->funcs->rewind(iterator);
	}
	if (!EG(exception)) {
		while (give_current(iterator, number, each, arg, &more)) {
			number++;
		}
	}
	zend_iterator_dtor(iterator);
	return more && !EG(exception);
}

bool async_for_each(zval *iterable, async_element_fn each, void *arg)
{
	if (Z_TYPE_P(iterable) == IS_ARRAY) {
		return walk_array(iterable, each, arg);
	}
	ZEND_ASSERT(Z_TYPE_P(iterable) == IS_OBJECT && "an iterable is an array or a Traversable object");
	return walk_iterator(iterable, each, arg);
}

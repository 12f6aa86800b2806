/*
 * The elements of an array or iterator, taken one at a time.
 */
#include "parallel/internal.h"

#include "engine/values.h"

void async_elements_begin(async_elements_t *elements, const zval *items)
{
	ZVAL_COPY(&elements->items, items);
	if (Z_TYPE_P(items) == IS_ARRAY) {
		zend_hash_internal_pointer_reset_ex(Z_ARRVAL(elements->items), &elements->position);
	}
}

static bool next_of_array(async_elements_t *elements, zval *element, zval *key)
{
	HashTable *table = Z_ARRVAL(elements->items);
	zval *current = zend_hash_get_current_data_ex(table, &elements->position);

	if (current == NULL) {
		return false;
	}
	zend_hash_get_current_key_zval_ex(table, key, &elements->position);
	zend_hash_move_forward_ex(table, &elements->position);
	ZVAL_COPY_DEREF(element, current);
	return true;
}

static void current_key(const async_elements_t *elements, zval *key)
{
	zval raw;

	if (elements->iterator->funcs->get_current_key == NULL) {
		ZVAL_LONG(key, (zend_long) elements->number);
		return;
	}
	ZVAL_UNDEF(&raw);
	elements->iterator->funcs->get_current_key(elements->iterator, &raw);
	ZVAL_COPY_DEREF(key, &raw);
	zval_ptr_dtor(&raw);
}

/* Make the iterator at the first call, move it on at the others. False after an exception. */
static bool move(async_elements_t *elements)
{
	zend_class_entry *ce = Z_OBJCE(elements->items);

	if (elements->is_started) {
		if (elements->number > 0) {
			elements->iterator->funcs->move_forward(elements->iterator);
		}
		return !EG(exception);
	}
	elements->is_started = true;
	elements->iterator = ce->get_iterator(ce, &elements->items, 0);
	if (elements->iterator && !EG(exception) && elements->iterator->funcs->rewind) {
		elements->iterator->funcs->rewind(elements->iterator);
	}
	return elements->iterator && !EG(exception);
}

static bool next_of_iterator(async_elements_t *elements, zval *element, zval *key)
{
	zval *current;

	if (!move(elements) || elements->iterator->funcs->valid(elements->iterator) != SUCCESS || EG(exception)) {
		return false;
	}
	current = elements->iterator->funcs->get_current_data(elements->iterator);
	if (current == NULL || EG(exception)) {
		return false;
	}
	ZVAL_COPY_DEREF(element, current);
	current_key(elements, key);
	elements->number++;
	if (UNEXPECTED(EG(exception) != NULL)) {
		zval_ptr_dtor(key);
		zval_ptr_dtor(element);
		return false;
	}
	return true;
}

bool async_elements_next(async_elements_t *elements, zval *element, zval *key)
{
	const bool has_one = Z_TYPE(elements->items) == IS_ARRAY
		? next_of_array(elements, element, key) : next_of_iterator(elements, element, key);

	if (!has_one) {
		elements->is_exhausted = true;
	}
	return has_one;
}

void async_elements_add_gc(const async_elements_t *elements, zend_get_gc_buffer *buffer)
{
	zend_get_gc_buffer_add_zval(buffer, (zval *) &elements->items);
	if (elements->iterator) {
		zend_get_gc_buffer_add_obj(buffer, &elements->iterator->std);
	}
}

void async_elements_end(async_elements_t *elements)
{
	if (elements->iterator) {
		zend_iterator_dtor(elements->iterator);
	}
	async_clear_value(&elements->items);
}

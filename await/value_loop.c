/*
 * The iterator behind foreach over an object that gives values one by one, each once, and may wait for the next one.
 */
#include "await/value_loop.h"

#include "async_classes.h"

#include "scheduler/identity.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "exceptions.h"

typedef struct {
	zend_object_iterator it;
	async_next_value_fn next;
	zval current;                   /* UNDEF: before the first value, or after the last one */
	zend_ulong key;
	bool begun;
	bool is_fetching;               /* a coroutine waits for the next value */
} iterator_t;

static void iterator_dtor(zend_object_iterator *it)
{
	zval_ptr_dtor(&((iterator_t *) it)->current);
	zval_ptr_dtor(&it->data);
}

static void iterator_invalidate(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;
	zval current;

	ZVAL_COPY_VALUE(&current, &iterator->current);
	ZVAL_UNDEF(&iterator->current);
	zval_ptr_dtor(&current);
}

/* Two coroutines with the same iterator would take each other's values. Throws then. */
static ZEND_COLD void throw_second(void)
{
	async_throw("Another coroutine waits for the next value of this iterator: use an iterator for each coroutine");
}

static zend_always_inline bool refuse_second(const iterator_t *iterator)
{
	if (UNEXPECTED(iterator->is_fetching)) {
		throw_second();
	}
	return iterator->is_fetching;
}

static int iterator_valid(zend_object_iterator *it)
{
	if (EXPECTED(Z_TYPE(((iterator_t *) it)->current) != IS_UNDEF)) {
		return SUCCESS;
	}
	(void) refuse_second((iterator_t *) it);
	return FAILURE;
}

static zval *iterator_current(zend_object_iterator *it)
{
	zval *current = &((iterator_t *) it)->current;
	return Z_TYPE_P(current) == IS_UNDEF ? NULL : current;
}

static void iterator_key(zend_object_iterator *it, zval *key)
{
	ZVAL_LONG(key, (zend_long) ((iterator_t *) it)->key);
}

/* The iterator is fetching also while the destructor of the value before waits. */
static zend_always_inline void iterator_fetch(iterator_t *iterator)
{
	iterator->is_fetching = true;
	if (Z_REFCOUNTED(iterator->current)) {
		iterator_invalidate(&iterator->it);
		if (UNEXPECTED(EG(exception) != NULL)) {
			iterator->is_fetching = false;
			return;
		}
	}
	ZVAL_UNDEF(&iterator->current);
	iterator->next(Z_OBJ(iterator->it.data), &iterator->current);
	iterator->is_fetching = false;
}

static void iterator_forward(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	if (!refuse_second(iterator)) {
		iterator->key++;
		iterator_fetch(iterator);
	}
}

static void iterator_rewind(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	/* A value that was received cannot be received again: only the first rewind() does something. */
	if (!refuse_second(iterator) && !iterator->begun) {
		iterator->begun = true;
		iterator_fetch(iterator);
	}
}

static HashTable *iterator_get_gc(zend_object_iterator *it, zval **table, int *n)
{
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &it->data);
	zend_get_gc_buffer_add_zval(buffer, &((iterator_t *) it)->current);
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static const zend_object_iterator_funcs iterator_funcs = {
	.dtor = iterator_dtor,
	.valid = iterator_valid,
	.get_current_data = iterator_current,
	.get_current_key = iterator_key,
	.move_forward = iterator_forward,
	.rewind = iterator_rewind,
	.invalidate_current = iterator_invalidate,
	.get_gc = iterator_get_gc,
};

zend_object_iterator *async_value_loop(zval *object, int by_ref, async_next_value_fn next)
{
	iterator_t *iterator;

	if (by_ref) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	iterator = ecalloc(1, sizeof(*iterator));
	zend_iterator_init(&iterator->it);
	iterator->it.funcs = &iterator_funcs;
	iterator->next = next;
	ZVAL_OBJ_COPY(&iterator->it.data, Z_OBJ_P(object));
	return &iterator->it;
}

/* ---- the object that getIterator() gives ---- */

/* Like the engine's own record of an InternalIterator, in all versions up to 8.6. */
typedef struct {
	zend_object std;
	zend_object_iterator *it;
	bool rewind_called;
} iterator_object_t;

static zend_object_handlers object_handlers;

static iterator_t *iterator_of(zend_object *object)
{
	iterator_t *iterator = (iterator_t *) ((iterator_object_t *) object)->it;

	ZEND_ASSERT(iterator->it.funcs == &iterator_funcs && "the record of the engine is as it was");
	return iterator;
}

static void object_free(zend_object *object)
{
	iterator_t *iterator = iterator_of(object);

	/* First: a destructor of the current value must not find the object by a WeakReference. */
	zend_object_std_dtor(object);
	zend_iterator_dtor(&iterator->it);
}

static HashTable *object_get_gc(zend_object *object, zval **table, int *n)
{
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_obj(buffer, &iterator_of(object)->it.std);
	zend_get_gc_buffer_use(buffer, table, n);
	return object->properties;
}

void async_value_loop_object(zval *return_value, zval *object)
{
	if (zend_create_internal_iterator_zval(return_value, object) == SUCCESS) {
		Z_OBJ_P(return_value)->handlers = &object_handlers;
	}
}

ASYNC_REGISTERS void async_value_loop_register(void)
{
	memcpy(&object_handlers, zend_get_std_object_handlers(), sizeof(object_handlers));
	object_handlers.clone_obj = NULL;
	object_handlers.compare = async_compare_identity;
	object_handlers.free_obj = object_free;
	object_handlers.get_gc = object_get_gc;
}

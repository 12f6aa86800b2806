/*
 * A stock function has thrown over a cancellation: the cancellation comes to the front again (D11).
 */
#include "io/thrown_inside.h"

#include "engine/operands.h"
#include "io/delivery.h"

#include "zend_generators.h"
#include "zend_weakrefs.h"

#include "exceptions.h"

/* If `next` begins a `finally` block: the place where the block keeps the exception that it throws again at its end. */
static zend_object **put_off_by_finally(zend_execute_data *frame, const zend_op *next)
{
	const zend_op_array *op_array = &frame->func->op_array;

	for (uint32_t i = 0; next && i < (uint32_t) op_array->last_try_catch; i++) {
		const zend_try_catch_element *element = &op_array->try_catch_array[i];
		if (element->finally_op && next == op_array->opcodes + element->finally_op) {
			zval *call = ZEND_CALL_VAR(frame, op_array->opcodes[element->finally_end].op1.var);
			return &Z_OBJ_P(call);
		}
	}
	return NULL;
}

/* The objects whose release has to be followed by another look. */
ZEND_TLS HashTable *awaited;

static void on_released(zval *ignored)
{
	(void) ignored;
	zend_atomic_bool_store_ex(&EG(vm_interrupt), true);
}

/* Set the interrupt when the object is gone, and not before: a destructor would be interrupted for ever at the same
 * place. */
static void look_again_without(zend_object *object)
{
	if (awaited == NULL) {
		ALLOC_HASHTABLE(awaited);
		zend_hash_init(awaited, 0, NULL, on_released, false);
	}
	zend_weakrefs_hash_add_ptr(awaited, object, NULL);
}

/* The object whose release has called this frame, NULL: none. Destructors, and the `finally` of generators, run while
 * an exception passes the variables of a function, and temporary values. The engine keeps the exception where only it
 * can find it, and goes on with it afterwards. */
static zend_object *released_by(const zend_execute_data *frame)
{
	for (; frame; frame = frame->prev_execute_data) {
		if (frame->func && async_is_release(frame->prev_execute_data, frame)) {
			return ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR ? &((zend_generator *) frame->return_value)->std
				: Z_OBJ(frame->This);
		}
	}
	return NULL;
}

void async_delivery_lead_thrown(zend_execute_data *frame, const zend_op *next)
{
	async_coroutine_t *self = ASYNC_G(current);
	zend_object **thrown = EG(exception) ? &EG(exception) : put_off_by_finally(frame, next);
	zend_object *released;
	bool leads = false;

	ZEND_ASSERT(self->cancellation != NULL && "thrown_inside is set with a cancellation");
	if (thrown && *thrown && !async_is_exit(*thrown)) {
		*thrown = async_exception_lead(*thrown, self->cancellation);
		leads = *thrown == self->cancellation;
	}
	released = leads ? NULL : released_by(frame);
	if (UNEXPECTED(released != NULL)) {
		look_again_without(released);
		return;
	}
	self->thrown_inside = false;
}

void async_delivery_lead_slow(void)
{
	async_coroutine_t *self = ASYNC_G(current);

	ZEND_ASSERT(EG(exception) && self->thrown_back && "the caller has looked");
	if (!async_is_exit(EG(exception))) {
		EG(exception) = async_exception_lead(EG(exception), self->cancellation);
	}
}

/* Objects that a destructor has saved from their end. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	HashTable *objects = awaited;
	zend_ulong key;

	if (EXPECTED(objects == NULL)) {
		return;
	}
	awaited = NULL;
	ZEND_HASH_FOREACH_NUM_KEY(objects, key) {
		zend_weakrefs_hash_del(objects, zend_weakref_key_to_object(key));
	} ZEND_HASH_FOREACH_END();
	zend_hash_destroy(objects);
	FREE_HASHTABLE(objects);
}

const async_part_t async_thrown_inside_part = { .request_end = end_request };

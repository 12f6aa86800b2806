/*
 * Finding the values that only the coroutines of a forked child's parent hold, by counting references.
 */
#include "scheduler/disown.h"

#include "zend_fibers.h"
#include "zend_generators.h"

static void count_reference(async_disown_t *self, zval *value)
{
	zval *known, one;
	zend_ulong key;

	if (!Z_REFCOUNTED_P(value)) {
		return;
	}
	key = (zend_ulong) (uintptr_t) Z_COUNTED_P(value);
	known = zend_hash_index_find(&self->counts, key);
	if (known) {
		Z_LVAL_P(known)++;
	} else {
		ZVAL_LONG(&one, 1);
		known = zend_hash_index_add_new(&self->counts, key, &one);
	}
	if ((zend_long) Z_REFCOUNT_P(value) != Z_LVAL_P(known)) {
		return;
	}
	if (self->count == self->capacity) {
		self->capacity = self->capacity ? self->capacity * 2 : 64;
		self->found = safe_erealloc(self->found, self->capacity, sizeof(zval), 0);
	}
	ZEND_ASSERT(self->count < self->capacity && "there is room for the value");
	ZVAL_COPY_VALUE(&self->found[self->count++], value);
}

static void count_array(async_disown_t *self, HashTable *array)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(array, value) {
		count_reference(self, value);
	} ZEND_HASH_FOREACH_END();
}

/* The engine has one such buffer: use its contents before another call of get_gc() overwrites them. */
static void count_buffer(async_disown_t *self, zval *table, int n)
{
	for (int i = 0; i < n; i++) {
		count_reference(self, &table[i]);
	}
}

void async_disown_begin(async_disown_t *self)
{
	zend_hash_init(&self->counts, 64, NULL, NULL, false);
	self->found = NULL;
	self->count = self->capacity = 0;
}

/* The coroutine is parked inside this generator and those that delegate to it (`yield from` links them by a frame
 * without a function). The engine would take them for suspended and resume them to run their finally blocks. */
static void disown_generators(const zend_execute_data *frame)
{
	zend_generator *generator = NULL;

	if (frame->func == NULL) {
		if (Z_TYPE(frame->This) == IS_OBJECT && Z_OBJCE(frame->This) == zend_ce_generator) {
			generator = (zend_generator *) Z_OBJ(frame->This);
		}
	} else if (ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR) {
		generator = (zend_generator *) frame->return_value;
	}
	for (; generator; generator = generator->node.parent) {
		GC_ADD_FLAGS(&generator->std, IS_OBJ_DESTRUCTOR_CALLED);
	}
}

/* Is the frame being left, with a destructor of one of its variables parked? Then some variables are freed already, and
 * nothing tells which. */
static bool is_being_left(const zend_execute_data *frame)
{
	switch (frame->opline->opcode) {
		case ZEND_RETURN:
		case ZEND_RETURN_BY_REF:
		case ZEND_GENERATOR_RETURN:
		case ZEND_FAST_RET:
		case ZEND_HANDLE_EXCEPTION:
			return true;
		default:
			return false;
	}
}

static void count_frame(async_disown_t *self, zend_execute_data *frame)
{
	zend_get_gc_buffer *buffer;
	HashTable *symbols;
	zval *table;
	int n;

	disown_generators(frame);
	if (frame->func == NULL) {
		return;
	}
	if (!ZEND_USER_CODE(frame->func->type)) {
		for (uint32_t i = 0; i < ZEND_CALL_NUM_ARGS(frame); i++) {
			count_reference(self, ZEND_CALL_VAR_NUM(frame, i));
		}
		return;
	}
	if (is_being_left(frame)) {
		return;
	}
	buffer = zend_get_gc_buffer_create();
	symbols = zend_unfinished_execution_gc_ex(frame, frame->call, buffer, false);
	zend_get_gc_buffer_use(buffer, &table, &n);
	count_buffer(self, table, n);
	if (symbols && symbols != &EG(symbol_table)) {
		count_array(self, symbols);
	}
}

/* The coroutine is parked inside these Fibers. The engine would take them for suspended and resume them. */
static void disown_fibers(zend_fiber_context *context)
{
	while (context && context->kind == zend_ce_fiber) {
		zend_fiber *fiber = zend_fiber_from_context(context);
		GC_ADD_FLAGS(&fiber->std, IS_OBJ_DESTRUCTOR_CALLED);
		context = fiber->caller;
	}
}

void async_disown_coroutine(async_disown_t *self, const async_coroutine_t *coroutine)
{
	zval value;

	count_reference(self, (zval *) &coroutine->callable);
	for (uint32_t i = 0; i < coroutine->param_count && coroutine->params; i++) {
		count_reference(self, &coroutine->params[i]);
	}
	if (coroutine->named_params) {
		count_array(self, coroutine->named_params);
	}
	if (coroutine->callbacks) {
		count_array(self, coroutine->callbacks);
	}
	if (coroutine->local_context) {
		ZVAL_OBJ(&value, coroutine->local_context);
		count_reference(self, &value);
	}
	if (!async_coroutine_is_suspended(coroutine)) {
		return;
	}
	disown_fibers(coroutine->context);
	for (zend_execute_data *frame = coroutine->frame; frame; frame = frame->prev_execute_data) {
		count_frame(self, frame);
	}
}

static void look_into(async_disown_t *self, zval *value)
{
	zval *table;
	int n;

	switch (Z_TYPE_P(value)) {
		case IS_ARRAY:
			count_array(self, Z_ARRVAL_P(value));
			break;
		case IS_REFERENCE:
			count_reference(self, Z_REFVAL_P(value));
			break;
		case IS_OBJECT: {
			HashTable *properties;
			if (OBJ_FLAGS(Z_OBJ_P(value)) & IS_OBJ_FREE_CALLED) {
				break;   /* half freed: its members must not be looked at */
			}
			GC_ADD_FLAGS(Z_OBJ_P(value), IS_OBJ_DESTRUCTOR_CALLED);
			properties = Z_OBJ_HANDLER_P(value, get_gc)(Z_OBJ_P(value), &table, &n);
			count_buffer(self, table, n);
			if (properties) {
				count_array(self, properties);
			}
			break;
		}
		default:
			break;
	}
}

void async_disown_end(async_disown_t *self)
{
	while (self->count > 0) {
		zval value = self->found[--self->count];
		look_into(self, &value);
	}
	if (self->found) {
		efree(self->found);
	}
	zend_hash_destroy(&self->counts);
}

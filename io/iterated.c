/*
 * Turns of iterators over other iterators, and of foreach over heaps: they are half-done while a method of the user
 * waits.
 *
 * Methods are swapped. foreach and the iterator functions call no methods of most of these classes: they get an
 * iterator that takes the turn for each step of the stock one.
 */
#include "io/iterated.h"

#include "engine/handlers.h"
#include "io/call_locks.h"
#include "io/heaps.h"

#include "ext/spl/spl_heap.h"
#include "ext/spl/spl_iterators.h"

static const char turn_name[] = "turn to use an iterator";

static bool take_turn(const zend_object *object, async_call_lock_t **turn)
{
	return async_object_turn_take(object, turn_name, turn);
}

/* ---- methods ---- */

static void in_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_method_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, turn_name);
}

#define RECURSIVE_METHODS(X) \
	X(rewind) \
	X(valid) \
	X(key) \
	X(current) \
	X(next) \
	X(callhaschildren) \
	X(callgetchildren)

#define TREE_METHODS(X) \
	X(key) \
	X(current) \
	X(getprefix) \
	X(getentry)

#define APPEND_METHODS(X) \
	X(append) \
	X(rewind) \
	X(valid) \
	X(current) \
	X(next)

#define TRAMPOLINE(call, kind, name) \
	static zif_handler original_##kind##_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##kind##_##name) \
	{ \
		call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##kind##_##name); \
	}
#define ROW(class_name, kind, name) { class_name, #name, ordered_##kind##_##name, &original_##kind##_##name },
#define RECURSIVE_TRAMPOLINE(name) TRAMPOLINE(in_turn, recursive, name)
#define RECURSIVE_ROW(name) ROW("recursiveiteratoriterator", recursive, name)
#define TREE_TRAMPOLINE(name) TRAMPOLINE(in_turn, tree, name)
#define TREE_ROW(name) ROW("recursivetreeiterator", tree, name)
#define APPEND_TRAMPOLINE(name) TRAMPOLINE(in_turn, append, name)
#define APPEND_ROW(name) ROW("appenditerator", append, name)

RECURSIVE_METHODS(RECURSIVE_TRAMPOLINE)
TREE_METHODS(TREE_TRAMPOLINE)
APPEND_METHODS(APPEND_TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	RECURSIVE_METHODS(RECURSIVE_ROW)
	TREE_METHODS(TREE_ROW)
	APPEND_METHODS(APPEND_ROW)
};

/* ---- all methods of a class ---- */

static ZEND_NAMED_FUNCTION(ordered_method);

#define ALL_METHODS(name) { .class_name = name, .replacement = ordered_method }

/* Iterators that fetch from an inner one, or from several. The engine iterates over them by their methods. */
static async_class_swap_t method_classes[] = {
	ALL_METHODS("iteratoriterator"),
	ALL_METHODS("filteriterator"),
	ALL_METHODS("recursivefilteriterator"),
	ALL_METHODS("callbackfilteriterator"),
	ALL_METHODS("recursivecallbackfilteriterator"),
	ALL_METHODS("parentiterator"),
	ALL_METHODS("regexiterator"),
	ALL_METHODS("recursiveregexiterator"),
	ALL_METHODS("limititerator"),
	ALL_METHODS("infiniteiterator"),
	ALL_METHODS("norewinditerator"),
	ALL_METHODS("cachingiterator"),
	ALL_METHODS("recursivecachingiterator"),
	ALL_METHODS("multipleiterator"),
};

#define METHOD_CLASSES (sizeof(method_classes) / sizeof(method_classes[0]))

static ZEND_NAMED_FUNCTION(ordered_method)
{
	const async_class_swap_t *class = async_handlers_class_of(method_classes, METHOD_CLASSES, EX(func));
	const zif_handler original = async_handlers_original(class, EX(func));

	if (Z_TYPE(EX(This)) != IS_OBJECT) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
	}
}

/* ---- foreach ---- */

/* One class, and the subclasses of the user that inherit its iteration. */
typedef struct {
	zend_class_entry *const *ce;
	bool is_heap;                 /* waits in subclasses, and not by itself */
	zend_object_iterator *(*get_stock)(zend_class_entry *ce, zval *object, int by_ref);
} iterated_t;

static iterated_t classes[] = {
	{ .ce = &spl_ce_SplMinHeap, .is_heap = true },
	{ .ce = &spl_ce_SplMaxHeap, .is_heap = true },
	{ .ce = &spl_ce_SplHeap, .is_heap = true },
	{ .ce = &spl_ce_SplPriorityQueue, .is_heap = true },
	{ .ce = &spl_ce_RecursiveTreeIterator },
	{ .ce = &spl_ce_RecursiveIteratorIterator },
};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

/* In front of the stock iterator. It has a value of its own: the engine asks for the key before it takes the value, and
 * another coroutine may go on with the object while the key is asked for. */
typedef struct {
	zend_object_iterator it;      /* `data` is the object */
	zend_object_iterator *stock;  /* not among the objects of the engine: ours has its place */
	zval value;
	bool is_heap;
} iterator_t;

static iterator_t *iterator_from(zend_object_iterator *it)
{
	return (iterator_t *) it;
}

static void drop_value(iterator_t *self)
{
	zval value;

	ZVAL_COPY_VALUE(&value, &self->value);
	ZVAL_UNDEF(&self->value);
	zval_ptr_dtor(&value);
}

static zval *keep_value(iterator_t *self)
{
	zval *value = self->stock->funcs->get_current_data(self->stock);

	if (value && ASYNC_G(current)) {
		ZVAL_COPY(&self->value, value);
		value = &self->value;
	}
	return value;
}

/* The top of a heap is taken at once: another coroutine may remove it before it is asked for. */
static int valid(zend_object_iterator *it)
{
	iterator_t *self = iterator_from(it);
	async_call_lock_t *turn;
	int result = FAILURE;

	if (self->is_heap) {
		drop_value(self);
	}
	if (EXPECTED(take_turn(Z_OBJ(it->data), &turn))) {
		result = self->stock->funcs->valid(self->stock);
		if (self->is_heap && result == SUCCESS && turn) {
			(void) keep_value(self);
		}
		async_call_lock_give_back(turn);
	}
	return result;
}

static zval *get_current_data(zend_object_iterator *it)
{
	iterator_t *self = iterator_from(it);
	async_call_lock_t *turn;
	zval *value;

	if (self->is_heap && !Z_ISUNDEF(self->value)) {
		return &self->value;
	}
	drop_value(self);
	if (UNEXPECTED(!take_turn(Z_OBJ(it->data), &turn))) {
		return NULL;
	}
	value = keep_value(self);
	if (UNEXPECTED(value == NULL) && turn && turn->waited_since && !EG(exception)) {
		/* Another coroutine has moved it since valid(), and some callers take for granted that there is a value. */
		value = &EG(uninitialized_zval);
	}
	async_call_lock_give_back(turn);
	return value;
}

static void get_current_key(zend_object_iterator *it, zval *key)
{
	zend_object_iterator *stock = iterator_from(it)->stock;
	async_call_lock_t *turn;

	ZVAL_NULL(key);
	if (EXPECTED(take_turn(Z_OBJ(it->data), &turn))) {
		stock->funcs->get_current_key(stock, key);
		async_call_lock_give_back(turn);
	}
}

static void step(zend_object_iterator *it, void (*function)(zend_object_iterator *stock))
{
	iterator_t *self = iterator_from(it);
	async_call_lock_t *turn;

	if (EXPECTED(take_turn(Z_OBJ(it->data), &turn))) {
		function(self->stock);
		async_call_lock_give_back(turn);
	}
	drop_value(self);
}

static void move_forward(zend_object_iterator *it)
{
	step(it, iterator_from(it)->stock->funcs->move_forward);
}

static void rewind_iterator(zend_object_iterator *it)
{
	step(it, iterator_from(it)->stock->funcs->rewind);
}

/* The end of a foreach leaves all inner iterators. It cannot fail. */
static void end_stock(iterator_t *self)
{
	zend_object *object = Z_OBJ(self->it.data);
	async_call_lock_t *turn = NULL;

	if (ASYNC_G(current) && async_call_lock_find(object, object->handle)) {
		turn = async_call_lock_take_shielded(object, object->handle, turn_name);
	}
	self->stock->funcs->dtor(self->stock);
	efree(self->stock);
	async_call_lock_give_back(turn);
}

static void end(zend_object_iterator *it)
{
	iterator_t *self = iterator_from(it);

	end_stock(self);
	drop_value(self);
	zval_ptr_dtor(&it->data);
}

/* What the stock iterator holds. It may have put that into the one buffer there is. */
static zend_get_gc_buffer *buffer_of_stock(zend_object_iterator *stock)
{
	zend_get_gc_buffer *buffer;
	zval *held = NULL;
	int count = 0;

	if (stock->funcs->get_gc) {
		HashTable *properties = stock->funcs->get_gc(stock, &held, &count);
		ZEND_ASSERT(properties == NULL && "an iterator has no properties");
		(void) properties;
		if (count > 0 && held == EG(get_gc_buffer).start) {
			return &EG(get_gc_buffer);
		}
	}
	buffer = zend_get_gc_buffer_create();
	for (int i = 0; i < count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &held[i]);
	}
	return buffer;
}

static HashTable *get_gc(zend_object_iterator *it, zval **table, int *n)
{
	iterator_t *self = iterator_from(it);
	zend_get_gc_buffer *buffer = buffer_of_stock(self->stock);

	zend_get_gc_buffer_add_zval(buffer, &it->data);
	zend_get_gc_buffer_add_zval(buffer, &self->value);
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static const zend_object_iterator_funcs functions = {
	.dtor = end,
	.valid = valid,
	.get_current_data = get_current_data,
	.get_current_key = get_current_key,
	.move_forward = move_forward,
	.rewind = rewind_iterator,
	.get_gc = get_gc,
};

/* PHP code sees the numbers of objects: the two iterators take one, as the stock one alone does. */
static void take_place(zend_object_iterator *it, const zend_object_iterator *stock)
{
	ZEND_ASSERT(GC_REFCOUNT(&stock->std) == 1 && "the stock iterator is new");
	it->std = stock->std;
	EG(objects_store).object_buckets[stock->std.handle] = &it->std;
}

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	const iterated_t *iterated = classes;
	zend_object_iterator *stock;
	iterator_t *self;

	while (!instanceof_function(ce, *iterated->ce)) {
		iterated++;
		ZEND_ASSERT(iterated < classes + CLASSES && "only these classes and their subclasses come here");
	}
	stock = iterated->get_stock(ce, object, by_ref);
	if (stock == NULL) {
		return NULL;
	}
	if (iterated->is_heap) {
		async_heap_order_iterator(stock);
		if (Z_OBJCE_P(object)->type == ZEND_INTERNAL_CLASS) {
			return stock;
		}
	}
	self = emalloc(sizeof(*self));
	take_place(&self->it, stock);
	self->it.funcs = &functions;
	ZVAL_OBJ_COPY(&self->it.data, Z_OBJ_P(object));
	self->stock = stock;
	self->is_heap = iterated->is_heap;
	ZVAL_UNDEF(&self->value);
	return &self->it;
}

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	async_handlers_swap_classes(method_classes, METHOD_CLASSES);
	for (size_t i = 0; i < CLASSES; i++) {
		classes[i].get_stock = (*classes[i].ce)->get_iterator;
		(*classes[i].ce)->get_iterator = get_iterator;
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	for (size_t i = 0; i < CLASSES; i++) {
		if ((*classes[i].ce)->get_iterator == get_iterator) {
			(*classes[i].ce)->get_iterator = classes[i].get_stock;
		}
	}
}

const async_part_t async_iterated_part = { .startup = start, .shutdown = stop };

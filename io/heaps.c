/*
 * Turns of heaps, which are half-done while compare() of the user waits.
 *
 * A heap of a class of PHP compares without PHP code, but for __toString() of an element: that does not park.
 */
#include "io/heaps.h"

#include "engine/handlers.h"
#include "io/call_locks.h"

#include "ext/spl/spl_heap.h"

static const char turn_name[] = "turn to use a heap";

static bool is_of_user(const zend_object *object)
{
	return object->ce->type == ZEND_USER_CLASS;
}

/* ---- the table of handlers ---- */

typedef struct {
	zend_class_entry *const *ce;
	zend_object *(*create)(zend_class_entry *ce);
	zend_object_handlers *table;
	zend_object_handlers stock;
	bool is_replaced;
} kind_t;

static kind_t kinds[] = {
	{ .ce = &spl_ce_SplMinHeap },     /* the table of all but the priority queue */
	{ .ce = &spl_ce_SplPriorityQueue },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const zend_object_handlers *stock_of(const zend_object *object)
{
	return &kinds[object->handlers == kinds[1].table ? 1 : 0].stock;
}

/* While elements are moved, an element lies in two places, or a freed one in its old place. Values that the cycle
 * collector is not told about stay. */
static HashTable *get_gc(zend_object *object, zval **table, int *count)
{
	HashTable *properties = stock_of(object)->get_gc(object, table, count);

	if (UNEXPECTED(async_call_lock_find(object, object->handle) != NULL)) {
		*count = 0;
	}
	return properties;
}

static void replace(void *argument)
{
	kind_t *kind = argument;

	kind->stock = *kind->table;
	async_table_originals_kept();
	kind->table->get_gc = get_gc;
}

/* The tables are private to SPL: an object leads to its table. */
static void find_tables(void)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (!kinds[i].is_replaced) {
			zend_object *object = async_table_object(*kinds[i].ce, kinds[i].create);
			kinds[i].table = (zend_object_handlers *) object->handlers;
			async_table_once(&kinds[i].is_replaced, replace, &kinds[i]);
			OBJ_RELEASE(object);
		}
	}
}

/* ---- the time of a comparison ---- */

/* In a coroutine. False: the wait was cancelled, and that is thrown. */
static bool begin(const zend_object *object, async_call_lock_t **turn)
{
	if (is_of_user(object)) {
		return async_object_turn_take(object, turn_name, turn);
	}
	*turn = NULL;
	ASYNC_ENGINE_G(unparked_calls)++;
	return true;
}

static void end(const zend_object *object, async_call_lock_t *turn)
{
	if (is_of_user(object)) {
		async_call_lock_give_back(turn);
	} else {
		ASYNC_ENGINE_G(unparked_calls)--;
	}
}

/* The element that is removed is freed before the others are moved: a reference on it puts this off. */
static void hold_top(zend_object *object, zval top[2])
{
	zval *table = NULL;
	int count = 0;

	(void) stock_of(object)->get_gc(object, &table, &count);
	for (int i = 0; i < 2; i++) {
		if (i < count) {
			ZVAL_COPY(&top[i], &table[i]);
		} else {
			ZVAL_UNDEF(&top[i]);
		}
	}
}

static void release_top(zval top[2])
{
	zval_ptr_dtor(&top[0]);
	zval_ptr_dtor(&top[1]);
}

/* ---- methods ---- */

static zend_never_inline void compare_in_coroutine(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zend_object *object = Z_OBJ(EX(This));
	async_call_lock_t *turn;

	if (EXPECTED(begin(object, &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		end(object, turn);
	}
}

static zend_always_inline void compares(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (ASYNC_G(current) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		compare_in_coroutine(INTERNAL_FUNCTION_PARAM_PASSTHRU, original);
	}
}

static void removes(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *object = Z_OBJ(EX(This));
	async_call_lock_t *turn;
	zval top[2];

	if (ASYNC_G(current) == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (EXPECTED(begin(object, &turn))) {
		hold_top(object, top);
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		end(object, turn);
		release_top(top);
	}
}

static zend_always_inline void looks(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	if (is_of_user(Z_OBJ(EX(This)))) {
		async_method_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, turn_name);
	} else {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

#define METHODS(X, class_name) \
	X(compares, class_name, insert) \
	X(compares, class_name, extract) \
	X(removes, class_name, next) \
	X(looks, class_name, top) \
	X(looks, class_name, current) \
	X(looks, class_name, count) \
	X(looks, class_name, isempty) \
	X(looks, class_name, valid)

#define TRAMPOLINE(call, class_name, name) \
	static zif_handler original_##class_name##_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##class_name##_##name) \
	{ \
		call(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##class_name##_##name); \
	}
#define ROW(call, class_name, name) \
	{ #class_name, #name, ordered_##class_name##_##name, &original_##class_name##_##name },

METHODS(TRAMPOLINE, splheap)
METHODS(TRAMPOLINE, splpriorityqueue)

static const async_handler_swap_t swaps[] = {
	METHODS(ROW, splheap)
	METHODS(ROW, splpriorityqueue)
};

/* ---- foreach ---- */

/* The table of iterators of heaps, and the same with a move_forward() of ours. */
typedef struct {
	const zend_object_iterator_funcs *stock;
	zend_object_iterator_funcs ordered;
	bool is_made;
} functions_t;

static functions_t functions[KINDS];

static functions_t *functions_of(zend_object_iterator *it)
{
	return &functions[instanceof_function(Z_OBJCE(it->data), spl_ce_SplPriorityQueue) ? 1 : 0];
}

static void move_forward(zend_object_iterator *it)
{
	zend_object *object = Z_OBJ(it->data);
	const zend_object_iterator_funcs *stock = functions_of(it)->stock;
	async_call_lock_t *turn;
	zval top[2];

	if (ASYNC_G(current) == NULL) {
		stock->move_forward(it);
	} else if (EXPECTED(begin(object, &turn))) {
		hold_top(object, top);
		stock->move_forward(it);
		end(object, turn);
		release_top(top);
	}
}

static void make_functions(void *argument)
{
	zend_object_iterator *it = argument;
	functions_t *made = functions_of(it);

	made->stock = it->funcs;
	made->ordered = *it->funcs;
	made->ordered.move_forward = move_forward;
	async_table_originals_kept();
}

void async_heap_order_iterator(zend_object_iterator *it)
{
	functions_t *made = functions_of(it);

	async_table_once(&made->is_made, make_functions, it);
	it->funcs = &made->ordered;
}

/* ---- life cycle ---- */

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	for (size_t i = 0; i < KINDS; i++) {
		kinds[i].create = (*kinds[i].ce)->create_object;
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	for (size_t i = 0; i < KINDS; i++) {
		if (kinds[i].is_replaced) {
			*kinds[i].table = kinds[i].stock;
			kinds[i].is_replaced = false;
		}
	}
}

const async_part_t async_heaps_part = { .startup = start, .shutdown = stop, .scheduler_start = find_tables };

/*
 * Turns of heaps and priority queues: one that compares by a method of the user is half-done while that method waits.
 *
 * Methods are swapped. foreach and the iterator functions call no methods: their table of functions is replaced by one
 * whose functions take the turn, too.
 */
#include "io/heaps.h"

#include "engine/handlers.h"
#include "io/call_locks.h"

#include "ext/spl/spl_heap.h"

/* False: the wait was cancelled, and that is thrown. *turn is to be given back. */
static bool take_turn(zend_object *heap, async_call_lock_t **turn)
{
	*turn = NULL;
	if (EXPECTED(heap->ce->type == ZEND_INTERNAL_CLASS) || ASYNC_G(current) == NULL) {
		return true;
	}
	if (UNEXPECTED(!async_call_lock_take(heap, heap->handle, "turn to use a heap", turn))) {
		async_throw_cancellation();
		return false;
	}
	return true;
}

/* ---- methods ---- */

static void in_heap_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_call_lock_t *turn;

	if (EXPECTED(take_turn(Z_OBJ(EX(This)), &turn))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_call_lock_give_back(turn);
	}
}

#define HEAP_METHODS(X) \
	X(insert) \
	X(extract) \
	X(next) \
	X(top) \
	X(current) \
	X(count) \
	X(isempty) \
	X(valid)

#define TRAMPOLINE(kind, name) \
	static zif_handler original_##kind##_##name; \
	static ZEND_NAMED_FUNCTION(ordered_##kind##_##name) \
	{ \
		in_heap_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##kind##_##name); \
	}
#define HEAP_TRAMPOLINE(name) TRAMPOLINE(heap, name)
#define HEAP_ROW(name) { "splheap", #name, ordered_heap_##name, &original_heap_##name },
#define QUEUE_TRAMPOLINE(name) TRAMPOLINE(queue, name)
#define QUEUE_ROW(name) { "splpriorityqueue", #name, ordered_queue_##name, &original_queue_##name },

HEAP_METHODS(HEAP_TRAMPOLINE)
HEAP_METHODS(QUEUE_TRAMPOLINE)

static const async_handler_swap_t swaps[] = {
	HEAP_METHODS(HEAP_ROW)
	HEAP_METHODS(QUEUE_ROW)
};

/* ---- iterators ---- */

typedef zend_object_iterator *(*get_iterator_t)(zend_class_entry *ce, zval *object, int by_ref);

typedef struct {
	get_iterator_t get_stock;
	const zend_object_iterator_funcs *stock;
	zend_object_iterator_funcs in_turn;
	bool is_filled;
} iterators_t;

static iterators_t of_heaps, of_queues;

static iterators_t *iterators_of(const zend_class_entry *ce)
{
	return instanceof_function(ce, spl_ce_SplPriorityQueue) ? &of_queues : &of_heaps;
}

/* The caller copies the value before another coroutine runs. */
static zval *current_in_turn(zend_object_iterator *iterator)
{
	zend_object *heap = Z_OBJ(iterator->data);
	async_call_lock_t *turn;
	zval *value;

	if (UNEXPECTED(!take_turn(heap, &turn))) {
		return NULL;
	}
	value = iterators_of(heap->ce)->stock->get_current_data(iterator);
	async_call_lock_give_back(turn);
	return value;
}

static void forward_in_turn(zend_object_iterator *iterator)
{
	zend_object *heap = Z_OBJ(iterator->data);
	async_call_lock_t *turn;

	if (EXPECTED(take_turn(heap, &turn))) {
		iterators_of(heap->ce)->stock->move_forward(iterator);
		async_call_lock_give_back(turn);
	}
}

static void fill_in(void *argument)
{
	const zend_object_iterator *iterator = argument;
	iterators_t *iterators = iterators_of(Z_OBJCE(iterator->data));

	iterators->stock = iterator->funcs;
	iterators->in_turn = *iterator->funcs;
	iterators->in_turn.get_current_data = current_in_turn;
	iterators->in_turn.move_forward = forward_in_turn;
	async_table_originals_kept();
}

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	iterators_t *iterators = iterators_of(ce);
	zend_object_iterator *iterator = iterators->get_stock(ce, object, by_ref);

	if (iterator && Z_OBJCE_P(object)->type != ZEND_INTERNAL_CLASS) {
		async_table_once(&iterators->is_filled, fill_in, iterator);
		iterator->funcs = &iterators->in_turn;
	}
	return iterator;
}

static zend_class_entry *const *const classes[] = {
	&spl_ce_SplHeap, &spl_ce_SplMinHeap, &spl_ce_SplMaxHeap, &spl_ce_SplPriorityQueue,
};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

static void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	for (size_t i = 0; i < CLASSES; i++) {
		iterators_of(*classes[i])->get_stock = (*classes[i])->get_iterator;
		(*classes[i])->get_iterator = get_iterator;
	}
}

static void stop(void)
{
	for (size_t i = 0; i < CLASSES; i++) {
		if ((*classes[i])->get_iterator == get_iterator) {
			(*classes[i])->get_iterator = iterators_of(*classes[i])->get_stock;
		}
	}
}

const async_part_t async_heaps_part = { .startup = start, .shutdown = stop };

/*
 * Steps over a SplDoublyLinkedList that remove the element they leave (IT_MODE_DELETE).
 *
 * A stock step destroys the removed element before it takes a reference on the element where it arrives. A destructor
 * that parks there lets another coroutine free that element. A reference on the removed value puts its destructor off
 * until the step is done.
 */
#include "io/deleting_lists.h"

#include "engine/handlers.h"
#include "scheduler/globals.h"

#include "ext/spl/spl_dllist.h"

#define DELETES 1   /* SplDoublyLinkedList::IT_MODE_DELETE, which no header has */

/* ---- the ends of a list ---- */

/* The stock method: the list is private to SPL. */
static void ask(zend_object *list, const char *method, zval *result)
{
	zend_function *function =
		zend_hash_str_find_ptr(&spl_ce_SplDoublyLinkedList->function_table, method, strlen(method));

	ZVAL_UNDEF(result);
	zend_call_known_instance_method_with_0_params(function, list, result);
}

static zend_long number(zend_object *list, const char *method)
{
	zval result;

	ask(list, method, &result);
	return Z_TYPE(result) == IS_LONG ? Z_LVAL(result) : 0;
}

static bool deletes(zend_object *list)
{
	return (number(list, "getiteratormode") & DELETES) != 0;
}

/* Either end may be the one that is removed: the step knows the direction. */
static void hold_ends(zend_object *list, zval ends[2])
{
	ZVAL_UNDEF(&ends[0]);
	ZVAL_UNDEF(&ends[1]);
	if (number(list, "count") > 0) {
		ask(list, "bottom", &ends[0]);
		ask(list, "top", &ends[1]);
	}
}

static void release_ends(zval ends[2])
{
	zval_ptr_dtor(&ends[0]);
	zval_ptr_dtor(&ends[1]);
}

/* ---- methods ---- */

static void step(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	zend_object *list = Z_OBJ(EX(This));
	zval ends[2];

	if (ASYNC_G(current) == NULL || !deletes(list)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		hold_ends(list, ends);
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		release_ends(ends);
	}
}

#define METHODS(X) \
	X(next) \
	X(prev)

#define TRAMPOLINE(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(step_##name) \
	{ \
		step(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define ROW(name) { "spldoublylinkedlist", #name, step_##name, &original_##name },

METHODS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = { METHODS(ROW) };

/* ---- foreach ---- */

static zend_class_entry *const *const classes[] = {
	&spl_ce_SplDoublyLinkedList,
	&spl_ce_SplQueue,
	&spl_ce_SplStack,
};

#define CLASSES (sizeof(classes) / sizeof(classes[0]))

static zend_object_iterator *(*get_stock)(zend_class_entry *ce, zval *object, int by_ref);   /* of all three */
static const zend_object_iterator_funcs *stock;   /* their table of iterators … */
static zend_object_iterator_funcs deleting;       /* … and the same with a move_forward() of ours */
static bool is_made;

static void move_forward(zend_object_iterator *it)
{
	zval ends[2];

	if (ASYNC_G(current) == NULL) {
		stock->move_forward(it);
	} else {
		hold_ends(Z_OBJ(it->data), ends);
		stock->move_forward(it);
		release_ends(ends);
	}
}

static void make_table(void *argument)
{
	const zend_object_iterator *it = argument;

	stock = it->funcs;
	deleting = *it->funcs;
	deleting.move_forward = move_forward;
	async_table_originals_kept();
}

/* An iterator keeps the mode that its list has now. */
static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	zend_object_iterator *it = get_stock(ce, object, by_ref);

	if (it && deletes(Z_OBJ_P(object))) {
		async_table_once(&is_made, make_table, it);
		it->funcs = &deleting;
	}
	return it;
}

/* ---- life cycle ---- */

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
	get_stock = spl_ce_SplDoublyLinkedList->get_iterator;
	for (size_t i = 0; i < CLASSES; i++) {
		if ((*classes[i])->get_iterator == get_stock) {
			(*classes[i])->get_iterator = get_iterator;
		}
	}
}

static ASYNC_ALWAYS_RUNS void stop(void)
{
	for (size_t i = 0; i < CLASSES; i++) {
		if ((*classes[i])->get_iterator == get_iterator) {
			(*classes[i])->get_iterator = get_stock;
		}
	}
}

const async_part_t async_deleting_lists_part = { .startup = start, .shutdown = stop };

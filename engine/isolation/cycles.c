/*
 * Destructors of objects in cycles at the end of an isolation: which objects only it holds.
 */
#include "engine/isolation/cycles.h"

#include "engine/globals.h"
#include "engine/isolation/places.h"
#include "engine/isolation/session.h"

#define PLACES() ASYNC_ENGINE_G(isolation_places)

/* Objects, arrays and references that are looked at, at most: this takes some milliseconds. Elements that are none of
 * these cost less. */
#define MAX_STEPS 50000
#define ELEMENTS_IN_STEP 16

/* An object, array or reference that variables of the isolation lead to. */
typedef struct {
	zend_refcounted *counted;
	uint32_t held;             /* references to it that were found */
	bool is_held_elsewhere;
} node_t;

typedef struct {
	node_t *nodes;
	uint32_t count;
	uint32_t capacity;
	HashTable numbers;         /* of nodes, by address */
	HashTable base_objects;    /* addresses */
	uint32_t steps;
} graph_t;

static zend_refcounted *counted_of(const zval *value)
{
	ZVAL_DEINDIRECT(value);
	if (Z_TYPE_P(value) == IS_OBJECT || Z_TYPE_P(value) == IS_REFERENCE
		|| (Z_TYPE_P(value) == IS_ARRAY && Z_REFCOUNTED_P(value))) {
		return Z_COUNTED_P(value);
	}
	return NULL;
}

/* ---- looking through ---- */

typedef void (*visit_t)(graph_t *graph, zend_refcounted *counted);

static void visit_value(graph_t *graph, const zval *value, visit_t visit)
{
	zend_refcounted *counted = counted_of(value);

	if (counted) {
		visit(graph, counted);
	}
}

static void visit_elements(graph_t *graph, HashTable *table, visit_t visit)
{
	zval *value;

	graph->steps += table->nNumUsed / ELEMENTS_IN_STEP;
	ZEND_HASH_FOREACH_VAL(table, value) {
		visit_value(graph, value, visit);
	} ZEND_HASH_FOREACH_END();
}

static void visit_members(graph_t *graph, zend_object *object, visit_t visit)
{
	zval *values;
	int count;
	HashTable *table;

	if (zend_hash_index_exists(&graph->base_objects, (zend_ulong) (uintptr_t) object)) {
		return;
	}
	table = object->handlers->get_gc(object, &values, &count);
	if (table && !(GC_FLAGS(table) & GC_IMMUTABLE)) {
		visit(graph, (zend_refcounted *) table);
	}
	for (int i = 0; i < count; i++) {
		visit_value(graph, &values[i], visit);
	}
	graph->steps += (uint32_t) count;
}

static void visit_children(graph_t *graph, zend_refcounted *counted, visit_t visit)
{
	switch (GC_TYPE(counted)) {
		case IS_OBJECT: visit_members(graph, (zend_object *) counted, visit); break;
		case IS_ARRAY: visit_elements(graph, (zend_array *) counted, visit); break;
		default: visit_value(graph, &((zend_reference *) counted)->val, visit); break;
	}
}

static void count_reference(graph_t *graph, zend_refcounted *counted)
{
	zval *number = zend_hash_index_lookup(&graph->numbers, (zend_ulong) (uintptr_t) counted);

	if (Z_TYPE_P(number) == IS_LONG) {
		graph->nodes[Z_LVAL_P(number)].held++;
		return;
	}
	ZVAL_LONG(number, graph->count);
	if (graph->count == graph->capacity) {
		graph->capacity *= 2;
		graph->nodes = safe_erealloc(graph->nodes, graph->capacity, sizeof(*graph->nodes), 0);
	}
	graph->nodes[graph->count++] = (node_t) { .counted = counted, .held = 1 };
	graph->steps++;
}

/* Each node is visited when it is marked: the depth of recursion would be that of the data. */
static void mark(graph_t *graph, zend_refcounted *counted)
{
	const zval *number = zend_hash_index_find(&graph->numbers, (zend_ulong) (uintptr_t) counted);

	if (number) {
		node_t *node = &graph->nodes[Z_LVAL_P(number)];
		if (!node->is_held_elsewhere) {
			node->is_held_elsewhere = true;
			graph->nodes[graph->count++].counted = counted;
		}
	}
}

/* What an object that is held elsewhere leads to is so, too. Behind the nodes lies what is to be visited. */
static void mark_held_elsewhere(graph_t *graph)
{
	const uint32_t count = graph->count;

	graph->nodes = safe_erealloc(graph->nodes, 2 * (size_t) count, sizeof(*graph->nodes), 0);
	for (uint32_t i = 0; i < count; i++) {
		if (GC_REFCOUNT(graph->nodes[i].counted) > graph->nodes[i].held) {
			mark(graph, graph->nodes[i].counted);
		}
	}
	for (uint32_t i = count; i < graph->count; i++) {
		visit_children(graph, graph->nodes[i].counted, mark);
	}
	graph->count = count;
}

/* ---- the roots ---- */

static void count_root(graph_t *graph, const zval *value, const zval *of_base)
{
	zend_refcounted *counted = counted_of(value);

	if (counted && !(of_base && counted_of(of_base) == counted)) {
		count_reference(graph, counted);
	}
}

static void count_handlers(graph_t *graph)
{
	const zend_stack *stack = &EG(user_exception_handlers);

	visit_value(graph, &EG(user_exception_handler), count_reference);
	visit_value(graph, &ASYNC_ENGINE_G(exception_handler), count_reference);
	for (int i = 0; i < stack->top; i++) {
		visit_value(graph, &((const zval *) zend_stack_base(stack))[i], count_reference);
	}
}

static void count_session(graph_t *graph)
{
	const zval *variables = async_isolation_session_variables();
	size_t count;
	const zval *handlers = async_isolation_session_handlers(&count);

	if (variables) {
		visit_value(graph, variables, count_reference);
	}
	for (size_t i = 0; i < count; i++) {
		visit_value(graph, &handlers[i], count_reference);
	}
}

static void count_roots(graph_t *graph, const async_isolation_slots_t *base_slots, HashTable *base_symbols)
{
	const async_isolation_places_t *places = PLACES();
	zend_string *name;
	zval *value;

	for (uint32_t i = 0; i < places->count; i++) {
		count_root(graph, places->at[i], i < base_slots->count ? &base_slots->values[i] : NULL);
	}
	ZEND_HASH_MAP_FOREACH_STR_KEY_VAL(&EG(symbol_table), name, value) {
		if (counted_of(value)) {
			count_root(graph, value, zend_hash_find(base_symbols, name));
		}
	} ZEND_HASH_FOREACH_END();
	count_handlers(graph);
	count_session(graph);
}

static void note_base_object(graph_t *graph, const zval *value)
{
	ZVAL_DEINDIRECT(value);
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_OBJECT) {
		zend_hash_index_add_empty_element(&graph->base_objects, (zend_ulong) (uintptr_t) Z_OBJ_P(value));
	}
}

static void note_base(graph_t *graph, const async_isolation_slots_t *base_slots, HashTable *base_symbols)
{
	zval *value;

	for (uint32_t i = 0; i < base_slots->count; i++) {
		note_base_object(graph, &base_slots->values[i]);
	}
	ZEND_HASH_MAP_FOREACH_VAL(base_symbols, value) {
		note_base_object(graph, value);
	} ZEND_HASH_FOREACH_END();
}

/* ---- the destructors ---- */

static bool has_destructor(const zend_object *object)
{
	return !(OBJ_FLAGS(object) & IS_OBJ_DESTRUCTOR_CALLED)
		&& (object->handlers->dtor_obj != zend_objects_destroy_object || object->ce->destructor);
}

/* returns: objects whose destructors are to be called, referenced, in the memory of the nodes */
static uint32_t collect(const graph_t *graph, zend_object **objects)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < graph->count; i++) {
		const node_t node = graph->nodes[i];
		if (!node.is_held_elsewhere && GC_TYPE(node.counted) == IS_OBJECT
			&& has_destructor((zend_object *) node.counted)) {
			GC_ADDREF(node.counted);
			objects[count++] = (zend_object *) node.counted;
		}
	}
	return count;
}

static int by_handle(const void *a, const void *b)
{
	const uint32_t left = (*(zend_object *const *) a)->handle;
	const uint32_t right = (*(zend_object *const *) b)->handle;

	return (left > right) - (left < right);
}

static bool destruct_objects(zend_object **objects, uint32_t count)
{
	bool is_called = false;

	qsort(objects, count, sizeof(*objects), by_handle);
	for (uint32_t i = 0; i < count; i++) {
		if (has_destructor(objects[i])) {
			GC_ADD_FLAGS(objects[i], IS_OBJ_DESTRUCTOR_CALLED);
			objects[i]->handlers->dtor_obj(objects[i]);
			is_called = true;
		}
	}
	for (uint32_t i = 0; i < count; i++) {
		OBJ_RELEASE(objects[i]);
	}
	return is_called;
}

/* returns: objects that go with the isolation and have a destructor, referenced; *count of them */
static zend_object **find_objects(graph_t *graph, uint32_t *count)
{
	zend_object **objects;

	for (uint32_t i = 0; i < graph->count && graph->steps <= MAX_STEPS; i++) {
		visit_children(graph, graph->nodes[i].counted, count_reference);
	}
	if (graph->steps > MAX_STEPS) {
		*count = 0;
		return NULL;
	}
	mark_held_elsewhere(graph);
	objects = safe_emalloc(graph->count, sizeof(*objects), 0);
	*count = collect(graph, objects);
	return objects;
}

bool async_isolation_cycles_destruct(const async_isolation_slots_t *base_slots, HashTable *base_symbols)
{
	graph_t graph = { .capacity = 64 };
	zend_object **objects = NULL;
	uint32_t count = 0;
	bool is_called = false;

	if (!PLACES()->has_destructors) {
		return false;
	}
	graph.nodes = safe_emalloc(graph.capacity, sizeof(*graph.nodes), 0);
	zend_hash_init(&graph.numbers, 64, NULL, NULL, false);
	zend_hash_init(&graph.base_objects, 8, NULL, NULL, false);
	count_roots(&graph, base_slots, base_symbols);
	if (graph.count > 0) {
		note_base(&graph, base_slots, base_symbols);
		objects = find_objects(&graph, &count);
	}
	zend_hash_destroy(&graph.base_objects);
	zend_hash_destroy(&graph.numbers);
	efree(graph.nodes);
	if (objects) {
		is_called = destruct_objects(objects, count);
		efree(objects);
	}
	return is_called;
}

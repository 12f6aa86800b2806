/*
 * Values that stock C code walks over without a reference of its own, while it calls PHP code of one of them.
 */
#include "engine/walked_values.h"

#include "engine/handlers.h"
#include "engine/walked_variables.h"

#include "ext/spl/spl_array.h"

/* What one call holds. Made by its first wait, so that a call without a wait pays nothing. Memory of the process: a
 * wait must not run into the memory limit. */
struct async_walked_values {
	async_walked_values_t *next;
	const zend_execute_data *frame;   /* of the call */
	HashTable values;                 /* by address, in the order of the search, with a reference on each */
	async_walked_variables_t variables;
};

/* ---- the search ---- */

typedef struct {
	async_walked_values_t *walked;    /* its values are what the search has found; it adds to the end of them */
	const zend_object *running;       /* whose method the call has called; or NULL */
} search_t;

static void hold(search_t *search, zval *value)
{
	if (zend_hash_index_add(&search->walked->values, (zend_ulong) (uintptr_t) Z_COUNTED_P(value), value)) {
		Z_ADDREF_P(value);
	}
}

static bool is_container(const zval *value)
{
	return (Z_TYPE_P(value) == IS_ARRAY || Z_TYPE_P(value) == IS_OBJECT) && Z_REFCOUNTED_P(value);
}

/* Is the call inside of this value? */
static bool is_inside(const search_t *search, const zval *value)
{
	return GC_IS_RECURSIVE(Z_COUNTED_P(value)) || Z_COUNTED_P(value) == (const zend_refcounted *) search->running;
}

/* is_variable: the call may read this one again, it is no copy.
 * A reference is held where the call is behind it only: stock code looks at the count of those in front of it. */
static void look_at(search_t *search, zval *value, bool is_variable)
{
	zval *reference = NULL;

	if (Z_TYPE_P(value) == IS_INDIRECT) {
		value = Z_INDIRECT_P(value);
	}
	if (Z_ISREF_P(value)) {
		reference = value;
		value = Z_REFVAL_P(value);
	}
	if (!is_container(value)) {
		return;
	}
	hold(search, value);
	if (is_variable && is_inside(search, value)) {
		async_walked_variables_note(&search->walked->variables, value);
		if (reference) {
			hold(search, reference);
		}
	}
}

static void look_into_table(search_t *search, HashTable *table)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(table, value) {
		look_at(search, value, true);
	} ZEND_HASH_FOREACH_END();
}

/* An array that was held before has the same elements: writes to it went to copies. This is the fast way for large
 * ones. */
static void look_into_held_array(search_t *search, HashTable *array)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(array, value) {
		if (Z_ISREF_P(value)) {
			look_at(search, value, true);
		} else if (is_container(value) && UNEXPECTED(is_inside(search, value))) {
			async_walked_variables_note(&search->walked->variables, value);
		}
	} ZEND_HASH_FOREACH_END();
}

static bool is_of_spl(const zend_class_entry *ce)
{
	while (ce && ce->type == ZEND_USER_CLASS) {
		ce = ce->parent;
	}
	return ce && ce->info.internal.module && strcmp(ce->info.internal.module->name, "SPL") == 0;
}

/* What a container has in C, and shows without a reference of its own: an ArrayObject its array. A
 * RecursiveArrayIterator shows a copy, and writes to its array whatever holds it. */
static void look_at_held(search_t *search, zend_object *object)
{
	zval *table = NULL;
	HashTable *more;
	int count = 0;

	if (EXPECTED(object->handlers->get_gc == zend_std_get_gc) || !is_of_spl(object->ce)
		|| instanceof_function(object->ce, spl_ce_RecursiveArrayIterator)) {
		return;
	}
	more = object->handlers->get_gc(object, &table, &count);
	for (int i = 0; i < count; i++) {
		/* While its constructor runs, the table may name an object that is not made yet. */
		if (Z_TYPE(table[i]) != IS_OBJECT || Z_OBJ(table[i]) != NULL) {
			look_at(search, &table[i], false);
		}
	}
	if (more && more != object->properties) {
		look_into_table(search, more);
	}
}

static void look_into_object(search_t *search, zend_object *object)
{
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		look_at(search, &object->properties_table[i], true);
	}
	if (object->properties) {
		look_into_table(search, object->properties);
	}
	look_at_held(search, object);
}

/* Look into all values that are held: the first `held_before` of them, and those that the search finds. */
static void look_into_all(search_t *search, uint32_t held_before)
{
	const HashTable *values = &search->walked->values;

	for (uint32_t i = 0; i < values->nNumUsed; i++) {
		/* The table may move. */
		const zval value = values->arData[i].val;
		if (Z_TYPE(value) == IS_OBJECT) {
			look_into_object(search, Z_OBJ(value));
		} else if (Z_TYPE(value) == IS_ARRAY && i < held_before) {
			look_into_held_array(search, Z_ARRVAL(value));
		} else if (Z_TYPE(value) == IS_ARRAY) {
			look_into_table(search, Z_ARRVAL(value));
		}
	}
}

/* ---- what a call holds ---- */

static async_walked_values_t *find(const zend_execute_data *frame)
{
	async_walked_values_t *walked = ASYNC_ENGINE_G(walked_values);

	while (walked && walked->frame != frame) {
		walked = walked->next;
	}
	return walked;
}

static async_walked_values_t *make(const zend_execute_data *frame)
{
	async_walked_values_t *walked = pemalloc(sizeof(*walked), true);

	walked->frame = frame;
	zend_hash_init(&walked->values, 16, NULL, NULL, true);
	zend_hash_real_init_mixed(&walked->values);
	async_walked_variables_init(&walked->variables);
	walked->next = ASYNC_ENGINE_G(walked_values);
	ASYNC_ENGINE_G(walked_values) = walked;
	return walked;
}

static void destroy(async_walked_values_t *walked)
{
	zend_hash_destroy(&walked->values);
	async_walked_variables_destroy(&walked->variables);
	pefree(walked, true);
}

static void free_values(async_walked_values_t *walked)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(&walked->values, value) {
		zval_ptr_dtor(value);
	} ZEND_HASH_FOREACH_END();
}

static async_walked_values_t *unlink_entry(const zend_execute_data *frame)
{
	async_walked_values_t **link = &ASYNC_ENGINE_G(walked_values);
	async_walked_values_t *walked;

	while (*link && (*link)->frame != frame) {
		link = &(*link)->next;
	}
	if ((walked = *link) != NULL) {
		*link = walked->next;
	}
	return walked;
}

/* Destructors may run, and wait: then there is another entry of this call. */
void async_walked_values_end(const zend_execute_data *frame)
{
	async_walked_values_t *walked;

	while ((walked = unlink_entry(frame)) != NULL) {
		async_walked_variables_end(&walked->variables);
		free_values(walked);
		async_walked_variables_free_replaced(&walked->variables);
		destroy(walked);
	}
}

/* ---- the functions ---- */

static void walks(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (UNEXPECTED(ASYNC_ENGINE_G(walked_values) != NULL)) {
		async_walked_values_end(execute_data);
	}
}

#define FUNCTIONS(X) \
	X(serialize) \
	X(var_dump) \
	X(print_r) \
	X(var_export) \
	X(debug_zval_dump) \
	X(json_encode) \
	X(igbinary_serialize) \
	X(msgpack_pack) \
	X(msgpack_serialize) \
	X(apcu_store) \
	X(apcu_add)

#define TRAMPOLINE(name) \
	static zif_handler original_##name; \
	static ZEND_NAMED_FUNCTION(walks_##name) \
	{ \
		walks(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_##name); \
	}
#define ROW(name) { NULL, #name, walks_##name, &original_##name },

FUNCTIONS(TRAMPOLINE)

static const async_handler_swap_t swaps[] = { FUNCTIONS(ROW) };

static bool (*is_client)(const zend_function *function);

void async_walked_values_add_clients(bool (*is_one)(const zend_function *function))
{
	is_client = is_one;
}

/* With a serializer set, each of their functions may serialize an argument. */
static bool is_of_client(const zend_function *function)
{
	const zend_module_entry *module = function->internal_function.module;

	return is_client(function)
		&& module && (strcmp(module->name, "redis") == 0 || strcmp(module->name, "memcached") == 0);
}

static bool is_named(const zend_function *function, const char *name)
{
	return strcmp(ZSTR_VAL(function->common.function_name), name) == 0;
}

/* These walk over $_SESSION. The lock of sessions (io/state_locks.c) tells of the end of each call. */
static bool is_of_session(const zend_function *function)
{
	return is_named(function, "session_encode") || is_named(function, "session_write_close")
		|| is_named(function, "session_commit") || is_named(function, "session_regenerate_id");
}

/* By the name: the function of a closure has another handler. */
static bool is_walk(const zend_function *function)
{
	if (function->type != ZEND_INTERNAL_FUNCTION || function->common.function_name == NULL) {
		return false;
	}
	if (function->common.scope) {
		return is_of_client(function);
	}
	for (size_t i = 0; i < sizeof(swaps) / sizeof(swaps[0]); i++) {
		if (is_named(function, swaps[i].name)) {
			return true;
		}
	}
	return is_of_session(function);
}

static void look_at_session(search_t *search)
{
	zval *variable = zend_hash_str_find(&EG(symbol_table), ZEND_STRL("_SESSION"));

	if (variable) {
		look_at(search, variable, false);
	}
}

static void hold_reached(async_walked_values_t *walked, const zend_execute_data *called)
{
	const zend_execute_data *frame = walked->frame;
	const uint32_t old_count = walked->variables.count;
	const uint32_t held_before = walked->values.nNumUsed;
	search_t search = {
		.walked = walked,
		.running = Z_TYPE(called->This) == IS_OBJECT ? Z_OBJ(called->This) : NULL,
	};

	for (uint32_t i = 1; i <= ZEND_CALL_NUM_ARGS(frame); i++) {
		look_at(&search, ZEND_CALL_ARG(frame, i), true);
	}
	if (UNEXPECTED(is_of_session(frame->func))) {
		look_at_session(&search);
	}
	look_into_all(&search, held_before);
	async_walked_variables_drop(&walked->variables, old_count);
}

static bool is_walk_frame(const zend_execute_data *frame)
{
	return frame->func && is_walk(frame->func);
}

bool async_walked_values_hold(const zend_execute_data *innermost)
{
	bool found = false;

	for (const zend_execute_data *called = innermost; called; called = called->prev_execute_data) {
		const zend_execute_data *frame = called->prev_execute_data;
		if (frame && UNEXPECTED(is_walk_frame(frame))) {
			async_walked_values_t *walked = find(frame);
			hold_reached(walked ? walked : make(frame), called);
			found = true;
		}
	}
	return found;
}

static void for_each(const zend_execute_data *innermost, void (*show)(async_walked_variables_t *variables))
{
	for (const zend_execute_data *frame = innermost; frame; frame = frame->prev_execute_data) {
		async_walked_values_t *walked = is_walk_frame(frame) ? find(frame) : NULL;
		if (walked) {
			show(&walked->variables);
		}
	}
}

void async_walked_values_pause(const zend_execute_data *innermost)
{
	for_each(innermost, async_walked_variables_show_written);
}

void async_walked_values_continue(const zend_execute_data *innermost)
{
	for_each(innermost, async_walked_variables_show_inside);
}

/* ---- life cycle ---- */

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

/* After a fatal error no call goes on. What is held stays alive: the engine frees it with the memory of the request. */
static ASYNC_ALWAYS_RUNS void forget_abandoned(void)
{
	async_walked_values_t *walked;

	while ((walked = ASYNC_ENGINE_G(walked_values)) != NULL) {
		ASYNC_ENGINE_G(walked_values) = walked->next;
		async_walked_variables_end(&walked->variables);
		destroy(walked);
	}
}

const async_part_t async_walked_values_part = {
	.startup = start,
	.frames_abandoned = forget_abandoned,
	.request_end = forget_abandoned,
};

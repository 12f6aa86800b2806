/*
 * Swapping handlers of internal functions and methods at start-up, and putting them back when the module goes first.
 */
#include "engine/handlers.h"

#include "compat.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define TABLES_MAX 48
#define CLASSES_MAX 32

static struct {
	const async_handler_swap_t *swaps;
	size_t count;
	bool is_complete;       /* its functions were all there when it was added */
} tables[TABLES_MAX];
static size_t table_count;
static async_class_swap_t *classes[CLASSES_MAX];
static size_t class_count;
static bool is_temporary;   /* loaded by dl(): the functions outlive the module */
static zend_result (*previous_post_startup)(void);

typedef void (*apply_fn)(zend_internal_function *function, const async_handler_swap_t *swap);

static ASYNC_ALWAYS_RUNS void swap_in(zend_internal_function *function, const async_handler_swap_t *swap)
{
	/* A method that an internal subclass overrides is another function and stays. */
	if (function->handler != swap->replacement && (*swap->original == NULL || function->handler == *swap->original)) {
		ZEND_ASSERT(function->handler && "an internal function has a handler");
		*swap->original = function->handler;
		function->handler = swap->replacement;
		ASYNC_COMPAT_USE_FRAMES(function);
	}
}

static void swap_out(zend_internal_function *function, const async_handler_swap_t *swap)
{
	if (function->handler == swap->replacement) {
		function->handler = *swap->original;
	}
}

/* By name each time: disable_functions may have freed a function meanwhile. Returns whether all were there. */
static ASYNC_ALWAYS_RUNS bool apply_all(HashTable *functions, const async_handler_swap_t *swaps, size_t count,
	apply_fn apply)
{
	bool has_all = true;

	for (size_t i = 0; i < count; i++) {
		zend_function *function = zend_hash_str_find_ptr(functions, swaps[i].name, strlen(swaps[i].name));
		if (function == NULL) {
			has_all = false;
		} else if (function->type == ZEND_INTERNAL_FUNCTION) {
			apply(&function->internal_function, &swaps[i]);
		}
	}
	return has_all;
}

/* Before a class is linked, `parent` is a name. */
static zend_class_entry *parent_of(const zend_class_entry *ce)
{
	const bool is_resolved = ce->type == ZEND_INTERNAL_CLASS
		|| (ce->ce_flags & (ZEND_ACC_LINKED | ZEND_ACC_RESOLVED_PARENT));

	return is_resolved ? ce->parent : NULL;
}

static bool has_ancestor(const zend_class_entry *ce, const zend_class_entry *ancestor)
{
	while (ce && ce != ancestor) {
		ce = parent_of(ce);
	}
	return ce != NULL;
}

/* The classes that have a parent. */
typedef struct {
	zend_class_entry **list;
	size_t count;
} subclasses_t;

static ASYNC_ALWAYS_RUNS subclasses_t find_subclasses(void)
{
	subclasses_t found = {0};
	zend_class_entry *ce;

	found.list = safe_pemalloc(zend_hash_num_elements(CG(class_table)), sizeof(*found.list), 0, 1);
	ZEND_HASH_FOREACH_PTR(CG(class_table), ce) {
		if (!(ce->ce_flags & ZEND_ACC_IMMUTABLE) && parent_of(ce)) {
			found.list[found.count++] = ce;
		}
	} ZEND_HASH_FOREACH_END();
	return found;
}

/* Methods of one class. A subclass has copies of the methods that it inherits from an internal class. */
static ASYNC_ALWAYS_RUNS void each_copy(const async_handler_swap_t *swaps, size_t count,
	const subclasses_t *subclasses, apply_fn apply)
{
	zend_class_entry *parent = zend_hash_str_find_ptr(CG(class_table), swaps->class_name, strlen(swaps->class_name));

	if (parent == NULL) {
		return;
	}
	/* The class itself first: its methods are the originals that the copies are compared with. */
	apply_all(&parent->function_table, swaps, count, apply);
	for (size_t i = 0; i < subclasses->count; i++) {
		zend_class_entry *ce = subclasses->list[i];
		if (ce != parent && has_ancestor(ce, parent)) {
			apply_all(&ce->function_table, swaps, count, apply);
		}
	}
}

/* The number of rows from the first one on that are for one class, or for functions. */
static ASYNC_ALWAYS_RUNS size_t same_class(const async_handler_swap_t *swaps, size_t count)
{
	const char *name = swaps->class_name;
	size_t same = 1;

	while (same < count && (name == NULL || swaps[same].class_name == NULL
			? name == swaps[same].class_name : strcmp(name, swaps[same].class_name) == 0)) {
		same++;
	}
	return same;
}

/* All functions of a table. Returns whether all were there. */
static ASYNC_ALWAYS_RUNS bool each_function(const async_handler_swap_t *swaps, size_t count, apply_fn apply)
{
	bool has_all = true;
	size_t same;

	for (size_t i = 0; i < count; i += same) {
		same = same_class(&swaps[i], count - i);
		if (swaps[i].class_name == NULL && !apply_all(CG(function_table), &swaps[i], same, apply)) {
			has_all = false;
		}
	}
	return has_all;
}

/* All methods of a table. */
static ASYNC_ALWAYS_RUNS void each_method(const async_handler_swap_t *swaps, size_t count,
	const subclasses_t *subclasses, apply_fn apply)
{
	size_t same;

	for (size_t i = 0; i < count; i += same) {
		same = same_class(&swaps[i], count - i);
		if (swaps[i].class_name) {
			each_copy(&swaps[i], same, subclasses, apply);
		}
	}
}

/* ---- all methods of a class ---- */

static ASYNC_ALWAYS_RUNS void swap_methods(async_class_swap_t *swap, HashTable *functions)
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR(functions, function) {
		zend_internal_function *internal = &function->internal_function;
		/* Abstract methods have no handler. */
		if (internal->type == ZEND_INTERNAL_FUNCTION && internal->scope == swap->ce && internal->handler
			&& internal->handler != swap->replacement) {
			zend_hash_str_update_ptr(&swap->originals, ZSTR_VAL(internal->function_name),
				ZSTR_LEN(internal->function_name), (void *) (uintptr_t) internal->handler);
			internal->handler = swap->replacement;
		}
	} ZEND_HASH_FOREACH_END();
}

/* A subclass has copies of the methods that it inherits from an internal class. */
static ASYNC_ALWAYS_RUNS void swap_class(async_class_swap_t *swap, const subclasses_t *subclasses)
{
	ZEND_ASSERT(swap->ce == NULL && "the methods of a class are swapped once");
	swap->ce = zend_hash_str_find_ptr(CG(class_table), swap->class_name, strlen(swap->class_name));
	if (swap->ce == NULL) {
		return;
	}
	zend_hash_init(&swap->originals, 8, NULL, NULL, 1);
	swap_methods(swap, &swap->ce->function_table);
	for (size_t i = 0; i < subclasses->count; i++) {
		zend_class_entry *ce = subclasses->list[i];
		if (ce != swap->ce && has_ancestor(ce, swap->ce)) {
			swap_methods(swap, &ce->function_table);
		}
	}
}

/* At module shutdown no PHP code can call the methods any more. */
static void forget_class(async_class_swap_t *swap)
{
	if (swap->ce) {
		zend_hash_destroy(&swap->originals);
		swap->ce = NULL;
	}
}

const async_class_swap_t *async_handlers_class_of(
	const async_class_swap_t *table, size_t count, const zend_function *function)
{
	const async_class_swap_t *swap = table;

	while (swap->ce != function->common.scope) {
		swap++;
		ZEND_ASSERT(swap < table + count && "only methods of these classes were swapped");
	}
	return swap;
}

zif_handler async_handlers_original(const async_class_swap_t *swap, const zend_function *function)
{
	ZEND_ASSERT(swap->ce && "the class was swapped");
	return (zif_handler) (uintptr_t) zend_hash_find_ptr(&swap->originals, function->common.function_name);
}

/* ---- the time of swapping ---- */

static ASYNC_ALWAYS_RUNS zend_result on_post_startup(void)
{
	subclasses_t subclasses = find_subclasses();

	for (size_t i = 0; i < table_count; i++) {
		/* The functions of extensions that were loaded after this one. The others are swapped already and stay. */
		if (!tables[i].is_complete) {
			each_function(tables[i].swaps, tables[i].count, swap_in);
		}
		each_method(tables[i].swaps, tables[i].count, &subclasses, swap_in);
	}
	for (size_t i = 0; i < class_count; i++) {
		swap_class(classes[i], &subclasses);
	}
	pefree(subclasses.list, 1);
	async_parts_run(all_loaded);
	return previous_post_startup ? previous_post_startup() : SUCCESS;
}

static ASYNC_ALWAYS_RUNS void chain(void)
{
	is_temporary = async_is_loaded_late();
	previous_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = on_post_startup;
}

ASYNC_ALWAYS_RUNS void async_handlers_swap(const async_handler_swap_t *swaps, size_t count)
{
	ZEND_ASSERT(table_count < TABLES_MAX && "room for every table");
	ZEND_ASSERT(swaps && count > 0 && "a table has rows");
	tables[table_count].swaps = swaps;
	tables[table_count].count = count;
	tables[table_count++].is_complete = each_function(swaps, count, swap_in);
	if (is_temporary) {
		subclasses_t subclasses = find_subclasses();
		each_method(swaps, count, &subclasses, swap_in);
		pefree(subclasses.list, 1);
	}
}

ASYNC_ALWAYS_RUNS void async_handlers_swap_classes(async_class_swap_t *table, size_t count)
{
	ZEND_ASSERT(class_count + count <= CLASSES_MAX && "room for every class");
	for (size_t i = 0; i < count; i++) {
		classes[class_count++] = &table[i];
	}
	if (is_temporary) {
		subclasses_t subclasses = find_subclasses();
		for (size_t i = 0; i < count; i++) {
			swap_class(&table[i], &subclasses);
		}
		pefree(subclasses.list, 1);
	}
}

static void put_originals_back(void)
{
	subclasses_t subclasses = find_subclasses();

	for (size_t i = table_count; i-- > 0;) {
		each_function(tables[i].swaps, tables[i].count, swap_out);
		each_method(tables[i].swaps, tables[i].count, &subclasses, swap_out);
	}
	pefree(subclasses.list, 1);
}

static ASYNC_ALWAYS_RUNS void restore(void)
{
	/* Otherwise the functions are destroyed next, together with all others, and no code calls them before. */
	if (is_temporary) {
		put_originals_back();
	}
	table_count = 0;
	while (class_count > 0) {
		forget_class(classes[--class_count]);
	}
	if (zend_post_startup_cb == on_post_startup) {
		zend_post_startup_cb = previous_post_startup;
	}
}

const async_part_t async_handlers_part = { .startup = chain, .shutdown = restore };

ASYNC_ALWAYS_RUNS bool async_table_unprotect(const void *table, size_t size)
{
	const uintptr_t page_size = (uintptr_t) sysconf(_SC_PAGESIZE);
	const uintptr_t first = (uintptr_t) table & ~(page_size - 1);
	const uintptr_t end = ((uintptr_t) table + size + page_size - 1) & ~(page_size - 1);

	/* Writable, and never read-only again: a table may share its pages with variables that have to stay writable. */
	return mprotect((void *) first, end - first, PROT_READ | PROT_WRITE) == 0;
}

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

/* More than an object of SPL takes. */
#define ROOM_FOR_OBJECT ((size_t) 32 * 1024)

zend_object *async_table_object(zend_class_entry *ce, zend_object *(*create)(zend_class_entry *ce))
{
	/* The memory limit must not be reached in `create`: PHP would find an object without handlers at the end. */
	efree(emalloc(ROOM_FOR_OBJECT));
	return create(ce);
}

void async_table_once(bool *is_done, void (*replace)(void *argument), void *argument)
{
	if (EXPECTED(__atomic_load_n(is_done, __ATOMIC_ACQUIRE))) {
		return;
	}
	pthread_mutex_lock(&table_lock);
	if (!*is_done) {
		replace(argument);
		__atomic_store_n(is_done, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&table_lock);
}

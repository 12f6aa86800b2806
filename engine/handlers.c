/*
 * Swapping handlers of internal functions and methods at start-up, and putting them back at module shutdown.
 */
#include "engine/handlers.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define TABLES_MAX 16
#define CLASSES_MAX 32

static struct {
	const async_handler_swap_t *swaps;
	size_t count;
} tables[TABLES_MAX];
static size_t table_count;
static async_class_swap_t *classes[CLASSES_MAX];
static size_t class_count;
static zend_result (*previous_post_startup)(void);

static void swap_in(HashTable *functions, const async_handler_swap_t *swap)
{
	zend_function *function = zend_hash_str_find_ptr(functions, swap->name, strlen(swap->name));
	zend_internal_function *internal = (zend_internal_function *) function;

	/* A method that an internal subclass overrides is another function and stays. */
	if (function && function->type == ZEND_INTERNAL_FUNCTION && internal->handler != swap->replacement
		&& (*swap->original == NULL || internal->handler == *swap->original)) {
		ZEND_ASSERT(internal->handler && "an internal function has a handler");
		*swap->original = internal->handler;
		internal->handler = swap->replacement;
	}
}

/* By name once more: disable_functions may have freed the function meanwhile. */
static void swap_out(HashTable *functions, const async_handler_swap_t *swap)
{
	zend_function *function = zend_hash_str_find_ptr(functions, swap->name, strlen(swap->name));

	if (function && function->type == ZEND_INTERNAL_FUNCTION
		&& function->internal_function.handler == swap->replacement) {
		function->internal_function.handler = *swap->original;
	}
}

static bool has_parent(const zend_class_entry *ce, const zend_class_entry *parent)
{
	while (ce && ce != parent) {
		/* Before a class is linked, `parent` is a name. */
		const bool is_resolved = ce->type == ZEND_INTERNAL_CLASS
			|| (ce->ce_flags & (ZEND_ACC_LINKED | ZEND_ACC_RESOLVED_PARENT));
		ce = is_resolved ? ce->parent : NULL;
	}
	return ce != NULL;
}

typedef void (*apply_fn)(HashTable *functions, const async_handler_swap_t *swap);

static void apply_all(HashTable *functions, const async_handler_swap_t *swaps, size_t count, apply_fn apply)
{
	for (size_t i = 0; i < count; i++) {
		apply(functions, &swaps[i]);
	}
}

/* Methods of one class. A subclass has copies of the methods that it inherits from an internal class. */
static void each_copy(const async_handler_swap_t *swaps, size_t count, apply_fn apply)
{
	zend_class_entry *parent, *ce;

	parent = zend_hash_str_find_ptr(CG(class_table), swaps->class_name, strlen(swaps->class_name));
	if (parent == NULL) {
		return;
	}
	/* The class itself first: its methods are the originals that the copies are compared with. */
	apply_all(&parent->function_table, swaps, count, apply);
	ZEND_HASH_FOREACH_PTR(CG(class_table), ce) {
		if (ce != parent && !(ce->ce_flags & ZEND_ACC_IMMUTABLE) && has_parent(ce, parent)) {
			apply_all(&ce->function_table, swaps, count, apply);
		}
	} ZEND_HASH_FOREACH_END();
}

/* The number of rows from the first one on that are for one class, or for functions. */
static size_t same_class(const async_handler_swap_t *swaps, size_t count)
{
	const char *name = swaps->class_name;
	size_t same = 1;

	while (same < count && (name == NULL || swaps[same].class_name == NULL
			? name == swaps[same].class_name : strcmp(name, swaps[same].class_name) == 0)) {
		same++;
	}
	return same;
}

/* All rows of a table. The table of classes is walked through once for neighbours of one class. */
static void each_row(const async_handler_swap_t *swaps, size_t count, bool with_methods, apply_fn apply)
{
	size_t same;

	for (size_t i = 0; i < count; i += same) {
		same = same_class(&swaps[i], count - i);
		if (swaps[i].class_name == NULL) {
			apply_all(CG(function_table), &swaps[i], same, apply);
		} else if (with_methods) {
			each_copy(&swaps[i], same, apply);
		}
	}
}

/* ---- all methods of a class ---- */

static void swap_methods(async_class_swap_t *swap, HashTable *functions)
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
static void swap_class(async_class_swap_t *swap)
{
	zend_class_entry *ce;

	ZEND_ASSERT(swap->ce == NULL && "the methods of a class are swapped once");
	swap->ce = zend_hash_str_find_ptr(CG(class_table), swap->class_name, strlen(swap->class_name));
	if (swap->ce == NULL) {
		return;
	}
	zend_hash_init(&swap->originals, 8, NULL, NULL, 1);
	ZEND_HASH_FOREACH_PTR(CG(class_table), ce) {
		if (!(ce->ce_flags & ZEND_ACC_IMMUTABLE) && has_parent(ce, swap->ce)) {
			swap_methods(swap, &ce->function_table);
		}
	} ZEND_HASH_FOREACH_END();
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

static zend_result on_post_startup(void)
{
	for (size_t i = 0; i < table_count; i++) {
		/* A second time for functions, which changes nothing: only handlers that are not ours yet are replaced. */
		each_row(tables[i].swaps, tables[i].count, true, swap_in);
	}
	for (size_t i = 0; i < class_count; i++) {
		swap_class(classes[i]);
	}
	async_parts_run(all_loaded);
	return previous_post_startup ? previous_post_startup() : SUCCESS;
}

static void chain(void)
{
	previous_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = on_post_startup;
}

void async_handlers_swap(const async_handler_swap_t *swaps, size_t count)
{
	ZEND_ASSERT(table_count < TABLES_MAX && "room for every table");
	ZEND_ASSERT(swaps && count > 0 && "a table has rows");
	tables[table_count].swaps = swaps;
	tables[table_count++].count = count;
	each_row(swaps, count, async_is_loaded_late(), swap_in);
}

void async_handlers_swap_classes(async_class_swap_t *table, size_t count)
{
	ZEND_ASSERT(class_count + count <= CLASSES_MAX && "room for every class");
	for (size_t i = 0; i < count; i++) {
		classes[class_count++] = &table[i];
		if (async_is_loaded_late()) {
			swap_class(&table[i]);
		}
	}
}

static void restore(void)
{
	while (table_count > 0) {
		table_count--;
		each_row(tables[table_count].swaps, tables[table_count].count, true, swap_out);
	}
	while (class_count > 0) {
		forget_class(classes[--class_count]);
	}
	if (zend_post_startup_cb == on_post_startup) {
		zend_post_startup_cb = previous_post_startup;
	}
}

const async_part_t async_handlers_part = { .startup = chain, .shutdown = restore };

bool async_table_unprotect(const void *table, size_t size)
{
	const uintptr_t page_size = (uintptr_t) sysconf(_SC_PAGESIZE);
	const uintptr_t first = (uintptr_t) table & ~(page_size - 1);
	const uintptr_t end = ((uintptr_t) table + size + page_size - 1) & ~(page_size - 1);

	/* Writable, and never read-only again: a table may share its pages with variables that have to stay writable. */
	return mprotect((void *) first, end - first, PROT_READ | PROT_WRITE) == 0;
}

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

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

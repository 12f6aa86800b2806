/*
 * Handler swap (seam C): a function or method of PHP gets a C function of ours in front of its own.
 *
 * Only internal_function.handler changes: name, arguments, reflection and opcodes stay. The swap happens at start-up,
 * before any code is compiled that could have remembered the old handler, and holds for every thread of the process.
 */
#ifndef ASYNC_ENGINE_HANDLERS_H
#define ASYNC_ENGINE_HANDLERS_H

#include "engine/part.h"

typedef struct {
	const char *class_name;      /* lower case; NULL: a function */
	const char *name;            /* lower case */
	zif_handler replacement;     /* usually calls *original; one for each row */
	zif_handler *original;       /* receives the previous handler; written before the swap */
} async_handler_swap_t;

/* All methods that a class defines itself, with one replacement, which calls async_handlers_original(). */
typedef struct {
	const char *class_name;      /* lower case */
	zif_handler replacement;
	const char *detail;          /* for the use of the replacement */
	zend_class_entry *ce;        /* this and the rest: filled in here; NULL: there is no such class */
	HashTable originals;         /* handlers by the text of the name: opcache moves names after start-up */
} async_class_swap_t;

/* Swap all functions of the table that exist: functions at once, methods and the functions of extensions that are
 * loaded after this one when all are there. Called at module start-up.
 * owns: nothing; the caller keeps the table */
void async_handlers_swap(const async_handler_swap_t *swaps, size_t count);

/* The same for classes. */
void async_handlers_swap_classes(async_class_swap_t *table, size_t count);

/* The row of a table of swapped classes whose class defines this method; also for the copy that a subclass has. */
const async_class_swap_t *async_handlers_class_of(
	const async_class_swap_t *table, size_t count, const zend_function *function);

/* The original handler of this method of a swapped class; also for the copy that a subclass has. */
zif_handler async_handlers_original(const async_class_swap_t *swap, const zend_function *function);

/* Module shutdown: of a module that dl() has loaded, put the originals of all tables back, except where another
 * extension has swapped after us. */
extern const async_part_t async_handlers_part;

/* Tables of operations lie in memory that is read-only after start-up: make this one writable, and leave it writable.
 * errors: false with errno */
bool async_table_unprotect(const void *table, size_t size);

/* Fill in or replace a table of the process while PHP code runs, maybe in several threads: once in the process, in one
 * thread. When the call returns, it is done, by this thread or by another one.
 * is_done: false in the beginning; belongs to this call of `replace`
 * replace: what it replaces may be in use by other threads. It keeps the originals before async_table_originals_kept(),
 *          and puts the replacements in afterwards. Does not suspend, runs no PHP code */
void async_table_once(bool *is_done, void (*replace)(void *argument), void *argument);

/* An object of a class whose table is private to it: the object leads to the table.
 * owns: the caller releases the object; errors: a fatal error where the memory limit is near */
zend_object *async_table_object(zend_class_entry *ce, zend_object *(*create)(zend_class_entry *ce));

/* Another thread that finds a replacement finds the original, too. */
static zend_always_inline void async_table_originals_kept(void)
{
	__atomic_thread_fence(__ATOMIC_RELEASE);
}

#endif

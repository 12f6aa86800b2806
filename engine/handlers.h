/*
 * Handler swap: a function or method of PHP gets another C function in front of its own (architecture, seam C).
 *
 * Only internal_function.handler changes: name, arguments, reflection, opcodes stay. It happens at start-up, before any
 * code is compiled that could have remembered the old one, and serves every thread of the process.
 */
#ifndef ASYNC_ENGINE_HANDLERS_H
#define ASYNC_ENGINE_HANDLERS_H

#include "php.h"

typedef struct {
	const char *class_name;      /* lower case; NULL: a function */
	const char *name;            /* lower case */
	zif_handler replacement;     /* usually calls *original; one for each row */
	zif_handler *original;       /* receives what to call; set before the handler is swapped */
} async_handler_swap_t;

/* All methods that a class has of its own, with one replacement: it finds what to call by async_handlers_original(). */
typedef struct {
	const char *class_name;      /* lower case */
	zif_handler replacement;
	zend_class_entry *ce;        /* the rest is filled in; NULL: there is no such class */
	HashTable originals;         /* handlers by name; opcache moves the name itself after start-up */
} async_class_swap_t;

/* Swap what exists of the table: at once functions, methods and the functions of extensions that are loaded after us
 * when all are there. Called at module start-up, a few times; the table stays in place. */
void async_handlers_swap(const async_handler_swap_t *swaps, size_t count);

/* The same for a class. */
void async_handlers_swap_class(async_class_swap_t *swap);

/* Have a function called once, when all extensions are there and no script has been compiled. Called at module
 * start-up, a few times. */
void async_handlers_on_startup(void (*callback)(void));

/* What this method of such a class did, also as a subclass has it. */
zif_handler async_handlers_original(const async_class_swap_t *swap, const zend_function *function);

/* Put the originals of all tables back, except where somebody else has swapped after us. Module shutdown. */
void async_handlers_restore(void);

/* Tables of operations lie in memory that is read-only after start-up: make this one writable, for good. */
bool async_table_unprotect(const void *table, size_t size);

#endif

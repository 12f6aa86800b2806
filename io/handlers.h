/*
 * Handler swap: a function or method of PHP gets another C function in front of its own (architecture, seam C).
 *
 * Only internal_function.handler changes: name, arguments, reflection, opcodes stay. It happens at start-up, before any
 * code is compiled that could have remembered the old one, and serves every thread of the process.
 */
#ifndef ASYNC_IO_HANDLERS_H
#define ASYNC_IO_HANDLERS_H

#include "php.h"

typedef struct {
	const char *class_name;      /* lower case; NULL: a function */
	const char *name;            /* lower case */
	zif_handler replacement;     /* usually calls *original; one for each row */
	zif_handler *original;       /* receives what to call; set before the handler is swapped */
} async_handler_swap_t;

/* Swap what exists of the table: at once functions, methods when all classes are there. Called at module start-up, a
 * few times; the table stays in place. */
void async_handlers_swap(const async_handler_swap_t *swaps, size_t count);

/* Put the originals back, except where somebody else has swapped after us. Module shutdown. */
void async_handlers_restore(void);

/* Tables of operations lie in memory that is read-only after start-up: make this one writable, for good. */
bool async_table_unprotect(const void *table, size_t size);

#endif

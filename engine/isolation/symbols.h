/*
 * Global variables and superglobals of isolations.
 */
#ifndef ASYNC_ENGINE_ISOLATION_SYMBOLS_H
#define ASYNC_ENGINE_ISOLATION_SYMBOLS_H

#include "engine/isolation/copy.h"

/* Have PHP make the superglobals that it makes at their first use: it makes each only once.
 * suspends: no; runs PHP: no */
void async_isolation_symbols_prepare(void);

/* *symbols becomes a copy of the current global variables. owns: the caller; suspends: no; runs PHP: no */
void async_isolation_symbols_copy(async_isolation_copy_t *copy, HashTable *symbols);

/* Move the current table to *from and *to into its place. */
static inline void async_isolation_symbols_exchange(HashTable *from, const HashTable *to)
{
	*from = EG(symbol_table);
	EG(symbol_table) = *to;
}

/* Call the destructors of objects that only global variables hold, in the order of PHP's shutdown: from the last one to
 * the first. returns: one was called; suspends, runs PHP: the destructors */
bool async_isolation_symbols_destruct(void);

/* Release the current global variables, or only those that may hold objects.
 * returns: there was one; suspends, runs PHP: destructors, which may set variables again */
bool async_isolation_symbols_end(bool only_holders);

/* Objects that only global variables hold are released without their destructors from here on. */
void async_isolation_symbols_mark_destructed(void);

#endif

/*
 * Spawn chains (D36): where a fatal error or a warning about a coroutine is printed, the places where it and its
 * ancestors were spawned follow the stock text.
 */
#ifndef ASYNC_SCHEDULER_SPAWN_CHAIN_H
#define ASYNC_SCHEDULER_SPAWN_CHAIN_H

#include "scheduler/globals.h"

#include "zend_smart_str.h"

/* Watches the engine's error display for fatal errors inside coroutines. */
extern const async_part_t async_spawn_chain_part;

/* Append the spawners of the coroutine, one entry for each ancestor, each after `separator`:
 * "by coroutine #2 spawned at FILE:LINE", "by the main script". */
void async_spawn_chain_append(smart_str *text, const async_coroutine_t *coroutine, const char *separator);

/* The same from a spawner on, NULL: none. */
void async_spawn_chain_append_lineage(smart_str *text, const async_lineage_t *spawner, const char *separator);

/* The lines that follow the stock text of a fatal error; NULL for the main flow and the scheduler's own coroutines.
 * owns: the caller owns the string */
zend_string *async_spawn_chain_text(const async_coroutine_t *coroutine);

/* Print such lines to where PHP has just printed an error of that kind. */
void async_spawn_chain_print(const zend_string *text, int error_type);

#endif

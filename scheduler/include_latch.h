/*
 * Include latch (D35): one coroutine runs a file, others that include it once wait until that run is over.
 *
 * Without the latch include_once and require_once would return at once, before the functions, constants and variables
 * of the file are there.
 */
#ifndef ASYNC_SCHEDULER_INCLUDE_LATCH_H
#define ASYNC_SCHEDULER_INCLUDE_LATCH_H

#include "engine/part.h"

/* A run of a file is recorded: from now on, include_once and require_once ask for it. */
void async_include_latch_watch(void);

/* Wraps the engine's functions that resolve the path of a file and compile it, when they are first needed. */
extern const async_part_t async_include_latch_part;

#endif

/*
 * Autoload latch (D35): one coroutine runs the autoloader for a class, others that need the class wait for it.
 *
 * Without the latch a second coroutine would run the autoloader again and end in "Cannot declare class".
 */
#ifndef ASYNC_SCHEDULER_AUTOLOAD_LATCH_H
#define ASYNC_SCHEDULER_AUTOLOAD_LATCH_H

#include "engine/part.h"

/* Wraps the engine's autoload function. */
extern const async_part_t async_autoload_latch_part;

#endif

/*
 * Autoload latch (D35): while one coroutine loads a class, others that need it wait and look again.
 *
 * Without it the second coroutine would run the autoloader again and end in "Cannot declare class".
 */
#ifndef ASYNC_SCHEDULER_AUTOLOAD_LATCH_H
#define ASYNC_SCHEDULER_AUTOLOAD_LATCH_H

#include "scheduler/coroutine.h"

/* Wrap the engine's autoload function; once per process. */
void async_autoload_latch_startup(void);
void async_autoload_latch_shutdown(void);

/* In a forked child: nobody but this coroutine loads anything any more. */
void async_autoload_latch_forget(const async_coroutine_t *keep);

/* The coroutine that loads the class for which others wait (the subject of their wait). */
const async_coroutine_t *async_autoload_holder(const void *subject);

#endif

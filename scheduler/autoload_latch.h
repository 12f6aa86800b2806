/*
 * Autoload latch (D35): while one coroutine loads a class, other coroutines that need it wait, then look it up again.
 *
 * Without the latch a second coroutine would run the autoloader again and end in "Cannot declare class".
 */
#ifndef ASYNC_SCHEDULER_AUTOLOAD_LATCH_H
#define ASYNC_SCHEDULER_AUTOLOAD_LATCH_H

#include "scheduler/coroutine.h"

/* Wrap the engine's autoload function; once per process. */
void async_autoload_latch_startup(void);
void async_autoload_latch_shutdown(void);

/* In a forked child: forget all loads but those of this coroutine. */
void async_autoload_latch_forget(const async_coroutine_t *keep);

/* The coroutine that loads the class of such a wait. `subject` is the subject of the wait. */
const async_coroutine_t *async_autoload_holder(const void *subject);

#endif

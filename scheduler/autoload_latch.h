/*
 * Autoload latch (D35): while one coroutine loads a class, other coroutines that need it wait, then look it up again.
 *
 * Without the latch a second coroutine would run the autoloader again and end in "Cannot declare class".
 */
#ifndef ASYNC_SCHEDULER_AUTOLOAD_LATCH_H
#define ASYNC_SCHEDULER_AUTOLOAD_LATCH_H

#include "engine/part.h"
#include "scheduler/coroutine.h"

/* Wraps the engine's autoload function. */
extern const async_part_t async_autoload_latch_part;

/* In a forked child: forget all loads but those of this coroutine. */
void async_autoload_latch_forget(const async_coroutine_t *keep);

/* The coroutine that loads the class which a coroutine waits for. `subject` is the subject of that wait. */
const async_coroutine_t *async_autoload_holder(const void *subject);

/* End such a wait: the class is "not found" for the coroutine. The wait has not ended yet. */
void async_autoload_refuse(async_wait_t *wait);

/* The name of that class, in lower case; borrowed. */
const zend_string *async_autoload_class(const void *subject);

#endif

/*
 * Tick functions that suspend (declare(ticks), register_tick_function()).
 *
 * PHP marks a tick function while it runs, and does not call it again meanwhile. The mark belongs to the coroutine that
 * called it: a coroutine that parks takes its marks off, so others have their ticks, and sets them again when it is
 * resumed.
 */
#ifndef ASYNC_ENGINE_TICKS_H
#define ASYNC_ENGINE_TICKS_H

#include "engine/globals.h"

/* Tick functions that call one another while they run: more than these stay marked in a wait. */
#define ASYNC_TICK_DEPTH 4

/* The marks of one parked coroutine, in its parking frame. */
struct async_ticks {
	async_ticks_t *next, *prev;   /* among those that have marks */
	unsigned count;
	struct {
		struct async_tick_function *function;
		zval *result;         /* where its call puts its result: each call sets this in the shared function */
	} marks[ASYNC_TICK_DEPTH];
};

bool async_ticks_are_dirty_slow(void);

/* Is anything to be taken along? Nothing before a tick function was registered in this request. */
static zend_always_inline bool async_ticks_are_dirty(void)
{
	return (ASYNC_ENGINE_G(used_extensions) & ASYNC_USED_TICKS) && async_ticks_are_dirty_slow();
}

/* Take the marks off; set them again. Neither suspends nor runs PHP code. */
void async_ticks_detach(async_ticks_t *ticks);
void async_ticks_attach(async_ticks_t *ticks);

extern const async_part_t async_ticks_part;

#endif

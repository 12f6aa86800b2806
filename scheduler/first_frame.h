/*
 * First frames: what lies on a stack before the engine's assembly switches to it for the first time.
 */
#ifndef ASYNC_SCHEDULER_FIRST_FRAME_H
#define ASYNC_SCHEDULER_FIRST_FRAME_H

#include "compat.h"

#include <stdbool.h>

/* May stacks of ours begin with async_first_frame_put()? The first call makes a context of the engine to learn its
 * first frame, and gives it back.
 * errors: false, in builds that switch otherwise, or while there is no memory for a context of the engine: the engine
 *         makes the stack */
bool async_first_frame_is_known(void);

/* Write the first frame below `top`, which is aligned to 16 bytes. Returns the handle for the switch. */
void *async_first_frame_put(char *top);

#endif

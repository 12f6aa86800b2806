/*
 * Functions that the files of the end share: end.c (the drain), end_shutdown.c (the phases of a shutdown, uncaught
 * exceptions) and end_unwind.c (frames are released).
 */
#ifndef ASYNC_SCHEDULER_END_INTERNAL_H
#define ASYNC_SCHEDULER_END_INTERNAL_H

#include "scheduler/end.h"

/* ---- end_shutdown.c ---- */

/* After exit() the isolations that are left end as the request does: shutdown functions, then destructors. Their
 * exceptions are uncaught ones. suspends: no; runs PHP: yes */
void async_end_isolations(void);

/* Raise the uncaught exceptions as PHP raises one that leaves the main script (D29). runs PHP: the user's handlers
 * errors: does not return when an exception is a fatal error, which PHP reports */
void async_end_raise_uncaught(void);

/* ---- end_unwind.c ---- */

/* Release the frames of all coroutines that are left, without running finally blocks (D15). In the main flow.
 * suspends: no; runs PHP: destructors */
void async_end_unwind_all(void);

/* Frames are no longer being released: warnings are shown again. Does nothing if they were not silenced. */
void async_end_silence_is_over(void);

#endif

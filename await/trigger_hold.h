/*
 * Internal to the triggers: the failures of a trigger's sources, which are held while it is awaited
 * (scheduler/failure.h). No function here suspends or runs PHP code.
 */
#ifndef ASYNC_AWAIT_TRIGGER_HOLD_H
#define ASYNC_AWAIT_TRIGGER_HOLD_H

#include "await/trigger.h"

/* Begin and end to count as awaited. Between the two the failures of the sources are held. A coroutine is held when it
 * fails and not before, so that an await costs the same for any number of sources. */
void async_trigger_await_begin(async_trigger_t *trigger);
void async_trigger_await_end(async_trigger_t *trigger);

/* Is the source held from the beginning of an await, and not only when it fails? Another trigger has failures of its
 * own sources to be held, and the source of ONE has no watcher. */
bool async_source_is_eager(const async_source_t *source);

/* Hold the failures of the source, and let go of them: once each, for each await. */
void async_source_hold(const async_source_t *source);
void async_source_let_go(const async_source_t *source);

/* The source has fired: if it is a coroutine that failed, note the failure, and hold it while an await is under way. */
void async_source_note_failure(async_source_t *source);

/* The failure of the source, if there is one, was taken or will not be: give back the hold on it. */
void async_source_close_failure(async_source_t *source);

/* The base is freed: its service coroutine, if there is one, finds nothing to give back. */
void async_trigger_drop_releaser(async_trigger_t *base);

#endif

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

/* A new source that is a trigger, or that of a ONE, is in the list of its trigger: failures behind it are held from now
 * on. */
void async_source_link(async_source_t *source);

/* A source that is open, or is a trigger, is about to be freed: let go of what is held. */
void async_source_unlink(async_source_t *source);

/* Is a coroutine behind the source, right away or through triggers of kind ONE? */
bool async_source_is_coroutine(const async_source_t *source);

/* The source has fired: if it is a coroutine that failed, note the failure, and hold it while an await is under way. */
void async_source_note_failure(async_source_t *source);

/* The failure of the source, if there is one, was taken or will not be: give back the hold on it. */
void async_source_close_failure(async_source_t *source);

/* A base that has holds is freed, its sources are gone: its service coroutines find nothing to give back. */
void async_trigger_drop_releasers(async_trigger_t *base);

/* The base is freed, together with triggers that still have it as a source (by the cycle collector). */
void async_trigger_forget_parents(async_trigger_t *base);

#endif

/*
 * Turns of the reactor: when the scheduler looks for events, and when it sleeps.
 */
#ifndef ASYNC_SCHEDULER_TURNS_H
#define ASYNC_SCHEDULER_TURNS_H

#include "scheduler/globals.h"

/* The countdown of switches is over: look at the clock, and for events when it is time.
 * suspends: no; runs PHP: no. A fatal error in a completion function is noted, see async_scheduler_shield() */
void async_turn_if_due(void);

/* From now on, each switch calls async_turn_if_due(), as long as coroutines wait for the run of a file. */
void async_turn_at_each_switch(void);

/* Can an event from outside the coroutines wake one? */
bool async_turn_may_wake(void);

/* No coroutine is ready: let the reactor sleep until an event. May return without one, after a signal.
 * suspends: no; runs PHP: no; errors: as above */
void async_turn_until_event(void);

#endif

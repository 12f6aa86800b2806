/*
 * Stock code that must not be entered while it waits, because its half-done state is one for all who use the thing: its
 * calls take turns, in FIFO order. (Where waiting in the middle can be forbidden: no_park.h.)
 */
#ifndef ASYNC_IO_STATE_TURNS_H
#define ASYNC_IO_STATE_TURNS_H

#include "engine/part.h"

/* The current coroutine has a turn in each call of
 *  - functions of ext/session that work on the session, or replace what works on it: there is one for the request, and
 *    a save handler in PHP code parks, and so does that of phpredis;
 *  - methods of one XMLReader or XMLWriter, and its functions: behind it is a stream, which may park.
 * Calls in these calls go on. A cancelled wait for the turn throws, nothing was done then (D34). */
extern const async_part_t async_state_turns_part;

#endif

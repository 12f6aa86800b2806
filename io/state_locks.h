/*
 * Locks of stock code that keeps half-done state while it waits: sessions, readers and writers of XML.
 *
 * All callers share that state, so that calls take turns in FIFO order. (Where waiting can be forbidden: no_park.h.)
 */
#ifndef ASYNC_IO_STATE_LOCKS_H
#define ASYNC_IO_STATE_LOCKS_H

#include "engine/part.h"

/* The current coroutine has a turn in each call of
 *  - functions of ext/session that work on the session, or replace what works on it: there is one for the request, and
 *    a save handler in PHP code parks, and so does that of phpredis;
 *  - methods of one XMLReader or XMLWriter, and its functions: behind it is a stream, which may park.
 * Calls in these calls go on. A cancelled wait for the turn throws, nothing was done then (D34). */
extern const async_part_t async_state_locks_part;

#endif

/*
 * Locks of stock code that keeps half-done state while it waits: sessions, and objects such as a finfo or XMLReader.
 *
 * All callers share that state, so that calls take turns in FIFO order. (Where waiting can be forbidden: no_park.h.)
 */
#ifndef ASYNC_IO_STATE_LOCKS_H
#define ASYNC_IO_STATE_LOCKS_H

#include "engine/part.h"

/* The current coroutine has a turn in each call of
 *  - functions of ext/session that work on the session, or replace its save handler. A request has one session. Save
 *  handlers in PHP code park, and so does the save handler of phpredis;
 *  - methods and functions of one object that reads from or writes to streams, or calls PHP code: XMLReader, XMLWriter,
 *  finfo, XSLTProcessor, DOMXPath, ZipArchive, DOMDocument, hash contexts and XML parsers. Heaps: io/heaps.h.
 * A call from inside such a call does not wait. A cancelled wait for the turn throws, nothing was done then (D34). */
extern const async_part_t async_state_locks_part;

#endif

/*
 * Sessions: there is one for the request, and ext/session keeps its half-done state in globals while a save handler
 * works. Handlers in PHP code park, and so does that of phpredis.
 */
#ifndef ASYNC_IO_SESSION_TURNS_H
#define ASYNC_IO_SESSION_TURNS_H

/* Module start: from now on functions of ext/session that work on the session, or replace what works on it, take turns,
 * in FIFO order. Its save handler may call them as ever. A cancelled wait throws, nothing was done then (D34). */
void async_session_turns_startup(void);

#endif

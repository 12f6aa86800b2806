/*
 * Sessions of isolations: the state of ext/session, the constant SID, and the URLs that get the session's id.
 *
 * The module keeps one session in its globals. They are exchanged as a whole, with the ini values of the module, whose
 * strings they point to. A new isolation has the settings and the save handler of its maker, and no session and no id:
 * otherwise all requests of a server would continue the session of the one that made them.
 *
 * Where the globals of the module are not those that this extension was built for, the session is one for all.
 */
#ifndef ASYNC_ENGINE_ISOLATION_SESSION_H
#define ASYNC_ENGINE_ISOLATION_SESSION_H

#include "engine/globals.h"

#include "zend_ini.h"

/* Set once, at module start: a session was closed at the end of an isolation, where other requests may wait for it. */
extern void (*async_isolation_session_is_closed)(void);

#ifdef ASYNC_COMPAT_HAS_SESSION

/* All extensions have started. */
void async_isolation_session_all_loaded(void);

/* Is each isolation's session its own? */
bool async_isolation_session_is_own(void);

/* The isolation that the session functions work for now; NULL: the base, or all. */
async_isolation_t *async_isolation_of_session(void);

/* Is the current Fiber in the middle of a session function, while isolations have sessions of their own? It must not be
 * suspended then: when it went on in another isolation, the function would find the session of that one.
 * suspends, runs PHP: no */
bool async_isolation_session_is_in_fiber_slow(void);

static zend_always_inline bool async_isolation_session_is_in_fiber(void)
{
	return UNEXPECTED(ASYNC_ENGINE_G(session_calls) > 0) && async_isolation_session_is_in_fiber_slow();
}

/* A function of the session is about to be called for an isolation. ext/memcached keeps one persistent connection for
 * all sessions, and in it the lock that one of them has: off, each session has a connection of its own.
 * suspends: no; runs PHP: no */
void async_isolation_session_connect_apart(void);

/* The current session function goes on without the lock of the session's data: a wait inside was cancelled. Close the
 * session, if there is one, and write nothing.
 * runs PHP: a save handler in PHP code */
void async_isolation_session_abort(void);

/* Is this a setting of the module, and own? Its value is exchanged together with the globals. */
bool async_isolation_session_has_setting(const zend_ini_entry *entry);

/* The current value of such a setting could not be exchanged: have the globals follow it. */
void async_isolation_session_follow(zend_ini_entry *entry);

/* The first isolation of the request besides the base is made. */
void async_isolation_session_begin(void);

/* Make room for the session of the current isolation, where it has used the module. Takes no memory of PHP's. */
void async_isolation_session_look_slow(async_isolation_session_t **session);

static zend_always_inline void async_isolation_session_look(async_isolation_session_t **session)
{
	if (*session == NULL) {
		async_isolation_session_look_slow(session);
	}
}

/* A new isolation: the settings and the save handler of the current one, which was looked at and has *current. */
async_isolation_session_t *async_isolation_session_copy(const async_isolation_session_t *current);

void async_isolation_session_exchange_slow(async_isolation_session_t *from, const async_isolation_session_t *to);

/* Move the current state to *from and that of *to into its place. NULL: unused. Allocates nothing. */
static zend_always_inline void async_isolation_session_exchange(
	async_isolation_session_t *from, const async_isolation_session_t *to)
{
	if (UNEXPECTED(from != NULL) || UNEXPECTED(to != NULL)) {
		async_isolation_session_exchange_slow(from, to);
	}
}

/* Call the destructors of objects that only $_SESSION holds.
 * returns: one was called; suspends, runs PHP: the destructors */
bool async_isolation_session_destruct(void);

/* What the session of the current isolation holds besides; NULL: nothing. */
const zval *async_isolation_session_handlers(size_t *count);
const zval *async_isolation_session_variables(void);

/* Write and close the session of the current isolation, as PHP does after the destructors at the end of a request, and
 * forget its id and its handler. Where a coroutine was left in the middle of a session function, nothing is written.
 * suspends, runs PHP: a save handler in PHP code; errors: its exception is in flight, a fatal error of it goes on */
void async_isolation_session_end(bool is_left_in_call);

/* In a forked child: the session of a parked isolation is its parent's, which writes it. NULL: none. */
void async_isolation_session_leave_to_parent(async_isolation_session_t *session);

/* Release a parked one, without writing: an open file is closed. runs PHP: destructors */
void async_isolation_session_forget(async_isolation_session_t *session);

/* The request is over; the state of the base is in its place, and the room for it is released. */
void async_isolation_session_request_end(async_isolation_session_t *base);

#else

/* PHP was built without ext/session, or its header is not installed. */
# define async_isolation_session_all_loaded() ((void) 0)
# define async_isolation_session_is_own() false
# define async_isolation_of_session() NULL
# define async_isolation_session_is_in_fiber() false
# define async_isolation_session_connect_apart() ((void) 0)
# define async_isolation_session_abort() ((void) 0)
# define async_isolation_session_has_setting(entry) false
# define async_isolation_session_follow(entry) ((void) (entry))
# define async_isolation_session_begin() ((void) 0)
# define async_isolation_session_look(session) ((void) (session))
# define async_isolation_session_copy(current) ((void) (current), NULL)
# define async_isolation_session_exchange(from, to) ((void) (from), (void) (to))
# define async_isolation_session_destruct() false
# define async_isolation_session_handlers(count) (*(count) = 0, (const zval *) NULL)
# define async_isolation_session_variables() ((const zval *) NULL)
# define async_isolation_session_end(is_left_in_call) ((void) (is_left_in_call))
# define async_isolation_session_leave_to_parent(session) ((void) (session))
# define async_isolation_session_forget(session) ((void) (session))
# define async_isolation_session_request_end(base) ((void) (base))

#endif

#endif

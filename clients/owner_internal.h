/*
 * Functions that owner.c (taking a connection and giving it back), owner_fiber.c (a Fiber that goes on in another
 * coroutine) and owner_end.c (the end of an owner, of the request, and in a forked child) share.
 */
#ifndef ASYNC_CLIENTS_OWNER_INTERNAL_H
#define ASYNC_CLIENTS_OWNER_INTERNAL_H

#include "clients/owner.h"

/* ---- owner.c ---- */

/* Hand the connection to the longest waiter, or retire the record. Neither suspends nor runs PHP code. */
void async_owner_pass_on(async_owner_t *owner);

/* Release objects that other coroutines dropped while the current one owned the connection. One of them may be the
 * result for which the connection is kept. suspends: yes; runs PHP: destructors */
void async_owner_release_deferred(async_owner_t *owner);

/* The same, with those that wait until the connection is given back. */
void async_owner_release_all(async_owner_t *owner);

static zend_always_inline bool async_owner_has_deferred(const async_owner_t *owner)
{
	return owner->deferred_objects || owner->deferred_to_end;
}

/* While the connection is kept: notice the end of its owner, of this one only. suspends: no; runs PHP: no */
void async_owner_watch(async_owner_t *owner);

/* ---- owner_fiber.c ---- */

/* Another coroutine has the connection. If all calls with it that are under way belong to the current Fiber, it gets
 * the connection, which is still in these calls.
 * suspends: no; runs PHP: no */
bool async_owner_came_with_fiber(async_owner_t *owner);

/* ---- owner_end.c ---- */

/* The owner has ended between two calls. A service coroutine rolls back an open transaction. A transaction of the main
 * flow is rolled back only when another coroutine wants the connection: until then the user's shutdown functions may
 * commit it.
 * suspends: no; runs PHP: no */
void async_owner_ended(async_owner_t *owner);

/* Have a service coroutine clean up: roll back, finish, release deferred objects. suspends: no; runs PHP: no */
void async_owner_clean_up(async_owner_t *owner);

#endif

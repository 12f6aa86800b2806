/*
 * The end of a coroutine that still has a connection (owner.h): what it left open is undone, then the next one has it.
 */
#ifndef ASYNC_CLIENTS_OWNER_END_H
#define ASYNC_CLIENTS_OWNER_END_H

#include "clients/owner.h"

/* owner.c: hand the connection to who waits longest, or give the record back. Neither suspends nor runs PHP code. */
void async_owner_pass_on(async_owner_t *owner);

/* owner.c: release what others could not while the connection was that of the current coroutine. It may be the result
 * for which it is kept. suspends: yes; runs PHP: destructors */
void async_owner_release_left_behind(async_owner_t *owner);

/* The same, and what is released only when the connection is given back. */
void async_owner_release_all(async_owner_t *owner);

static zend_always_inline bool async_owner_has_left_behind(const async_owner_t *owner)
{
	return owner->left_behind || owner->left_for_end;
}

/* The owner has ended between two calls. An open transaction is rolled back by a coroutine of our own; that of the main
 * flow when somebody else wants the connection: until then the user's shutdown functions may commit it.
 * suspends: no; runs PHP: no */
void async_owner_ended(async_owner_t *owner);

/* Have the transaction of an abandoned connection rolled back. suspends: no; runs PHP: no */
void async_owner_clean_up(async_owner_t *owner);

#endif

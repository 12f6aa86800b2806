/*
 * Keys of persistent connections that are being opened.
 *
 * One coroutine at a time opens a connection of the same parameters: extensions keep one connection for them, and would
 * release the first of two while it is in use. Different parameters may share a key. Then their callers wait for each
 * other without need, which does no harm.
 */
#ifndef ASYNC_CLIENTS_OPENING_H
#define ASYNC_CLIENTS_OPENING_H

#include "php.h"

#define ASYNC_OPENING_PLACES 256

/* Only their addresses matter. */
extern const char async_opening[ASYNC_OPENING_PLACES];

static zend_always_inline bool async_is_opening(const void *connection)
{
	return (const char *) connection >= async_opening
		&& (const char *) connection < async_opening + ASYNC_OPENING_PLACES;
}

/* The persistent connection that PHP keeps under this name, or the key that it is opened with.
 * owns: releases the key; neither suspends nor runs PHP code */
const void *async_open_or_opening(zend_string *key);

#endif

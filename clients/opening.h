/*
 * What stands for persistent connections that are not there yet. Of the same words one is made at a time, because
 * extensions would release the first of two, which is in use. Other words may share the place, and wait for each other
 * then.
 */
#ifndef ASYNC_CLIENTS_OPENING_H
#define ASYNC_CLIENTS_OPENING_H

#include "php.h"

#define ASYNC_MAKING_PLACES 256

/* Only their addresses matter. */
extern const char async_making[ASYNC_MAKING_PLACES];

static zend_always_inline bool async_is_making(const void *connection)
{
	return (const char *) connection >= async_making
		&& (const char *) connection < async_making + ASYNC_MAKING_PLACES;
}

/* The connection that PHP keeps under this key, or what stands for it.
 * owns: releases the key; neither suspends nor runs PHP code */
const void *async_made_or_making(zend_string *key);

#endif

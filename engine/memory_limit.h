/*
 * Work that must not end at the memory limit of PHP.
 */
#ifndef ASYNC_ENGINE_MEMORY_LIMIT_H
#define ASYNC_ENGINE_MEMORY_LIMIT_H

#include "php.h"

/* Until async_memory_limit_put_back(), which must follow. Calls do not nest. */
static inline void async_memory_limit_lift(void)
{
	zend_set_memory_limit((size_t) -1 >> 1);
}

static inline void async_memory_limit_put_back(void)
{
	if (zend_set_memory_limit((size_t) PG(memory_limit)) == FAILURE) {
		/* More is in use meanwhile: nothing is to be had beyond it. */
		zend_set_memory_limit(zend_memory_usage(true));
	}
}

#endif

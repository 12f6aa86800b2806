/*
 * The engine's hook for thrown exceptions (zend_throw_exception_hook): on_throw of all parts, then the previous hook.
 */
#ifndef ASYNC_ENGINE_THROW_HOOK_H
#define ASYNC_ENGINE_THROW_HOOK_H

#include "engine/part.h"

extern const async_part_t async_throw_hook_part;

/* An extension may set the hook at the start of each request without calling the previous hook (xdebug). So the start
 * of the scheduler sets ours again, in front of it. */
void async_throw_hook_take(void);

#endif

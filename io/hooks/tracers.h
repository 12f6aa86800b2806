/*
 * Tracers: extensions that call PHP code when a function of the program begins or ends, and drop what that code throws.
 */
#ifndef ASYNC_IO_HOOKS_TRACERS_H
#define ASYNC_IO_HOOKS_TRACERS_H

#include "io/hooks/hooks.h"

/* Is the extension with this name a tracer? */
bool async_is_tracer(const char *name);

extern const async_hook_group_t async_tracers_hooks;

#endif

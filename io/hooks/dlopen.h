/*
 * The hook for dlopen(), which tells that an object may have been loaded.
 */
#ifndef ASYNC_IO_HOOKS_DLOPEN_H
#define ASYNC_IO_HOOKS_DLOPEN_H

#include <stdbool.h>

/* Stands in for dlopen(). The loader takes the search path and the namespace from the object that called it, and knows
 * this object by the return address. So the hook does not call the real dlopen(), but jumps to it, and has no control
 * when it returns. Instead it asks for an interrupt of the engine, which comes when the running call of PHP code is
 * over. */
void *async_hooked_dlopen(const char *file, int mode);
extern void *(*async_original_dlopen)(const char *file, int mode);

/* Was the hook called since the last time that this was asked? Waits until no other thread is in the middle of loading
 * an object. */
bool async_dlopen_was_called(void);

#endif

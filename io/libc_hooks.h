/*
 * The waiting functions of libc as stock PHP calls them, made cooperative.
 */
#ifndef ASYNC_IO_LIBC_HOOKS_H
#define ASYNC_IO_LIBC_HOOKS_H

#include <stdbool.h>
#include <stddef.h>

/* Replace them in the object that holds the engine. Once per process, under the caller's lock.
 * errors: false: this build has no import slots, stock PHP waits in place */
bool async_libc_hooks_install(void);
void async_libc_hooks_restore(void);

/* For phpinfo(): name and number of replaced slots of the hook with that index; NULL past the end. */
const char *async_libc_hooks_describe(size_t index, unsigned *slots);

#endif

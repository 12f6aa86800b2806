/*
 * The hooks for close() and fclose(): whatever remembers descriptors by number is told before the number is free.
 */
#ifndef ASYNC_IO_HOOKS_CLOSE_H
#define ASYNC_IO_HOOKS_CLOSE_H

#include <stdio.h>

/* This descriptor is about to be closed (lifetime rule 4). For the hooks of functions that close one inside of libc,
 * where no slot leads to the hook for close(). Nothing happens for -1, and on threads without a scheduler.
 * suspends: no: closing is no wait. Waiters are only queued, and run after the close; runs PHP: no; keeps errno */
void async_hooks_closing(int fd);

int async_hooked_close(int fd);
extern int (*async_original_close)(int fd);

int async_hooked_fclose(FILE *file);
extern int (*async_original_fclose)(FILE *file);

#endif

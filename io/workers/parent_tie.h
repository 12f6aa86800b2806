/*
 * A process that is told by the kernel when its parent ends.
 */
#ifndef ASYNC_IO_WORKERS_PARENT_TIE_H
#define ASYNC_IO_WORKERS_PARENT_TIE_H

#include "engine/part.h"

#include <sys/types.h>

/* This process gets the signal when its parent ends, and at once when that has happened before. Linux only.
 * suspends: no; runs PHP: no */
void async_parent_tie(pid_t parent, int signo);

/* Another signal from now on. May be called in a process that has no tie: then it does nothing. */
void async_parent_tie_change(int signo);

extern const async_part_t async_parent_tie_part;

#endif

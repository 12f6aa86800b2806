/*
 * Pipes to processes as popen() makes them. pclose() waits for a process whose number libc keeps to itself.
 */
#ifndef ASYNC_IO_PROCESSES_PROCESS_PIPE_H
#define ASYNC_IO_PROCESSES_PROCESS_PIPE_H

#include "io/processes/orphans.h"

#include <stdio.h>

typedef FILE *(*async_popen_fn)(const char *command, const char *type);

/* popen(), and learn which process that is. errors: as popen() */
FILE *async_process_pipe_open(async_popen_fn original, const char *command, const char *type);

/* pclose(): the pipe is closed first, as libc does, then the end of the process is waited for.
 * owns:     takes over the pipe in any case
 * suspends: yes, where the current code may be switched away from
 * runs PHP: no
 * cancel:   -1 with ECANCELED, the cancellation follows; the process is reaped when it ends
 * errors:   as pclose() */
int async_process_pipe_close(async_pclose_fn original, FILE *pipe);

#endif

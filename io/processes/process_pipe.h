/*
 * Pipes to processes as popen() makes them. pclose() waits for the process, but libc does not tell its number: it is
 * found out when the pipe is opened.
 */
#ifndef ASYNC_IO_PROCESSES_PROCESS_PIPE_H
#define ASYNC_IO_PROCESSES_PROCESS_PIPE_H

#include "io/processes/orphans.h"

#include <stdio.h>

typedef FILE *(*async_popen_fn)(const char *command, const char *type);

/* popen(), and remember the number of the process for pclose(), where it can be found out.
 * owns:     the caller owns the pipe
 * suspends: no
 * errors:   as popen() */
FILE *async_process_pipe_open(async_popen_fn original, const char *command, const char *type);

/* pclose(): close the pipe first, as libc does, then wait for the end of the process.
 * owns:     the pipe, in any case
 * suspends: yes, where async_io_may_park() allows it
 * runs PHP: no
 * cancel:   -1 with ECANCELED, the cancellation is delivered; the process is reaped when it ends
 * errors:   as pclose() */
int async_process_pipe_close(async_pclose_fn original, FILE *pipe);

#endif

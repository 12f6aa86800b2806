/*
 * Pipes to processes as popen() makes them. pclose() waits for a process whose number libc keeps to itself.
 */
#ifndef ASYNC_IO_PROCESS_PIPE_H
#define ASYNC_IO_PROCESS_PIPE_H

#include <stdio.h>

typedef FILE *(*async_popen_fn)(const char *command, const char *type);
typedef int (*async_pclose_fn)(FILE *pipe);

/* popen(), and learn which process that is. errors: as popen() */
FILE *async_process_pipe_open(async_popen_fn original, const char *command, const char *type);

/* pclose(): the pipe is closed first, as libc does, then the end of the process is waited for.
 * owns:     takes over the pipe in any case
 * suspends: yes, where the current code may be switched away from
 * runs PHP: no
 * cancel:   -1 with ECANCELED, the cancellation follows; the process is reaped when it ends
 * errors:   as pclose() */
int async_process_pipe_close(async_pclose_fn original, FILE *pipe);

/* The end of a request, before the reactor is closed: nobody watches any more; processes that were given up and have
 * ended are reaped, the others at a later occasion. */
void async_process_pipes_request_end(void);

#endif

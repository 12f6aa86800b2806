/*
 * Orphans: processes whose waiter was cancelled. They are reaped when they end, so that no zombie is left.
 */
#ifndef ASYNC_IO_PROCESSES_ORPHANS_H
#define ASYNC_IO_PROCESSES_ORPHANS_H

#include "engine/part.h"

#include <stdio.h>
#include <sys/types.h>

/* Has this child ended, whether it was reaped or not? Does not reap it. */
bool async_process_has_ended(pid_t pid);

typedef int (*async_pclose_fn)(FILE *pipe);

/* Reap the process when it has ended. The functions below are called in threads with a scheduler only, and neither
 * suspend nor run PHP code.
 * owns:     `pipe`, which `close` closes then (NULL: there is none); nothing is written to it
 * errors:   none; without memory the process stays a zombie. A pending orphan does not keep the request alive */
void async_orphan_adopt(pid_t pid, FILE *pipe, async_pclose_fn close);

/* Reap all orphans that have ended without a report of the reactor. */
void async_orphans_sweep(void);

/* At the end of a request, before the reactor is closed, processes that go on are left for a later sweep. */
extern const async_part_t async_orphans_part;

#endif

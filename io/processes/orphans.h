/*
 * Processes whose end somebody was about to wait for and then gave up, because the wait was cancelled: they are reaped
 * when they end, so that no zombie is left.
 */
#ifndef ASYNC_IO_PROCESSES_ORPHANS_H
#define ASYNC_IO_PROCESSES_ORPHANS_H

#include "engine/part.h"

#include <stdio.h>
#include <sys/types.h>

/* Has the process ended (and waits to be reaped), or is it no child any more? */
bool async_process_has_ended(pid_t pid);

typedef int (*async_pclose_fn)(FILE *pipe);

/* Reap the process when it has ended. This thread has a scheduler, here and below.
 * owns:     `pipe`, to be closed by `close` then (NULL: there is none); nothing is written to it
 * suspends: no; keeps nothing alive */
void async_orphan_adopt(pid_t pid, FILE *pipe, async_pclose_fn close);

/* Reap those that have ended, where nobody tells. */
void async_orphans_sweep(void);

/* At the end of a request, before the reactor is closed, processes that go on are left for a later sweep. */
extern const async_part_t async_orphans_part;

#endif

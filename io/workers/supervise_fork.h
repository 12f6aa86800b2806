/*
 * Worker processes of Async\supervise(): their start, in the supervisor and in the worker.
 *
 * A worker must not outlive its supervisor for long, whatever has ended the supervisor. The kernel tells the worker by
 * a signal when the supervisor is gone. The worker then gets a SIGTERM, and a timer of the kernel kills it when the
 * grace period is over, also in the middle of code that lets no signal handler of PHP run.
 */
#ifndef ASYNC_IO_WORKERS_SUPERVISE_FORK_H
#define ASYNC_IO_WORKERS_SUPERVISE_FORK_H

#include "engine/part.h"
#include "scheduler/coroutine.h"

#include <sys/types.h>

/* Ends the worker's signals with its request. */
extern const async_part_t async_supervise_part;

/* Start a worker process from a hidden coroutine. In the worker that coroutine alone goes on, and all signals are
 * blocked until it calls async_supervise_enter().
 * grace_ms: how long the worker may go on after the end of the supervisor
 * returns:  as fork(): -1 with errno
 * suspends: no; runs PHP: no */
pid_t async_supervise_fork(uint64_t grace_ms);

/* In the worker, once: SIGTERM cancels `main`. When `main` is over, or at the second SIGTERM, the graceful shutdown
 * begins. SIGINT and SIGHUP, which a terminal sends to all its processes, do nothing: the supervisor handles them. A
 * worker that cannot watch signals, for want of memory, is ended by them.
 * owns:     takes a reference of its own
 * suspends: no; runs PHP: no */
void async_supervise_enter(async_coroutine_t *main);

/* Has the worker ended? Reaps it then. *status is as that of waitpid(), or -1 when other code has reaped it. */
bool async_supervise_reap(pid_t pid, int *status);

#endif

/*
 * pcntl_fork() in a request that has coroutines (lifetime rule 12).
 *
 * The child keeps the coroutine that forked and drops all others where they are. None of their code runs: no finally
 * block, no destructor of values that only they hold, no C code that they are parked in, because such code could write
 * to connections which the parent goes on using. Their memory is lost until the child ends, and their handles show them
 * as cancelled. When another coroutine than the main flow forked, the main flow is dropped as well: it leaves its
 * frames and goes straight to the end of the request, where it waits for the coroutines of the child as after any main
 * script.
 */
#ifndef ASYNC_SCHEDULER_FORK_H
#define ASYNC_SCHEDULER_FORK_H

#include "engine/part.h"
#include "scheduler/globals.h"

#include <sys/types.h>

/* Swaps the handler of pcntl_fork(). In each such child the parts' after_fork is called when the coroutines of the
 * parent are dropped. */
extern const async_part_t async_fork_part;

/* fork() as pcntl_fork() makes it, for C code that runs in a coroutine. In the child the current coroutine alone goes
 * on. A shutdown that has begun, and failures that are to be reported at the end, stay with the parent.
 * returns:  as fork(): -1 with errno
 * suspends: no; in the child the main flow leaves its frames meanwhile
 * runs PHP: no */
pid_t async_fork(void);

/* Called by after_fork of a part: in one of the frames that `coroutine` has left behind stands a function of a library
 * that must not go on in the child. Neither suspends nor runs PHP code. */
void async_fork_leave_library(const async_coroutine_t *coroutine);

/* Fork a worker process. In the child only the calling coroutine goes on, a service coroutine: the main flow never
 * does, and no request ends there. So exit() and a fatal error in any coroutine of the child call `leave` instead, on
 * the stack of the coroutine, and so must the caller at the end. `leave` does not return. A process that a coroutine of
 * the child forks calls `leave` when no coroutine is left in it.
 * owns:     the caller reaps the child
 * suspends: no; runs PHP: no
 * errors:   as fork() */
pid_t async_fork_worker(async_leave_worker_t leave);

#endif

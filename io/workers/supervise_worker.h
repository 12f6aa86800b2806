/*
 * The worker's side of Async\supervise().
 */
#ifndef ASYNC_IO_WORKERS_SUPERVISE_WORKER_H
#define ASYNC_IO_WORKERS_SUPERVISE_WORKER_H

#include "php.h"

#include <signal.h>
#include <sys/types.h>

/* In a new worker, with all signals blocked: arrange for the end of the supervisor. `mask` is the signal mask for
 * async_supervise_enter(). suspends: no; runs PHP: no */
void async_supervised_begin(pid_t supervisor, uint64_t grace_ms, const sigset_t *mask);

#endif

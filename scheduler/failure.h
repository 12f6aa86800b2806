/*
 * Failures that nobody awaited (D10).
 *
 *     coroutine ends with an exception
 *        │ nobody took it before every coroutine that was ready at that moment has run once
 *        ▼
 *     its scope: the global one  ──►  graceful shutdown (end.h), the exception is raised at the end (D29)
 *
 * The failed coroutine itself waits in the run queue, behind those who may be about to await it. A cancellation is
 * never a failure (D10 f).
 */
#ifndef ASYNC_SCHEDULER_FAILURE_H
#define ASYNC_SCHEDULER_FAILURE_H

#include "scheduler/globals.h"

/* Did the coroutine end with a failure that still needs a taker? */
bool async_failure_is_open(const async_coroutine_t *coroutine);

/* The coroutine came up in the run queue: route its failure unless somebody has taken it meanwhile.
 * suspends: no; runs PHP: no */
void async_failure_route(async_coroutine_t *coroutine);

#endif

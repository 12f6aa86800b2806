/*
 * How a scope is given up: dispose() cancels what is left, disposeSafely() leaves it behind as zombies (D8). Both warn
 * once for each coroutine that was still at work, and close the scope and all below it.
 */
#ifndef ASYNC_SCHEDULER_DISPOSE_H
#define ASYNC_SCHEDULER_DISPOSE_H

#include "scheduler/scope.h"

/* suspends: in a user's error handler; runs PHP: that handler
 * errors:   what the error handler throws is in EG(exception), the scope is disposed all the same */
void async_scope_dispose(async_scope_t *scope);
void async_scope_dispose_safely(async_scope_t *scope);

/* The end of the request, once no active coroutine is left: zombies get async.zombie_coroutine_timeout, then they are
 * cancelled; those that go on in spite of it are reported and left to the unwinding (D19, DE-07). Run by the drain.
 * suspends: yes; returns early when something active has appeared or the request ends otherwise
 * True: some are stuck, their frames are to be released without running them. */
bool async_zombies_wait(void);

#endif

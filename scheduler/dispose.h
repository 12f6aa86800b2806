/*
 * Disposing of a scope (D8): dispose() cancels the coroutines that are left, disposeSafely() turns them into zombies.
 * Both warn once for each coroutine that is still at work, and close the scope and all scopes below it.
 */
#ifndef ASYNC_SCHEDULER_DISPOSE_H
#define ASYNC_SCHEDULER_DISPOSE_H

#include "scheduler/scope.h"

/* suspends: in a user's error handler; runs PHP: that handler
 * errors:   an exception of the handler is in EG(exception), and the scope is disposed of all the same */
void async_scope_dispose(async_scope_t *scope);
void async_scope_dispose_safely(async_scope_t *scope);

/* Called by the drain when no active coroutine is left: zombies have async.zombie_coroutine_timeout to end, then they
 * are cancelled. Zombies that are not over after that are reported and left to the unwinding (D19, DE-07).
 * returns:  true when some are stuck: the caller releases their frames without running them
 * suspends: yes; returns early when an active coroutine has appeared or the request ends in another way */
bool async_zombies_wait(void);

#endif

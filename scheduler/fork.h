/*
 * pcntl_fork() in a request that has coroutines (lifetime rule 12).
 *
 * The child keeps the coroutine that forked and drops all others where they are: none of their code runs, no finally
 * block and no destructor of what they alone hold, no C code that they wait in, because that could write to connections
 * which the parent goes on using. Their memory is lost until the child ends. Whoever has a handle of one finds it
 * cancelled. When the main flow is not the one that forked, it is dropped as well: it leaves its frames and goes
 * straight to the end of the request, where it waits for the coroutines of the child as after any main script.
 */
#ifndef ASYNC_SCHEDULER_FORK_H
#define ASYNC_SCHEDULER_FORK_H

#include "engine/part.h"

/* Stands behind pcntl_fork(). In each such child the parts' after_fork runs when the other coroutines are dropped. */
extern const async_part_t async_fork_part;

#endif

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

/* Module start-up: stand behind pcntl_fork(). */
void async_fork_startup(void);

/* Have a function called in each such child, when the others are dropped; io/ and clients/ forget what they held. */
void async_fork_on_child(void (*callback)(void));

/* In such a child, what was lost is not reported as a leak of the script's (debug builds of PHP). Last thing at the end
 * of a request. */
void async_fork_hide_lost_memory(void);

#endif

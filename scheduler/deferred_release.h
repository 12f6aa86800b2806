/*
 * What ended coroutines and scopes leave behind: closure and arguments of a coroutine that was cancelled before its
 * start, handlers and the reason of a scope that nobody can ask any more.
 *
 * Releasing it may run destructors, which may wait and throw. Who cancels may be in the middle of a list, or in the
 * reactor. So it is put aside, and released when that is over: by the caller where PHP code has asked for it, otherwise
 * by a coroutine of its own.
 */
#ifndef ASYNC_SCHEDULER_DEFERRED_RELEASE_H
#define ASYNC_SCHEDULER_DEFERRED_RELEASE_H

#include "scheduler/coroutine.h"

typedef struct async_remains async_remains_t;

/* Put aside what the body of a coroutine was given, if there is any. suspends: no; runs PHP: no */
void async_remains_take_body(async_coroutine_t *coroutine);

/* Put a value aside. owns: takes over the reference; suspends: no; runs PHP: no */
void async_remains_take(const zval *value);

/* Release everything that is put aside, now. What destructors throw is thrown.
 * runs PHP: destructors; suspends: in them */
void async_remains_release(void);

/* Have a coroutine of the global scope do so, as soon as it is its turn. What destructors throw is an uncaught
 * exception. suspends: no; runs PHP: no */
void async_remains_leave(void);

/* There is no stack for this coroutine. If it is the one that was to release: the next that comes back from a switch
 * does so. False: it is another one. suspends: no; runs PHP: no */
bool async_remains_give_up(async_coroutine_t *releaser);

/* Forget what is put aside, without releasing it: after a fatal error, and in a forked child. */
void async_remains_forget(void);

#endif

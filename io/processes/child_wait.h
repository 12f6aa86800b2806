/*
 * The one place where a coroutine waits for a child process.
 */
#ifndef ASYNC_IO_PROCESSES_CHILD_WAIT_H
#define ASYNC_IO_PROCESSES_CHILD_WAIT_H

#include "scheduler/wait.h"

#include <sys/types.h>

/* Look without waiting. True: there is an answer, the wait is over. */
typedef bool (*async_child_look_fn)(void *context);

/* Park until look() has an answer; it is asked first, and again whenever a child may have changed state.
 * pid:      as for waitpid(): > 0 that child, else any or a group
 * exits:    only the end of a child matters, no stop and no continuation
 * by_signals: a signal ends the wait, too, if its handler ends calls of the system: ERROR with EINTR
 * suspends: yes, the caller has asked async_io_may_park()
 * runs PHP: no (other coroutines run theirs)
 * returns:  READY: look() said so, errno is as it left it. CANCELLED: errno is ECANCELED, the cancellation follows as
 *           soon as control is back in PHP. ERROR: there is no way to wait, errno says why */
async_wait_result_t async_wait_child(pid_t pid, bool exits, bool by_signals, async_child_look_fn look, void *context);

#endif

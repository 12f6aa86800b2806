/*
 * The one place where a coroutine waits for a child process.
 */
#ifndef ASYNC_IO_PROCESSES_CHILD_WAIT_H
#define ASYNC_IO_PROCESSES_CHILD_WAIT_H

#include "scheduler/wait.h"

#include <sys/types.h>

/* Look without waiting. True: there is an answer, the wait is over. */
typedef bool (*async_child_look_fn)(void *context);

/* Park until look() has an answer. look() is called first, and again whenever a child may have changed state.
 * pid:      as for waitpid(): > 0 that child, otherwise any child or a group
 * exits:    only the end of a child matters, not that it was stopped or continued
 * by_signals: a signal whose handler does not restart calls of the system ends the wait as well: ERROR with EINTR
 * owns:     nothing; `context` is passed to look()
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no (other coroutines run theirs)
 * cancel:   CANCELLED with errno ECANCELED; the cancellation is delivered when control is back in PHP code
 * errors:   READY: look() has an answer, and errno is as look() left it. ERROR: there is no way to wait, errno says
 *           why */
async_wait_result_t async_wait_child(pid_t pid, bool exits, bool by_signals, async_child_look_fn look, void *context);

#endif

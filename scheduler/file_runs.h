/*
 * Runs of files: include and require run the top-level code of a file, which may park its coroutine.
 *
 * include_once and require_once of another coroutine wait until the first run of the file is over (D35). A run is
 * recorded when its coroutine gives up control in it, and not before: most files never wait. Where it ends is not
 * noticed at once, either. The frames of its coroutine tell whether it goes on, and they are looked at when another
 * coroutine asks for the file, and at each switch while one waits.
 */
#ifndef ASYNC_SCHEDULER_FILE_RUNS_H
#define ASYNC_SCHEDULER_FILE_RUNS_H

#include "scheduler/coroutine.h"
#include "scheduler/globals.h"

/* Runs are told apart by a slot of their op_array; once, at module start. errors: false when PHP has no slot left */
bool async_file_runs_take_slot(void);

/* A file was compiled, and its run begins: coroutines that exist were not spawned in it. suspends: no; runs PHP: no */
void async_file_runs_mark(zend_op_array *code);

/* The scheduler starts. Runs that have begun before are those of main, and all coroutines are spawned in them. */
void async_file_runs_begin(void);

/* The current coroutine gives up control; files were compiled since the last time. Record those that it runs now for
 * the first time. `frame` is its innermost one.
 * suspends: no; runs PHP: no; errors: a fatal error at the memory limit is noted, see async_scheduler_shield() */
void async_file_runs_note(zend_execute_data *frame);

/* include_once or require_once asks for a file. If another coroutine still runs it for the first time, wait until that
 * run is over. Not where the wait would close a cycle of waits, nor in a coroutine that was spawned in the run.
 * path:     the key in the table of included files
 * before_wait: called before the wait; does not suspend
 * returns:  true after a wait
 * suspends: yes; the caller has checked async_can_park(); runs PHP: no, but other coroutines run meanwhile
 * cancel:   the exception is thrown */
bool async_file_runs_await(zend_string *path, void (*before_wait)(void));

/* Wake those that wait for a run of the current coroutine, or of one that has ended, if that run is over. Called where
 * the coroutine is about to give up control, or to look at the waits of others.
 * suspends: no; runs PHP: no */
void async_file_runs_settle(void);

/* Does any coroutine wait for a run? */
static zend_always_inline bool async_file_runs_are_awaited(void)
{
	return UNEXPECTED(ASYNC_G(awaited_file_runs) != NULL);
}

/* Nothing can wake a coroutine: let those go on that wait for runs. False: there are none. */
bool async_file_runs_give_up(void);

/* The coroutine that runs the file which a coroutine waits for; NULL: it is over. `subject` is that of the wait. */
const async_coroutine_t *async_file_run_holder(const void *subject);

/* The path of that file; borrowed. */
zend_string *async_file_run_path(const void *subject);

/* End such a wait: the coroutine goes on. The wait has not ended yet. */
void async_file_run_refuse(async_wait_t *wait);

/* The record of the coroutine goes. */
void async_file_runs_leave(const async_coroutine_t *runner);

/* In a forked child: forget all runs but those of this coroutine, and all waits. */
void async_file_runs_forget(const async_coroutine_t *keep);

/* At the end of a request. */
void async_file_runs_drop(void);

#endif

/*
 * Calls of Async\Testing\run(): what the scheduler does for a test that runs, and which coroutines are of the test.
 *
 * A run has a schedule and, if it is asked for, the virtual clock, which are in force for all coroutines until it ends.
 * Runs may be nested. A deadlock, and a failure that would end the application, end the run instead.
 */
#ifndef ASYNC_SCHEDULER_TEST_RUN_H
#define ASYNC_SCHEDULER_TEST_RUN_H

#include "scheduler/schedule.h"

struct async_test_run {
	async_test_run_t *outer;
	bool is_linked;                /* false: a fatal error or a fork has ended it */
	async_coroutine_t *runner;     /* the coroutine that called run() */
	bool is_waiting;               /* the runner is parked, or about to be, until the test ends */
	uint64_t test_id;              /* of the coroutine of the test: those of the test have no lower one */
	async_scope_t *scope;          /* of the test; borrowed from the runner */
	zend_object *failure;          /* counted: why the run has ended before the test; NULL: it has not */
	async_schedule_t schedule;
	async_schedule_t *schedule_before;
	bool clock_stood;
	uint64_t began;
};

/* Drops what a fatal error and a fork leave. */
extern const async_part_t async_test_run_part;

/* Begin a run of the current coroutine. seed: NULL: FIFO.
 * owns: the caller ends the run; emalloc'ed */
async_test_run_t *async_test_run_begin(const zend_long *seed, bool is_clock_virtual);

/* Schedule and clock are again those from before. Frees the run. */
void async_test_run_end(async_test_run_t *run);

/* Is the current coroutine one of the innermost run, or is there no run? Only then may it begin another one. */
bool async_test_run_may_begin(void);

/* No event can wake a coroutine: the innermost run that can be ended ends with a DeadlockError.
 * returns: false: there is no such run; suspends: no; runs PHP: no */
bool async_test_run_end_stuck(void);

/* The failure of `source` (NULL: unknown) would end the application: it ends the run of that coroutine instead.
 * owns: takes a reference of its own; returns: false: the coroutine is of no run; suspends: no; runs PHP: no */
bool async_test_run_take_failure(zend_object *exception, const async_coroutine_t *source);

/* Append a line for each coroutine of the test that has not ended to an array of strings, in the words of reports.
 * suspends: no; runs PHP: no */
void async_test_run_list_coroutines(const async_test_run_t *run, zval *lines);

/* The same for scopes that were made in the test, are open, and have a handle other than `except` (NULL: none). */
void async_test_run_list_scopes(const async_test_run_t *run, const zval *except, zval *lines);

typedef void (*async_test_run_fn)(async_coroutine_t *coroutine);

/* How many coroutines of the test have not ended, hidden ones of its scope included; of these, are some ready? fn: is
 * called with each; NULL: none. It neither suspends nor ends coroutines at once. */
size_t async_test_run_count(const async_test_run_t *run, bool *some_ready, async_test_run_fn fn);

/* The ids of the coroutines that ran last: "#2 #3 #2". owns: the caller */
zend_string *async_test_run_trail(const async_test_run_t *run);

#endif

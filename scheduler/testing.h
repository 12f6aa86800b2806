/*
 * Testing builds only: events injected at the n-th park, and schedules by the environment. docs/testing.md says how to
 * use it.
 *
 * Only compiled with --enable-async-testing or for a debug build of PHP (ASYNC_TESTING); otherwise the hooks below are
 * empty and nothing of it is in the module (tools/check testing). Settings come from the environment, which is read
 * when the module starts and taken out of it, so that child processes run as always. The orders themselves are those of
 * schedule.h, which every build has:
 *
 *     ASYNC_TEST_SCHED=fifo | random:SEED | dfs:C,C,…    which ready coroutine runs next
 *     ASYNC_TEST_CANCEL=n    the coroutine of the n-th park is cancelled as soon as it is parked
 *     ASYNC_TEST_EXIT=n      another coroutine calls exit(86) right after the n-th park
 *     ASYNC_TEST_FATAL=n     another coroutine raises a fatal error right after the n-th park
 *     ASYNC_TEST_TIMEOUT=n   the n-th park that has a deadline, or a timeout as token, ends by it at once
 *     ASYNC_TEST_CLOCK=virtual
 *     ASYNC_TEST_COLD=all | half    the page cache holds nothing, or a part of what is read at a time
 *     ASYNC_TEST_LOG=FILE    counts and choices, written at the end of the request
 *     ASYNC_TEST_BODY=coroutine | metronome | restless | isolated    run the main script as the body of a coroutine
 */
#ifndef ASYNC_SCHEDULER_TESTING_H
#define ASYNC_SCHEDULER_TESTING_H

#include "engine/part.h"
#include "scheduler/coroutine.h"

#ifdef ASYNC_TESTING

extern bool async_testing_is_active;

extern enum { ASYNC_TESTING_WARM, ASYNC_TESTING_COLD_HALF, ASYNC_TESTING_COLD_ALL } async_testing_cold;

/* Module start reads the settings, with PHP's fatal error for those that cannot be understood. Request end writes the
 * log, and has cycles collected. */
extern const async_part_t async_testing_part;

/* testing_body.c, at module start. Have the main script of each request run as the body of a coroutine that main
 * awaits, with the global symbol table. Its exception, exit(), error handlers and output levels go to main afterwards,
 * so that the request ends as on stock PHP. "metronome": another coroutine parks for 10 ms again and again meanwhile.
 * "restless": the script yields before each internal call, and a rival coroutine sets other state meanwhile.
 * "isolated": the same with a rival in an isolated scope, which writes to all static state and global variables.
 * errors: as above */
void async_testing_body_startup(const char *setting);

/* Request end, before the object store is destroyed: undo what testing_body.c has changed. */
void async_testing_body_end(void);

/* The scheduler of a request starts, and no code has looked at the clock yet. */
void async_testing_start(void);

/* The coroutine parks (wait) or yields (NULL), and will now switch away.
 * suspends: no; runs PHP: no */
void async_testing_on_park(async_coroutine_t *self, async_wait_t *wait);

/* The wait about to be parked has a timeout as its token, at this node. Until async_testing_on_park(). */
void async_testing_set_token(async_wait_node_t *node);

static zend_always_inline void async_testing_parked(async_coroutine_t *self, async_wait_t *wait)
{
	if (UNEXPECTED(async_testing_is_active)) {
		async_testing_on_park(self, wait);
	}
}

static zend_always_inline void async_testing_token(async_wait_node_t *node)
{
	if (UNEXPECTED(async_testing_is_active)) {
		async_testing_set_token(node);
	}
}

/* Are files treated as if they lay on slow storage? */
static zend_always_inline bool async_testing_storage_is_cold(void)
{
	return UNEXPECTED(async_testing_cold != ASYNC_TESTING_WARM);
}

/* Does the page cache hold none of the bytes that are read now? */
bool async_testing_misses_cache(void);

static zend_always_inline bool async_testing_is_cold_now(void)
{
	return async_testing_storage_is_cold() && async_testing_misses_cache();
}

/* How many of `size` bytes the page cache holds at most. */
static zend_always_inline size_t async_testing_cached_part(size_t size)
{
	return async_testing_storage_is_cold() ? (size + 1) / 2 : size;
}

#else

static zend_always_inline void async_testing_start(void)
{
}

static zend_always_inline void async_testing_parked(async_coroutine_t *self, async_wait_t *wait)
{
	(void) self;
	(void) wait;
}

static zend_always_inline void async_testing_token(async_wait_node_t *node)
{
	(void) node;
}

static zend_always_inline bool async_testing_storage_is_cold(void)
{
	return false;
}

static zend_always_inline bool async_testing_is_cold_now(void)
{
	return false;
}

static zend_always_inline size_t async_testing_cached_part(size_t size)
{
	return size;
}

#endif

#endif

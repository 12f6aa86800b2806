/*
 * Assertions of reactor/, which does not know ZEND_ASSERT(), and of hot paths in scheduler/: ZEND_ASSERT() is an
 * assumption for the compiler in release builds and may cost instructions there.
 *
 *     assert()         stays in release builds: the duties of the callers, libuv and libc
 *     ASYNC_ASSERT()   testing builds only: our own invariants, also on hot paths
 *
 * Both take a sentence that says what is true: ASYNC_ASSERT(count > 0 && "what is listed is counted").
 */
#ifndef ASYNC_REACTOR_DEBUG_ASSERT_H
#define ASYNC_REACTOR_DEBUG_ASSERT_H

#include <assert.h>

#ifdef ASYNC_TESTING
# define ASYNC_ASSERT(condition) assert(condition)
#else
/* Not evaluated, but compiled: the compiler does not report a variable that only an assertion reads. */
# define ASYNC_ASSERT(condition) ((void) sizeof(!(condition)))
#endif

#endif

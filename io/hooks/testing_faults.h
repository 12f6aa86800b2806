/*
 * Tests only: system calls of this extension, and those behind the hooks, fail, are interrupted, or transfer less than
 * they could. docs/testing.md says how to use it.
 *
 * Only compiled with ASYNC_TESTING, as scheduler/testing.h. Settings are environment variables, which are removed from
 * the environment:
 *
 *     ASYNC_TEST_FAULT=CALL:N:ERRNO    the N-th call of this function fails with this errno: recv:3:ECONNRESET
 *     ASYNC_TEST_EINTR=N               each N-th call of those that a signal can interrupt fails with EINTR; N > 1
 *     ASYNC_TEST_SHORT=K               reads and writes of streams and files transfer at most K bytes
 *
 * Calls are counted from the first async call of the process on. Standard input, output and error are left alone,
 * because tests print there.
 */
#ifndef ASYNC_IO_HOOKS_TESTING_FAULTS_H
#define ASYNC_IO_HOOKS_TESTING_FAULTS_H

#include "engine/part.h"
#include "io/hooks/import_slots.h"

#ifdef ASYNC_TESTING

/* Module start reads the settings, with PHP's fatal error for those that cannot be understood. */
extern const async_part_t async_testing_faults_part;

/* If there are such settings: put the faulty functions between this extension and libc, and behind the hooks that
 * `find` knows, which have just been installed. Calls of extensions that are loaded later have no faults. */
void async_testing_faults_install(async_import_find_fn find);

/* Remove them again, before the hooks are removed. */
void async_testing_faults_restore(async_import_find_fn find);

#else

static inline void async_testing_faults_install(async_import_find_fn find)
{
	(void) find;
}

static inline void async_testing_faults_restore(async_import_find_fn find)
{
	(void) find;
}

#endif

#endif

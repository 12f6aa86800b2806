/*
 * The virtual clock of tests (ASYNC_TESTING): it stands still while anything runs, and jumps to the first deadline when
 * a turn would sleep for it.
 *
 * The turn looks at descriptors, signals and children before each jump. Jobs on worker threads take no virtual time, so
 * the clock does not jump while one is in flight.
 */
#include "internal.h"

#ifdef ASYNC_TESTING

/* Any fixed time will do, so that all runs are the same. */
#define EPOCH (UINT64_C(1) << 50)
/* The time that a turn takes. With 0, a program that waits for a timer in a loop of suspend() would never see it
 * fire. */
#define TURN_NS UINT64_C(10000)

/* 0: the real clock. Not atomic: a test has one thread. */
static uint64_t virtual_now;

void async_reactor_use_virtual_clock(void)
{
	virtual_now = EPOCH;
}

bool async_reactor_clock_is_virtual(void)
{
	return virtual_now != 0;
}

uint64_t async__clock_virtual_now(void)
{
	return virtual_now;
}

void async__clock_pass_turn(void)
{
	if (virtual_now) {
		virtual_now += TURN_NS;
	}
}

bool async__clock_jump(async_reactor_t *reactor, uint64_t deadline)
{
	if (virtual_now == 0 || reactor->job_count > 0) {
		return false;
	}
	assert(deadline >= virtual_now && "time does not go back");
	virtual_now = deadline;
	return true;
}

#else

/* In C a source file must have a declaration. */
typedef int async__virtual_clock_nothing_t;

#endif

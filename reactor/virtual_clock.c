/*
 * Tests only (ASYNC_TESTING): a clock that stands still while anything runs, and jumps to the first deadline when a
 * turn would sleep for it. Descriptors, signals and children are looked at before each jump; jobs on worker threads
 * take no time, so a jump waits for them.
 */
#include "internal.h"

#ifdef ASYNC_TESTING

/* Any fixed time will do: runs are to be the same. */
#define EPOCH (UINT64_C(1) << 50)
/* What a turn takes. Without it a program that waits for a timer in a loop of suspend() would never see it. */
#define TURN_NS UINT64_C(10000)

/* 0: the real clock. There is one thread in a test. */
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

/* A file is never empty in C. */
typedef int async__virtual_clock_nothing_t;

#endif

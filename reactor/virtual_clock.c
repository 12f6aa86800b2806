/*
 * The virtual clock of tests: it stands still while anything runs, and jumps to the first deadline when a turn would
 * sleep for it.
 *
 * The turn looks at descriptors, signals and children before each jump. The clock does not jump while something outside
 * of the process is waited for, which takes real time: then it runs like the real clock until the turn is over. A
 * job on a worker thread takes no virtual time, unless it lasts long.
 *
 * Time never goes back, and deadlines stay valid: a clock that runs again goes on from where it stood. So it may be
 * ahead of the kernel's clock for the rest of the process.
 */
#include "internal.h"

/* The time that a turn takes. With 0, a program that waits for a timer in a loop of suspend() would never see it
 * fire. */
#define TURN_NS UINT64_C(10000)
/* Deadlines are rounded up to a grid (await/timeout.c). A clock that begins to stand at a multiple of all its steps
 * gives the same order of deadlines each time. */
#define GRID_NS (UINT64_C(1) << 20)

bool async__clock_was_changed;

static _Thread_local struct {
	uint64_t standing;   /* the time at which it stands; 0: it runs */
	uint64_t ahead;      /* while it runs: of the kernel's clock; may have wrapped around */
	bool is_let_go;      /* it stands, but runs until the end of the turn */
} here;

uint64_t async__clock_of(uint64_t kernel_now)
{
	return here.standing ? here.standing : kernel_now + here.ahead;
}

static void stand(void)
{
	async__clock_was_changed = true;
	here.standing = async_reactor_now();
}

static void run(void)
{
	const uint64_t stood = here.standing;

	here.standing = here.ahead = 0;
	here.ahead = stood - async_reactor_now();
}

bool async_reactor_set_virtual_clock(bool stands)
{
	const bool stood = here.standing != 0;

	if (stands && !stood) {
		stand();
		here.standing = (here.standing + GRID_NS - 1) & ~(GRID_NS - 1);
	} else if (stood && !stands) {
		run();
	}
	return stood;
}

bool async_reactor_clock_is_virtual(void)
{
	return async__clock_was_changed && here.standing != 0;
}

bool async__clock_stands(void)
{
	return here.standing != 0;
}

void async__clock_pass_turn(void)
{
	if (here.standing) {
		here.standing += TURN_NS;
	}
}

bool async__clock_jump(async_reactor_t *reactor, uint64_t deadline)
{
	assert(deadline >= here.standing && "time does not go back");
	if (reactor->job_count > 0 || async__waits_outside(reactor)) {
		return false;
	}
	here.standing = deadline;
	return true;
}

void async__clock_let_go(void)
{
	if (here.standing) {
		run();
		here.is_let_go = true;
	}
}

void async__clock_stop(void)
{
	if (here.is_let_go) {
		here.is_let_go = false;
		stand();
	}
}

/*
 * Probes: the events of the activity clock as USDT probes, where the header of SystemTap was there at the build.
 *
 * A probe is one instruction that does nothing until a tracer such as bpftrace attaches. It raises a semaphore then,
 * which switches the activity clock on. Included by activity.c only: the semaphores are static there.
 */
#ifndef ASYNC_SCHEDULER_PROBES_H
#define ASYNC_SCHEDULER_PROBES_H

#ifdef ASYNC_HAVE_PROBES

# define _SDT_HAS_SEMAPHORES 1
# define SDT_USE_VARIADIC 1
# include <sys/sdt.h>

# define ASYNC_SEMAPHORE(name) \
	static volatile unsigned short async_##name##_semaphore __attribute__((used, section(".probes")))

/* Tracers write to these. */
ASYNC_SEMAPHORE(switch);
ASYNC_SEMAPHORE(spawn);
ASYNC_SEMAPHORE(wake);
ASYNC_SEMAPHORE(end);
ASYNC_SEMAPHORE(turn);
ASYNC_SEMAPHORE(mark);

# define ASYNC_PROBE(name, ...) STAP_PROBEV(async, name, __VA_ARGS__)

static inline bool async_probes_are_used(void)
{
	return (async_switch_semaphore | async_spawn_semaphore | async_wake_semaphore | async_end_semaphore
		| async_turn_semaphore | async_mark_semaphore) != 0;
}

#else

# define ASYNC_PROBE(name, ...) ((void) 0)

#endif

#endif

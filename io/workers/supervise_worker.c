/*
 * A worker process of Async\supervise(): what signals do there, and what the end of the supervisor does.
 */
#include "io/workers/supervise_worker.h"

#include "io/globals.h"
#include "io/workers/parent_tie.h"
#include "io/workers/supervise_fork.h"
#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "exceptions.h"

/* ---- the end of the supervisor ---- */

/* The kernel sends this one when the supervisor is gone. Not SIGTERM itself, which other processes send as well. The
 * emulator qemu, in which containers for another processor run, cannot pass on the two highest signals. */
#define SUPERVISOR_IS_GONE (SIGRTMAX - 3)

/* Of the process: a signal handler reads it. Written before that handler is set. */
static struct {
	sigset_t mask;
	timer_t killer;
	bool has_killer;
	volatile sig_atomic_t is_told;
	struct itimerspec grace;
} supervised;

/* The signal handler. timer_settime() and kill() may be called here (POSIX). */
static void on_supervisor_gone(int signo)
{
	const int kept_errno = errno;

	(void) signo;
	if (supervised.is_told) {
		return;
	}
	supervised.is_told = 1;
	if (supervised.has_killer) {
		(void) timer_settime(supervised.killer, 0, &supervised.grace, NULL);
	}
	(void) kill(getpid(), SIGTERM);
	errno = kept_errno;
}

/* A timer that kills this process needs neither a thread nor a handler, so no code can hold it up. */
static void make_killer(uint64_t grace_ms)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };

	/* A time of 0 would disarm the timer. */
	supervised.grace.it_value.tv_sec = (time_t) (grace_ms / 1000);
	supervised.grace.it_value.tv_nsec = (long) (grace_ms % 1000) * 1000000 + 1;
	supervised.has_killer = timer_create(CLOCK_MONOTONIC, &event, &supervised.killer) == 0;
}

void async_supervised_begin(pid_t supervisor, uint64_t grace_ms, const sigset_t *mask)
{
	struct sigaction action = { .sa_handler = on_supervisor_gone, .sa_flags = SA_RESTART };

	supervised.mask = *mask;
	supervised.is_told = 0;
	make_killer(grace_ms);
	sigemptyset(&action.sa_mask);
	(void) sigaction(SUPERVISOR_IS_GONE, &action, NULL);
	sigdelset(&supervised.mask, SUPERVISOR_IS_GONE);
	sigdelset(&supervised.mask, SIGTERM);
	async_parent_tie(supervisor, SUPERVISOR_IS_GONE);
}

/* ---- signals ---- */

enum { WATCH_TERM, WATCH_INT, WATCH_HUP, WATCHES };

static const int watched[WATCHES] = { [WATCH_TERM] = SIGTERM, [WATCH_INT] = SIGINT, [WATCH_HUP] = SIGHUP };

struct async_supervised {
	async_coroutine_t *main;                  /* counted */
	bool is_stopping;                         /* a SIGTERM has come */
	async_signal_waiter_t signals[WATCHES];
};

static void stop(void *argument)
{
	struct async_supervised *self = argument;

	if (self->is_stopping || async_coroutine_is_completed(self->main)) {
		async_end_shut_down(NULL);
	} else {
		zend_object *reason = async_exception_new(async_ce_cancellation, "The worker has to stop");
		async_coroutine_cancel(self->main, reason);
		OBJ_RELEASE(reason);
		async_deferred_schedule();
	}
	self->is_stopping = true;
}

/* A waiter is unlinked before it is called. Without memory for the next watch, the next signal ends the process. */
static void watch_again(async_signal_waiter_t *waiter, int signo);

static void on_stop(async_signal_waiter_t *waiter, int signo)
{
	(void) async_signal_watch(ASYNC_G(reactor), waiter, signo, on_stop);
	async_scheduler_shield(stop, async_container_of(waiter, struct async_supervised, signals[WATCH_TERM]));
}

static void watch_again(async_signal_waiter_t *waiter, int signo)
{
	(void) async_signal_watch(ASYNC_G(reactor), waiter, signo, watch_again);
}

void async_supervise_enter(async_coroutine_t *main)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	struct async_supervised *self = calloc(1, sizeof(*self));

	ZEND_ASSERT(ASYNC_IO_G(supervised) == NULL && "a process is one worker");
	if (reactor && self) {
		ASYNC_IO_G(supervised) = self;
		async_coroutine_addref(main);
		self->main = main;
		for (int i = 0; i < WATCHES; i++) {
			(void) async_signal_watch(reactor, &self->signals[i], watched[i], i == WATCH_TERM ? on_stop : watch_again);
		}
	} else {
		free(self);
	}
	pthread_sigmask(SIG_SETMASK, &supervised.mask, NULL);
}

/* ---- the end of the worker ---- */

/* The program of the worker has ended. A handler is code of a module that may be unloaded now, so all signals that were
 * watched are ignored. The supervisor still kills a worker that does not end in time; the kernel kills one whose
 * supervisor is gone. */
static void leave_signals(void)
{
	async_parent_tie_change(SIGKILL);
	(void) signal(SUPERVISOR_IS_GONE, SIG_IGN);
	for (int i = 0; i < WATCHES; i++) {
		/* The reactor leaves it so: it gives back only signals that still have its own handler. */
		(void) signal(watched[i], SIG_IGN);
	}
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	struct async_supervised *self = ASYNC_IO_G(supervised);

	if (EXPECTED(self == NULL)) {
		return;
	}
	ASYNC_IO_G(supervised) = NULL;
	leave_signals();
	for (int i = 0; i < WATCHES && ASYNC_G(reactor); i++) {
		async_signal_unwatch(ASYNC_G(reactor), &self->signals[i]);
	}
	async_coroutine_release(self->main);
	free(self);
}

/* The worker has forked. Its child has no watches, and is not told of the end of the supervisor. The reference stays: a
 * destructor must not run here. */
static void forget(void)
{
	free(ASYNC_IO_G(supervised));
	ASYNC_IO_G(supervised) = NULL;
}

const async_part_t async_supervise_part = { .after_fork = forget, .request_end = end_request };

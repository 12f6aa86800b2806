/*
 * Waiting for child processes: watch for a change, look, park, look again.
 */
#include "io/processes/child_wait.h"

#include "io/delivery.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <signal.h>

/* Interval between two looks where no event reports the change: see tells_of_children(). */
#define LOOK_EVERY_NS UINT64_C(10000000)

/* In the parking frame. */
typedef struct {
	async_child_waiter_t base;   /* first: the reactor passes it to on_change() */
	async_wait_t *wait;
} child_waiter_t;

static void on_change(async_child_waiter_t *base)
{
	child_waiter_t *waiter = (child_waiter_t *) base;

	async_wake(waiter->wait->coroutine, waiter->wait->ticket, ASYNC_WAIT_READY);
}

/* May the reactor take SIGCHLD over? Not in a process that ignores it: there children leave no zombies, and waitpid()
 * fails when all of them are gone. With a handler for the signal, waitpid() would return an exit status instead.
 * And not while the signal is blocked, as it is in a handler of pcntl_signal(): it would come after the wait. */
static bool tells_of_children(void)
{
	struct sigaction found;
	sigset_t blocked;

	return sigaction(SIGCHLD, NULL, &found) == 0 && !(found.sa_flags & SA_NOCLDWAIT)
		&& ((found.sa_flags & SA_SIGINFO) || found.sa_handler != SIG_IGN)
		&& pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 && !sigismember(&blocked, SIGCHLD);
}

/* Watch for a change of children. The end of one child is reported by a descriptor of its own, everything else by
 * SIGCHLD. Returns 0, or -errno: nothing reports the change. */
static int watch(async_reactor_t *reactor, child_waiter_t *waiter, pid_t pid, bool exits)
{
	if (pid > 0 && exits) {
		return async_child_watch(reactor, &waiter->base, pid, on_change);
	}
	return tells_of_children() ? async_child_watch(reactor, &waiter->base, -1, on_change) : -ENOTSUP;
}

/* Park until a change is reported; when nothing reports it, until the next look is due. */
static async_wait_result_t park(async_wait_t *wait, bool is_watched)
{
	if (!is_watched && !async_wait_set_deadline(wait, async_reactor_now() + LOOK_EVERY_NS)) {
		return ASYNC_WAIT_ERROR;
	}
	wait->is_external = true;
	return async_park(wait);
}

async_wait_result_t async_wait_child(pid_t pid, bool exits, bool by_signals, async_child_look_fn look, void *context)
{
	async_call_signals_t signals;
	async_reactor_t *reactor;
	async_wait_result_t result = ASYNC_WAIT_READY;

	ZEND_ASSERT(ASYNC_G(current) != NULL && "only a coroutine waits: async_io_may_park() was asked");
	async_call_signals_begin(&signals, ASYNC_ENDED_UNLESS_RESTARTED);
	if (look(context)) {
		return ASYNC_WAIT_READY;
	}
	reactor = async_scheduler_reactor();
	if (UNEXPECTED(reactor == NULL)) {
		return ASYNC_WAIT_ERROR;
	}
	do {
		async_wait_t wait;
		child_waiter_t waiter = { .wait = &wait };
		int error, kept_errno;

		async_wait_begin(&wait, ASYNC_WAIT_FOR_CHILD);
		wait.detail = pid;
		error = watch(reactor, &waiter, pid, exits);
		/* A change before the watch is not reported: look once more. */
		if (look(context)) {
			kept_errno = errno;
			async_child_unwatch(reactor, &waiter.base);
			errno = kept_errno;
			return ASYNC_WAIT_READY;
		}
		/* Look from time to time when the watch failed (for want of memory, say). */
		wait.signals = by_signals ? &signals : NULL;
		result = park(&wait, error == 0);
		async_child_unwatch(reactor, &waiter.base);
		ZEND_ASSERT(waiter.base.ready == NULL && "the reactor does not know the waiter any more");
		if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
			async_delivery_request();
			errno = ECANCELED;
			return result;
		}
		if (result != ASYNC_WAIT_ERROR && look(context)) {
			return ASYNC_WAIT_READY;
		}
	} while (result != ASYNC_WAIT_ERROR && result != ASYNC_WAIT_SIGNALLED);
	if (result == ASYNC_WAIT_SIGNALLED) {
		errno = EINTR;
	}
	return ASYNC_WAIT_ERROR;
}

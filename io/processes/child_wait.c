#include "io/processes/child_wait.h"

#include "io/delivery.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <signal.h>

/* How often to look where the system tells nobody: of children, see tells_of_children(), and of signals. */
#define LOOK_EVERY_NS UINT64_C(10000000)

typedef struct {
	async_child_waiter_t base;
	async_wait_t *wait;
} child_waiter_t;

static void on_change(async_child_waiter_t *base)
{
	child_waiter_t *waiter = (child_waiter_t *) base;

	async_wake(waiter->wait->coroutine, waiter->wait->ticket, ASYNC_WAIT_READY);
}

/* Who ignores SIGCHLD has no zombies: waitpid() waits until all children are gone, and fails. Taking the signal over
 * would change that, and there would be an exit status. */
static bool tells_of_children(void)
{
	struct sigaction found;

	return sigaction(SIGCHLD, NULL, &found) == 0 && !(found.sa_flags & SA_NOCLDWAIT)
		&& ((found.sa_flags & SA_SIGINFO) || found.sa_handler != SIG_IGN);
}

/* Of one child a descriptor of its own tells, but only that it ended. */
static int watch(async_reactor_t *reactor, child_waiter_t *waiter, pid_t pid, bool exits)
{
	if (pid > 0 && exits) {
		return async_child_watch(reactor, &waiter->base, pid, on_change);
	}
	return tells_of_children() ? async_child_watch(reactor, &waiter->base, -1, on_change) : -ENOTSUP;
}

static async_wait_result_t park(async_wait_t *wait, bool is_watched)
{
	if (!is_watched && !async_wait_set_deadline(wait, async_reactor_now() + LOOK_EVERY_NS)) {
		return ASYNC_WAIT_ERROR;
	}
	wait->is_external = true;
	return async_park(wait);
}

/* Has a signal come since then that ends the call? */
static bool was_ended(bool by_signals, uint32_t ends_before)
{
	if (EXPECTED(!by_signals || async_user_signals_ends() == ends_before)) {
		return false;
	}
	errno = EINTR;
	return true;
}

async_wait_result_t async_wait_child(pid_t pid, bool exits, bool by_signals, async_child_look_fn look, void *context)
{
	const uint32_t ends_before = async_user_signals_ends();
	async_reactor_t *reactor;
	async_wait_result_t result = ASYNC_WAIT_READY;

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
		/* What happened before the watch nobody tells. */
		if (look(context)) {
			kept_errno = errno;
			async_child_unwatch(reactor, &waiter.base);
			errno = kept_errno;
			return ASYNC_WAIT_READY;
		}
		/* Not to be watched, for want of memory say, or for signals: look from time to time. */
		result = park(&wait, error == 0 && !(by_signals && async_user_signals_may_end_waits()));
		async_child_unwatch(reactor, &waiter.base);
		if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
			async_delivery_request();
			errno = ECANCELED;
			return result;
		}
		if (result != ASYNC_WAIT_ERROR && look(context)) {
			return ASYNC_WAIT_READY;
		}
	} while (result != ASYNC_WAIT_ERROR && !was_ended(by_signals, ends_before));
	return ASYNC_WAIT_ERROR;
}

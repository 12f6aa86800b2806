/*
 * Starting a worker process of Async\supervise(), and looking whether it has ended.
 */
#include "io/workers/supervise_fork.h"

#include "io/workers/supervise_worker.h"
#include "scheduler/fork.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* A signal that came before the worker has watches of its own would be handled by what is left of the supervisor's. So
 * all signals are blocked over the fork, and wait in the worker until async_supervise_enter(). */
pid_t async_supervise_fork(uint64_t grace_ms)
{
	const pid_t supervisor = getpid();
	sigset_t all, mask;
	int kept_errno;
	pid_t worker;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &mask);
	worker = async_fork();
	kept_errno = errno;
	if (worker == 0) {
		async_compat_forget_seeds();
		async_supervised_begin(supervisor, grace_ms, &mask);
	} else {
		pthread_sigmask(SIG_SETMASK, &mask, NULL);
	}
	errno = kept_errno;
	return worker;
}

bool async_supervise_reap(pid_t pid, int *status)
{
	pid_t ended;

	ZEND_ASSERT(pid > 0 && "one worker, not a group");
	do {
		ended = waitpid(pid, status, WNOHANG);
	} while (ended < 0 && errno == EINTR);
	if (ended < 0) {
		*status = -1;
	}
	return ended != 0;
}

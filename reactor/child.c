/*
 * Children: a pidfd for each waiter where the kernel has it, otherwise SIGCHLD. The caller reaps with waitpid().
 */
#include "internal.h"

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Memory of its own: at the end of a request the waiter may be gone before this is closed. */
struct async__child {
	async_reactor_t *reactor;
	async_child_waiter_t *waiter;
	int pidfd;                    /* -1: by SIGCHLD */
	async_fd_waiter_t exited;
	async_signal_waiter_t signalled;
	async_ring_t node;            /* on the reactor's ring */
};

static void unlink_child(async__child_t *child)
{
	async_reactor_t *reactor = child->reactor;

	assert(reactor->child_count > 0 && "a child on the ring is counted");
	async_ring_remove(&child->node);
	reactor->child_count--;
}

/* Give everything back. The waiter is not written to: it may be gone. */
static void close_child(async__child_t *child)
{
	ASYNC_ASSERT(!(child->pidfd >= 0 && child->signalled.signo) && "a child is watched in one way");
	unlink_child(child);
	async_signal_unwatch(child->reactor, &child->signalled);
	async_fd_unwatch(child->reactor, &child->exited);
	if (child->pidfd >= 0) {
		async_fd_forget(child->reactor, child->pidfd);
		close(child->pidfd);   /* read-only view of a process: nothing can get lost */
	}
	free(child);
}

static void wake_child_waiter(async__child_t *child)
{
	async_child_waiter_t *waiter = child->waiter;
	async_child_fn ready = waiter->ready;

	ASYNC_ASSERT(waiter->internal == child && "a waiter and its child know each other");
	ASYNC_ASSERT(ready && "a waiter that is woken has a function to call");
	/* Before the call: ready() may free the waiter or watch with it again. */
	close_child(child);
	waiter->ready = NULL;
	waiter->internal = NULL;
	ready(waiter);
}

static void on_pidfd(async_fd_waiter_t *exited, unsigned events)
{
	(void) events;
	wake_child_waiter(async_container_of(exited, async__child_t, exited));
}

static void on_sigchld(async_signal_waiter_t *signalled, int signo)
{
	(void) signo;
	wake_child_waiter(async_container_of(signalled, async__child_t, signalled));
}

static int open_pidfd(int pid)
{
#ifdef SYS_pidfd_open
	return (int) syscall(SYS_pidfd_open, pid, 0);   /* close-on-exec by itself */
#else
	(void) pid;
	errno = ENOSYS;
	return -1;
#endif
}

/* Is it a child of this process that is not reaped yet? A pidfd would also tell about processes that waitpid()
 * refuses. */
static bool is_child(int pid)
{
	siginfo_t info;

	return waitid(P_PID, (id_t) pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

/* errors: -errno; nothing is watched, child->pidfd is -1 */
static int watch_pidfd(async_reactor_t *reactor, async__child_t *child, int pid)
{
	int err;

	ASYNC_ASSERT(pid > 0 && child->pidfd == -1 && "one descriptor for one process");
	child->pidfd = async_fd_above_standard(open_pidfd(pid));
	if (child->pidfd == -1) {
		return -errno;
	}
	err = async_fd_watch(reactor, &child->exited, child->pidfd, ASYNC_FD_READABLE, on_pidfd);
	if (err) {
		close(child->pidfd);
		child->pidfd = -1;
	}
	return err;
}

int async_child_watch(async_reactor_t *reactor, async_child_waiter_t *waiter, int pid, async_child_fn ready)
{
	async__child_t *child;
	int err = -ENOSYS;

	assert(ready && "a waiter has a function to call");
	assert(!waiter->ready && "a waiter waits for one child at a time");

	if (pid != -1 && pid <= 0) {
		return -EINVAL;
	}
	if (pid > 0 && !is_child(pid)) {
		return -ECHILD;
	}
	child = calloc(1, sizeof(*child));
	if (!child) {
		return -ENOMEM;
	}
	child->reactor = reactor;
	child->waiter = waiter;
	child->pidfd = -1;

	if (pid > 0) {
		err = watch_pidfd(reactor, child, pid);
	}
	/* The kernel lacks the call, a sandbox forbids it, or no descriptor is left: SIGCHLD serves as well. */
	if (err) {
		err = async_signal_watch(reactor, &child->signalled, SIGCHLD, on_sigchld);
	}
	if (err) {
		free(child);
		return err;
	}

	async_ring_insert_tail(&reactor->children, &child->node);
	reactor->child_count++;
	waiter->pid = pid;
	waiter->ready = ready;
	waiter->internal = child;
	return 0;
}

void async_child_unwatch(async_reactor_t *reactor, async_child_waiter_t *waiter)
{
	async__child_t *child = waiter->internal;

	(void) reactor;
	if (waiter->ready) {
		ASYNC_ASSERT(child && child->reactor == reactor && child->waiter == waiter && "a record is of one waiter");
		close_child(child);
		waiter->ready = NULL;
		waiter->internal = NULL;
	}
}

void async__children_drop(async_reactor_t *reactor, bool owners_alive)
{
	while (!async_ring_is_empty(&reactor->children)) {
		async__child_t *child = async_container_of(async_ring_first(&reactor->children), async__child_t, node);

		if (owners_alive) {
			child->waiter->ready = NULL;
			child->waiter->internal = NULL;
		}
		close_child(child);
	}
}

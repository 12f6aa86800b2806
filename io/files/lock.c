/*
 * Locking files with flock(): tried again at longer and longer intervals, and whenever this process gives a lock back.
 *
 * No worker waits for a lock: waiters could occupy all workers while the holder needs one to go on, and a lock that
 * came after its waiter was cancelled would stay with the user's open file.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/files/job.h"
#include "io/globals.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <sys/file.h>
#include <unistd.h>

#define MS UINT64_C(1000000)
#define INTERVAL_FIRST (1 * MS)
#define INTERVAL_MAX (16 * MS)
/* With the virtual clock of tests, while no other process has the lock: the release wakes the waiter. */
#define INTERVAL_VIRTUAL (10000 * MS)

void async_file_locks_released(void)
{
	if (UNEXPECTED(ASYNC_IO_G(lock_waiters).head != NULL)) {
		async_wait_list_wake_all(&ASYNC_IO_G(lock_waiters));
	}
}

/* Park until another try makes sense; is_foreign: another process has the lock. False with errno: the wait was
 * cancelled, a signal has ended it, or there is no way to wait. */
static bool wait_a_while(int fd, uint64_t interval, bool is_foreign, const async_call_signals_t *signals)
{
	async_wait_t wait;
	async_wait_node_t node;
	async_wait_result_t result;

	ZEND_ASSERT(interval >= INTERVAL_FIRST && interval <= INTERVAL_MAX && "the interval stays within its bounds");
	if (UNEXPECTED(!is_foreign && async_reactor_clock_is_virtual())) {
		interval = INTERVAL_VIRTUAL;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_JOB);
	wait.subject = "file lock";
	wait.detail = (int64_t) fd + 1;
	async_wait_list_append(&ASYNC_IO_G(lock_waiters), &node, &wait);
	if (UNEXPECTED(!async_wait_set_deadline(&wait, async_reactor_now() + interval))) {
		async_wait_list_remove(&node);
		return false;
	}
	wait.signals = signals;
	if (UNEXPECTED(is_foreign)) {
		async_reactor_wait_foreign(ASYNC_G(reactor), true);
	}
	result = async_park(&wait);
	if (UNEXPECTED(is_foreign)) {
		async_reactor_wait_foreign(ASYNC_G(reactor), false);
	}
	async_wait_list_remove(&node);
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_delivery_request();
		(void) async_file_failed(result);
		return false;
	}
	if (UNEXPECTED(result == ASYNC_WAIT_SIGNALLED)) {
		errno = EINTR;
		return false;
	}
	return true;
}

/* `fd` is a duplicate of `original`, or it itself where no descriptor was free. A lock belongs to the open file, which
 * both descriptors share; and when the user closes the original meanwhile, the number of a duplicate cannot lead to
 * another file here. */
static int lock_when_free(int fd, int operation, int original)
{
	async_call_signals_t signals;
	uint64_t interval = INTERVAL_FIRST;

	async_call_signals_begin(&signals, ASYNC_ENDED_UNLESS_RESTARTED);
	ZEND_ASSERT(fd >= 0 && !(operation & (LOCK_UN | LOCK_NB)) && "only a blocking lock waits");
	for (;;) {
		const bool is_foreign = UNEXPECTED(async_reactor_clock_is_virtual()) && async_reactor_lock_is_foreign();

		/* Another process may have given it back just before. */
		if (UNEXPECTED(!is_foreign && async_reactor_clock_is_virtual()) && flock(fd, operation | LOCK_NB) == 0) {
			return 0;
		}
		if (!wait_a_while(original, interval, is_foreign, &signals)) {
			return -1;
		}
		if (UNEXPECTED(async_wait_fd_is_refused(original))) {
			errno = EBADF;
			return -1;
		}
		if (flock(fd, operation | LOCK_NB) == 0) {
			return 0;
		}
		if (errno != EWOULDBLOCK) {
			return -1;
		}
		interval = MIN(interval * 2, INTERVAL_MAX);
	}
}

int async_file_lock(int fd, int operation)
{
	int duplicate, result, kept_errno;

	if ((operation & LOCK_UN) || (operation & LOCK_NB)) {
		result = flock(fd, operation);
		/* Wake the waiters after a lock, too: the call may have turned an exclusive lock into a shared one. */
		async_file_locks_released();
		return result;
	}
	result = flock(fd, operation | LOCK_NB);
	if (EXPECTED(result == 0)) {
		async_file_locks_released();
		return 0;
	}
	if (errno != EWOULDBLOCK) {
		return -1;
	}
	if (!async_io_may_park() || async_scheduler_reactor() == NULL) {
		/* ext/session tries again and again. The holder may be a coroutine whose frames are released later. */
		if (UNEXPECTED(async_delivery_is_unwinding())) {
			errno = ECANCELED;
			return -1;
		}
		return flock(fd, operation);
	}
	/* Without a free descriptor the call works on the original. Waiting in place would be for ever when the holder is
	 * another coroutine. */
	duplicate = async_file_duplicate(fd);
	/* The failed try may have given the old lock back: the kernel changes a lock by dropping it first. */
	async_file_locks_released();
	result = lock_when_free(duplicate < 0 ? fd : duplicate, operation, fd);
	if (EXPECTED(duplicate >= 0)) {
		kept_errno = errno;
		(void) close(duplicate);
		errno = kept_errno;
	}
	return result;
}

/* The stacks of the waiters are left, and may be written over. */
static void forget(void)
{
	ASYNC_IO_G(lock_waiters) = (async_wait_list_t) { 0 };
}

const async_part_t async_file_locks_part = { .after_fork = forget, .frames_abandoned = forget };

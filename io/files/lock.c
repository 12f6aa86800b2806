/*
 * flock(): tried again and again, at longer and longer intervals, and at once when a lock was given back in this
 * process.
 *
 * Not on a worker: those who wait would take all workers from the one who is to give the lock back, and a lock that
 * came after its waiter was cancelled would stay with the user's open file.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/files/job.h"
#include "io/globals.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <sys/file.h>
#include <unistd.h>

#define MS UINT64_C(1000000)
#define INTERVAL_FIRST (1 * MS)
#define INTERVAL_MAX (16 * MS)

void async_file_locks_released(void)
{
	if (UNEXPECTED(ASYNC_IO_G(lock_waiters).head != NULL)) {
		async_wait_list_wake_all(&ASYNC_IO_G(lock_waiters));
	}
}

/* Until it is worth another try. False: cancelled. */
static bool wait_a_while(uint64_t interval)
{
	async_wait_t wait;
	async_wait_node_t node;
	async_wait_result_t result;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_JOB);
	wait.subject = "file lock";
	async_wait_list_append(&ASYNC_IO_G(lock_waiters), &node, &wait);
	if (UNEXPECTED(!async_wait_set_deadline(&wait, async_reactor_now() + interval))) {
		async_wait_list_remove(&node);
		return false;
	}
	result = async_park(&wait);
	async_wait_list_remove(&node);
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_delivery_request();
		(void) async_file_failed(result);
		return false;
	}
	return true;
}

/* `fd` is a duplicate, which belongs to the same open file: a close in the meantime cannot lead us to another one. */
static int lock_when_free(int fd, int operation)
{
	uint64_t interval = INTERVAL_FIRST;

	for (;;) {
		if (!wait_a_while(interval)) {
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
	int duplicate, result;

	if ((operation & LOCK_UN) || (operation & LOCK_NB)) {
		result = flock(fd, operation);
		/* A lock can also become a weaker one. */
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
	if (!async_io_may_park() || async_scheduler_reactor() == NULL || (duplicate = async_file_duplicate(fd)) < 0) {
		return flock(fd, operation);
	}
	/* Changing a lock loses the old one before the new one is there. */
	async_file_locks_released();
	result = lock_when_free(duplicate, operation);
	int kept_errno = errno;
	(void) close(duplicate);
	errno = kept_errno;
	return result;
}

static void enter_child(void)
{
	ASYNC_IO_G(lock_waiters) = (async_wait_list_t) { 0 };
}

const async_part_t async_file_locks_part = { .after_fork = enter_child };

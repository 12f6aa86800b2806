/*
 * The hook for pthread_join(), in client libraries only. libcurl waits for its resolver thread when a time limit or an
 * error ends a call in the middle of a look-up.
 */
#include "io/hooks/hooks.h"

#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <pthread.h>

/* Longest moment between two looks, in milliseconds: 1 << this. */
#define MOMENT_SHIFT_MAX 4

static __typeof__(pthread_join) *original_pthread_join = pthread_join;

/* Look again and again, at longer intervals: no event tells that a thread has ended. A cancelled coroutine waits as
 * well (it is shielded), because the library frees the thread's memory afterwards. */
static int hooked_pthread_join(pthread_t thread, void **value)
{
	async_coroutine_t *self;
	int errno_before = errno;
	int error = EBUSY;

	for (unsigned turn = 0; error == EBUSY; turn++) {
		async_wait_result_t result = ASYNC_WAIT_CANCELLED;

		error = pthread_tryjoin_np(thread, value);
		if (error == EBUSY && async_io_may_park()) {
			self = ASYNC_G(current);
			self->protect_depth++;
			result = async_wait_fds(NULL, 0, async_deadline_after_ms(1 << MIN(turn, MOMENT_SHIFT_MAX)), NULL);
			ZEND_ASSERT(self->protect_depth > 0 && "shields are opened and closed in pairs");
			self->protect_depth--;
		}
		if (error == EBUSY && result != ASYNC_WAIT_TIMEOUT) {
			error = original_pthread_join(thread, value);
		}
	}
	errno = errno_before;
	return error;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(pthread_join),
};
const async_hook_group_t async_threads_hooks = { "dns", hooks, sizeof(hooks) / sizeof(hooks[0]), true };

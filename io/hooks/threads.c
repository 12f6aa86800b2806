/*
 * The hooks for pthread_join() and pthread_cond_wait(), in client libraries only. libcurl waits for its resolver
 * threads when a time limit or an error ends a call in the middle of a look-up: a newer libcurl in pthread_cond_wait(),
 * when the handle is freed.
 */
#include "io/hooks/hooks.h"

#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

/* Longest moment between two looks, in milliseconds: 1 << this. */
#define MOMENT_SHIFT_MAX 4

/* A thread that has nothing to do ends in less time. */
#define COND_WAIT_IN_PLACE_NS 100000

static __typeof__(pthread_join) *original_pthread_join = pthread_join;
static __typeof__(pthread_cond_wait) *original_pthread_cond_wait = pthread_cond_wait;

/* Let the others run for so long. A cancelled coroutine waits as well (it is shielded), because the library frees the
 * memory of its threads afterwards. suspends: yes; runs PHP: no; errors: false: it did not wait */
static bool pause_shielded(unsigned milliseconds)
{
	async_coroutine_t *self = ASYNC_G(current);
	async_wait_result_t result;

	self->protect_depth++;
	result = async_wait_fds(NULL, 0, async_deadline_after_ms(milliseconds), NULL);
	ZEND_ASSERT(self->protect_depth > 0 && "shields are opened and closed in pairs");
	self->protect_depth--;
	return result == ASYNC_WAIT_TIMEOUT;
}

/* Look again and again, at longer intervals: no event tells that a thread has ended. */
static int hooked_pthread_join(pthread_t thread, void **value)
{
	const int errno_before = errno;
	int error = EBUSY;

	for (unsigned turn = 0; error == EBUSY; turn++) {
		error = pthread_tryjoin_np(thread, value);
		if (error == EBUSY && !(async_io_may_park() && pause_shielded(1 << MIN(turn, MOMENT_SHIFT_MAX)))) {
			error = original_pthread_join(thread, value);
		}
	}
	errno = errno_before;
	return error;
}

/* The time after COND_WAIT_IN_PLACE_NS, by the clock of conditions that were made without attributes, as in libcurl. */
static struct timespec end_in_place(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += COND_WAIT_IN_PLACE_NS;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

/* A caller of pthread_cond_wait() must expect to be woken without a reason, and looks again at what it waits for: so
 * this returns after a moment. The mutex is free while others run, as it is in the stock call. */
static int hooked_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	const int errno_before = errno;
	struct timespec limit;
	int error;

	if (!async_io_is_inside()) {
		return original_pthread_cond_wait(condition, mutex);
	}
	limit = end_in_place();
	error = pthread_cond_timedwait(condition, mutex, &limit);
	if (error == ETIMEDOUT && !async_io_may_park()) {
		error = original_pthread_cond_wait(condition, mutex);
	} else if (error == ETIMEDOUT) {
		pthread_mutex_unlock(mutex);
		pause_shielded(1 << MOMENT_SHIFT_MAX);
		error = pthread_mutex_lock(mutex);
	}
	errno = errno_before;
	return error;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(pthread_join),
	ASYNC_HOOK(pthread_cond_wait),
};
const async_hook_group_t async_threads_hooks = {
	.name = "dns", .hooks = hooks, .count = sizeof(hooks) / sizeof(hooks[0]), .libraries_only = true,
};

/*
 * The one place where a coroutine waits for a descriptor.
 */
#ifndef ASYNC_IO_WAIT_FD_H
#define ASYNC_IO_WAIT_FD_H

#include "io/globals.h"
#include "scheduler/wait.h"

#include <poll.h>

/* No deadline. */
#define ASYNC_WAIT_FOREVER UINT64_MAX

/* Has this thread ever run a scheduler? The hooks serve every thread of the process, and leave the threads of libraries
 * alone. Each hooked call reads this several times: in the initial-exec model a read needs no function call. */
#ifdef __GLIBC__
extern _Thread_local bool async_io_thread_is_ours __attribute__((tls_model("initial-exec")));
#else
extern _Thread_local bool async_io_thread_is_ours;
#endif

static zend_always_inline bool async_io_thread_has_scheduler(void)
{
	return async_io_thread_is_ours;
}

/* Does a coroutine run here? Then a call may have to wait cooperatively; async_io_may_park() says whether it can. */
static zend_always_inline bool async_io_is_inside(void)
{
	return async_io_thread_is_ours && ASYNC_G(current) != NULL;
}

/* Has this thread a reactor, which has to be told before a descriptor is closed? */
static zend_always_inline bool async_io_thread_has_reactor(void)
{
	return async_io_thread_is_ours && ASYNC_G(reactor) != NULL;
}

/* May the calling code wait cooperatively? False on threads without a scheduler, outside of coroutines, where switching
 * is impossible, and in calls of extensions that are not known (hooks/extensions.h): the caller then makes the stock
 * call. Counts the last two cases (blocked_in_place), so ask only before a call that may block. */
bool async_io_may_park(void);

/* The same for a wait for a child. False also in an instruction that releases a process and uses its variable again. */
bool async_io_may_park_for_child(void);

/* Mark the calling thread: it runs a scheduler from now on. */
void async_io_thread_attach(void);

/* Park the current coroutine until fd is ready for events (ASYNC_FD_…) or the deadline passes.
 * owns:     nothing; the caller keeps fd open until return
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   ASYNC_WAIT_CANCELLED with errno ECANCELED; the registration is gone, the cancellation is delivered when
 *           control is back in PHP code (delivery.h)
 * signals:  the call that signals end; NULL: none ends it. ASYNC_WAIT_SIGNALLED with errno EINTR: one has come. The
 *           kernel looks once more for what was waited for, and so does the caller
 * errors:   ASYNC_WAIT_TIMEOUT, ASYNC_WAIT_ERROR (errno kept; EBADF: another coroutine closed it, the number may be
 *           another file's already). READY may be spurious: try the operation again, several coroutines may have been
 *           woken for one event. */
async_wait_result_t async_wait_fd(int fd, unsigned events, uint64_t deadline, const async_call_signals_t *signals);

/* For reports: the descriptors of a wait of the kind DESCRIPTOR, by index, with the events that are waited for. False:
 * there is none with this index. */
size_t async_wait_fd_count(const async_wait_t *wait);
bool async_wait_fd_at(const async_wait_t *wait, size_t index, int *fd, unsigned *events);

/* Make all waits for this descriptor fail with ASYNC_WAIT_ERROR, those under way and new ones, until
 * async_wait_fd_allow(). The caller wants to close the descriptor, and lets the coroutines that use it leave first. It
 * calls async_wait_fd_allow() before the close, because afterwards the number may belong to another file.
 * owns:     the caller passes the result to async_wait_fd_allow(); NULL: another coroutine is closing the descriptor
 * suspends: no
 * runs PHP: no */
struct async_call_lock *async_wait_fd_refuse(int fd);
void async_wait_fd_allow(struct async_call_lock *refusal);

/* Does a coroutine close this descriptor just now? For calls that wait by other means. */
bool async_wait_fd_is_refused(int fd);

/* The same for a set of descriptors as poll(2) takes it: until one of them is ready. Entries with a negative fd are
 * ignored. revents is not written: the caller polls again without blocking. A set of size 0 only waits for the
 * deadline. */
async_wait_result_t async_wait_fds(const struct pollfd *fds, nfds_t count, uint64_t deadline,
	const async_call_signals_t *signals);

/* poll(2) without waiting. Repeats the call when a signal interrupted it: there is no wait that a signal could end. */
int async_poll_now(struct pollfd *fds, nfds_t count);

/* The deadline that is this number of milliseconds away; ASYNC_WAIT_FOREVER for a negative number. */
uint64_t async_deadline_after_ms(int64_t ms);

/* The same for seconds and nanoseconds. Nanoseconds may be more than a second, or negative: stream_set_timeout() takes
 * such microseconds, and stock PHP adds the two. ASYNC_WAIT_FOREVER for a sum of minus one millisecond or less. */
uint64_t async_deadline_after(time_t seconds, long nanoseconds);

#endif

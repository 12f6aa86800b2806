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

/* Has this thread ever run a scheduler? Threads of libraries have not: hooks, which serve every thread of the process,
 * leave them alone. Each stock call asks several times: this kind of variable needs no call to be found. */
#ifdef __GLIBC__
extern _Thread_local bool async_io_thread_is_ours __attribute__((tls_model("initial-exec")));
#else
extern _Thread_local bool async_io_thread_is_ours;
#endif

static zend_always_inline bool async_io_thread_has_scheduler(void)
{
	return async_io_thread_is_ours;
}

/* Does a coroutine run here? Then a call may have to wait cooperatively; whether it can, async_io_may_park() says. */
static zend_always_inline bool async_io_is_inside(void)
{
	return async_io_thread_is_ours && ASYNC_G(current) != NULL;
}

/* Has this thread a reactor whose registrations have to follow a close(2)? */
static zend_always_inline bool async_io_thread_has_reactor(void)
{
	return async_io_thread_is_ours && ASYNC_G(reactor) != NULL;
}

/* May the calling code wait cooperatively? False on foreign threads, outside the scheduler, where switching is
 * impossible: then the stock call is made. */
bool async_io_may_park(void);

/* This thread runs a scheduler from now on. */
void async_io_thread_attach(void);

/* Park the current coroutine until fd is ready for events (ASYNC_FD_…) or the deadline passes.
 * owns:     nothing; the caller keeps fd open until return
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   ASYNC_WAIT_CANCELLED with errno ECANCELED; the registration is gone, the cancellation is delivered when
 *           control is back in PHP code (delivery.h)
 * errors:   ASYNC_WAIT_TIMEOUT, ASYNC_WAIT_ERROR (errno kept; EBADF: another coroutine closed it, the number may be
 *           another file's already). READY may be spurious: try the operation again, several coroutines may have been
 *           woken for one event. */
async_wait_result_t async_wait_fd(int fd, unsigned events, uint64_t deadline);

/* A descriptor is about to be closed, when those who are in the middle of something with it have left: their waits
 * fail with ASYNC_WAIT_ERROR, now and until allow(), which comes before the descriptor can have become another. NULL:
 * somebody else is closing it. Neither suspends nor runs PHP code. */
struct async_turn *async_wait_fd_refuse(int fd);
void async_wait_fd_allow(struct async_turn *refusal);

/* The same for a set of descriptors as poll(2) takes it; entries with a negative fd are ignored. revents is not
 * written: the caller polls again without blocking. */
async_wait_result_t async_wait_fds(const struct pollfd *fds, nfds_t count, uint64_t deadline);

/* poll(2) without waiting. A signal makes that fail, too, when nothing is ready: nobody waits, so it is asked again. */
int async_poll_now(struct pollfd *fds, nfds_t count);

/* Deadline that lies so many milliseconds ahead; negative: none. */
uint64_t async_deadline_after_ms(int64_t ms);

/* The same for a timespec; neither part is negative, nanoseconds may be more than a second. */
uint64_t async_deadline_after(time_t seconds, long nanoseconds);

#endif

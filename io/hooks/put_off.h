/*
 * Waits that a library leaves to its caller: poll() answers at once that nothing is ready, and the caller waits when
 * the library has returned. For calls of a library that refuses all others meanwhile.
 */
#ifndef ASYNC_IO_HOOKS_PUT_OFF_H
#define ASYNC_IO_HOOKS_PUT_OFF_H

#include "io/wait_fd.h"
#include "scheduler/user_signals.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct async_put_off {
	bool is_due;                   /* there was such a poll() */
	struct pollfd *fds;            /* a copy; NULL: there are none */
	nfds_t count;
	uint64_t deadline;
	async_call_signals_t signals;
	const void *library;           /* an address in it */
	bool is_over;                  /* set by another coroutine: end with EINTR unless something is ready */
} async_put_off_t;

/* From now on the next poll() of this thread is put off if it has to wait. *put_off is zeroed, and stays where it is up
 * to async_put_off_end(). The caller calls the library next, and nothing else. */
void async_put_off_begin(async_put_off_t *put_off);

/* The library has returned. True: a wait was put off. async_put_off_wait() makes it up. */
bool async_put_off_end(async_put_off_t *put_off);

/* Wait as poll() would have waited, and release the copy. Returns what poll() would have returned; -1 with errno:
 * ECANCELED when the coroutine was cancelled, EINTR, EBADF …
 * suspends: yes; runs PHP: no */
int async_put_off_wait(async_put_off_t *put_off);

#endif

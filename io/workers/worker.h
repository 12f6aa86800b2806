/*
 * Worker processes: forked, linked to their parent, watched, told, killed and reaped.
 *
 * A worker goes on in the service coroutine that has forked it. It has the parent's memory, and none of its
 * connections: sockets that were open at the fork are dead in the worker. Its standard output and error are pipes to
 * the parent, its input is empty. It ends with its parent: the kernel kills it then, and else it sees the end of the
 * link.
 *
 * In the parent the descriptors and the process belong to the record. Records are on one list, so that the end of the
 * request ends all workers, and a forked child closes its copies of their descriptors.
 */
#ifndef ASYNC_IO_WORKERS_WORKER_H
#define ASYNC_IO_WORKERS_WORKER_H

#include "io/globals.h"
#include "io/workers/link.h"
#include "reactor/ring.h"
#include "scheduler/fork.h"

#include "zend_smart_str_public.h"

typedef enum {
	ASYNC_WORKER_STDOUT,
	ASYNC_WORKER_STDERR,
	ASYNC_WORKER_LINK,
	ASYNC_WORKER_SOURCES
} async_worker_source_t;

typedef struct async_worker async_worker_t;

struct async_worker {
	async_ring_t node;             /* ASYNC_IO_G(workers); first */
	async_ring_t user_node;        /* for the user: on a list of its own */
	pid_t pid;
	async_link_t link;
	int output[2];                 /* read ends, -1: closed */
	async_fd_waiter_t watchers[ASYNC_WORKER_SOURCES];
	bool is_ready[ASYNC_WORKER_SOURCES];
	async_wait_t *wait;            /* of the coroutine that waits for this worker, in its frame; NULL: none */
	smart_str line[2];             /* what was printed since the last end of a line */
	/* An idle worker has printed something, or its link is ready: it has ended. Called by the reactor. NULL: none */
	void (*idle_event)(async_worker_t *worker);
	void *user;
	uint64_t jobs;                 /* for the user: how many it has been given */
};

/* Fork a worker.
 * owns:     the caller owns the record, until async_worker_end() or async_worker_reap(). In the child it owns a record
 *           with the other end of the link, for good
 * suspends: no; runs PHP: no
 * errors:   NULL with errno set */
async_worker_t *async_worker_start(async_leave_worker_t leave, bool *is_child);

/* Has it sent or printed something, or ended, that no code has looked at yet? */
bool async_worker_has_event(const async_worker_t *worker);

/* Wait until the worker has sent or printed something, has ended, async_worker_wake() is called, or the deadline passes
 * (ASYNC_WAIT_FOREVER: none). `is_ready` tells which. One coroutine waits at a time, a service coroutine.
 * suspends: yes; runs PHP: no
 * cancel:   CANCELLED in the forced phase and while frames are unwound; errors: ERROR with errno set */
async_wait_result_t async_worker_wait(async_worker_t *worker, uint64_t deadline);

/* End that wait. Does nothing when no coroutine waits. suspends: no; runs PHP: no */
void async_worker_wake(async_worker_t *worker);

/* Have `idle_event` called when an idle worker prints or ends. No coroutine waits, and this does not keep the request
 * alive. */
void async_worker_watch_idle(async_worker_t *worker);

/* Pass on what the worker has printed: its output to that of the running code, its errors to standard error. Whole
 * lines first; `all`: the rest as well. Appends what was printed to *kept, which keeps the last bytes, up to a limit.
 * suspends: no; runs PHP: output handlers, which may throw */
void async_worker_pass_output(async_worker_t *worker, smart_str *kept, bool all);

/* The same for a worker that was told to end, until it has closed its output, or until the deadline. It blocks.
 * suspends: no; runs PHP: output handlers, which may throw; not after PHP has ended its output: then it does nothing */
void async_worker_pass_last(async_worker_t *worker, uint64_t deadline);

/* How a process has ended. */
typedef struct {
	bool is_known;     /* false: other code has reaped it */
	int signal;        /* 0: it was not killed */
	int status;
} async_worker_exit_t;

/* Kill the worker, if it is still there, and wait for its end. The record stays.
 * suspends: no, it blocks for the short time in which the system ends the process; runs PHP: no */
async_worker_exit_t async_worker_kill(async_worker_t *worker);

/* Tell an idle worker to end by closing the link. Its output can be waited for. suspends: no; runs PHP: no */
void async_worker_tell_end(async_worker_t *worker);

/* Tell an idle worker to end, if it was not told before. It is reaped when it has ended, and killed with the request.
 * Frees the record. suspends: no; runs PHP: no */
void async_worker_dismiss(async_worker_t *worker);

/* Close all descriptors and free the record of a worker that was killed. suspends: no; runs PHP: no */
void async_worker_free(async_worker_t *worker);

/* In a worker: end the process. Threads of this process finish what has to be written. No shutdown function runs, and
 * no destructor: they are the parent's. */
ZEND_NORETURN void async_worker_exit(int status);

extern const async_part_t async_workers_part;

#endif

/*
 * Processes that a cancelled wait left behind: watched until they end, then reaped.
 */
#include "io/processes/orphans.h"

#include "io/globals.h"
#include "scheduler/scheduler.h"

#include <stdlib.h>
#include <sys/wait.h>

/* Outlives the request, so its memory comes from malloc(). */
typedef struct async_orphan {
	struct async_orphan *next;
	pid_t pid;
	FILE *pipe;                  /* NULL: there is none */
	async_pclose_fn close;       /* of that pipe: pclose(), which also reaps */
	async_child_waiter_t waiter; /* `ready` is NULL when it is not watched, or its end was reported */
} orphan_t;

bool async_process_has_ended(pid_t pid)
{
	siginfo_t info;

	ZEND_ASSERT(pid > 0 && "one child, not a group");
	info.si_pid = 0;
	return waitid(P_PID, (id_t) pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

/* The process has ended, so neither call blocks. */
static void reap(orphan_t *orphan)
{
	ZEND_ASSERT(orphan->waiter.ready == NULL && "the reactor does not know the orphan any more");
	if (orphan->pipe) {
		orphan->close(orphan->pipe);
	} else {
		waitpid(orphan->pid, NULL, WNOHANG);
	}
	free(orphan);
}

void async_orphans_sweep(void)
{
	orphan_t **link = &ASYNC_IO_G(orphans);

	while (*link) {
		orphan_t *orphan = *link;
		if (orphan->waiter.ready || !async_process_has_ended(orphan->pid)) {
			link = &orphan->next;
			continue;
		}
		*link = orphan->next;
		reap(orphan);
	}
}

static void on_end(async_child_waiter_t *waiter)
{
	(void) waiter;
	async_orphans_sweep();
}

void async_orphan_adopt(pid_t pid, FILE *pipe, async_pclose_fn close)
{
	orphan_t *orphan = calloc(1, sizeof(*orphan));

	ZEND_ASSERT(pid > 0 && (pipe == NULL) == (close == NULL) && "a pipe comes with the function that closes it");
	if (orphan == NULL) {
		return;   /* for want of memory a zombie and its FILE are left */
	}
	orphan->pid = pid;
	orphan->pipe = pipe;
	orphan->close = close;
	orphan->next = ASYNC_IO_G(orphans);
	ASYNC_IO_G(orphans) = orphan;
	/* If it cannot be watched, a later sweep reaps it. */
	(void) async_child_watch(ASYNC_G(reactor), &orphan->waiter, pid, on_end);
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	if (EXPECTED(ASYNC_IO_G(orphans) == NULL)) {
		return;
	}
	for (orphan_t *orphan = ASYNC_IO_G(orphans); orphan; orphan = orphan->next) {
		async_child_unwatch(ASYNC_G(reactor), &orphan->waiter);
	}
	async_orphans_sweep();
}

const async_part_t async_orphans_part = { .request_end = end_request };

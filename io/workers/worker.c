/*
 * Worker processes: their start, their descriptors, and their end.
 */
#include "io/workers/worker.h"

#include "io/processes/orphans.h"
#include "io/wait_fd.h"
#include "io/workers/dead_sockets.h"
#include "io/workers/setup.h"
#include "scheduler/scheduler.h"

#include "zend_smart_str.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLOSED(fds) { (fds)[0] = (fds)[1] = -1; }

static async_ring_t *workers(void)
{
	async_ring_t *list = &ASYNC_IO_G(workers);

	if (UNEXPECTED(list->next == NULL)) {
		async_ring_init(list);
	}
	return list;
}

static void close_all(async_worker_t *worker)
{
	async_link_close(&worker->link);
	async_link_close_one(&worker->output[0]);
	async_link_close_one(&worker->output[1]);
}

/* ---- start ---- */

/* errors: false with errno set */
static bool open_pipe(int *read_end, int *write_end)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0) {
		return false;
	}
	*read_end = async_fd_above_standard(ends[0]);
	*write_end = async_fd_above_standard(ends[1]);
	return *read_end >= 0 && *write_end >= 0 && fcntl(*read_end, F_SETFL, O_NONBLOCK) == 0;
}

/* In the child: the record is that of its own end from now on. */
static void become_child(async_worker_t *worker, async_link_t *link, int output[2], const async_open_sockets_t *open,
	pid_t parent)
{
	async_link_close(&worker->link);
	async_link_close_one(&worker->output[0]);
	async_link_close_one(&worker->output[1]);
	worker->link = *link;
	/* A process that the worker forks closes its copy of the link: the parent sees the end of the worker itself. */
	async_ring_insert_tail(workers(), &worker->node);
	async_worker_set_up(output, parent);
	async_compat_forget_seeds();
	/* After the reactor has let go of them. */
	if (!async_open_sockets_kill(open)) {
		_exit(255);
	}
}

async_worker_t *async_worker_start(async_leave_worker_t leave, bool *is_child)
{
	async_worker_t *worker = calloc(1, sizeof(*worker));
	async_open_sockets_t open = { 0 };
	async_link_t link = { .fd = -1, .out_memory = -1, .in_memory = -1 };
	int write_ends[2] = { -1, -1 };
	const pid_t parent = getpid();
	int kept_errno;

	*is_child = false;
	if (worker == NULL) {
		return NULL;
	}
	worker->link = link;
	CLOSED(worker->output)
	if (!async_open_sockets_note(&open) || !async_link_open_pair(&worker->link, &link)
		|| !open_pipe(&worker->output[0], &write_ends[0]) || !open_pipe(&worker->output[1], &write_ends[1])) {
		goto failed;
	}
	worker->pid = async_fork_worker(leave);
	if (worker->pid < 0) {
		goto failed;
	}
	if (worker->pid == 0) {
		*is_child = true;
		become_child(worker, &link, write_ends, &open, parent);
		async_open_sockets_free(&open);
		return worker;
	}
	async_ring_insert_tail(workers(), &worker->node);
	async_link_close(&link);
	async_link_close_one(&write_ends[0]);
	async_link_close_one(&write_ends[1]);
	async_open_sockets_free(&open);
	return worker;

failed:
	kept_errno = errno;
	async_link_close(&link);
	async_link_close_one(&write_ends[0]);
	async_link_close_one(&write_ends[1]);
	async_open_sockets_free(&open);
	close_all(worker);
	free(worker);
	errno = kept_errno;
	return NULL;
}

/* ---- waiting ---- */

static int source_fd(const async_worker_t *worker, int source)
{
	return source == ASYNC_WORKER_LINK ? worker->link.fd : worker->output[source];
}

static void on_ready(async_worker_t *worker, async_worker_source_t source)
{
	worker->is_ready[source] = true;
	if (worker->wait) {
		async_worker_wake(worker);
	} else if (worker->idle_event) {
		worker->idle_event(worker);
	}
}

#define ON_READY(name, source) \
	static void name(async_fd_waiter_t *watcher, unsigned events) \
	{ \
		(void) events; \
		on_ready(async_container_of(watcher, async_worker_t, watchers[source]), source); \
	}
ON_READY(stdout_ready, ASYNC_WORKER_STDOUT)
ON_READY(stderr_ready, ASYNC_WORKER_STDERR)
ON_READY(link_ready, ASYNC_WORKER_LINK)

/* errors: false with errno set */
static bool watch(async_worker_t *worker, int source)
{
	static const async_fd_fn functions[] = { stdout_ready, stderr_ready, link_ready };
	const int fd = source_fd(worker, source);
	int error;

	if (fd < 0 || worker->watchers[source].descriptor) {
		return true;
	}
	error = async_fd_watch(ASYNC_G(reactor), &worker->watchers[source], fd, ASYNC_FD_READABLE, functions[source]);
	if (error) {
		errno = -error;
		return false;
	}
	return true;
}

bool async_worker_has_event(const async_worker_t *worker)
{
	return worker->is_ready[ASYNC_WORKER_STDOUT] || worker->is_ready[ASYNC_WORKER_STDERR]
		|| worker->is_ready[ASYNC_WORKER_LINK];
}

async_wait_result_t async_worker_wait(async_worker_t *worker, uint64_t deadline)
{
	async_wait_t wait;
	async_wait_result_t result;

	ZEND_ASSERT(worker->wait == NULL && "one coroutine waits for a worker");
	if (async_scheduler_reactor() == NULL) {
		return ASYNC_WAIT_ERROR;
	}
	for (int source = 0; source < ASYNC_WORKER_SOURCES; source++) {
		if (!watch(worker, source)) {
			return ASYNC_WAIT_ERROR;
		}
	}
	if (async_worker_has_event(worker)) {
		return ASYNC_WAIT_READY;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_CHILD);
	wait.detail = worker->pid;
	wait.is_external = true;
	if (deadline != ASYNC_WAIT_FOREVER && !async_wait_set_deadline(&wait, deadline)) {
		return ASYNC_WAIT_ERROR;
	}
	worker->wait = &wait;
	result = async_park(&wait);
	worker->wait = NULL;
	return result;
}

void async_worker_wake(async_worker_t *worker)
{
	if (worker->wait) {
		async_wake(worker->wait->coroutine, worker->wait->ticket, ASYNC_WAIT_READY);
	}
}

void async_worker_watch_idle(async_worker_t *worker)
{
	/* Without the watch its end is seen when the next job is sent to it, and what it prints is passed on then. */
	for (int source = 0; source < ASYNC_WORKER_SOURCES && ASYNC_G(reactor); source++) {
		(void) watch(worker, source);
	}
}

/* ---- end ---- */

async_worker_exit_t async_worker_kill(async_worker_t *worker)
{
	async_worker_exit_t end = { 0 };
	int status;
	pid_t reaped;

	if (worker->pid <= 0) {
		return end;
	}
	/* The number is that of the worker until it is reaped, which other code may have done: then the signal could meet
	 * another process. */
	if (!async_process_has_ended(worker->pid)) {
		kill(worker->pid, SIGKILL);
	}
	do {
		reaped = waitpid(worker->pid, &status, 0);
	} while (reaped < 0 && errno == EINTR);
	if (reaped == worker->pid) {
		end.is_known = true;
		end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
		end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
	}
	worker->pid = 0;
	return end;
}

/* The reactor forgets the descriptors before they are closed. */
static void unwatch(async_worker_t *worker)
{
	for (int source = 0; source < ASYNC_WORKER_SOURCES && ASYNC_G(reactor); source++) {
		const int fd = source_fd(worker, source);
		async_fd_unwatch(ASYNC_G(reactor), &worker->watchers[source]);
		if (fd >= 0) {
			async_fd_forget(ASYNC_G(reactor), fd);
		}
	}
}

void async_worker_free(async_worker_t *worker)
{
	ZEND_ASSERT(worker->wait == NULL && "no coroutine waits for a worker that is freed");
	unwatch(worker);
	close_all(worker);
	smart_str_free(&worker->line[0]);
	smart_str_free(&worker->line[1]);
	async_ring_remove(&worker->node);
	free(worker);
}

void async_worker_tell_end(async_worker_t *worker)
{
	async_fd_unwatch(ASYNC_G(reactor), &worker->watchers[ASYNC_WORKER_LINK]);
	async_fd_forget(ASYNC_G(reactor), worker->link.fd);
	async_link_close(&worker->link);
	worker->is_ready[ASYNC_WORKER_LINK] = false;
}

void async_worker_dismiss(async_worker_t *worker)
{
	if (ASYNC_G(reactor) && worker->pid > 0 && ASYNC_G(phase) < ASYNC_PHASE_UNWINDING) {
		async_orphan_adopt(worker->pid, NULL, NULL);
	} else {
		async_worker_kill(worker);
	}
	async_worker_free(worker);
}

/* In a forked child: the records of the parent. */
static async_ring_t forgotten = { &forgotten, &forgotten };

/* A forked child: its copies of descriptors would keep the links open after the end of the parent. */
static void forget_all(void)
{
	while (!async_ring_is_empty(workers())) {
		async_worker_t *worker = async_container_of(async_ring_first(workers()), async_worker_t, node);
		async_ring_remove(&worker->node);
		close_all(worker);
		worker->pid = 0;
		/* Pools of the parent may lead to it, so it stays. Only leak checkers look at this list. */
		async_ring_insert_tail(&forgotten, &worker->node);
	}
}

/* What is left after exit() or a fatal error. */
static ASYNC_ALWAYS_RUNS void end_all(void)
{
	if (EXPECTED(ASYNC_IO_G(workers).next == NULL)) {
		return;
	}
	while (!async_ring_is_empty(workers())) {
		async_worker_t *worker = async_container_of(async_ring_first(workers()), async_worker_t, node);
		worker->wait = NULL;
		async_worker_kill(worker);
		async_worker_free(worker);
	}
}

const async_part_t async_workers_part = { .after_fork = forget_all, .request_end = end_all };

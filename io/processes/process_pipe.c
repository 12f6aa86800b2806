/*
 * Pipes to processes: popen() finds out which process it started, and pclose() waits for that process. The process of a
 * pipe that was opened otherwise is waited for in a thread.
 */
#include "io/processes/process_pipe.h"

#include "io/delivery.h"
#include "io/globals.h"
#include "io/processes/child_wait.h"
#include "io/processes/orphans.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <unistd.h>

/* A pipe whose process is known. The list belongs to one thread, as PHP streams do. */
typedef struct async_pipe_record {
	struct async_pipe_record *next;
	FILE *pipe;
	pid_t pid;
} pipe_record_t;

/* ---- which process is it? ---- */

/* The number of the child that this thread started last; 0: none, or the system does not say. */
static pid_t youngest_child(void)
{
	char text[4096];
	pid_t pid = 0, last = 0;
	ssize_t length;
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		return 0;
	}
	while ((length = read(fd, text, sizeof(text))) > 0) {
		for (ssize_t i = 0; i < length; i++) {
			if (text[i] >= '0' && text[i] <= '9') {
				pid = pid * 10 + (text[i] - '0');
			} else if (pid) {
				last = pid;
				pid = 0;
			}
		}
	}
	close(fd);   /* the result does not matter after reads only */
	return length < 0 ? 0 : pid ? pid : last;
}

/* The process that pclose() of this pipe has to wait for; 0: not known. Removes the record. */
static pid_t take_process(FILE *pipe)
{
	pipe_record_t **link = &ASYNC_IO_G(open_pipes);
	pipe_record_t *record;
	pid_t pid = 0;

	while (*link && (*link)->pipe != pipe) {
		link = &(*link)->next;
	}
	record = *link;
	if (record) {
		pid = record->pid;
		ZEND_ASSERT(pid > 0 && "only pipes whose process is known have a record");
		*link = record->next;
		free(record);
	}
	return pid;
}

FILE *async_process_pipe_open(async_popen_fn original, const char *command, const char *type)
{
	pipe_record_t *record;
	pid_t before, pid;
	FILE *pipe;
	int kept_errno;

	if (!async_io_is_inside()) {
		return original(command, type);
	}
	before = youngest_child();
	pipe = original(command, type);
	if (pipe == NULL) {
		return NULL;
	}
	kept_errno = errno;
	pid = youngest_child();
	/* Children are listed in the order of their start. When the last one is the same as before, the new one is gone
	 * already: the process ignores SIGCHLD, so it leaves no zombie. */
	if (pid != before && pid > 0 && (record = calloc(1, sizeof(*record))) != NULL) {
		record->pipe = pipe;
		record->pid = pid;
		record->next = ASYNC_IO_G(open_pipes);
		ASYNC_IO_G(open_pipes) = record;
	}
	errno = kept_errno;
	return pipe;
}

/* ---- pclose() ---- */

/* Write what libc still holds in its buffer. libc would block here, so wait until the pipe has room: then it takes up
 * to PIPE_BUF bytes at once. EOF: the write failed, or the wait was cancelled. */
static int flush(FILE *pipe)
{
	const size_t pending = __fpending(pipe);

	if (pending == 0) {
		return 0;
	}
	if (pending <= PIPE_BUF
		&& async_wait_fd(fileno(pipe), ASYNC_FD_WRITABLE, ASYNC_WAIT_FOREVER, NULL) == ASYNC_WAIT_CANCELLED) {
		__fpurge(pipe);
		return EOF;
	}
	return fflush(pipe);
}

static bool look_if_ended(void *context)
{
	return async_process_has_ended(*(const pid_t *) context);
}

/* Close the pipe under the FILE, which stays: the process sees the end of its input, as after a close. */
static bool detach(FILE *pipe)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	bool done;

	if (null < 0) {
		return false;
	}
	done = dup3(null, fileno(pipe), O_CLOEXEC) >= 0;
	close(null);   /* nothing was written */
	return done;
}

/* pclose() of a process whose number is not known: only libc can wait for it. The call may take for ever, so it has a
 * thread of its own. */
typedef struct closing_waiter closing_waiter_t;

typedef struct {
	async_job_t job;          /* first: the reactor passes it to the functions below */
	FILE *pipe;
	async_pclose_fn pclose;
	int status;               /* the result of pclose() … */
	int error;                /* … and its errno */
	closing_waiter_t *waiter; /* used by closing_complete() only: an abandoned job has none */
} closing_t;

/* In the frame of the parked caller. */
struct closing_waiter {
	async_wait_t wait;
	bool is_done;
	int status;
	int error;
};

static void closing_work(async_job_t *job)
{
	closing_t *closing = (closing_t *) job;

	errno = 0;
	closing->status = closing->pclose(closing->pipe);
	closing->error = errno;
}

static void closing_complete(async_job_t *job)
{
	closing_t *closing = (closing_t *) job;
	closing_waiter_t *waiter = closing->waiter;

	ZEND_ASSERT(!waiter->is_done && "a job completes once");
	waiter->is_done = true;
	waiter->status = closing->status;
	waiter->error = closing->error;
	async_wake(waiter->wait.coroutine, waiter->wait.ticket, ASYNC_WAIT_READY);
}

static void closing_destroy(async_job_t *job)
{
	free(job);
}

/* Falls back to a blocking pclose() when there is no reactor or no memory. */
static int close_in_thread(async_pclose_fn original, FILE *pipe)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	closing_t *closing = calloc(1, sizeof(*closing));
	closing_waiter_t waiter = { .is_done = false };

	if (reactor == NULL || closing == NULL) {
		free(closing);
		return original(pipe);
	}
	closing->job.kind = ASYNC_JOB_SURE;
	closing->job.work = closing_work;
	closing->job.complete = closing_complete;
	closing->job.destroy = closing_destroy;
	closing->pipe = pipe;
	closing->pclose = original;
	closing->waiter = &waiter;
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_JOB);
	closing->job.name = waiter.wait.subject = "end of a process";
	if (async_job_submit(reactor, &closing->job) != 0) {
		free(closing);
		return original(pipe);
	}
	if (async_park(&waiter.wait) == ASYNC_WAIT_READY) {
		ZEND_ASSERT(waiter.is_done && "the completion alone wakes the caller");
		errno = waiter.error;
		return waiter.status;
	}
	/* Cancelled: the thread goes on, and reaps the process when it ends. */
	if (!waiter.is_done) {
		async_job_abandon(ASYNC_G(reactor), &closing->job);
	}
	async_delivery_request();
	errno = ECANCELED;
	return -1;
}

/* The number is known: park until that process has ended, then pclose() reaps it without blocking. */
static int close_known(async_pclose_fn original, FILE *pipe, pid_t pid)
{
	const int flushed = flush(pipe);
	const int kept_errno = errno;
	int status;

	ZEND_ASSERT(pid > 0 && "the number of one child");
	if (!detach(pipe)) {
		return close_in_thread(original, pipe);
	}
	if (async_wait_child(pid, true, false, look_if_ended, &pid) == ASYNC_WAIT_CANCELLED) {
		async_orphan_adopt(pid, pipe, original);
		errno = ECANCELED;
		return -1;
	}
	errno = kept_errno;
	status = original(pipe);
	/* As libc: the status of the process counts before a failed write. */
	return status != 0 ? status : flushed;
}

int async_process_pipe_close(async_pclose_fn original, FILE *pipe)
{
	pid_t pid;

	if (!async_io_thread_has_scheduler()) {
		return original(pipe);
	}
	pid = take_process(pipe);
	async_orphans_sweep();
	if (!async_io_may_park_for_child()) {
		return original(pipe);
	}
	return pid ? close_known(original, pipe, pid) : close_in_thread(original, pipe);
}

/*
 * Opening FIFOs, which waits until the other end is opened: in a thread for each open().
 *
 * Coroutines may wait for each other here: a bounded pool could be full of readers when the writer comes. The thread
 * makes a plain open(), so the other end may be opened by any process.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/wait_fd.h"
#include "io/wait_words.h"
#include "scheduler/activity.h"
#include "scheduler/scheduler.h"
#include "scheduler/user_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct opening opening_t;

/* In the frame of the parked caller. */
typedef struct {
	async_wait_t wait;
	opening_t *opening;   /* NULL once completed */
	int fd;               /* the result of open() … */
	int error;            /* … and its errno */
} waiter_t;

/* The job. Owns its path, and the descriptor until complete() has passed it on. */
struct opening {
	async_job_t job;      /* first: the reactor passes it to the functions below */
	waiter_t *waiter;     /* used by complete() only: an abandoned job has none */
	char *path;
	int flags;
	mode_t mode;
	int fd;               /* -1 while there is none */
	int error;
};

static void work(async_job_t *job)
{
	opening_t *self = (opening_t *) job;

	self->fd = open(self->path, self->flags, self->mode);
	self->error = errno;
}

static void complete(async_job_t *job)
{
	opening_t *self = (opening_t *) job;

	ZEND_ASSERT(self->waiter->opening == self && "a job completes once, unless it was abandoned");
	self->waiter->opening = NULL;
	self->waiter->fd = self->fd;
	self->waiter->error = self->error;
	self->fd = -1;
	async_wake(self->waiter->wait.coroutine, self->waiter->wait.ticket, ASYNC_WAIT_READY);
}

static void destroy(async_job_t *job)
{
	opening_t *self = (opening_t *) job;

	if (self->fd >= 0) {
		(void) close(self->fd);
	}
	free(self->path);
	free(self);
}

static opening_t *opening_new(const char *path, int flags, mode_t mode, waiter_t *waiter)
{
	opening_t *self = calloc(1, sizeof(*self));

	if (self == NULL || (self->path = strdup(path)) == NULL) {
		free(self);
		return NULL;
	}
	self->flags = flags;
	self->mode = mode;
	self->fd = -1;
	self->waiter = waiter;
	self->job.kind = ASYNC_JOB_OWN;
	self->job.work = work;
	self->job.complete = complete;
	self->job.destroy = destroy;
	return self;
}

/* End the open() of a thread that was abandoned, or it would take the next process that opens the other end. */
static void let_thread_go(const char *path, int flags)
{
	int fd = open(path, ((flags & O_ACCMODE) == O_RDONLY ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0) {
		(void) close(fd);
	}
}

/* Without a thread or memory for one: as stock PHP, and all coroutines wait. */
static int open_in_place(const char *path, int flags, mode_t mode)
{
	ASYNC_G(blocked_in_place)++;
	async_activity_mark(ASYNC_MARK_BLOCKED, 0);
	return open(path, flags, mode);
}

static int open_in_thread(const char *path, int flags, mode_t mode)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	waiter_t waiter = { .fd = -1 };
	async_call_signals_t signals;
	async_wait_result_t result;

	if (reactor == NULL || (waiter.opening = opening_new(path, flags, mode, &waiter)) == NULL) {
		return open_in_place(path, flags, mode);
	}
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_JOB);
	waiter.wait.subject = (void *) async_job_word_fifo;
	waiter.opening->job.name = async_job_word_fifo;
	waiter.wait.detail = (int64_t) (uintptr_t) path;
	async_call_signals_begin(&signals, ASYNC_ENDED_UNLESS_RESTARTED);
	waiter.wait.signals = &signals;
	if (UNEXPECTED(async_job_submit(reactor, &waiter.opening->job) != 0)) {
		destroy(&waiter.opening->job);
		return open_in_place(path, flags, mode);
	}
	result = async_park(&waiter.wait);
	if (EXPECTED(result != ASYNC_WAIT_CANCELLED && waiter.opening == NULL)) {
		errno = waiter.error;
		return waiter.fd;
	}
	if (result == ASYNC_WAIT_SIGNALLED) {
		async_job_abandon(reactor, &waiter.opening->job);
		let_thread_go(path, flags);
		errno = EINTR;
		return -1;
	}
	/* Cancelled. If the other end was opened meanwhile, it sees this end close. */
	if (waiter.opening) {
		async_job_abandon(reactor, &waiter.opening->job);
	} else if (waiter.fd >= 0) {
		(void) close(waiter.fd);
	}
	async_delivery_request();
	/* PHP shows this errno in its warning, as for every open() that fails. */
	errno = ECANCELED;
	return -1;
}

/* ---- which paths are FIFOs ---- */

/* A look at the path costs about a third of an open(). So a path that did not lead to a FIFO is remembered for a
 * second, or until this process changes names. When another process makes a FIFO there meanwhile, open() may block in
 * place. */
#define KNOWN_NAMES 64
#define KNOWN_FOR_S 1

/* A path that does not lead to a FIFO. Known by its hash: a collision has the effect described above. */
typedef struct {
	zend_ulong hash;
	time_t since;
} known_name_t;

static _Thread_local known_name_t known_names[KNOWN_NAMES];

void async_file_names_changed(void)
{
	memset(known_names, 0, sizeof(known_names));
}

static bool is_fifo(const char *path)
{
	zend_ulong hash = zend_inline_hash_func(path, strlen(path));
	known_name_t *known = &known_names[hash % KNOWN_NAMES];
	struct timespec now;
	struct stat status;
	int kept_errno = errno;
	bool found;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	if (known->hash == hash && now.tv_sec - known->since <= KNOWN_FOR_S) {
		return false;
	}
	found = stat(path, &status) == 0;
	errno = kept_errno;
	/* Relative paths are not remembered: the current directory may change. */
	if (found && !S_ISFIFO(status.st_mode) && *path == '/') {
		*known = (known_name_t) { hash, now.tv_sec };
	}
	return found && S_ISFIFO(status.st_mode);
}

/* Would open() with these flags wait for the other end of a FIFO? */
static bool may_wait(const char *path, int flags)
{
	return (flags & O_ACCMODE) != O_RDWR && !(flags & (O_NONBLOCK | O_EXCL | O_DIRECTORY | O_PATH)) && is_fifo(path);
}

int async_file_open(const char *path, int flags, mode_t mode)
{
	int fd;

	if (UNEXPECTED(may_wait(path, flags)) && async_io_may_park()) {
		return open_in_thread(path, flags, mode);
	}
	fd = open(path, flags, mode);
	if (EXPECTED(fd >= 0)) {
		async_file_note_opened(fd);
	}
	return fd;
}

/*
 * System calls on files by a worker: the memory that each side owns, and the way of the answer to the caller. A job has
 * its own copy of all that it touches, so that the caller may be cancelled at any time (lifetime rule 1).
 */
#include "io/files/job.h"

#include "io/delivery.h"
#include "io/files/files.h"
#include "scheduler/end.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* Bytes that a prefetching worker reads at a time. */
#define PREFETCH_SIZE (256 * 1024)
/* Bytes that a copying worker copies at a time: between two pieces it looks whether the caller has left. */
#define COPY_PIECE ((size_t) 4 * 1024 * 1024)

typedef struct file_job file_job_t;

/* In the frame of the parked caller. */
typedef struct {
	async_wait_t wait;        /* first: revoke() gets it */
	async_file_call_t *call;
	file_job_t *job;          /* NULL once the job has completed */
	char *buffer;             /* from then on: the job's memory with the bytes that it read */
} waiter_t;

struct file_job {
	async_job_t job;          /* first: the reactor passes it to the functions below */
	waiter_t *waiter;         /* used by complete() only: an abandoned job has none */
	async_file_call_t call;   /* `data` and the descriptors are the job's own */
	bool is_left;             /* atomic: the caller has left */
	async_file_move_t *move;  /* NULL: the call moves no position */
};

/* For reports: what the coroutine waits for. */
static const char *const names[] = {
	[ASYNC_FILE_CALL_READ] = "file read",
	[ASYNC_FILE_CALL_WRITE] = "file write",
	[ASYNC_FILE_CALL_SYNC] = "file sync",
	[ASYNC_FILE_CALL_DATASYNC] = "file sync",
	[ASYNC_FILE_CALL_COPY] = "file copy",
	[ASYNC_FILE_CALL_PREFETCH] = "file read",
};

int async_file_duplicate(int fd)
{
	/* Closed in programs that other coroutines start meanwhile. Never a standard descriptor that the user has closed:
	 * what PHP prints would go to the file. */
	return fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

ssize_t async_file_failed(async_wait_result_t result)
{
	if (result == ASYNC_WAIT_CANCELLED) {
		/* EINTR makes PHP's streams return quietly. A function that keeps retrying needs a harder error. */
		errno = async_delivery_is_ignored() ? ECANCELED : EINTR;
	}
	return -1;
}

/* ---- on the worker ---- */

/* Read into the job's memory, which is not used: what counts is that the pages are cached afterwards. Failures are left
 * to the reader. */
static ssize_t prefetch(const async_file_call_t *call)
{
	const off_t end = call->offset + (off_t) call->size;
	off_t at = call->offset;
	ssize_t got = 1;

	while (at < end && got > 0) {
		size_t size = end - at < PREFETCH_SIZE ? (size_t) (end - at) : PREFETCH_SIZE;
		got = pread(call->fd, call->data, size, at);
		at += got;
	}
	return 0;
}

/* The offset argument of copy_file_range(). */
static off_t *explicit_offset(off_t *offset)
{
	return *offset == ASYNC_FILE_CURRENT ? NULL : offset;
}

/* A copy whose caller has left ends early: it may be a long one, and the end of the process waits for it.
 * errors: -1 with errno, nothing was copied */
static ssize_t copy(file_job_t *self)
{
	async_file_call_t *call = &self->call;
	size_t done = 0;
	ssize_t got = 1;

	while (done < call->size && got > 0 && !__atomic_load_n(&self->is_left, __ATOMIC_RELAXED)) {
		size_t size = call->size - done < COPY_PIECE ? call->size - done : COPY_PIECE;
		got = copy_file_range(call->fd, explicit_offset(&call->offset), call->target,
			explicit_offset(&call->target_offset), size, call->flags);
		done += got > 0 ? (size_t) got : 0;
	}
	return done > 0 ? (ssize_t) done : got;
}

static ssize_t make_call(file_job_t *self)
{
	async_file_call_t *call = &self->call;
	const bool is_at_position = call->offset == ASYNC_FILE_CURRENT;

	switch (call->op) {
		case ASYNC_FILE_CALL_READ:
			return is_at_position ? read(call->fd, call->data, call->size)
				: pread(call->fd, call->data, call->size, call->offset);
		case ASYNC_FILE_CALL_WRITE:
			return is_at_position ? write(call->fd, call->data, call->size)
				: pwrite(call->fd, call->data, call->size, call->offset);
		case ASYNC_FILE_CALL_SYNC:
			return fsync(call->fd);
		case ASYNC_FILE_CALL_DATASYNC:
			return fdatasync(call->fd);
		case ASYNC_FILE_CALL_COPY:
			return copy(self);
		case ASYNC_FILE_CALL_PREFETCH:
			return prefetch(call);
	}
	return 0;
}

static void work(async_job_t *job)
{
	file_job_t *self = (file_job_t *) job;

	self->call.result = make_call(self);
	self->call.error = errno;
}

/* ---- on the reactor's thread ---- */

static void close_if_open(int fd)
{
	if (fd >= 0) {
		(void) close(fd);
	}
}

/* The caller was cancelled, so its read has not happened (D34): put the position back. When it is not where the call
 * has left it, other users of the description have read on from there, and it stays. */
static void put_back(const async_file_call_t *call)
{
	const size_t moved = call->result > 0 ? (size_t) call->result : 0;
	const int kept_errno = errno;

	/* A forked child drops the calls of its parent, which go on. */
	if (call->start >= 0 && call->done + moved > 0 && call->process == getpid()
		&& lseek(call->fd, 0, SEEK_CUR) == call->start + (off_t) moved) {
		(void) lseek(call->fd, call->start - (off_t) call->done, SEEK_SET);
	}
	errno = kept_errno;
}

/* Of an abandoned job: on the reactor's thread, or on another one when the reactor is gone. */
static void destroy(async_job_t *job)
{
	file_job_t *self = (file_job_t *) job;

	if (self->call.fd >= 0) {
		put_back(&self->call);
	}
	async_file_move_end(self->move);
	close_if_open(self->call.fd);
	close_if_open(self->call.target);
	free(self->call.data);
	free(self);
}

/* Hand everything over to the caller: the answer, the descriptors and the memory. destroy() follows, and finds nothing
 * left to close or to free. */
static void complete(async_job_t *job)
{
	file_job_t *self = (file_job_t *) job;
	waiter_t *waiter = self->waiter;

	ZEND_ASSERT(waiter->job == self && "a job completes once, unless it was abandoned");
	waiter->job = NULL;
	waiter->call->result = self->call.result;
	waiter->call->error = self->call.error;
	waiter->call->fd = self->call.fd;
	waiter->call->target = self->call.target;
	waiter->buffer = self->call.data;
	self->call.fd = self->call.target = -1;
	self->call.data = NULL;
	async_file_move_end(self->move);
	self->move = NULL;
	async_wake(waiter->wait.coroutine, waiter->wait.ticket, ASYNC_WAIT_READY);
}

/* Replace the caller's memory by a copy, or by room for the answer. False: there is no memory. */
static bool give_memory(file_job_t *self)
{
	async_file_call_t *call = &self->call;
	const void *data = call->data;
	size_t size = call->size;

	call->data = NULL;
	if (call->op == ASYNC_FILE_CALL_PREFETCH) {
		size = PREFETCH_SIZE;
	} else if (data == NULL) {
		return true;
	}
	call->data = malloc(size);
	if (call->data == NULL) {
		return false;
	}
	if (call->op == ASYNC_FILE_CALL_WRITE) {
		memcpy(call->data, data, size);
	}
	return true;
}

/* The number of the device, found without asking it: a dead one would not answer. */
static uint64_t device_of(int fd)
{
	struct stat status;
#ifdef STATX_TYPE
	struct statx extended;

	if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE, &extended) == 0) {
		return S_ISBLK(extended.stx_mode) ? makedev(extended.stx_rdev_major, extended.stx_rdev_minor)
			: makedev(extended.stx_dev_major, extended.stx_dev_minor);
	}
#endif
	if (fstat(fd, &status) != 0) {
		return 0;
	}
	return S_ISBLK(status.st_mode) ? status.st_rdev : status.st_dev;
}

/* Calls that may hang for the same reason: those on one device. Reads do not wait for writes. */
static uint64_t lane_of(const async_file_call_t *call)
{
	const bool reads = call->op == ASYNC_FILE_CALL_READ || call->op == ASYNC_FILE_CALL_PREFETCH;
	uint64_t lane = device_of(call->fd);

	if (call->op == ASYNC_FILE_CALL_COPY) {
		lane ^= device_of(call->target) << 24;   /* a copy waits for both */
	}
	return lane << 1 | !reads;
}

static file_job_t *job_new(const async_file_call_t *call, waiter_t *waiter)
{
	file_job_t *self = calloc(1, sizeof(*self));

	if (self == NULL) {
		return NULL;
	}
	self->call = *call;
	if (!give_memory(self)) {
		free(self);
		return NULL;
	}
	if (call->moved[0] >= 0 || call->moved[1] >= 0) {
		self->move = async_file_move_begin(call->moved[0], call->moved[1]);
	}
	self->waiter = waiter;
	self->job.kind = ASYNC_JOB_FAST;
	self->job.lane = lane_of(call);
	self->job.is_owed = call->op != ASYNC_FILE_CALL_READ && call->op != ASYNC_FILE_CALL_PREFETCH;
	self->job.work = work;
	self->job.complete = complete;
	self->job.destroy = destroy;
	return self;
}

/* The caller will not take the result, because its wait was cancelled or the request ends. When the job has completed
 * already, close and free its result. */
static void drop_result(async_wait_t *wait)
{
	waiter_t *waiter = (waiter_t *) wait;
	async_file_call_t *call = waiter->call;

	if (waiter->job) {
		return;
	}
	if (call->fd >= 0) {
		put_back(call);
	}
	close_if_open(call->fd);
	close_if_open(call->target);
	call->fd = call->target = -1;
	free(waiter->buffer);
	waiter->buffer = NULL;
}

/* The wait was cancelled: give the job up. Its result is dropped (D34). */
static void leave(waiter_t *waiter)
{
	if (waiter->job) {
		__atomic_store_n(&waiter->job->is_left, true, __ATOMIC_RELAXED);
		if (async_is_unwinding()) {
			/* exit() by another coroutine: what this one has written before is written. */
			async_job_let_go(ASYNC_G(reactor), &waiter->job->job);
		} else {
			async_job_abandon(ASYNC_G(reactor), &waiter->job->job);
		}
		waiter->call->fd = waiter->call->target = -1;
	} else {
		/* Done between the end of the wait and this moment: nothing was dropped then. */
		drop_result(&waiter->wait);
	}
	async_delivery_request();
	(void) async_file_failed(ASYNC_WAIT_CANCELLED);
}

async_file_call_result_t async_file_call(async_file_call_t *call)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	waiter_t waiter = { .call = call };

	ZEND_ASSERT(call->fd >= 0 && "the caller has made a duplicate");
	ZEND_ASSERT((call->target >= 0) == (call->op == ASYNC_FILE_CALL_COPY) && "only a copy has two files");
	call->start = call->op == ASYNC_FILE_CALL_READ && call->offset == ASYNC_FILE_CURRENT
		? lseek(call->fd, 0, SEEK_CUR) : -1;
	call->process = getpid();
	if (reactor == NULL || (waiter.job = job_new(call, &waiter)) == NULL) {
		return ASYNC_FILE_CALL_IMPOSSIBLE;
	}
	async_wait_begin(&waiter.wait, ASYNC_WAIT_FOR_JOB);
	waiter.job->job.name = names[call->op];
	waiter.wait.subject = (void *) names[call->op];
	waiter.wait.detail = (int64_t) call->fd + 1;
	waiter.wait.revoke = drop_result;
	if (async_job_submit(reactor, &waiter.job->job) != 0) {
		async_file_move_end(waiter.job->move);
		free(waiter.job->call.data);
		free(waiter.job);
		return ASYNC_FILE_CALL_IMPOSSIBLE;
	}
	if (UNEXPECTED(async_park(&waiter.wait) != ASYNC_WAIT_READY)) {
		leave(&waiter);
		return ASYNC_FILE_CALL_CANCELLED;
	}
	ZEND_ASSERT(waiter.job == NULL && "the completion alone wakes the caller");
	if (call->op == ASYNC_FILE_CALL_READ && call->result > 0) {
		ZEND_ASSERT((size_t) call->result <= call->size && "a read returns at most what was asked for");
		memcpy(call->data, waiter.buffer, (size_t) call->result);
	}
	free(waiter.buffer);
	errno = call->error;
	return ASYNC_FILE_CALL_MADE;
}

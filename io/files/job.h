/*
 * System calls on files that a worker makes, while the calling coroutine is parked.
 */
#ifndef ASYNC_IO_FILES_JOB_H
#define ASYNC_IO_FILES_JOB_H

#include <stdbool.h>
#include <sys/types.h>

typedef enum {
	ASYNC_FILE_CALL_READ,
	ASYNC_FILE_CALL_WRITE,
	ASYNC_FILE_CALL_SYNC,
	ASYNC_FILE_CALL_DATASYNC,
	ASYNC_FILE_CALL_COPY,        /* copy_file_range() */
	ASYNC_FILE_CALL_PREFETCH     /* read into the page cache only */
} async_file_op_t;

typedef struct {
	async_file_op_t op;
	int fd;                   /* a duplicate (async_file_duplicate()): the user may close the original meanwhile */
	int target;               /* COPY: the duplicate to write to; -1 otherwise */
	void *data;               /* the caller's; the worker uses memory of its own. NULL: the call needs none */
	size_t size;
	off_t offset;             /* ASYNC_FILE_CURRENT: at the position, which the call moves */
	off_t target_offset;      /* COPY: the same for the target */
	unsigned flags;           /* COPY */
	int moved[2];             /* the caller's numbers of the descriptors whose position the call moves; -1: none */
	off_t start;              /* filled in here. READ at the position: the position before the call; otherwise -1 */
	pid_t process;            /* filled in here: the process that makes the call */
	size_t done;              /* READ at the position: bytes that the caller has read there just before */
	ssize_t result;           /* of the call … */
	int error;                /* … and its errno, when that is -1 */
} async_file_call_t;

/* A call without descriptors and positions, to be filled in. */
#define ASYNC_FILE_CALL(...) { .target = -1, .moved = { -1, -1 }, __VA_ARGS__ }

typedef enum {
	ASYNC_FILE_CALL_MADE,
	ASYNC_FILE_CALL_CANCELLED,     /* the cancellation will be delivered; errno is set as files.h says */
	ASYNC_FILE_CALL_IMPOSSIBLE     /* no memory or no reactor: the caller makes the call itself */
} async_file_call_result_t;

/* A duplicate for async_file_call_t, which the caller owns; -1 with errno. */
int async_file_duplicate(int fd);

/* Have a worker make the call, and park until it is done.
 *
 * A call at the position is one read(), write() or copy_file_range() without an offset. The kernel moves the position,
 * in one step with the data: other processes may share it. Other coroutines wait in async_file_settle() meanwhile.
 * owns:     when cancelled, the descriptors, which are -1 in *call afterwards; the caller keeps them otherwise
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   CANCELLED at once; the worker goes on with memory and descriptors of its own. A position that was read at
 *           is put back behind the call, `done` included, unless other users have moved it meanwhile
 * errors:   IMPOSSIBLE: nothing was done. The errno of a call that was MADE and failed is set */
async_file_call_result_t async_file_call(async_file_call_t *call);

#endif

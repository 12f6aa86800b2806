/*
 * System calls on files that a worker makes, while the calling coroutine is parked.
 */
#ifndef ASYNC_IO_FILES_JOB_H
#define ASYNC_IO_FILES_JOB_H

#include <stdbool.h>
#include <sys/types.h>

typedef enum {
	ASYNC_FILE_CALL_READ,        /* pread() */
	ASYNC_FILE_CALL_WRITE,       /* pwrite() */
	ASYNC_FILE_CALL_APPEND,      /* write() to a file that is appended to */
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
	off_t offset;
	off_t target_offset;      /* COPY */
	unsigned flags;           /* COPY */
	ssize_t result;           /* of the call … */
	int error;                /* … and its errno, when that is -1 */
} async_file_call_t;

typedef enum {
	ASYNC_FILE_CALL_MADE,
	ASYNC_FILE_CALL_CANCELLED,     /* the cancellation will be delivered; errno is set as files.h says */
	ASYNC_FILE_CALL_IMPOSSIBLE     /* no memory or no reactor: the caller makes the call itself */
} async_file_call_result_t;

/* A duplicate for async_file_call_t, which the caller owns; -1 with errno. */
int async_file_duplicate(int fd);

/* Have a worker make the call, and park until it is done.
 * owns:     when cancelled, the descriptors, which are -1 in *call afterwards; the caller keeps them otherwise
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   CANCELLED at once; the worker goes on with memory and descriptors of its own
 * errors:   IMPOSSIBLE: nothing was done. The errno of a call that was MADE and failed is set */
async_file_call_result_t async_file_call(async_file_call_t *call);

#endif

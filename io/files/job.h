/*
 * System calls on files, made by a worker.
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
	int fd;                   /* a duplicate of the caller's, so that no close can hurt … */
	int target;               /* … and another one for COPY, -1 otherwise */
	void *data;               /* the caller's; the worker has a copy */
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
	ASYNC_FILE_CALL_IMPOSSIBLE     /* no memory, no reactor: the caller does without a worker */
} async_file_call_result_t;

/* A duplicate for async_file_call_t.fd; -1 with errno. */
int async_file_duplicate(int fd);

/* Make the call on a worker, and park until it is done.
 * owns:     takes the descriptors over when cancelled and sets them to -1; they are the caller's otherwise
 * suspends: yes; the caller has checked async_io_may_park()
 * cancel:   at once; the worker goes on with memory and descriptors of its own */
async_file_call_result_t async_file_call(async_file_call_t *call);

#endif

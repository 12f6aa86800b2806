/*
 * Files, pipes and terminals: read, write, sync, copy, lock and open without holding up the other coroutines.
 *
 * Regular files are read from the page cache in place, and by a worker when that would sleep. Writes go to the page
 * cache in place, and to a worker when they are large or wait for the disk. Pipes, terminals and sockets park until
 * they are ready. Functions here are called inside of a coroutine (async_io_is_inside()), and answer as those of libc;
 * where switching is impossible they block in place.
 *
 * suspends: yes
 * cancel:   -1 with EINTR, which PHP's streams take without a warning and without an end of file; with ECANCELED as
 *           soon as somebody keeps trying. A position has not moved then. What a worker was doing may be done all the
 *           same (D34).
 */
#ifndef ASYNC_IO_FILES_FILES_H
#define ASYNC_IO_FILES_FILES_H

#include "engine/part.h"
#include "scheduler/wait.h"

#include <sys/types.h>

/* The position of the descriptor, which moves on. */
#define ASYNC_FILE_CURRENT ((off_t) -1)

/* ---- what a descriptor is (io/files/kind.c) ---- */

typedef enum {
	ASYNC_FILE_UNKNOWN,    /* not even open */
	ASYNC_FILE_INLINE,     /* never waits: files in memory, directories */
	ASYNC_FILE_CACHED,     /* on a local disk: a read may wait for it, a write goes to the page cache */
	ASYNC_FILE_SLOW,       /* writes wait, too: O_SYNC and the like, network file systems */
	ASYNC_FILE_STREAM,     /* pipe, terminal … */
	ASYNC_FILE_SOCKET
} async_file_kind_t;

/* Remembered for each descriptor; a wrong memory of a number that was closed behind our back only costs time. */
async_file_kind_t async_file_kind(int fd);

/* The same after a look, when the memory turned out to be wrong. */
async_file_kind_t async_file_kind_now(int fd);

/* Is it the descriptor of an open stream of PHP? Other C code that reads files keeps half-done state of its own
 * meanwhile, and nobody's turn. Looks through all streams: for calls that wait. */
bool async_file_is_stream(int fd);

/* The number is about to be closed. */
void async_file_forget(int fd);

/* It is another file now: what was remembered is of an earlier one. */
void async_file_note_opened(int fd);

/* Forget what is known of descriptors, and the waiters for locks. */
extern const async_part_t async_file_kinds_part;
extern const async_part_t async_file_locks_part;

/* What PHP learns by itself about a regular file, so that a read need not ask again whether it has come to the end: its
 * position (-1: unknown from now on) and size. */
void async_file_note_position(int fd, off_t position);
void async_file_note_size(int fd, off_t size);
bool async_file_size_is_known(int fd);

/* So much was read; `is_short`: less than was asked for. Is that because the file ends there, as far as is known? */
bool async_file_note_read(int fd, size_t got, bool is_short);

/* Did the last read end there? Then the next ones, which tell PHP so, find nothing and wait for nothing: each takes one
 * of a few answers "yes". */
bool async_file_take_read_at_end(int fd);

/* ---- calls ---- */

ssize_t async_file_read(int fd, void *buffer, size_t size, off_t offset);     /* io/files/read.c */
ssize_t async_file_write(int fd, const void *data, size_t size, off_t offset);   /* io/files/write.c */
int async_file_sync(int fd, bool data_only);                                     /* io/files/sync.c */
int async_file_lock(int fd, int operation);                                      /* io/files/lock.c */

/* A lock may have been given back in this process. */
void async_file_locks_released(void);

/* As open(2), which waits for the other end of a FIFO (fifo_open.c). */
int async_file_open(const char *path, int flags, mode_t mode);

/* Names in the file system have changed: what was a file may be a FIFO now. */
void async_file_names_changed(void);

/* io/files/copy.c */
ssize_t async_file_copy_range(
	int from, off_t *from_offset, int to, off_t *to_offset, size_t size, unsigned flags);

/* Have the file that is mapped there read into the page cache, so that touching it does not wait. False: cancelled. */
bool async_file_prefetch(int fd, off_t offset, void *mapping, size_t size);

/* errno for a wait that ended with this result: see above. Returns -1. */
ssize_t async_file_failed(async_wait_result_t result);

#endif

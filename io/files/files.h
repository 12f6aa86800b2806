/*
 * Files, pipes and terminals: read, write, sync, copy, lock and open while other coroutines run.
 *
 * Regular files are read from the page cache in place, and by a worker when that would sleep. Writes go to the page
 * cache in place, and to a worker when they are large or wait for the disk. Coroutines that use pipes, terminals and
 * sockets park until these are ready. Functions here are called inside a coroutine (async_io_is_inside()), and answer
 * as those of libc; where switching is impossible they block in place.
 *
 * suspends: yes
 * runs PHP: no
 * cancel:   -1 with EINTR, which PHP's streams take without a warning and without an end of file; with ECANCELED when
 *           the stock function keeps trying. After a read the position has not moved. What a worker was writing may
 *           take effect all the same, and moves the position then (D34).
 * errors:   as the functions of libc
 */
#ifndef ASYNC_IO_FILES_FILES_H
#define ASYNC_IO_FILES_FILES_H

#include "engine/part.h"
#include "io/globals.h"
#include "scheduler/wait.h"

#include <errno.h>
#include <sys/types.h>

/* Offset: read or write at the position of the descriptor, and move the position on. */
#define ASYNC_FILE_CURRENT ((off_t) -1)

/* After preadv2() or pwritev2() with RWF_NOWAIT: is this errno a refusal of the attempt? By the file system, the
 * kernel, or a sandbox, which answers EPERM or EACCES. The plain call decides then, and has its own errors. */
static inline bool async_file_is_refused(int error)
{
	return error == EOPNOTSUPP || error == EINVAL || error == ENOSYS || error == EPERM || error == EACCES;
}

/* ---- what a descriptor is (io/files/kind.c) ---- */

typedef enum {
	ASYNC_FILE_UNKNOWN,    /* not open, or not looked at yet */
	ASYNC_FILE_INLINE,     /* never waits: files in memory, directories */
	ASYNC_FILE_CACHED,     /* on a local disk: a read may wait for it, a write goes to the page cache */
	ASYNC_FILE_SLOW,       /* writes may wait as well: O_SYNC and the like, network file systems */
	ASYNC_FILE_STREAM,     /* pipe, terminal … */
	ASYNC_FILE_SOCKET
} async_file_kind_t;

/* The kind of this descriptor. The answer is remembered. It may be wrong for a number that was closed without a hook,
 * which only costs time. The functions of this part neither suspend nor run PHP code. */
async_file_kind_t async_file_kind(int fd);

/* The kind by a fresh look, for a caller that found the remembered answer to be wrong. */
async_file_kind_t async_file_kind_now(int fd);

/* The open stream of PHP that has this descriptor, or NULL. Other C code that reads files has half-done state of its
 * own while it reads, and takes no turn: no coroutine may park there. Looks through all streams, so only calls that
 * would wait ask. */
php_stream *async_file_stream_of(int fd);

/* The descriptor is about to be closed: forget its kind, position and size. */
void async_file_forget(int fd);

/* The number belongs to a file that was just opened: forget kind, position and size of an earlier file. */
void async_file_note_opened(int fd);

/* Reset the table of descriptors, and the list of waiters for locks. */
extern const async_part_t async_file_kinds_part;
extern const async_part_t async_file_locks_part;

/* Note what PHP has learned of a regular file: its position (-1: not known any more) and its size. When both are known,
 * a read needs no other system call to find that it has come to the end. */
void async_file_note_position(int fd, off_t position);
void async_file_note_size(int fd, off_t size);
bool async_file_size_is_known(int fd);

/* `got` bytes were read at the position; `is_short`: less than was asked for. True: as far as is known, because the
 * file ends there. */
bool async_file_note_read(int fd, size_t got, bool is_short);

/* Is the descriptor at the end of its file, as far as is known? PHP reads once or twice more there. These reads find
 * nothing and wait for nothing, so they are made in place: the function returns true for this number of reads. */
bool async_file_take_read_at_end(int fd);

/* ---- positions that a worker moves (io/files/position.c) ---- */

typedef struct async_file_move async_file_move_t;

/* A worker is going to move the positions of these descriptors (-1: none), which are the user's numbers. NULL: there is
 * no memory; then the kernel alone keeps the order. */
async_file_move_t *async_file_move_begin(int fd, int other);

/* It has, or never will. May be called by any thread. NULL: nothing happens. */
void async_file_move_end(async_file_move_t *move);

/* Wait until no worker moves the position of this descriptor any more, also for one whose caller was cancelled. The
 * kernel would hold up the whole thread until then. Where switching is impossible, it does.
 * suspends: yes; runs PHP: no; cancel: false, and the cancellation will be delivered */
bool async_file_settle_slow(int fd);

static zend_always_inline bool async_file_settle(int fd)
{
	return EXPECTED(ASYNC_IO_G(file_moves) == NULL) || async_file_settle_slow(fd);
}

/* The descriptor is about to be closed: its number has nothing to do with these workers any more. */
void async_file_moves_forget(int fd);

/* A forked child has no workers. */
extern const async_part_t async_file_moves_part;

/* ---- calls ---- */

ssize_t async_file_read(int fd, void *buffer, size_t size, off_t offset);        /* io/files/read.c */
ssize_t async_file_write(int fd, const void *data, size_t size, off_t offset);   /* io/files/write.c */
int async_file_sync(int fd, bool data_only);                                     /* io/files/sync.c */
int async_file_lock(int fd, int operation);                                      /* io/files/lock.c */

/* A file lock may have been given back in this process: wake the coroutines that wait for one, to try again. */
void async_file_locks_released(void);

/* open(2), which waits for the other end of a FIFO (io/files/fifo_open.c). */
int async_file_open(const char *path, int flags, mode_t mode);

/* This process changes names in the file system: the path of a file may lead to a FIFO now. */
void async_file_names_changed(void);

/* copy_file_range(2), which may copy less than was asked for (io/files/copy.c). */
ssize_t async_file_copy_range(
	int from, off_t *from_offset, int to, off_t *to_offset, size_t size, unsigned flags);

/* Read a part of a file into the page cache, so that access to its mapping does not wait. False: cancelled. */
bool async_file_prefetch(int fd, off_t offset, void *mapping, size_t size);

/* Set errno for a wait that ended with this result, see "cancel" above. Returns -1. */
ssize_t async_file_failed(async_wait_result_t result);

#endif

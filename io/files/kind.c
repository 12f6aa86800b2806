/*
 * Kinds of descriptors: a table with the kind, position and size of each one, by its number. A fresh look costs several
 * system calls, and most descriptors are read more than once.
 */
#include "io/files/files.h"

#include "io/globals.h"
#include "io/wait_fd.h"
#include "scheduler/testing.h"

#include "php_network.h"
#include "php_streams.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

/* Descriptors from this number on are looked at each time. */
#define REMEMBERED 1024

/* file_get_contents() and the like read twice more at the end of the file. */
#define READS_AT_END 2

/* Some versions of <linux/magic.h> lack these. */
#define FUSE_MAGIC 0x65735546
#define CEPH_MAGIC 0x00c36400
#define SMB2_MAGIC 0xfe534d42
#define CIFS_MAGIC 0xff534d42
#define LUSTRE_MAGIC 0x0bd00bd0
#define GPFS_MAGIC 0x47504653

typedef struct async_file_memory {
	off_t position_known;   /* the position plus one; 0: not known */
	off_t size_known;       /* the size plus one; 0: not known */
	unsigned char kind;     /* async_file_kind_t */
	unsigned char reads_at_end; /* this number of reads from here on is expected to find only the end */
} memory_t;

/* What is remembered of this descriptor; NULL: nothing. */
static zend_always_inline memory_t *memory_of(int fd)
{
	memory_t *remembered = ASYNC_IO_G(file_memory);

	return EXPECTED(remembered && fd >= 0 && fd < REMEMBERED) ? &remembered[fd] : NULL;
}

/* The same for a caller that wants to write there: makes the table when it is missing. */
static zend_always_inline memory_t *memory_for(int fd)
{
	if (UNEXPECTED(ASYNC_IO_G(file_memory) == NULL)) {
		ASYNC_IO_G(file_memory) = pecalloc(REMEMBERED, sizeof(memory_t), 1);
	}
	return memory_of(fd);
}

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	ASYNC_IO_G(lock_waiters) = (async_wait_list_t) { 0 };
	if (ASYNC_IO_G(file_memory)) {
		pefree(ASYNC_IO_G(file_memory), 1);
		ASYNC_IO_G(file_memory) = NULL;
	}
}

const async_part_t async_file_kinds_part = { .request_end = end_request };

/* A file system that is not known by its number is taken for one on a local disk. */
static async_file_kind_t kind_of_file_system(int fd)
{
	struct statfs system;

	if (fstatfs(fd, &system) != 0) {
		/* As most files: reads may wait, writes go to the page cache. */
		return ASYNC_FILE_CACHED;
	}
	switch ((unsigned long) (unsigned int) system.f_type) {
		case PROC_SUPER_MAGIC:
		case SYSFS_MAGIC:
		case CGROUP_SUPER_MAGIC:
		case CGROUP2_SUPER_MAGIC:
		case DEBUGFS_MAGIC:
		case TRACEFS_MAGIC:
			return ASYNC_FILE_INLINE;
		case TMPFS_MAGIC:
		case RAMFS_MAGIC:
		case HUGETLBFS_MAGIC:
			return async_testing_storage_is_cold() ? ASYNC_FILE_SLOW : ASYNC_FILE_INLINE;
		case NFS_SUPER_MAGIC:
		case SMB_SUPER_MAGIC:
		case SMB2_MAGIC:
		case CIFS_MAGIC:
		case FUSE_MAGIC:
		case CEPH_MAGIC:
		case V9FS_MAGIC:
		case AFS_SUPER_MAGIC:
		case AFS_FS_MAGIC:
		case LUSTRE_MAGIC:
		case GPFS_MAGIC:
			return ASYNC_FILE_SLOW;
		default:
			return ASYNC_FILE_CACHED;
	}
}

/* Look at a descriptor: two or three system calls. */
static async_file_kind_t kind_of(int fd)
{
	struct stat status;
	async_file_kind_t kind;
	int flags;

	if (fstat(fd, &status) != 0 || (flags = fcntl(fd, F_GETFL)) < 0) {
		return ASYNC_FILE_UNKNOWN;
	}
	if (S_ISDIR(status.st_mode)) {
		return ASYNC_FILE_INLINE;
	}
	if (S_ISSOCK(status.st_mode)) {
		return ASYNC_FILE_SOCKET;
	}
	if (!S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode)) {
		return ASYNC_FILE_STREAM;
	}
	/* Block devices have a major number other than 0. All other file systems are asked for their type. */
	kind = S_ISREG(status.st_mode) && major(status.st_dev) == 0 ? kind_of_file_system(fd) : ASYNC_FILE_CACHED;
	if (kind == ASYNC_FILE_CACHED && ((flags & (O_SYNC | O_DSYNC | O_DIRECT)) || async_testing_storage_is_cold())) {
		kind = ASYNC_FILE_SLOW;
	}
	return kind;
}

async_file_kind_t async_file_kind_now(int fd)
{
	async_file_kind_t kind = kind_of(fd);
	memory_t *memory = memory_for(fd);

	if (memory) {
		memory->kind = (unsigned char) kind;
	}
	return kind;
}

async_file_kind_t async_file_kind(int fd)
{
	const memory_t *memory = memory_of(fd);

	return EXPECTED(memory && memory->kind != ASYNC_FILE_UNKNOWN) ? (async_file_kind_t) memory->kind
		: async_file_kind_now(fd);
}

php_stream *async_file_stream_of(int fd)
{
	const zend_resource *resource;

	/* Backwards: readfile(), copy() and the like have opened it just before. */
	ZEND_HASH_REVERSE_FOREACH_PTR(&EG(regular_list), resource) {
		php_stream *stream = resource->ptr;
		php_socket_t found = SOCK_ERR;

		if (stream == NULL
			|| (resource->type != php_file_le_stream() && resource->type != php_file_le_pstream())
			|| stream->ops != &php_stream_stdio_ops) {
			continue;
		}
		/* The operation itself, because php_stream_cast() flushes and seeks before. */
		if (stream->ops->cast(stream, PHP_STREAM_AS_FD, (void **) &found) == SUCCESS && found == fd) {
			return stream;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

void async_file_forget(int fd)
{
	/* Libraries close descriptors in threads of their own. */
	memory_t *memory = async_io_thread_has_scheduler() ? memory_of(fd) : NULL;

	if (memory) {
		*memory = (memory_t) { 0 };
	}
	if (UNEXPECTED(async_io_thread_has_scheduler() && ASYNC_IO_G(file_moves) != NULL)) {
		async_file_moves_forget(fd);
	}
}

void async_file_note_opened(int fd)
{
	memory_t *memory = memory_for(fd);

	if (UNEXPECTED(ASYNC_IO_G(file_moves) != NULL)) {
		async_file_moves_forget(fd);
	}

	if (memory) {
		*memory = (memory_t) { .position_known = 0 + 1 };   /* at its beginning */
	}
}

void async_file_note_position(int fd, off_t position)
{
	memory_t *memory = memory_for(fd);

	if (memory) {
		memory->position_known = position + 1;
		memory->reads_at_end = 0;
	}
}

void async_file_note_size(int fd, off_t size)
{
	memory_t *memory = memory_for(fd);

	if (memory) {
		memory->size_known = size + 1;
	}
}

bool async_file_size_is_known(int fd)
{
	const memory_t *memory = memory_of(fd);

	return memory && memory->size_known != 0;
}

bool async_file_note_read(int fd, size_t got, bool is_short)
{
	memory_t *memory = memory_of(fd);

	if (UNEXPECTED(memory == NULL) || memory->position_known == 0) {
		return false;
	}
	memory->position_known += (off_t) got;
	memory->reads_at_end = is_short && memory->position_known == memory->size_known ? READS_AT_END : 0;
	return memory->reads_at_end > 0;
}

bool async_file_take_read_at_end(int fd)
{
	memory_t *memory = memory_of(fd);

	if (memory == NULL || memory->reads_at_end == 0) {
		return false;
	}
	ZEND_ASSERT(memory->reads_at_end <= READS_AT_END && "set by async_file_note_read()");
	memory->reads_at_end--;
	/* The read may bring bytes after all, because the file has grown. Its caller does not note them. */
	memory->position_known = 0;
	return true;
}

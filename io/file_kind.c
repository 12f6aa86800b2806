#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "io/files.h"

#include "scheduler/testing.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

/* Numbers above are asked for each time. */
#define REMEMBERED 1024

/* Not in <linux/magic.h>, at least not in that of all systems. */
#define FUSE_MAGIC 0x65735546
#define CEPH_MAGIC 0x00c36400
#define SMB2_MAGIC 0xfe534d42
#define CIFS_MAGIC 0xff534d42
#define LUSTRE_MAGIC 0x0bd00bd0
#define GPFS_MAGIC 0x47504653

static _Thread_local unsigned char remembered[REMEMBERED];

static async_file_kind_t kind_of_file_system(int fd)
{
	struct statfs system;

	if (fstatfs(fd, &system) != 0) {
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
	if (!S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode)) {
		return ASYNC_FILE_STREAM;
	}
	/* Disks have a number; everything else that holds files is asked what it is. */
	kind = S_ISREG(status.st_mode) && major(status.st_dev) == 0 ? kind_of_file_system(fd) : ASYNC_FILE_CACHED;
	if (kind == ASYNC_FILE_CACHED && ((flags & (O_SYNC | O_DSYNC | O_DIRECT)) || async_testing_storage_is_cold())) {
		kind = ASYNC_FILE_SLOW;
	}
	return kind;
}

async_file_kind_t async_file_kind_now(int fd)
{
	async_file_kind_t kind = kind_of(fd);

	if (fd >= 0 && fd < REMEMBERED) {
		remembered[fd] = (unsigned char) kind;
	}
	return kind;
}

async_file_kind_t async_file_kind(int fd)
{
	if (EXPECTED(fd >= 0 && fd < REMEMBERED && remembered[fd] != ASYNC_FILE_UNKNOWN)) {
		return (async_file_kind_t) remembered[fd];
	}
	return async_file_kind_now(fd);
}

void async_file_kind_forget(int fd)
{
	if (fd >= 0 && fd < REMEMBERED) {
		remembered[fd] = ASYNC_FILE_UNKNOWN;
	}
}

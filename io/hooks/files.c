/*
 * Hooks for files, pipes and terminals: a coroutine is led to io/files/, and all other callers to libc.
 */
#include "io/hooks/hooks.h"

#include "io/files/files.h"
#include "io/libc.h"
#include "io/streams/unmapped.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <stdio.h>
#include <unistd.h>

#define HOOKS(X) \
	X(read) X(pread) X(write) X(pwrite) X(fsync) X(fdatasync) X(flock) X(open) X(copy_file_range) \
	X(mmap) X(fstat) X(lseek) X(unlink) X(rename) X(link) X(symlink) X(mkfifo) X(mknod)

HOOKS(ASYNC_HOOK_ORIGINAL)

static ssize_t hooked_read(int fd, void *buffer, size_t size)
{
	if (!async_io_is_inside()) {
		return original_read(fd, buffer, size);
	}
	return async_file_read(fd, buffer, size, ASYNC_FILE_CURRENT);
}

static ssize_t hooked_pread(int fd, void *buffer, size_t size, off_t offset)
{
	if (offset < 0 || !async_io_is_inside()) {
		return original_pread(fd, buffer, size, offset);
	}
	return async_file_read(fd, buffer, size, offset);
}

static ssize_t hooked_write(int fd, const void *data, size_t size)
{
	if (!async_io_is_inside()) {
		return original_write(fd, data, size);
	}
	return async_file_write(fd, data, size, ASYNC_FILE_CURRENT);
}

static ssize_t hooked_pwrite(int fd, const void *data, size_t size, off_t offset)
{
	if (offset < 0 || !async_io_is_inside()) {
		return original_pwrite(fd, data, size, offset);
	}
	return async_file_write(fd, data, size, offset);
}

static int hooked_fsync(int fd)
{
	return async_io_is_inside() ? async_file_sync(fd, false) : original_fsync(fd);
}

static int hooked_fdatasync(int fd)
{
	return async_io_is_inside() ? async_file_sync(fd, true) : original_fdatasync(fd);
}

static int hooked_flock(int fd, int operation)
{
	return async_io_is_inside() ? async_file_lock(fd, operation) : original_flock(fd, operation);
}

static int hooked_open(const char *path, int flags, ...)
{
	mode_t mode = 0;

	if (async_open_takes_mode(flags)) {
		va_list arguments;
		va_start(arguments, flags);
		mode = (mode_t) va_arg(arguments, int);
		va_end(arguments);
	}
	return async_io_is_inside() ? async_file_open(path, flags, mode) : original_open(path, flags, mode);
}

static ssize_t hooked_copy_file_range(
	int from, off_t *from_offset, int to, off_t *to_offset, size_t size, unsigned flags)
{
	if (!async_io_is_inside()) {
		return original_copy_file_range(from, from_offset, to, to_offset, size, flags);
	}
	return async_file_copy_range(from, from_offset, to, to_offset, size, flags);
}

/* Does the current function only print what it maps? All other functions that map a stream may park while they use the
 * mapping, and would crash when the file becomes shorter meanwhile. They are refused: PHP reads the file then. */
static bool only_prints(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	const zend_string *name = frame && frame->func ? frame->func->common.function_name : NULL;

	return name
		&& (zend_string_equals_literal_ci(name, "readfile") || zend_string_equals_literal_ci(name, "fpassthru"));
}

/* The kernel refuses mappings of nothing, and from the middle of a page: PHP reads these on stock PHP, too. */
static bool can_be_mapped(size_t size, off_t offset)
{
	return size > 0 && offset % sysconf(_SC_PAGESIZE) == 0;
}

/* Access to a mapping beyond the end of its file ends the process. */
static bool has_become_shorter(int fd, off_t offset, size_t size)
{
	struct stat status;

	return original_fstat(fd, &status) != 0 || status.st_size < offset + (off_t) size;
}

static void *hooked_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
	const php_stream *stream;
	void *mapping;

	if (fd < 0 || protection != PROT_READ || !async_io_is_inside() || !async_can_park()) {
		return original_mmap(address, size, protection, flags, fd, offset);
	}
	/* Debian's PHP maps the files of time zones, and extensions map their data. These have no other way to read it. */
	stream = async_file_stream_of(fd);
	if (stream == NULL || !can_be_mapped(size, offset)) {
		return original_mmap(address, size, protection, flags, fd, offset);
	}
	if (!only_prints()) {
		async_unmapped_note(stream);
		errno = ENODEV;
		return MAP_FAILED;
	}
	mapping = original_mmap(address, size, protection, flags, fd, offset);
	if (mapping != MAP_FAILED && !async_file_prefetch(fd, offset, mapping, size)) {
		/* Cancelled. PHP tries to read the file now, and that is refused, too. */
		(void) munmap(mapping, size);
		errno = ECANCELED;
		return MAP_FAILED;
	}
	if (mapping != MAP_FAILED && UNEXPECTED(has_become_shorter(fd, offset, size))) {
		/* By another coroutine, during the wait: PHP reads the rest. */
		(void) munmap(mapping, size);
		errno = ENODEV;
		return MAP_FAILED;
	}
	return mapping;
}

/* ---- what PHP learns about files: noted, to save a later read at the end of a file ----
 *
 * Where nothing has to be noted, the original call is a tail call: after a system call the processor mispredicts each
 * return, which costs about as much as the note. */

static int hooked_fstat(int fd, struct stat *status)
{
	int result;

	/* Libraries call this in threads of their own. A known size may be out of date: that costs one more read at the end
	 * of the file. */
	if (!async_io_thread_has_scheduler() || async_file_size_is_known(fd)) {
		return original_fstat(fd, status);
	}
	result = original_fstat(fd, status);
	if (result == 0 && S_ISREG(status->st_mode)) {
		async_file_note_size(fd, status->st_size);
	}
	return result;
}

static off_t hooked_lseek(int fd, off_t offset, int whence)
{
	off_t position;

	/* A thread of a library, or a call that only asks for the position. */
	if (!async_io_thread_has_scheduler() || (offset == 0 && whence == SEEK_CUR)) {
		return original_lseek(fd, offset, whence);
	}
	if (UNEXPECTED(ASYNC_IO_G(file_moves) != NULL) && async_io_is_inside() && !async_file_settle_slow(fd)) {
		return async_file_failed(ASYNC_WAIT_CANCELLED);
	}
	position = original_lseek(fd, offset, whence);
	async_file_note_position(fd, position);
	return position;
}

/* Changes of names make the paths that were looked at before doubtful, see fifo_open.c. */
static int hooked_unlink(const char *path)
{
	async_file_names_changed();
	return original_unlink(path);
}

static int hooked_rename(const char *from, const char *to)
{
	async_file_names_changed();
	return original_rename(from, to);
}

static int hooked_link(const char *from, const char *to)
{
	async_file_names_changed();
	return original_link(from, to);
}

static int hooked_symlink(const char *to, const char *path)
{
	async_file_names_changed();
	return original_symlink(to, path);
}

static int hooked_mkfifo(const char *path, mode_t mode)
{
	async_file_names_changed();
	return original_mkfifo(path, mode);
}

static int hooked_mknod(const char *path, mode_t mode, dev_t device)
{
	async_file_names_changed();
	return original_mknod(path, mode, device);
}

static async_import_hook_t hooks[] = { HOOKS(ASYNC_HOOK_ROW) };
ASYNC_HOOK_GROUP(files, hooks);

/*
 * Copying between files with copy_file_range(), and reading ahead for mappings: both by a worker.
 * PHP's streams use these calls where both ends are files.
 */
#include "io/files/files.h"

#include "io/delivery.h"
#include "io/files/job.h"
#include "io/wait_fd.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

/* May a call on this file wait for a disk or a network? */
static bool is_disk_file(int fd)
{
	async_file_kind_t kind = async_file_kind(fd);

	return kind == ASYNC_FILE_CACHED || kind == ASYNC_FILE_SLOW;
}

/* The worker got offsets of its own: move that of the caller, if there is one. The kernel moves positions. */
static void advance(off_t *offset, ssize_t copied)
{
	if (offset) {
		*offset += copied;
	}
}

ssize_t async_file_copy_range(
	int from, off_t *from_offset, int to, off_t *to_offset, size_t size, unsigned flags)
{
	async_file_call_t call = ASYNC_FILE_CALL(.op = ASYNC_FILE_CALL_COPY, .size = size, .flags = flags, .fd = -1);

	if ((!from_offset && UNEXPECTED(!async_file_settle(from))) || (!to_offset && UNEXPECTED(!async_file_settle(to)))) {
		return async_file_failed(ASYNC_WAIT_CANCELLED);
	}
	if (!is_disk_file(from) || !is_disk_file(to) || !async_io_may_park()) {
		return copy_file_range(from, from_offset, to, to_offset, size, flags);
	}
	call.offset = from_offset ? *from_offset : ASYNC_FILE_CURRENT;
	call.target_offset = to_offset ? *to_offset : ASYNC_FILE_CURRENT;
	call.moved[0] = from_offset ? -1 : from;
	call.moved[1] = to_offset ? -1 : to;
	if ((from_offset && *from_offset < 0) || (to_offset && *to_offset < 0)
		|| (call.fd = async_file_duplicate(from)) < 0 || (call.target = async_file_duplicate(to)) < 0) {
		goto in_place;
	}
	switch (async_file_call(&call)) {
		case ASYNC_FILE_CALL_CANCELLED:
			return -1;
		case ASYNC_FILE_CALL_IMPOSSIBLE:
			goto in_place;
		case ASYNC_FILE_CALL_MADE:
			break;
	}
	if (call.result > 0) {
		ZEND_ASSERT((size_t) call.result <= size && "no more is copied than was asked for");
		advance(from_offset, call.result);
		advance(to_offset, call.result);
	}
	int kept_errno = errno;
	(void) close(call.fd);
	(void) close(call.target);
	errno = kept_errno;
	return call.result;

in_place:
	/* Reached also when no worker could be asked: nothing has been copied so far. */
	if (call.fd >= 0) {
		(void) close(call.fd);
	}
	if (call.target >= 0) {
		(void) close(call.target);
	}
	return copy_file_range(from, from_offset, to, to_offset, size, flags);
}

/* Are all pages of the mapping in the page cache? True when the kernel does not say. */
static bool is_cached(void *mapping, size_t size)
{
	const size_t page = (size_t) sysconf(_SC_PAGESIZE);
	const size_t pages = (size + page - 1) / page;
	unsigned char *resident = emalloc(pages);
	bool all = true;

	ZEND_ASSERT(size > 0 && "mappings are not empty");
	if (mincore(mapping, size, resident) == 0) {
		for (size_t i = 0; i < pages && all; i++) {
			all = resident[i] & 1;
		}
	}
	efree(resident);
	return all;
}

bool async_file_prefetch(int fd, off_t offset, void *mapping, size_t size)
{
	async_file_call_t call = ASYNC_FILE_CALL(.op = ASYNC_FILE_CALL_PREFETCH, .offset = offset, .size = size);

	/* All pages are there, or there is no way to read ahead: the mapping is read as in stock PHP. */
	if (!is_disk_file(fd) || (async_file_kind(fd) == ASYNC_FILE_CACHED && is_cached(mapping, size))
		|| !async_io_may_park() || (call.fd = async_file_duplicate(fd)) < 0) {
		return true;
	}
	if (async_file_call(&call) == ASYNC_FILE_CALL_CANCELLED) {
		return false;
	}
	(void) close(call.fd);
	return true;
}

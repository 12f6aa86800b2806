/*
 * What some C libraries do not declare: musl has no names of its own for these, and before 1.2.5 no preadv2().
 */
#ifndef ASYNC_IO_LIBC_H
#define ASYNC_IO_LIBC_H

#include "compat.h"

#include <fcntl.h>
#include <netdb.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef NETDB_INTERNAL
# define NETDB_INTERNAL (-1)
#endif

#ifndef RWF_NOWAIT
# define RWF_NOWAIT 0x00000008
#endif

/* Does open() take a third argument with these flags? */
static zend_always_inline bool async_open_takes_mode(int flags)
{
	return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

/* The kernel puts an offset together from two words. Where a word holds all of it, the second one does not count. */
#ifndef HAVE_PREADV2
static inline ssize_t preadv2(int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
	return syscall(SYS_preadv2, fd, pieces, count, (long) offset, (long) ((int64_t) offset >> 32), flags);
}
#endif

#ifndef HAVE_PWRITEV2
static inline ssize_t pwritev2(int fd, const struct iovec *pieces, int count, off_t offset, int flags)
{
	return syscall(SYS_pwritev2, fd, pieces, count, (long) offset, (long) ((int64_t) offset >> 32), flags);
}
#endif

#endif

/*
 * Standard descriptors that a daemon has closed: the event library must not get their numbers.
 *
 * What PHP prints would go to the descriptors of the loop, and libuv aborts the process when it closes such a number.
 * So the numbers are taken while libuv opens its descriptors: in async__loop_init(), in close_loop() of reactor.c, and
 * in a forked child, where libuv opens some by itself. The user finds the numbers free again, as on stock PHP.
 */
#include "internal.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int async__open_placeholder(void)
{
	/* In a chroot there may be no /dev/null. */
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0) {
		fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	}
	return fd;
}

void async__standard_fds_take(async__standard_fds_t *taken)
{
	int fd;

	taken->count = 0;
	while ((fd = async__open_placeholder()) >= 0) {
		if (fd > STDERR_FILENO) {
			close(fd);   /* nothing was written */
			return;
		}
		taken->fds[taken->count++] = fd;
	}
}

void async__standard_fds_give_back(async__standard_fds_t *taken)
{
	while (taken->count > 0) {
		close(taken->fds[--taken->count]);
	}
}

int async_fd_above_standard(int fd)
{
	int moved;

	if (fd < 0 || fd > STDERR_FILENO) {
		return fd;
	}
	moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return moved;
}

/*
 * Standard descriptors that a daemon has closed: the event library must not get their numbers.
 *
 * What PHP prints would go to the descriptors of the loop, and libuv aborts the process when it closes such a number.
 * So the numbers are taken while libuv opens its descriptors: in open_loop() and close_loop() of reactor.c, and in a
 * forked child, where libuv opens some by itself. The user finds the numbers free again, as on stock PHP.
 */
#include "internal.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* In a chroot there may be no /dev/null. errors: -1 with errno */
static int open_placeholder(void)
{
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
	while ((fd = open_placeholder()) >= 0) {
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

int async__fd_above_standard(int fd)
{
	int moved;

	if (fd < 0 || fd > STDERR_FILENO) {
		return fd;
	}
	moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return moved;
}

/* ---- the first loop of the process ---- */

/* In a forked child, around the handler in which libuv opens its pipe again. */
static async__standard_fds_t taken_in_child;

static void before_libuv_in_child(void)
{
	async__standard_fds_take(&taken_in_child);
}

static void after_libuv_in_child(void)
{
	async__standard_fds_give_back(&taken_in_child);
}

/* The handlers of a child run in the order in which they were installed: one before libuv's first loop, one after. */
static pthread_once_t before_once = PTHREAD_ONCE_INIT, after_once = PTHREAD_ONCE_INIT;

static void install_before(void)
{
	(void) pthread_atfork(NULL, NULL, before_libuv_in_child);   /* without memory for it, as before */
}

static void install_after(void)
{
	(void) pthread_atfork(NULL, NULL, after_libuv_in_child);
}

int async__libuv_prepare(void)
{
	static bool is_ready;   /* libuv has its pipe */
	int fds[3];             /* libuv opens the event queue before the pipe */
	int err = 0, count = 0;

	pthread_once(&before_once, install_before);
	if (__atomic_load_n(&is_ready, __ATOMIC_RELAXED)) {
		return 0;
	}
	while (count < 3 && !err) {
		fds[count] = open_placeholder();
		if (fds[count] < 0) {
			err = -errno;
		} else {
			count++;
		}
	}
	if (!err && !async__has_memory(async__libuv_table_size(fds[count - 1] + LOOP_DESCRIPTORS))) {
		err = -ENOMEM;
	}
	while (count > 0) {
		close(fds[--count]);
	}
	__atomic_store_n(&is_ready, err == 0, __ATOMIC_RELAXED);
	return err;
}

void async__libuv_prepared(void)
{
	pthread_once(&after_once, install_after);
}

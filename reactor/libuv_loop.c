/*
 * Opening loops of libuv, and their descriptors: what has to be there before, and which ones are closed by hand.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From 1.45 on libuv makes rings, of io_uring. Up to 1.48 these are two for each loop, one of them with a thread of the
 * kernel for file operations, which this reactor leaves to its workers: a variable of the environment, read once, keeps
 * libuv from it. From 1.49 on it makes one, whatever that variable says. */
#define HAS_RINGS     0x012D00
#define HAS_ONE_RING  0x013100
#define RINGS_SETTING "UV_USE_IO_URING"

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

/* libuv aborts the process when it cannot use a ring that it has made.
 * errors: -errno, a sandbox lets it make the ring only */
static int check_ring(void)
{
#ifdef SYS_io_uring_enter
	int err;

	if (uv_version() < HAS_ONE_RING || syscall(SYS_io_uring_enter, -1, 0, 0, 0, NULL, 0) != -1 || errno == EBADF) {
		return 0;
	}
	err = -errno;
	return syscall(SYS_io_uring_setup, 0, NULL) == -1 && errno == EFAULT ? err : 0;
#else
	return 0;
#endif
}

/* libuv aborts the process when the first loop finds no descriptors for a pipe or no memory: look for both before.
 * errors: -errno, libuv must not be called */
static int prepare(void)
{
	/* It opens the event queue before the pipe, and rings. */
	const int needed = uv_version() < HAS_RINGS ? 3 : uv_version() < HAS_ONE_RING ? 5 : 4;
	static bool is_ready;   /* libuv has its pipe */
	int fds[5];
	int err, count = 0;

	pthread_once(&before_once, install_before);
	if (__atomic_load_n(&is_ready, __ATOMIC_RELAXED)) {
		return 0;
	}
	err = check_ring();
	while (count < needed && !err) {
		fds[count] = async__open_placeholder();
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

/* ---- the ring ---- */

/* libuv does not show the descriptor of its io_uring. It opens that behind the event queue, so it has one of the
 * numbers that are free before. The number is kept in the field of the loop that is the caller's. */

static int ring_of(const uv_loop_t *loop)
{
	return (int) (intptr_t) loop->data - 1;
}

static void note_ring(uv_loop_t *loop, int fd)
{
	loop->data = (void *) (intptr_t) (fd + 1);
}

static bool is_ring(int fd)
{
	char name[64], link[64];
	ssize_t length;

	if (fd < 0) {
		return false;
	}
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	length = readlink(name, link, sizeof(link) - 1);
	link[length < 0 ? 0 : length] = '\0';
	return strcmp(link, "anon_inode:[io_uring]") == 0;
}

/* The two lowest numbers that are free; -1: there is none. */
static void find_free(int fds[2])
{
	fds[0] = async__open_placeholder();
	fds[1] = async__open_placeholder();
	for (int i = 0; i < 2; i++) {
		if (fds[i] >= 0) {
			close(fds[i]);
		}
	}
}

static void find_ring(uv_loop_t *loop, const int *numbers, size_t count)
{
	note_ring(loop, -1);
	for (size_t i = 0; i < count; i++) {
		if (numbers[i] != loop->backend_fd && is_ring(numbers[i])) {
			note_ring(loop, numbers[i]);
			return;
		}
	}
}

/* ---- loops ---- */

int async__loop_init(uv_loop_t *loop)
{
	async__standard_fds_t standard;
	int free_ones[2];
	bool has_setting;
	int err;

	async__standard_fds_take(&standard);
	err = prepare();
	if (err) {
		goto give_back;
	}
	find_free(free_ones);
	has_setting = uv_version() < HAS_RINGS || uv_version() >= HAS_ONE_RING || getenv(RINGS_SETTING) != NULL
		|| setenv(RINGS_SETTING, "0", 0) != 0;
	err = uv_loop_init(loop);
	if (!has_setting) {
		unsetenv(RINGS_SETTING);   /* no program that is started finds it */
	}
	pthread_once(&after_once, install_after);
	if (!err) {
		find_ring(loop, free_ones, 2);
	}
give_back:
	async__standard_fds_give_back(&standard);
	return err;
}

bool async__loop_fork(uv_loop_t *loop)
{
	/* libuv closes its own first. */
	int numbers[4] = { loop->backend_fd, ring_of(loop) };
	bool is_done;

	find_free(numbers + 2);
	is_done = uv_loop_fork(loop) == 0;
	find_ring(loop, numbers, 4);
	return is_done;
}

void async__loop_close_descriptors(const uv_loop_t *loop)
{
	const int descriptors[] = {
		loop->backend_fd, loop->async_io_watcher.fd, loop->async_wfd, loop->signal_pipefd[0], loop->signal_pipefd[1],
		ring_of(loop),
	};

	for (size_t i = 0; i < sizeof(descriptors) / sizeof(descriptors[0]); i++) {
		if (descriptors[i] >= 0) {
			close(descriptors[i]);   /* the child's copy: a failure can be ignored */
		}
	}
}

int async__poll_init(uv_loop_t *loop, uv_poll_t *poll, int fd)
{
	if ((unsigned) fd >= loop->nwatchers && !async__has_memory(async__libuv_table_size(fd))) {
		return -ENOMEM;
	}
	return uv_poll_init(loop, poll, fd);
}

/*
 * A file system for tests, whose disk takes its time: reads, writes and syncs of the file slow-N take N milliseconds.
 * Each file has 100,000 bytes; what is written goes to the folder of the second argument, into a file of the same name.
 * A process that is killed does not wait for it (intr), as with network file systems.
 *
 *     slow_fs MOUNT_POINT FOLDER
 */
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SIZE 100000

static const char *folder;

static int take_time(const char *path)
{
	const char *dash = strchr(path, '-');
	long milliseconds = dash ? atol(dash + 1) : 0;
	struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};

	return nanosleep(&time, NULL) == 0 ? 0 : -EINTR;
}

static void interrupt(int signo)
{
	(void) signo;
}

static void *start(struct fuse_conn_info *connection, struct fuse_config *config)
{
	struct sigaction action = {.sa_handler = interrupt};   /* without SA_RESTART: it ends the nanosleep() */

	(void) connection;
	sigaction(SIGUSR1, &action, NULL);
	config->intr = 1;
	config->intr_signal = SIGUSR1;
	return NULL;
}

static int get_attributes(const char *path, struct stat *status, struct fuse_file_info *file)
{
	(void) file;
	memset(status, 0, sizeof(*status));
	status->st_mode = strcmp(path, "/") == 0 ? S_IFDIR | 0755 : S_IFREG | 0666;
	status->st_nlink = 1;
	status->st_size = SIZE;
	return 0;
}

static int open_file(const char *path, struct fuse_file_info *file)
{
	(void) path;
	file->direct_io = 1;
	return 0;
}

static int read_file(const char *path, char *buffer, size_t size, off_t offset, struct fuse_file_info *file)
{
	int failed = take_time(path);

	(void) file;
	if (failed || offset >= SIZE) {
		return failed;
	}
	size = size < (size_t) (SIZE - offset) ? size : (size_t) (SIZE - offset);
	memset(buffer, 'x', size);
	return (int) size;
}

static int write_file(const char *path, const char *buffer, size_t size, off_t offset, struct fuse_file_info *file)
{
	char name[4096];
	int failed = take_time(path), fd;
	ssize_t written;

	(void) file;
	if (failed) {
		return failed;
	}
	snprintf(name, sizeof(name), "%s%s", folder, path);
	fd = open(name, O_WRONLY | O_CREAT, 0666);
	if (fd < 0) {
		return -errno;
	}
	written = pwrite(fd, buffer, size, offset);
	close(fd);
	return (int) written;
}

static int set_size(const char *path, off_t size, struct fuse_file_info *file)
{
	(void) path;
	(void) size;
	(void) file;
	return 0;
}

static int sync_file(const char *path, int data_only, struct fuse_file_info *file)
{
	(void) data_only;
	(void) file;
	return take_time(path);
}

int main(int count, char **arguments)
{
	static const struct fuse_operations operations = {
		.init = start, .getattr = get_attributes, .open = open_file, .read = read_file, .write = write_file,
		.truncate = set_size, .fsync = sync_file,
	};

	if (count < 3) {
		return 2;
	}
	folder = realpath(arguments[2], NULL);
	arguments[2] = NULL;
	return fuse_main(2, arguments, &operations, NULL);
}

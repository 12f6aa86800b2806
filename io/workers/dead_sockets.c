/*
 * Making the sockets of the parent dead in a worker.
 */
#include "io/workers/dead_sockets.h"

#include "compat.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the system has no list of open descriptors, the numbers up to this one are looked at. */
#define LOOK_AT_MOST 65536

static bool add(async_open_sockets_t *open, int fd, const struct stat *status)
{
	if (open->count == open->capacity) {
		const size_t capacity = open->capacity ? open->capacity * 2 : 32;
		struct async_open_socket *more = realloc(open->sockets, capacity * sizeof(*more));
		if (more == NULL) {
			return false;
		}
		open->sockets = more;
		open->capacity = capacity;
	}
	open->sockets[open->count++] = (struct async_open_socket) { fd, status->st_dev, status->st_ino };
	return true;
}

static bool look_at(async_open_sockets_t *open, int fd)
{
	struct stat status;

	return fstat(fd, &status) != 0 || !S_ISSOCK(status.st_mode) || add(open, fd, &status);
}

static bool look_at_all_numbers(async_open_sockets_t *open)
{
	struct rlimit limit = { .rlim_cur = LOOK_AT_MOST };
	int count;

	getrlimit(RLIMIT_NOFILE, &limit);
	count = limit.rlim_cur > LOOK_AT_MOST ? LOOK_AT_MOST : (int) limit.rlim_cur;
	for (int fd = 0; fd < count; fd++) {
		if (!look_at(open, fd)) {
			return false;
		}
	}
	return true;
}

bool async_open_sockets_note(async_open_sockets_t *open)
{
	DIR *list = opendir("/proc/self/fd");
	const struct dirent *entry;
	bool is_done = true;

	*open = (async_open_sockets_t) { 0 };
	if (list == NULL) {
		is_done = look_at_all_numbers(open);
	} else {
		while (is_done && (entry = readdir(list)) != NULL) {
			if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') {
				is_done = look_at(open, (int) strtol(entry->d_name, NULL, 10));
			}
		}
		closedir(list);
	}
	if (!is_done) {
		async_open_sockets_free(open);
		errno = ENOMEM;
	}
	return is_done;
}

bool async_open_sockets_kill(const async_open_sockets_t *open)
{
	int pair[2];
	bool is_done = true;

	if (open->count == 0) {
		return true;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		return false;
	}
	close(pair[1]);
	for (size_t i = 0; i < open->count; i++) {
		const struct async_open_socket *one = &open->sockets[i];
		struct stat status;

		/* A function that runs in each forked child may have closed it, and used the number again. */
		if (fstat(one->fd, &status) == 0 && status.st_dev == one->device && status.st_ino == one->inode
			&& dup3(pair[0], one->fd, O_CLOEXEC) < 0) {
			is_done = false;
		}
	}
	close(pair[0]);
	return is_done;
}

void async_open_sockets_free(async_open_sockets_t *open)
{
	free(open->sockets);
	*open = (async_open_sockets_t) { 0 };
}

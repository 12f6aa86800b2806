/*
 * Does a reactor wait for something outside of the process? The virtual clock of tests does not jump then.
 *
 * A socket whose other end is one of this process does not lead out of it, nor does an eventfd, nor a socket that
 * listens: what it waits for is a client, which is another coroutine in most tests. While a forked child lives, all
 * descriptors lead out, because it has them, too.
 */
#include "internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Descriptors up to this number are looked through for the other end. */
#define NUMBERS_MAX 4096

typedef union {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_storage room;
} address_t;

typedef struct {
	address_t *at;       /* malloc'ed; NULL: not looked for so far */
	size_t count;
} own_addresses_t;

static bool get_own(int fd, address_t *address)
{
	socklen_t length = sizeof(*address);

	return getsockname(fd, &address->any, &length) == 0
		&& (address->any.sa_family == AF_INET || address->any.sa_family == AF_INET6);
}

int async__numbers_in_use(void)
{
	const long limit = sysconf(_SC_OPEN_MAX);
	const int most = limit > 0 && limit < NUMBERS_MAX ? (int) limit : NUMBERS_MAX;
	DIR *folder = opendir("/proc/self/fd");
	const struct dirent *entry;
	int in_use = 0;

	while (folder && (entry = readdir(folder)) != NULL) {
		const int number = atoi(entry->d_name);

		in_use = number < in_use ? in_use : number + 1;
	}
	if (folder) {
		(void) closedir(folder);
	}
	/* Without /proc: all that can be. */
	return in_use > 0 && in_use < most ? in_use : most;
}

/* errors: the list stays empty without memory: all addresses are outside then */
static void collect_own(own_addresses_t *own)
{
	const int in_use = async__numbers_in_use();
	address_t address;

	own->at = malloc((size_t) in_use * sizeof(address));
	for (int fd = 0; own->at && fd < in_use; fd++) {
		if (get_own(fd, &address)) {
			own->at[own->count++] = address;
		}
	}
}

static bool is_same(const address_t *peer, const address_t *own)
{
	static const struct in6_addr any = IN6ADDR_ANY_INIT;

	if (peer->any.sa_family == AF_INET && own->any.sa_family == AF_INET) {
		return peer->v4.sin_port == own->v4.sin_port
			&& (peer->v4.sin_addr.s_addr == own->v4.sin_addr.s_addr || own->v4.sin_addr.s_addr == INADDR_ANY);
	}
	if (own->any.sa_family == AF_INET6 && memcmp(&own->v6.sin6_addr, &any, sizeof(any)) == 0) {
		/* Such a socket takes both kinds of addresses. The ports lie at the same place. */
		return peer->v6.sin6_port == own->v6.sin6_port;
	}
	return peer->any.sa_family == AF_INET6 && own->any.sa_family == AF_INET6
		&& peer->v6.sin6_port == own->v6.sin6_port
		&& memcmp(&peer->v6.sin6_addr, &own->v6.sin6_addr, sizeof(own->v6.sin6_addr)) == 0;
}

static int option(int fd, int name)
{
	int value = 0;
	socklen_t length = sizeof(value);

	return getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 ? value : 0;
}

static bool unix_socket_leads_out(int fd)
{
#ifdef SO_PEERCRED
	struct ucred peer;
	socklen_t length = sizeof(peer);

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.pid > 0 && peer.pid != getpid();
#else
	(void) fd;
	return false;
#endif
}

static bool socket_leads_out(int fd, own_addresses_t *own)
{
	address_t address;
	socklen_t length = sizeof(address);

	if (option(fd, SO_ACCEPTCONN)) {
		return false;
	}
	if (getsockname(fd, &address.any, &length) != 0) {
		return true;
	}
	if (address.any.sa_family == AF_UNIX) {
		return unix_socket_leads_out(fd);
	}
	length = sizeof(address);
	if (getpeername(fd, &address.any, &length) != 0) {
		/* A connection that is being made, or datagrams from any sender. */
		return option(fd, SO_TYPE) == SOCK_STREAM;
	}
	if (own->at == NULL) {
		collect_own(own);
	}
	for (size_t i = 0; i < own->count; i++) {
		if (is_same(&address, &own->at[i])) {
			return false;
		}
	}
	return true;
}

/* Both ends of a pipe have the same inode, and one of them is for writing. */
static bool pipe_leads_out(int fd, const struct stat *status)
{
	const int mode = fcntl(fd, F_GETFL) & O_ACCMODE;
	const int in_use = async__numbers_in_use();
	struct stat other;

	for (int at = 0; at < in_use; at++) {
		if (at != fd && fstat(at, &other) == 0 && other.st_ino == status->st_ino && other.st_dev == status->st_dev
				&& (fcntl(at, F_GETFL) & O_ACCMODE) != mode) {
			return false;
		}
	}
	return true;
}

/* An eventfd is a counter without another end. Libraries wake their own waits with it. */
static bool is_eventfd(int fd)
{
	static const char kind[] = "anon_inode:[eventfd]";
	char path[32], target[sizeof(kind)];

	(void) snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return readlink(path, target, sizeof(target)) == (ssize_t) strlen(kind)
		&& memcmp(target, kind, strlen(kind)) == 0;
}

static bool leads_out(int fd, own_addresses_t *own)
{
	struct stat status;

	if (fstat(fd, &status) != 0) {
		return false;   /* closed: the waiter will be told */
	}
	if (S_ISSOCK(status.st_mode)) {
		return socket_leads_out(fd, own);
	}
	if (S_ISFIFO(status.st_mode)) {
		return pipe_leads_out(fd, &status);
	}
	return !is_eventfd(fd);
}

bool async__waits_outside(const async_reactor_t *reactor)
{
	own_addresses_t own = {0};
	const int saved_errno = errno;
	bool result = reactor->child_count > 0 || reactor->foreign_waits > 0;
	int fd = async__fd_next_awaited(reactor, -1);

	if (!result && (fd >= 0 || reactor->signal_count > 0)) {
		/* It may have the other end of anything, also of what is open here. */
		result = async__forked_child_lives();
	}
	for (; !result && fd >= 0; fd = async__fd_next_awaited(reactor, fd)) {
		result = leads_out(fd, &own);
	}
	free(own.at);
	errno = saved_errno;
	return result;
}

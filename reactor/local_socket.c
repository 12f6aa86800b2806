/*
 * Listening unix sockets: the file with its mode, what an ended process has left, the user at the other end.
 */
#include "local_socket.h"

#include "internal.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 128

static int new_socket(void)
{
	return async_fd_above_standard(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

static bool is_socket(const char *path)
{
	struct stat found;

	return lstat(path, &found) == 0 && S_ISSOCK(found.st_mode);
}

/* Remove a socket that no process listens on. errors: -errno, the file stays */
static int remove_left_over(const struct sockaddr_un *address)
{
	int fd, err;

	if (!is_socket(address->sun_path)) {
		return -EEXIST;
	}
	fd = new_socket();
	if (fd < 0) {
		return -errno;
	}
	err = connect(fd, (const struct sockaddr *) address, sizeof(*address)) == 0 ? 0 : errno;
	close(fd);
	if (err != ECONNREFUSED) {
		/* EAGAIN: a process listens and does not accept. */
		return err == 0 || err == EAGAIN ? -EADDRINUSE : -err;
	}
	return unlink(address->sun_path) == 0 ? 0 : -errno;
}

static int bind_to(int fd, const struct sockaddr_un *address)
{
	return bind(fd, (const struct sockaddr *) address, sizeof(*address)) == 0 ? 0 : -errno;
}

int async__local_socket_listen(const char *path, async__local_socket_t *own)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct stat made;
	int err;

	if (strlen(path) >= sizeof(address.sun_path)) {
		return -ENAMETOOLONG;
	}
	strcpy(address.sun_path, path);
	own->fd = new_socket();
	if (own->fd < 0) {
		return -errno;
	}
	/* Linux makes the file with the mode that the socket has. */
	(void) fchmod(own->fd, S_IRUSR | S_IWUSR);
	err = bind_to(own->fd, &address);
	if (err == -EADDRINUSE) {
		err = remove_left_over(&address);
		if (err == 0) {
			err = bind_to(own->fd, &address);
		}
	}
	if (err) {
		goto close_socket;
	}
	if (lstat(path, &made) != 0) {
		err = -errno;
		goto close_socket;
	}
	own->device = made.st_dev;
	own->inode = made.st_ino;
	/* Elsewhere the mode is set now: no process can connect before the socket listens. */
	if ((made.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO)) != (S_IRUSR | S_IWUSR)
		&& chmod(path, S_IRUSR | S_IWUSR) != 0) {
		err = -errno;
		goto remove_file;
	}
	if (listen(own->fd, BACKLOG) != 0) {
		err = -errno;
		goto remove_file;
	}
	return 0;

remove_file:
	async__local_socket_remove(path, own);
close_socket:
	close(own->fd);
	own->fd = -1;
	return err;
}

void async__local_socket_remove(const char *path, const async__local_socket_t *own)
{
	struct stat found;

	if (lstat(path, &found) == 0 && found.st_dev == own->device && found.st_ino == own->inode) {
		unlink(path);
	}
}

bool async__local_socket_is_of_user(int fd)
{
#ifdef SO_PEERCRED
	struct ucred peer;
	socklen_t size = sizeof(peer);

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
#else
	uid_t user;
	gid_t group;

	return getpeereid(fd, &user, &group) == 0 && user == geteuid();
#endif
}

/*
 * Listening unix sockets at a path, for processes of the same user. Only reactor/ includes this.
 */
#ifndef ASYNC_REACTOR_LOCAL_SOCKET_H
#define ASYNC_REACTOR_LOCAL_SOCKET_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct {
	int fd;         /* listens, does not block */
	dev_t device;   /* the file of the socket, to know it again … */
	ino_t inode;    /* … when it is removed */
} async__local_socket_t;

/* Listen at a path. The file has mode 0600 from its first moment on, whatever the umask of the process is. The file of
 * a process that has ended is replaced. A socket that a process listens on, and a file that is no socket, stay.
 * owns:   the caller owns the descriptor; async__local_socket_remove() removes the file
 * errors: -errno, nothing is left behind. -EADDRINUSE: a process listens there; -EEXIST: the file is no socket */
int async__local_socket_listen(const char *path, async__local_socket_t *own);

/* Remove the file, unless another one has taken its place. */
void async__local_socket_remove(const char *path, const async__local_socket_t *own);

/* Is the process at the other end one of this user? */
bool async__local_socket_is_of_user(int fd);

#endif

/*
 * Sockets of the parent in a worker: they are made dead, so that the worker can neither use nor end a connection of the
 * parent, whatever library has it.
 */
#ifndef ASYNC_IO_WORKERS_DEAD_SOCKETS_H
#define ASYNC_IO_WORKERS_DEAD_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The sockets that were open in the parent. */
typedef struct {
	struct async_open_socket { int fd; dev_t device; ino_t inode; } *sockets;
	size_t count;
	size_t capacity;
} async_open_sockets_t;

/* Before the fork: note which descriptors are sockets. errors: false with errno set */
bool async_open_sockets_note(async_open_sockets_t *open);

/* In the child: the numbers stay open, and lead to a connection whose peer has closed it. So a library sees a lost
 * connection, and closing the number does no harm. errors: false with errno set; some are still alive */
bool async_open_sockets_kill(const async_open_sockets_t *open);

/* Free the list. The descriptors are left as they are. */
void async_open_sockets_free(async_open_sockets_t *open);

#endif

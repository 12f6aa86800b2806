/*
 * Sockets of PHP are not inherited by a program that a coroutine starts.
 *
 * On stock PHP nothing else happens while exec() waits for its program. In a coroutine another one may close a
 * connection meanwhile, and the other end would not see the end of the connection before the program has ended, because
 * the program has the socket as well. So the sockets are marked for the moment of the start. Descriptors that a script
 * passes by proc_open() are duplicates, and are inherited as ever.
 */
#ifndef ASYNC_IO_PROCESSES_CLOSE_ON_EXEC_H
#define ASYNC_IO_PROCESSES_CLOSE_ON_EXEC_H

#include <stddef.h>

/* The descriptors that were marked. */
typedef struct {
	int *fds;
	size_t count;
	size_t capacity;
} async_close_on_exec_t;

/* Mark the sockets of all streams and Socket objects. Between this call and the other one the program is started.
 * owns:     the caller gives `marked` to async_close_on_exec_end()
 * suspends: no; runs PHP: no
 * errors:   none; without memory, sockets are inherited as on stock PHP */
void async_close_on_exec_begin(async_close_on_exec_t *marked);

/* Remove the marks. errno is kept. suspends: no; runs PHP: no */
void async_close_on_exec_end(async_close_on_exec_t *marked);

#endif

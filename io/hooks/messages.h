/*
 * Messages of recvmsg() and sendmsg() that are transferred in several pieces.
 */
#ifndef ASYNC_IO_HOOKS_MESSAGES_H
#define ASYNC_IO_HOOKS_MESSAGES_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* The bytes of all pieces of its vector. */
size_t async_message_size(const struct msghdr *message);

/* Drop the first `count` bytes of a message; changes its vector, which has to be a copy of the user's. */
void async_message_skip(struct msghdr *message, size_t count);

/* A copy of a message without its first `done` bytes, for async_message_skip().
 * owns: the caller releases *vector with efree() */
struct msghdr async_message_rest(const struct msghdr *message, size_t done, struct iovec **vector);

#endif

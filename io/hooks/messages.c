/*
 * Messages of recvmsg() and sendmsg() that are transferred in several pieces: what is left of one.
 */
#include "io/hooks/messages.h"

#include "php.h"

size_t async_message_size(const struct msghdr *message)
{
	size_t size = 0;

	for (size_t i = 0; i < (size_t) message->msg_iovlen; i++) {
		size += message->msg_iov[i].iov_len;
	}
	return size;
}

void async_message_skip(struct msghdr *message, size_t count)
{
	while (count > 0 && count >= message->msg_iov->iov_len) {
		ZEND_ASSERT(message->msg_iovlen > 0 && "a message has at least the bytes that were transferred");
		count -= message->msg_iov->iov_len;
		message->msg_iov++;
		message->msg_iovlen--;
	}
	if (count > 0) {
		message->msg_iov->iov_base = (char *) message->msg_iov->iov_base + count;
		message->msg_iov->iov_len -= count;
	}
}

struct msghdr async_message_rest(const struct msghdr *message, size_t done, struct iovec **vector)
{
	struct msghdr rest = *message;

	*vector = safe_emalloc(message->msg_iovlen, sizeof(**vector), 0);
	memcpy(*vector, message->msg_iov, message->msg_iovlen * sizeof(**vector));
	rest.msg_iov = *vector;
	async_message_skip(&rest, done);
	return rest;
}

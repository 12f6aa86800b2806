/*
 * Hooks for data through sockets in blocking mode: recv(), send() and their relatives. Each tries without blocking,
 * parks, and tries again. The answer is that of a blocking call: SO_RCVTIMEO, SO_SNDTIMEO and MSG_WAITALL count, and a
 * send returns when everything was sent.
 */
#include "io/hooks/hooks.h"

#include "io/delivery.h"
#include "io/streams/socket_wait.h"
#include "io/streams/write_locks.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Calls with one of these flags do not wait in the kernel either. */
#define NEVER_WAITS (MSG_DONTWAIT | MSG_OOB | MSG_ERRQUEUE)

#define HOOKS(X) \
	X(recv) X(recvfrom) X(recvmsg) X(send) X(sendto) X(sendmsg)

HOOKS(ASYNC_HOOK_ORIGINAL)

/* A call that succeeds leaves errno as it was; ext/sockets relies on it. */
static ssize_t answer(ssize_t result, int errno_before)
{
	if (result >= 0) {
		errno = errno_before;
	}
	return result;
}

/* ---- messages in several pieces ---- */

static size_t size_of(const struct msghdr *message)
{
	size_t size = 0;

	for (size_t i = 0; i < (size_t) message->msg_iovlen; i++) {
		size += message->msg_iov[i].iov_len;
	}
	return size;
}

/* Drop the first `count` bytes of a message; changes its vector, which has to be a copy of the user's. */
static void skip(struct msghdr *message, size_t count)
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

/* A copy of a message without its first `done` bytes, for skip(). The caller frees *vector. */
static struct msghdr rest_of(const struct msghdr *message, size_t done, struct iovec **vector)
{
	struct msghdr rest = *message;

	*vector = safe_emalloc(message->msg_iovlen, sizeof(**vector), 0);
	memcpy(*vector, message->msg_iov, message->msg_iovlen * sizeof(**vector));
	rest.msg_iov = *vector;
	skip(&rest, done);
	return rest;
}

/* MSG_WAITALL has no effect on datagrams. */
static bool is_stream(int fd)
{
	int type = 0;
	socklen_t length = sizeof(type);

	return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM;
}

/* ---- receiving ---- */

/* Wait until the call should be tried again with *flags. A datagram socket that is shut down for reading has nothing
 * for a call that does not block (EAGAIN), and the end for one that does: so the last try is one that does. */
static bool wait_to_receive(async_socket_wait_t *wait, int *flags)
{
	if (UNEXPECTED(wait->has_begun) && (*flags & MSG_DONTWAIT) && async_socket_is_shut(wait->fd)) {
		*flags &= ~MSG_DONTWAIT;
		return true;
	}
	return (*flags & MSG_DONTWAIT) && async_socket_wait(wait);
}

/* Only a part has come: does MSG_WAITALL ask for the rest? */
static bool wants_rest(async_socket_wait_t *wait, ssize_t received, size_t size, int flags)
{
	return UNEXPECTED(flags & MSG_WAITALL) && received > 0 && (size_t) received < size && is_stream(wait->fd)
		&& async_socket_wait_begin(wait);
}

/* Has the peer stopped sending? */
static bool has_ended(int fd)
{
	struct pollfd look = { .fd = fd, .events = POLLRDHUP };

	return async_poll_now(&look, 1) != 0;
}

/* On a Unix socket the kernel peeks at what is there, and does not wait for the rest. */
static bool is_local(int fd)
{
	int domain = 0;
	socklen_t length = sizeof(domain);

	return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 && domain == AF_UNIX;
}

/* MSG_WAITALL: receive the rest after `done` bytes. Returns how many bytes there are then. */
static ssize_t receive_rest(async_socket_wait_t *wait, char *data, size_t done, size_t size, int flags)
{
	ssize_t received = 0;

	ZEND_ASSERT(done > 0 && done < size && "a part has come");
	if (flags & MSG_PEEK) {
		if (is_local(wait->fd)) {
			return (ssize_t) done;
		}
		/* The bytes stay in the socket, which is readable all the time: look at intervals for more. */
		for (unsigned turn = 0; done < size && !has_ended(wait->fd) && async_socket_wait_moment(wait, turn); turn++) {
			received = original_recv(wait->fd, data, size, flags | MSG_DONTWAIT);
			if (received <= 0) {
				break;
			}
			done = (size_t) received;
		}
		return (ssize_t) done;
	}
	while (done < size && async_socket_wait_for_rest(wait)) {
		received = original_recv(wait->fd, data + done, size - done, flags | MSG_DONTWAIT);
		if (received == 0 || (received < 0 && !async_socket_would_block())) {
			break;
		}
		done += received > 0 ? (size_t) received : 0;
	}
	return (ssize_t) done;
}

static ssize_t hooked_recv(int fd, void *buffer, size_t size, int flags)
{
	async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE);
	int errno_before = errno;
	int now = flags | MSG_DONTWAIT;
	ssize_t received;

	if ((flags & NEVER_WAITS) || !async_io_may_park()) {
		return original_recv(fd, buffer, size, flags);
	}
	do {
		received = original_recv(fd, buffer, size, now);
	} while (received < 0 && async_socket_would_block() && wait_to_receive(&wait, &now));
	if (wants_rest(&wait, received, size, flags)) {
		received = receive_rest(&wait, buffer, (size_t) received, size, flags);
	}
	return answer(received, errno_before);
}

static ssize_t hooked_recvfrom(
	int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
	async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE);
	int errno_before = errno;
	int now = flags | MSG_DONTWAIT;
	ssize_t received;

	if ((flags & NEVER_WAITS) || !async_io_may_park()) {
		return original_recvfrom(fd, buffer, size, flags, address, length);
	}
	do {
		received = original_recvfrom(fd, buffer, size, now, address, length);
	} while (received < 0 && async_socket_would_block() && wait_to_receive(&wait, &now));
	if (received < 0 && length && errno == ECANCELED) {
		/* PHP's streams read the address even after a failure. */
		*length = 0;
	}
	if (wants_rest(&wait, received, size, flags)) {
		received = receive_rest(&wait, buffer, (size_t) received, size, flags);
	}
	return answer(received, errno_before);
}

/* MSG_WAITALL with MSG_PEEK: look at intervals for more, as receive_rest(). */
static ssize_t peek_at_rest_of_message(async_socket_wait_t *wait, struct msghdr *message, size_t done, int flags,
	size_t control_room)
{
	const size_t size = size_of(message);

	for (unsigned turn = 0; done < size && !is_local(wait->fd) && !has_ended(wait->fd)
		&& async_socket_wait_moment(wait, turn); turn++) {
		message->msg_controllen = control_room;
		ssize_t received = original_recvmsg(wait->fd, message, flags | MSG_DONTWAIT);
		if (received <= 0) {
			break;
		}
		done = (size_t) received;
	}
	return (ssize_t) done;
}

/* MSG_WAITALL: receive the rest of a message in several pieces. Control data ends the call, as in the kernel. */
static ssize_t receive_rest_of_message(async_socket_wait_t *wait, struct msghdr *message, size_t done, int flags,
	size_t control_room)
{
	struct iovec *vector;
	struct msghdr rest;
	size_t size = size_of(message);
	ssize_t received;

	if (message->msg_controllen > 0) {
		return (ssize_t) done;
	}
	if (flags & MSG_PEEK) {
		return peek_at_rest_of_message(wait, message, done, flags, control_room);
	}
	rest = rest_of(message, done, &vector);
	while (done < size && async_socket_wait_for_rest(wait)) {
		rest.msg_controllen = control_room;
		received = original_recvmsg(wait->fd, &rest, flags | MSG_DONTWAIT);
		if (received == 0 || (received < 0 && !async_socket_would_block())) {
			break;
		}
		if (received > 0) {
			done += (size_t) received;
			message->msg_flags = rest.msg_flags;
			message->msg_controllen = rest.msg_controllen;
			if (rest.msg_controllen > 0) {
				break;
			}
			skip(&rest, (size_t) received);
		}
	}
	efree(vector);
	return (ssize_t) done;
}

static ssize_t hooked_recvmsg(int fd, struct msghdr *message, int flags)
{
	async_socket_wait_t wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE);
	size_t control_room = message->msg_controllen;
	int errno_before = errno;
	int now = flags | MSG_DONTWAIT;
	ssize_t received;

	if ((flags & NEVER_WAITS) || !async_io_may_park()) {
		return original_recvmsg(fd, message, flags);
	}
	do {
		received = original_recvmsg(fd, message, now);
	} while (received < 0 && async_socket_would_block() && wait_to_receive(&wait, &now));
	if (wants_rest(&wait, received, size_of(message), flags)) {
		received = receive_rest_of_message(&wait, message, (size_t) received, flags, control_room);
	}
	return answer(received, errno_before);
}

/* ---- sending: a blocking call returns when everything is sent, or with what was sent before an error ---- */

/* One call that sends. A call that has to wait takes a turn, so that the bytes of other coroutines do not come between
 * its own (D28). */
typedef struct {
	async_socket_wait_t wait;
	bool has_turn;
	async_call_lock_t *turn;
} sending_t;

/* While another coroutine has the turn, nothing may be sent. */
static bool may_try(const sending_t *sending)
{
	return sending->has_turn || EXPECTED(!async_write_lock_is_taken(sending->wait.fd));
}

/* Wait for the turn; a call that has it waits for room. False with errno: the call ends here. */
static bool wait_to_send(sending_t *sending, size_t done)
{
	if (!async_socket_wait_begin(&sending->wait)) {
		return false;
	}
	if (!sending->has_turn) {
		sending->has_turn = async_write_lock_take(sending->wait.fd, &sending->turn) == ASYNC_WAIT_READY;
		return sending->has_turn;
	}
	return done > 0 ? async_socket_wait_for_rest(&sending->wait) : async_socket_wait(&sending->wait);
}

/* Give the turn back, and answer: bytes that were sent count before the error that ended the call. */
static ssize_t finish_sending(const sending_t *sending, size_t done, ssize_t sent, int errno_before)
{
	int kept_errno = errno;

	if (UNEXPECTED(sending->has_turn)) {
		async_call_lock_give_back(sending->turn);
	}
	errno = kept_errno;
	return answer(done > 0 ? (ssize_t) done : sent, errno_before);
}

/* send(), or sendto() when there is an address. A datagram is sent as a whole or not at all. */
static ssize_t send_all(
	int fd, const char *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
	sending_t sending = { .wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_WRITABLE) };
	int errno_before = errno;
	size_t done = 0;
	ssize_t sent = -1;

	do {
		if (!may_try(&sending)) {
			continue;
		}
		sent = address
			? original_sendto(fd, data + done, size - done, flags | MSG_DONTWAIT, address, length)
			: original_send(fd, data + done, size - done, flags | MSG_DONTWAIT);
		done += sent > 0 ? (size_t) sent : 0;
		if (sent < 0 ? !async_socket_would_block() : done >= size) {
			break;
		}
	} while (wait_to_send(&sending, done));
	ZEND_ASSERT(done <= size && "the kernel takes no more than there is");
	return finish_sending(&sending, done, sent, errno_before);
}

static ssize_t hooked_send(int fd, const void *data, size_t size, int flags)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_send(fd, data, size, flags);
	}
	return send_all(fd, data, size, flags, NULL, 0);
}

static ssize_t hooked_sendto(
	int fd, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_sendto(fd, data, size, flags, address, length);
	}
	return send_all(fd, data, size, flags, address, length);
}

static ssize_t send_message(int fd, const struct msghdr *message, int flags)
{
	sending_t sending = { .wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_WRITABLE) };
	struct iovec *vector = NULL;
	struct msghdr rest = *message;
	int errno_before = errno;
	size_t size = size_of(message);
	size_t done = 0;
	ssize_t sent = -1;

	do {
		if (!may_try(&sending)) {
			continue;
		}
		sent = original_sendmsg(fd, &rest, flags | MSG_DONTWAIT);
		done += sent > 0 ? (size_t) sent : 0;
		if (sent < 0 ? !async_socket_would_block() : done >= size) {
			break;
		}
		if (sent > 0) {
			if (vector) {
				efree(vector);
			}
			rest = rest_of(message, done, &vector);
			/* The control data was sent with the first bytes. */
			rest.msg_control = NULL;
			rest.msg_controllen = 0;
		}
	} while (wait_to_send(&sending, done));
	if (vector) {
		efree(vector);
	}
	return finish_sending(&sending, done, sent, errno_before);
}

static ssize_t hooked_sendmsg(int fd, const struct msghdr *message, int flags)
{
	if ((flags & MSG_DONTWAIT) || !async_io_may_park()) {
		return original_sendmsg(fd, message, flags);
	}
	return send_message(fd, message, flags);
}

ssize_t async_socket_write(int fd, const void *data, size_t size)
{
	return async_io_may_park() ? send_all(fd, data, size, 0, NULL, 0) : original_send(fd, data, size, 0);
}

static async_import_hook_t hooks[] = { HOOKS(ASYNC_HOOK_ROW) };
ASYNC_HOOK_GROUP(sockets, hooks);

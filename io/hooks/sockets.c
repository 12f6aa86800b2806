/*
 * Hooks for data through sockets in blocking mode: recv(), send() and their relatives. Each tries without blocking,
 * parks, and tries again. The answer is that of a blocking call: SO_RCVTIMEO, SO_SNDTIMEO, SO_RCVLOWAT and MSG_WAITALL
 * count, and a send returns when everything was sent.
 */
#include "io/hooks/hooks.h"

#include "io/delivery.h"
#include "io/hooks/messages.h"
#include "io/streams/low_water.h"
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

/* ---- receiving ---- */

/* One call that receives. */
typedef struct {
	async_socket_wait_t wait;
	int flags;
	int try_flags;       /* those of the next try */
	size_t size;
	size_t low_water;    /* SO_RCVLOWAT, if the call has to mind it; 0: it has not */
	unsigned moments;    /* that it has slept, see wait_for_rest() */
} receiving_t;

/* A blocking call on a descriptor with SO_RCVLOWAT waits for that many bytes. */
static zend_always_inline void mind_low_water(receiving_t *in)
{
	if (UNEXPECTED(async_low_water_is_used())) {
		in->low_water = async_low_water_of(in->wait.fd);
		if (in->low_water > 0 && !async_socket_wait_begin(&in->wait)) {
			in->low_water = 0;
		}
	}
}

/* The first try: leave less than SO_RCVLOWAT bytes in the socket, because poll() does not report the rest alone. False
 * with errno EAGAIN: wait. */
static zend_always_inline bool may_take(const receiving_t *in)
{
	return EXPECTED(in->low_water == 0) || in->size < in->low_water || in->wait.has_expired || in->wait.is_signalled
		|| async_low_water_is_reached(in->wait.fd);
}

/* Wait until the call should be tried again. A datagram socket that is shut down for reading has nothing for a call
 * that does not block (EAGAIN), and the end for one that does: so the last try is one that does. */
static bool wait_to_receive(receiving_t *in)
{
	if (UNEXPECTED(in->wait.has_begun) && (in->try_flags & MSG_DONTWAIT) && async_socket_is_shut(in->wait.fd)) {
		in->try_flags &= ~MSG_DONTWAIT;
		return true;
	}
	return (in->try_flags & MSG_DONTWAIT) && async_socket_wait(&in->wait);
}

/* How many bytes end the wait. */
static size_t target_of(const receiving_t *in)
{
	return in->flags & MSG_WAITALL ? in->size : MIN(in->low_water, in->size);
}

/* Only a part has come: does MSG_WAITALL or SO_RCVLOWAT ask for the rest? Neither has an effect on datagrams. */
static bool wants_rest(receiving_t *in, ssize_t received)
{
	return UNEXPECTED((in->flags & MSG_WAITALL) || in->low_water > 0) && received > 0
		&& (size_t) received < target_of(in) && async_socket_is_stream(in->wait.fd)
		&& async_socket_wait_begin(&in->wait);
}

/* Wait for the rest after `done` bytes. poll() reports no less than SO_RCVLOWAT bytes: look at intervals for less. */
static bool wait_for_rest(receiving_t *in, size_t done)
{
	if (UNEXPECTED(target_of(in) - done < in->low_water) && !async_socket_is_local(in->wait.fd)) {
		return async_socket_wait_moment(&in->wait, in->moments++);
	}
	return async_socket_wait_for_rest(&in->wait);
}

/* Receive the rest after `done` bytes. Returns how many bytes there are then. */
static ssize_t receive_rest(receiving_t *in, char *data, size_t done)
{
	const size_t target = target_of(in);
	const int flags = in->flags | MSG_DONTWAIT;
	ssize_t received = 0;

	ZEND_ASSERT(done > 0 && done < target && "a part has come");
	if (flags & MSG_PEEK) {
		/* On a Unix socket the kernel peeks at what is there, and does not wait for the rest. */
		if (async_socket_is_local(in->wait.fd)) {
			return (ssize_t) done;
		}
		/* The bytes stay in the socket, which is readable all the time: look at intervals for more. */
		for (unsigned turn = 0; done < target && !async_socket_is_shut(in->wait.fd)
			&& async_socket_wait_moment(&in->wait, turn); turn++) {
			received = original_recv(in->wait.fd, data, in->size, flags);
			if (received <= 0) {
				break;
			}
			done = (size_t) received;
		}
		return (ssize_t) done;
	}
	while (done < target && wait_for_rest(in, done)) {
		received = original_recv(in->wait.fd, data + done, in->size - done, flags);
		if (received == 0 || (received < 0 && !async_socket_would_block())) {
			break;
		}
		done += received > 0 ? (size_t) received : 0;
	}
	return (ssize_t) done;
}

static ssize_t hooked_recv(int fd, void *buffer, size_t size, int flags)
{
	receiving_t in = { .wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE), .flags = flags,
		.try_flags = flags | MSG_DONTWAIT, .size = size };
	int errno_before = errno;
	ssize_t received = -1;

	if ((flags & NEVER_WAITS) || !async_io_may_park()) {
		return original_recv(fd, buffer, size, flags);
	}
	mind_low_water(&in);
	do {
		if (may_take(&in)) {
			received = original_recv(fd, buffer, size, in.try_flags);
		}
	} while (received < 0 && async_socket_would_block() && wait_to_receive(&in));
	if (wants_rest(&in, received)) {
		received = receive_rest(&in, buffer, (size_t) received);
	}
	return answer(received, errno_before);
}

static ssize_t hooked_recvfrom(
	int fd, void *buffer, size_t size, int flags, struct sockaddr *address, socklen_t *length)
{
	receiving_t in = { .wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE), .flags = flags,
		.try_flags = flags | MSG_DONTWAIT, .size = size };
	int errno_before = errno;
	ssize_t received = -1;

	if ((flags & NEVER_WAITS) || !async_io_may_park()) {
		return original_recvfrom(fd, buffer, size, flags, address, length);
	}
	mind_low_water(&in);
	do {
		if (may_take(&in)) {
			received = original_recvfrom(fd, buffer, size, in.try_flags, address, length);
		}
	} while (received < 0 && async_socket_would_block() && wait_to_receive(&in));
	if (received < 0 && length && errno == ECANCELED) {
		/* PHP's streams read the address even after a failure. */
		*length = 0;
	}
	if (wants_rest(&in, received)) {
		received = receive_rest(&in, buffer, (size_t) received);
	}
	return answer(received, errno_before);
}

/* With MSG_PEEK: look at intervals for more, as receive_rest(). */
static ssize_t peek_at_rest_of_message(receiving_t *in, struct msghdr *message, size_t done, size_t control_room)
{
	const size_t target = target_of(in);
	const int fd = in->wait.fd;

	for (unsigned turn = 0; done < target && !async_socket_is_local(fd) && !async_socket_is_shut(fd)
		&& async_socket_wait_moment(&in->wait, turn); turn++) {
		message->msg_controllen = control_room;
		ssize_t received = original_recvmsg(fd, message, in->flags | MSG_DONTWAIT);
		if (received <= 0) {
			break;
		}
		done = (size_t) received;
	}
	return (ssize_t) done;
}

/* Receive the rest of a message in several pieces. Control data ends the call, as in the kernel. */
static ssize_t receive_rest_of_message(receiving_t *in, struct msghdr *message, size_t done, size_t control_room)
{
	const size_t target = target_of(in);
	struct iovec *vector;
	struct msghdr rest;
	ssize_t received;

	if (message->msg_controllen > 0) {
		return (ssize_t) done;
	}
	if (in->flags & MSG_PEEK) {
		return peek_at_rest_of_message(in, message, done, control_room);
	}
	rest = async_message_rest(message, done, &vector);
	while (done < target && wait_for_rest(in, done)) {
		rest.msg_controllen = control_room;
		received = original_recvmsg(in->wait.fd, &rest, in->flags | MSG_DONTWAIT);
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
			async_message_skip(&rest, (size_t) received);
		}
	}
	efree(vector);
	return (ssize_t) done;
}

static ssize_t hooked_recvmsg(int fd, struct msghdr *message, int flags)
{
	receiving_t in = { .wait = ASYNC_SOCKET_WAIT(fd, ASYNC_FD_READABLE), .flags = flags,
		.try_flags = flags | MSG_DONTWAIT };
	size_t control_room = message->msg_controllen;
	int errno_before = errno;
	ssize_t received = -1;

	if ((flags & NEVER_WAITS) || !async_io_may_park()) {
		return original_recvmsg(fd, message, flags);
	}
	in.size = async_message_size(message);
	mind_low_water(&in);
	do {
		if (may_take(&in)) {
			received = original_recvmsg(fd, message, in.try_flags);
		}
	} while (received < 0 && async_socket_would_block() && wait_to_receive(&in));
	if (wants_rest(&in, received)) {
		received = receive_rest_of_message(&in, message, (size_t) received, control_room);
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
	size_t size = async_message_size(message);
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
			rest = async_message_rest(message, done, &vector);
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

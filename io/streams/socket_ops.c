/*
 * Reading from socket streams: try first, park when it would block, and answer as the stock function.
 */
#include "io/streams/socket_ops.h"

#include "engine/handlers.h"
#include "io/globals.h"
#include "io/streams/client_streams.h"
#include "io/streams/low_water.h"
#include "io/streams/socket_wait.h"
#include "io/streams/stream_order.h"
#include "io/streams/taken.h"
#include "io/streams/tls_ops.h"
#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include "php_network.h"
#include "ext/standard/file.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

/* More tables than there are kinds of socket streams. */
#define TABLES_MAX 8

typedef ssize_t (*read_fn)(php_stream *stream, char *buffer, size_t size);

typedef int (*close_fn)(php_stream *stream, int close_handle);

static read_fn original_read;
static close_fn original_close;
static php_stream_ops *tables[TABLES_MAX];
static unsigned table_count;

/* Would a wait in this read be a cooperative one? Otherwise the stock function makes the read. */
static bool is_ours(const php_stream *stream, const php_netstream_data_t *sock)
{
	return sock != NULL && sock->socket != -1 && sock->is_blocked
		&& !ASYNC_COMPAT_HAS_BUFFERED_DATA(stream)
		&& (sock->timeout.tv_sec != 0 || sock->timeout.tv_usec != 0)
		&& async_io_may_park();
}

/* The time limit counts from the start of the call, which includes a wait for its turn. */
static uint64_t deadline_of(const php_netstream_data_t *sock, uint64_t late_since)
{
	uint64_t deadline;

	if (sock->timeout.tv_sec < 0) {
		return ASYNC_WAIT_FOREVER;
	}
	deadline = async_deadline_after(sock->timeout.tv_sec, (long) sock->timeout.tv_usec * 1000);
	return EXPECTED(late_since == 0) || deadline == ASYNC_WAIT_FOREVER ? deadline
		: deadline - (async_reactor_now() - late_since);
}

/* One read, and where its bytes go. */
typedef struct {
	php_stream *stream;
	php_netstream_data_t *sock;
	char *buffer;
	size_t size;
	uint64_t deadline;      /* 0 until it is first needed */
	uint64_t late_since;    /* when the call began, if it had to wait for its turn to read; 0: it did not */
	bool fills_stream;      /* the buffer is the stream's own */
	zend_off_t had;         /* unread bytes in it when the read began */
} socket_read_t;

/* Wait until there may be something to read. False: the read has failed, as the stock function's would. */
static bool wait_readable(socket_read_t *read)
{
	php_stream *stream = read->stream;
	async_wait_result_t result;

	if (read->deadline == 0) {
		read->deadline = deadline_of(read->sock, read->late_since);
	}
	result = async_wait_fd(read->sock->socket, ASYNC_FD_READABLE, read->deadline, NULL);
	if (UNEXPECTED(result == ASYNC_WAIT_ERROR)) {
		/* Another coroutine closes the stream, and waits for this one to leave it. */
		stream->eof = 1;
		return false;
	}
	if (UNEXPECTED(result == ASYNC_WAIT_CANCELLED)) {
		async_client_streams_cancelled(read->sock->socket);
	}
	read->sock->timeout_event = result == ASYNC_WAIT_TIMEOUT;
	if (read->fills_stream) {
		/* Another coroutine that reads the stream may have moved or enlarged its buffer. */
		read->buffer = (char *) stream->readbuf + stream->writepos;
		read->size = stream->readbuflen - stream->writepos;
	}
	return EXPECTED(result == ASYNC_WAIT_READY);
}

/* Did another coroutine put bytes into the stream's buffer during the wait? Then the caller takes these, and this read
 * is over. */
static bool was_filled_meanwhile(socket_read_t *read)
{
	zend_off_t has = read->stream->writepos - read->stream->readpos;

	if (EXPECTED(read->deadline == 0) || !read->fills_stream) {
		return false;
	}
	if (has < read->had) {
		read->had = has;
	}
	return has > read->had || read->size == 0;
}

/* The answer of a read, and the side effects that it has in the stock function. */
static ssize_t finish_read(socket_read_t *read, ssize_t received)
{
	php_stream *stream = read->stream;

	ZEND_ASSERT(received <= (ssize_t) read->size && "recv() returns at most what was asked for");
	if (EXPECTED(received > 0)) {
		if (ASYNC_G(reactor)) {
			async_fd_set_drained(ASYNC_G(reactor), read->sock->socket, (size_t) received < read->size);
		}
		php_stream_notify_progress_increment(PHP_STREAM_CONTEXT(stream), received, 0);
	} else if (received < 0 && errno == EINTR) {
		received = 0;
	} else {
		stream->eof = 1;
	}
	return received;
}

/* The socket was ready, and there was nothing to read. Is that the answer? When another coroutine has taken the data
 * through another stream, it is not. Else the stock function would have found the socket ready, too: a datagram socket
 * that is shut down for reading, or one with urgent data alone. It asks with MSG_DONTWAIT then, and takes EAGAIN for an
 * answer, unless its stream has no time limit. */
static bool is_ready_for_nothing(const socket_read_t *read)
{
	const int fd = read->sock->socket;

	return read->sock->timeout.tv_sec == -1 ? async_socket_is_shut(fd) : async_socket_is_ready(fd, ASYNC_FD_READABLE);
}

static ssize_t read_nothing(socket_read_t *read)
{
	if (read->sock->timeout.tv_sec != -1) {
		return 0;
	}
	return finish_read(read, recv(read->sock->socket, read->buffer, read->size, 0));
}

/* Has the stock function, which polls before each read, to wait longer than until there is something? */
static bool is_below_low_water(int fd)
{
	return UNEXPECTED(async_low_water_is_used()) && async_low_water_of(fd) > 0 && !async_low_water_is_reached(fd);
}

/* Try first, and park when it would block; the stock function polls before each read. After a read that took all there
 * was, park first: on a connection with one request and one response at a time, every other try would find nothing.
 * The answer in each case is that of the stock function. */
static ssize_t try_first(php_stream *stream, char *buffer, size_t size)
{
	socket_read_t read = { .stream = stream, .sock = stream->abstract, .buffer = buffer, .size = size };
	bool in_vain = false;
	ssize_t received;

	if (!is_ours(stream, read.sock)) {
		return original_read(stream, buffer, size);
	}
	read.late_since = async_stream_read_late_since(stream);
	if (read.late_since == 0 && async_scheduler_is_alone()) {
		/* The poll() of the stock function is hooked, and waits in the kernel when the coroutine is alone. */
		return original_read(stream, buffer, size);
	}
	read.fills_stream = buffer == (char *) stream->readbuf + stream->writepos;
	read.had = stream->writepos - stream->readpos;
	ZEND_ASSERT(read.had >= 0 && "a stream is read up to where it was filled");
	read.sock->timeout_event = 0;
	/* A read that had to wait for its turn tries first: its time limit may have passed, and then a wait would fail. */
	if (EXPECTED(read.late_since == 0) && ASYNC_G(reactor)
		&& async_fd_is_drained(ASYNC_G(reactor), read.sock->socket) && !wait_readable(&read)) {
		return async_client_streams_failed_read(stream);
	}
	while (!was_filled_meanwhile(&read)) {
		if (!is_below_low_water(read.sock->socket)) {
			received = recv(read.sock->socket, read.buffer, read.size, MSG_DONTWAIT);
			if (received >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
				return finish_read(&read, received);
			}
		}
		if (UNEXPECTED(read.deadline != 0) && is_ready_for_nothing(&read)) {
			if (in_vain) {
				return read_nothing(&read);
			}
			/* Data may have come since the call of recv(). */
			in_vain = true;
			continue;
		}
		in_vain = false;
		if (UNEXPECTED(!wait_readable(&read))) {
			return async_client_streams_failed_read(stream);
		}
	}
	return 0;
}

static ssize_t socket_read(php_stream *stream, char *buffer, size_t size)
{
	return async_taken_read(stream, buffer, size, try_first);
}

/* The coroutines that use the stream leave it first. */
static int socket_close(php_stream *stream, int close_handle)
{
	php_netstream_data_t *sock = stream->abstract;

	if (close_handle && sock != NULL && sock->socket != -1) {
		async_stream_closing(stream, sock->socket);
	}
	return original_close(stream, close_handle);
}

/* Only tables that have the functions of the first one: `original_read` and `original_close` serve all of them. */
static bool replace_table(const php_stream_ops *table)
{
	if (table == NULL || table_count == TABLES_MAX) {
		return false;
	}
	if (original_read == NULL) {
		original_read = table->read;
		original_close = table->close;
		async_table_originals_kept();
	}
	if (table->read != original_read || table->close != original_close
		|| !async_table_unprotect(table, sizeof(*table))) {
		return false;
	}
	tables[table_count] = (php_stream_ops *) table;
	tables[table_count]->read = socket_read;
	tables[table_count++]->close = socket_close;
	return true;
}

/* A stream of this transport that is connected to nothing; NULL as the transport: as stream_socket_pair() makes it. */
static php_stream *stream_of(const char *transport)
{
	php_stream_transport_factory factory;
	struct timeval timeout = {0};

	if (transport == NULL) {
		return php_stream_sock_open_from_socket(-1, NULL);
	}
	factory = zend_hash_str_find_ptr(php_stream_xport_get_hash(), transport, strlen(transport));
	return factory ? factory(transport, strlen(transport), "", 0, NULL, 0, 0, &timeout, NULL STREAMS_CC) : NULL;
}

const php_stream_ops *async_socket_ops_table_of(const char *transport)
{
	/* Resource numbers are visible to scripts: take the number of this stream back. */
	const zend_long next_resource = EG(regular_list).nNextFreeElement;
	php_stream *stream = stream_of(transport);
	const php_stream_ops *table = stream ? stream->ops : NULL;

	if (stream) {
		php_stream_free(stream, PHP_STREAM_FREE_CLOSE);
	}
	EG(regular_list).nNextFreeElement = next_resource;
	return table;
}

/* The TLS stream on this descriptor; NULL: there is none. Looks through all open streams, for cancelled TLS calls
 * only. */
static php_netstream_data_t *find_tls_socket(int fd)
{
	zval *entry;

	ZEND_HASH_FOREACH_VAL(&EG(regular_list), entry) {
		if (Z_RES_P(entry)->type != php_file_le_stream() && Z_RES_P(entry)->type != php_file_le_pstream()) {
			continue;
		}
		php_stream *stream = Z_RES_VAL_P(entry);
		php_netstream_data_t *sock = stream->abstract;
		if (strcmp(stream->ops->label, "tcp_socket/ssl") == 0 && sock && sock->socket == fd) {
			return sock;
		}
	} ZEND_HASH_FOREACH_END();
	return NULL;
}

void async_socket_ops_expire(int fd)
{
	php_netstream_data_t *sock = async_tls_socket_of(fd);

	if (sock && UNEXPECTED(ASYNC_IO_G(expired_socket) != NULL) && ASYNC_IO_G(expired_socket) != sock) {
		async_socket_ops_unexpire();
	}
	if (sock && ASYNC_IO_G(expired_socket) == NULL && sock->timeout.tv_sec >= 0) {
		ASYNC_IO_G(expired_socket) = sock;
		ASYNC_IO_G(expired_fd) = fd;
		ASYNC_IO_G(expired_timeout) = sock->timeout;
		ASYNC_IO_G(expired_event) = sock->timeout_event;
		/* The shortest time limit, because zero would mean no limit. */
		sock->timeout.tv_sec = 0;
		sock->timeout.tv_usec = 1;
	}
}

void async_socket_ops_unexpire(void)
{
	php_netstream_data_t *sock = ASYNC_IO_G(expired_socket);

	/* The stream may have been closed meanwhile, unless the call goes on. */
	if (sock && (async_tls_socket_of(ASYNC_IO_G(expired_fd)) == sock
		|| find_tls_socket(ASYNC_IO_G(expired_fd)) == sock)) {
		sock->timeout = ASYNC_IO_G(expired_timeout);
		/* No time limit has passed. */
		sock->timeout_event = ASYNC_IO_G(expired_event);
	}
	ASYNC_IO_G(expired_socket) = NULL;
}

bool async_socket_ops_install(void)
{
	const char *const others[] = { "udp", "unix", "udg", NULL };

	ZEND_ASSERT(table_count == 0 && "replaced once");
	if (!replace_table(&php_stream_socket_ops)) {
		return false;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		replace_table(async_socket_ops_table_of(others[i]));
	}
	return true;
}

void async_socket_ops_restore(void)
{
	while (table_count > 0) {
		php_stream_ops *table = tables[--table_count];
		if (table->read == socket_read) {
			table->read = original_read;
			table->close = original_close;
		}
	}
}

unsigned async_socket_ops_count(void)
{
	return table_count;
}

/*
 * TLS streams that several coroutines use: one call at a time in each direction, and closing while calls are under way.
 */
#include "io/streams/tls_ops.h"

#include "engine/handlers.h"
#include "io/call_locks.h"
#include "io/delivery.h"
#include "io/streams/client_streams.h"
#include "io/streams/socket_ops.h"
#include "io/streams/stream_order.h"
#include "io/streams/taken.h"
#include "io/wait_fd.h"

#include "php_network.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>

#define READING 0
#define WRITING 1

/* Seconds. Stock PHP counts the milliseconds of a wait in an int: these are less. A time limit that a program sets is
 * hardly a multiple of it. */
#define STAND_IN_LIMIT 2000003

/* What OpenSSL puts into one record at most. */
#define RECORD_SIZE ((size_t) 16384)

/* One read or write that is under way. Lives in its frame; the turn of its direction leads to it. */
struct async_tls_call {
	php_netstream_data_t *sock;
	bool was_blocking;        /* `is_blocked` of the stream's data when the wait began */
	bool other_ended;         /* the other direction ended during the wait, and made the socket blocking again */
	bool is_closed;           /* another coroutine closes the stream, and waits for this call to leave */
};

/* The first bytes of a write that was cancelled. OpenSSL may have begun to send them. */
typedef struct async_tls_record {
	struct async_tls_record *next;
	const php_netstream_data_t *sock;
	size_t size;
	char data[];
} async_tls_record_t;

/* The data of these streams begins like this in all versions of PHP. */
typedef struct {
	php_netstream_data_t s;
	void *ssl_handle;         /* NULL: no TLS so far */
} tls_netstream_data_t;

static php_stream_ops *table;     /* PHP's table; NULL while nothing is replaced */
static php_stream_ops original;   /* a copy of PHP's table before the replacement */

/* Key of the turns; only its address is used. */
static const char tls_calls;

static zend_always_inline uintptr_t place_of(int fd, int direction)
{
	return ((uintptr_t) fd << 1) | (unsigned) direction;
}

static async_call_lock_t *find(int fd, int direction)
{
	return async_call_lock_find(&tls_calls, place_of(fd, direction));
}

/* Is this a TLS stream in blocking mode, in a coroutine that may park? Otherwise the stock function does it alone. */
static zend_always_inline bool is_ours(const php_stream *stream)
{
	const tls_netstream_data_t *data = stream->abstract;

	return data != NULL && data->ssl_handle != NULL && data->s.socket != -1 && data->s.is_blocked
		&& async_io_may_park();
}

bool async_tls_has_keys(const php_stream *stream)
{
	const tls_netstream_data_t *data = stream->abstract;

	return strcmp(stream->ops->label, ASYNC_TLS_LABEL) == 0 && data != NULL && data->ssl_handle != NULL;
}

/* ---- streams without a time limit ----
 *
 * A cancelled call leaves the stock function by its time limit. Where the stream has none, the stock function would try
 * again and again until the connection is ended. So during a read or write it has one, which grows when it passes. */

static bool has_stand_in(const php_netstream_data_t *sock)
{
	return sock->timeout.tv_sec > 0 && sock->timeout.tv_sec % STAND_IN_LIMIT == 0;
}

static void begin_limit(php_netstream_data_t *sock)
{
	if (UNEXPECTED(sock->timeout.tv_sec < 0)) {
		sock->timeout.tv_sec = STAND_IN_LIMIT;
		sock->timeout.tv_usec = 0;
	}
}

static void end_limit(php_netstream_data_t *sock)
{
	if (UNEXPECTED(has_stand_in(sock))) {
		sock->timeout.tv_sec = -1;
		sock->timeout.tv_usec = 0;
	}
}

/* Take the turn of this direction. False with errno: the wait for it was cancelled, and the call fails. */
static bool begin(async_tls_call_t *call, php_stream *stream, int direction, async_call_lock_t **turn)
{
	memset(call, 0, sizeof(*call));
	call->sock = stream->abstract;
	if (UNEXPECTED(!async_call_lock_take_within(&tls_calls, place_of(call->sock->socket, direction),
			"turn to use a TLS stream", turn))) {
		async_delivery_request();
		errno = ECANCELED;
		return false;
	}
	if (EXPECTED(*turn != NULL)) {
		(*turn)->detail = call;
	}
	return true;
}

/* Give the turn back. Tell a waiting call of the other direction that the stock function has changed the mode of the
 * socket. */
static void end(async_tls_call_t *call, int direction, async_call_lock_t *turn)
{
	async_call_lock_t *other = find(call->sock->socket, !direction);

	if (UNEXPECTED(ASYNC_IO_G(expired_socket) == call->sock)) {
		async_socket_ops_unexpire();
	}
	if (other && other->detail) {
		((async_tls_call_t *) other->detail)->other_ended = true;
	} else {
		end_limit(call->sock);
	}
	async_call_lock_give_back(turn);
}

static ssize_t read_in_turn(php_stream *stream, char *buffer, size_t size)
{
	async_tls_call_t call;
	async_call_lock_t *turn;
	ssize_t result;

	if (!is_ours(stream)) {
		return original.read(stream, buffer, size);
	}
	if (!begin(&call, stream, READING, &turn)) {
		return async_client_streams_failed_read(stream);
	}
	begin_limit(call.sock);
	result = original.read(stream, buffer, size);
	end(&call, READING, turn);
	return EXPECTED(result >= 0) ? result : async_client_streams_failed_read(stream);
}

static ssize_t tls_read(php_stream *stream, char *buffer, size_t size)
{
	return async_taken_read(stream, buffer, size, read_in_turn);
}

/* ---- records that a cancelled write has begun ----
 *
 * OpenSSL has encrypted the record, and perhaps sent a part of it: the peer needs the rest. The next SSL_write() sends
 * that rest, and takes its own first bytes for those of the record. So the bytes of the record are kept, and are what
 * the next write writes first. */

static async_tls_record_t **find_record(const php_netstream_data_t *sock)
{
	async_tls_record_t **link = &ASYNC_IO_G(tls_records);

	while (*link && (*link)->sock != sock) {
		link = &(*link)->next;
	}
	return link;
}

static void drop_record(const php_netstream_data_t *sock)
{
	async_tls_record_t **link = find_record(sock);
	async_tls_record_t *record = *link;

	if (record) {
		*link = record->next;
		free(record);
	}
}

/* A write was cancelled. It may have begun the record of its first bytes: each call writes one record. */
static void keep_record(const php_netstream_data_t *sock, const char *data, size_t size)
{
	async_tls_record_t *record;

	size = MIN(size, RECORD_SIZE);
	record = pemalloc(sizeof(*record) + size, true);
	record->sock = sock;
	record->size = size;
	memcpy(record->data, data, size);
	record->next = ASYNC_IO_G(tls_records);
	ASYNC_IO_G(tls_records) = record;
}

/* Write one record, after the one that was begun before. keeps: a cancellation may end the call. (A call on a stream in
 * non-blocking mode that would have to wait is repeated by the program itself.) */
static ssize_t write_record(php_stream *stream, const char *buffer, size_t size, bool keeps)
{
	const php_netstream_data_t *sock = stream->abstract;
	const async_tls_record_t *begun = *find_record(sock);
	ssize_t result;

	if (UNEXPECTED(begun != NULL)) {
		result = original.write(stream, begun->data, begun->size);
		if (result <= 0) {
			return result;
		}
		drop_record(sock);
	}
	result = original.write(stream, buffer, size);
	if (keeps && UNEXPECTED(result <= 0) && async_delivery_is_pending()) {
		keep_record(sock, buffer, size);
	}
	return result;
}

static ssize_t tls_write(php_stream *stream, const char *buffer, size_t size)
{
	async_tls_call_t call;
	async_call_lock_t *turn;
	ssize_t result;

	if (!is_ours(stream)) {
		return EXPECTED(ASYNC_IO_G(tls_records) == NULL)
			? original.write(stream, buffer, size) : write_record(stream, buffer, size, false);
	}
	if (!begin(&call, stream, WRITING, &turn)) {
		return -1;
	}
	begin_limit(call.sock);
	result = write_record(stream, buffer, size, true);
	end(&call, WRITING, turn);
	return result;
}

/* ---- handshakes: the stream is found by its descriptor when the wait is cancelled ---- */

/* Key of their turns, which no other coroutine waits for; only its address is used. */
static const char handshakes;

static int shake_hands(php_stream *stream, int option, int value, void *argument)
{
	php_netstream_data_t *sock = stream->abstract;
	async_call_lock_t *turn = NULL;
	int result;

	if (ASYNC_G(current) && sock && sock->socket != -1
		&& async_call_lock_find(&handshakes, (uintptr_t) sock->socket) == NULL) {
		(void) async_call_lock_take(&handshakes, (uintptr_t) sock->socket, "handshake of a TLS stream", &turn);
	}
	if (EXPECTED(turn != NULL)) {
		turn->detail = sock;
	}
	result = original.set_option(stream, option, value, argument);
	if (UNEXPECTED(turn != NULL) && UNEXPECTED(ASYNC_IO_G(expired_socket) == sock)) {
		async_socket_ops_unexpire();
	}
	async_call_lock_give_back(turn);
	return result;
}

php_netstream_data_t *async_tls_socket_of(int fd)
{
	const async_tls_call_t *call = async_tls_call_of(fd);
	const async_call_lock_t *turn;

	if (call) {
		return call->sock;
	}
	turn = async_call_lock_find(&handshakes, (uintptr_t) fd);
	return turn && turn->lock.owner == ASYNC_G(current) ? turn->detail : NULL;
}

/* feof() asks this way whether the connection is alive: that may read, and wait. */
static int tls_set_option(php_stream *stream, int option, int value, void *argument)
{
	async_tls_call_t call;
	async_call_lock_t *turn;
	int result;

	if (option == PHP_STREAM_OPTION_CRYPTO_API) {
		return shake_hands(stream, option, value, argument);
	}
	if (option != PHP_STREAM_OPTION_CHECK_LIVENESS || !is_ours(stream)) {
		return original.set_option(stream, option, value, argument);
	}
	if (!begin(&call, stream, READING, &turn)) {
		return PHP_STREAM_OPTION_RETURN_OK;
	}
	result = original.set_option(stream, option, value, argument);
	end(&call, READING, turn);
	return result;
}

/* Coroutines that use the stream leave it first; in fclose() they have left it already. */
static int tls_close(php_stream *stream, int close_handle)
{
	php_netstream_data_t *sock = stream->abstract;

	if (close_handle && sock != NULL && sock->socket != -1) {
		async_stream_closing(stream, sock->socket);
	}
	drop_record(sock);
	return original.close(stream, close_handle);
}

async_tls_call_t *async_tls_call_of(int fd)
{
	for (int direction = READING; direction <= WRITING; direction++) {
		const async_call_lock_t *turn = find(fd, direction);
		if (turn && turn->lock.owner == ASYNC_G(current)) {
			return turn->detail;
		}
	}
	return NULL;
}

void async_tls_before_wait(async_tls_call_t *call)
{
	ZEND_ASSERT(call->sock != NULL && "the call has begun");
	if (UNEXPECTED(call->is_closed)) {
		/* The call waits again after its first wait failed, so it has no time limit: only the end of the connection
		 * makes it leave. */
		(void) shutdown(call->sock->socket, SHUT_RDWR);
	}
	call->was_blocking = call->sock->is_blocked;
	call->sock->is_blocked = true;
	call->other_ended = false;
}

void async_tls_after_wait(async_tls_call_t *call, async_wait_result_t result)
{
	const int kept_errno = errno;
	php_netstream_data_t *sock = call->sock;

	sock->is_blocked = call->was_blocking;
	if (UNEXPECTED(result == ASYNC_WAIT_TIMEOUT) && has_stand_in(sock)) {
		sock->timeout.tv_sec += STAND_IN_LIMIT;
	}
	if (UNEXPECTED(call->other_ended) && !call->was_blocking) {
		(void) fcntl(sock->socket, F_SETFL, fcntl(sock->socket, F_GETFL) | O_NONBLOCK);
	}
	if (UNEXPECTED(result == ASYNC_WAIT_ERROR)) {
		/* Closed: let its time limit pass now, so that the stock function leaves. */
		call->is_closed = true;
		sock->timeout.tv_sec = 0;
		sock->timeout.tv_usec = 1;
	}
	errno = kept_errno;
}

bool async_tls_ops_install(void)
{
	ZEND_ASSERT(table == NULL && "replaced once");
	table = (php_stream_ops *) async_socket_ops_table_of("ssl");
	if (table == NULL || !async_table_unprotect(table, sizeof(*table))) {
		table = NULL;
		return false;
	}
	original = *table;
	async_table_originals_kept();
	table->read = tls_read;
	table->write = tls_write;
	table->set_option = tls_set_option;
	table->close = tls_close;
	return true;
}

void async_tls_ops_restore(void)
{
	/* The table is gone with its module when openssl was unloaded before: then there is no such transport any more. */
	if (table && zend_hash_str_exists(php_stream_xport_get_hash(), ZEND_STRL("ssl")) && table->read == tls_read) {
		table->read = original.read;
		table->write = original.write;
		table->set_option = original.set_option;
		table->close = original.close;
	}
	table = NULL;
}

#include "io/socket_ops.h"

#include "io/wait_fd.h"
#include "scheduler/scheduler.h"

#include "php_network.h"
#include "ext/standard/file.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define TABLES_MAX 8

typedef ssize_t (*read_fn)(php_stream *stream, char *buffer, size_t size);

static read_fn original_read;
static php_stream_ops *tables[TABLES_MAX];
static unsigned table_count;

/* Does this read have to wait cooperatively, if it has to wait? Everything else is the stock function's. */
static bool is_ours(const php_stream *stream, const php_netstream_data_t *sock)
{
	return sock != NULL && sock->socket != -1 && sock->is_blocked
#if PHP_VERSION_ID >= 80300
		&& !stream->has_buffered_data
#endif
		&& (sock->timeout.tv_sec != 0 || sock->timeout.tv_usec != 0)
		&& async_io_may_park();
}

static uint64_t deadline_of(const php_netstream_data_t *sock)
{
	if (sock->timeout.tv_sec < 0) {
		return ASYNC_WAIT_FOREVER;
	}
	return async_reactor_now() + (uint64_t) sock->timeout.tv_sec * UINT64_C(1000000000)
		+ (uint64_t) sock->timeout.tv_usec * 1000;
}

/* Try first, park only when it would block: the stock function polls before each read. What it answers in each case
 * is repeated here. */
static ssize_t socket_read(php_stream *stream, char *buffer, size_t size)
{
	php_netstream_data_t *sock = stream->abstract;
	uint64_t deadline = 0;
	ssize_t received;

	if (!is_ours(stream, sock)) {
		return original_read(stream, buffer, size);
	}
	sock->timeout_event = 0;
	while ((received = recv(sock->socket, buffer, size, MSG_DONTWAIT)) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
		if (deadline == 0) {
			deadline = deadline_of(sock);
		}
		async_wait_result_t result = async_wait_fd(sock->socket, ASYNC_FD_READABLE, deadline);
		if (UNEXPECTED(result != ASYNC_WAIT_READY)) {
			sock->timeout_event = result == ASYNC_WAIT_TIMEOUT;
			return -1;
		}
		if (UNEXPECTED(sock->socket == -1)) {
			return -1;
		}
	}
	if (EXPECTED(received > 0)) {
		php_stream_notify_progress_increment(PHP_STREAM_CONTEXT(stream), received, 0);
	} else if (received < 0 && errno == EINTR) {
		received = 0;
	} else {
		stream->eof = 1;
	}
	return received;
}

/* Tables lie in memory that is read-only after start-up. */
static bool set_read(php_stream_ops *table, read_fn read)
{
	const uintptr_t page_size = (uintptr_t) sysconf(_SC_PAGESIZE);
	void *page = (void *) ((uintptr_t) &table->read & ~(page_size - 1));

	if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) {
		return false;
	}
	table->read = read;
	/* Tables outside the read-only part share the page with other variables: those that are written have to stay so. */
	return true;
}

static bool replace_table(const php_stream_ops *table)
{
	if (table == NULL || table_count == TABLES_MAX) {
		return false;
	}
	if (original_read == NULL) {
		original_read = table->read;
	}
	if (table->read != original_read || !set_read((php_stream_ops *) table, socket_read)) {
		return false;
	}
	tables[table_count++] = (php_stream_ops *) table;
	return true;
}

/* Some tables are private to the engine: a stream of the transport, not connected to anything, leads to them. */
static const php_stream_ops *table_of(const char *transport)
{
	HashTable *transports = php_stream_xport_get_hash();
	php_stream_transport_factory factory = zend_hash_str_find_ptr(transports, transport, strlen(transport));
	/* Resource numbers are visible to scripts: give this one back. */
	const zend_long next_resource = EG(regular_list).nNextFreeElement;
	const php_stream_ops *table;
	php_stream *stream;

	if (factory == NULL) {
		return NULL;
	}
	stream = factory(transport, strlen(transport), "", 0, NULL, 0, 0, NULL, NULL STREAMS_CC);
	if (stream == NULL) {
		return NULL;
	}
	table = stream->ops;
	php_stream_free(stream, PHP_STREAM_FREE_CLOSE);
	EG(regular_list).nNextFreeElement = next_resource;
	return table;
}

bool async_socket_ops_install(void)
{
	const char *const others[] = { "udp", "unix", "udg" };

	if (!replace_table(&php_stream_socket_ops)) {
		return false;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		replace_table(table_of(others[i]));
	}
	return true;
}

void async_socket_ops_restore(void)
{
	while (table_count > 0) {
		php_stream_ops *table = tables[--table_count];
		if (table->read == socket_read) {
			table->read = original_read;
		}
	}
}

unsigned async_socket_ops_count(void)
{
	return table_count;
}

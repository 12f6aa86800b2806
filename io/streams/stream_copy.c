/*
 * Copies from stream to stream: PHP 8.6 makes them with sendfile() and splice(), which wait in the kernel.
 *
 * It does so when both streams can be cast for it. In a coroutine the streams that may have to wait cannot: PHP then
 * copies by reading and writing, as it did before 8.6. Files copy with copy_file_range(), which is hooked.
 */
#include "io/streams/stream_copy.h"

#include "engine/handlers.h"
#include "io/files/files.h"
#include "io/streams/socket_ops.h"
#include "io/wait_fd.h"

#include "php_network.h"

typedef int (*cast_fn)(php_stream *stream, int as, void **result);

typedef struct {
	const char *transport;     /* NULL: of stream_socket_pair(); "": plain streams */
	php_stream_ops *table;     /* NULL: not replaced, or replaced already as the table of another row */
	cast_fn original;
} row_t;

static row_t rows[] = {
	{ "", NULL, NULL }, { "tcp", NULL, NULL }, { "udp", NULL, NULL }, { "unix", NULL, NULL }, { "udg", NULL, NULL },
	{ NULL, NULL, NULL }, { "ssl", NULL, NULL },
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static cast_fn original_of(const php_stream_ops *table)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].table == table) {
			return rows[i].original;
		}
	}
	ZEND_UNREACHABLE();
}

/* Is this stream a file on a disk? A pipe or a terminal is a plain stream, too. */
static bool is_file(php_stream *stream, cast_fn original)
{
	php_socket_t fd = SOCK_ERR;
	async_file_kind_t kind;

	if (stream->ops != &php_stream_stdio_ops
		|| original(stream, PHP_STREAM_AS_FD_FOR_SELECT, (void **) &fd) != SUCCESS || fd == SOCK_ERR) {
		return false;
	}
	kind = async_file_kind(fd);
	return kind == ASYNC_FILE_CACHED || kind == ASYNC_FILE_SLOW;
}

static int cast(php_stream *stream, int as, void **result)
{
	cast_fn original = original_of(stream->ops);

	if (UNEXPECTED(as == ASYNC_COMPAT_CAST_FOR_COPY) && async_io_is_inside() && !is_file(stream, original)) {
		return FAILURE;
	}
	return original(stream, as, result);
}

static void replace(row_t *row, const php_stream_ops *table)
{
	if (table && table->cast && table->cast != cast && async_table_unprotect(table, sizeof(*table))) {
		row->table = (php_stream_ops *) table;
		row->original = table->cast;
		async_table_originals_kept();
		row->table->cast = cast;
	}
}

void async_stream_copy_install(void)
{
	if (ASYNC_COMPAT_CAST_FOR_COPY < 0) {
		return;
	}
	for (size_t i = 0; i < ROWS; i++) {
		const char *transport = rows[i].transport;

		replace(&rows[i],
			transport && *transport == '\0' ? &php_stream_stdio_ops : async_socket_ops_table_of(transport));
	}
}

void async_stream_copy_restore(void)
{
	for (size_t i = 0; i < ROWS; i++) {
		row_t *row = &rows[i];
		/* The table of TLS streams is gone with its module when openssl was unloaded before. */
		const bool is_there = row->table != NULL && (row->transport == NULL || *row->transport == '\0'
			|| zend_hash_str_exists(php_stream_xport_get_hash(), row->transport, strlen(row->transport)));

		if (is_there && row->table->cast == cast) {
			row->table->cast = row->original;
		}
		row->table = NULL;
	}
}

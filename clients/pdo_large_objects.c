/*
 * PDO: streams of PostgreSQL's large objects use the connection of the PDO object that opened them.
 *
 * PHP's stream functions take the connection before they begin. Inside of an operation of the stream it is too late to
 * wait: when the owner ends its transaction, pdo_pgsql closes all such streams, also one that another coroutine reads.
 * So an operation that does not get the connection at once fails. Closing a stream without the connection does not tell
 * the server, which closes the large object at the end of the transaction anyway.
 */
#include "clients/pdo.h"

#ifdef ASYNC_COMPAT_HAS_PDO

#include "engine/handlers.h"
#include "scheduler/end.h"

/* Operations are replaced in place: pdo_pgsql knows its streams by this table. NULL until the first stream is seen. */
static const php_stream_ops *table;
static php_stream_ops stock;
static bool is_replaced;   /* tried, in any thread */

/* An operation that has not returned. The record lies in the memory of the request, not in the frame of the call: it is
 * needed even after a fatal error has abandoned that frame. */
typedef struct operation {
	struct operation *next;
	php_stream *stream;
	async_owner_t *owner;     /* to be given back */
	bool is_closing;          /* the stream is freed by it */
} operation_t;

ZEND_TLS operation_t *operations;

/* The record of a stream begins with the PDO object. */
static zend_object *object_of(const php_stream *stream)
{
	ZEND_ASSERT(stream->ops == table && "other streams have other records");
	return *(zend_object **) stream->abstract;
}

static const void *connection_of(const php_stream *stream)
{
	return php_pdo_dbh_fetch_inner(object_of(stream));
}

/* ---- operations ---- */

static operation_t *add(php_stream *stream, async_owner_t *owner, bool is_closing)
{
	operation_t *operation = emalloc(sizeof(*operation));

	ZEND_ASSERT(owner->depth > 0 && "an operation has the connection until it returns");
	*operation = (operation_t) { operations, stream, owner, is_closing };
	return operations = operation;
}

/* In a forked child the operation may be missing from the list, which is emptied at the fork. */
static void remove_operation(operation_t *operation)
{
	operation_t **link = &operations;

	while (*link && *link != operation) {
		link = &(*link)->next;
	}
	if (EXPECTED(*link != NULL)) {
		*link = operation->next;
		efree(operation);
	}
}

/* False: an exception is thrown. *operation may be NULL: nothing to end. */
static bool begin(php_stream *stream, operation_t **operation)
{
	const void *connection = ASYNC_G(current) ? connection_of(stream) : NULL;
	async_owner_t *owner = connection ? async_owner_try(connection, &async_pdo_client) : NULL;

	if (UNEXPECTED(connection != NULL && owner == NULL)) {
		async_owner_refuse(connection);
		return false;
	}
	*operation = owner ? add(stream, owner, false) : NULL;
	return true;
}

static void end(operation_t *operation)
{
	if (operation) {
		async_owner_leave(operation->owner, connection_of(operation->stream), object_of(operation->stream));
		remove_operation(operation);
	}
}

static ssize_t guarded_read(php_stream *stream, char *buffer, size_t size)
{
	operation_t *operation;
	ssize_t result = -1;

	if (begin(stream, &operation)) {
		result = stock.read(stream, buffer, size);
		end(operation);
	}
	return result;
}

static ssize_t guarded_write(php_stream *stream, const char *buffer, size_t size)
{
	operation_t *operation;
	ssize_t result = -1;

	if (begin(stream, &operation)) {
		result = stock.write(stream, buffer, size);
		end(operation);
	}
	return result;
}

static int guarded_seek(php_stream *stream, zend_off_t offset, int whence, zend_off_t *new_offset)
{
	operation_t *operation;
	int result = -1;

	if (begin(stream, &operation)) {
		result = stock.seek(stream, offset, whence, new_offset);
		end(operation);
	}
	return result;
}

/* The server is told of the close, and meanwhile other coroutines may drop what they hold of the stream. pdo_pgsql has
 * no reference on the resource, and reads its number when the server has answered. */
static int close_holding(php_stream *stream, int close_handle)
{
	zend_resource *resource = stream->res;
	const bool is_released = GC_REFCOUNT(resource) == 0;   /* by the caller, when the stream is closed */
	int result;

	GC_ADDREF(resource);
	result = stock.close(stream, close_handle);
	if (is_released) {
		GC_DELREF(resource);
	} else {
		zend_list_delete(resource);
	}
	return result;
}

/* Closing does not wait for the connection: its owner may close this stream, too. */
static int guarded_close(php_stream *stream, int close_handle)
{
	zend_object *object = object_of(stream);
	const void *connection = connection_of(stream);
	operation_t *operation;
	async_owner_t *owner;
	int result;

	if (ASYNC_G(current) == NULL) {
		return stock.close(stream, close_handle);
	}
	if ((owner = async_owner_try(connection, &async_pdo_client)) == NULL) {
		return stock.close(stream, 0);
	}
	/* The stream gives its reference on the object back. */
	GC_ADDREF(object);
	operation = add(stream, owner, true);
	result = close_holding(stream, close_handle);
	remove_operation(operation);
	async_owner_leave(owner, connection, object);
	OBJ_RELEASE(object);
	return result;
}

/* ---- the end of a request, a forked child ---- */

/* After a fatal error. PDO has a list of its streams, which for a persistent connection outlives the request: streams
 * that were being closed have to be taken out. Their PDO object is released with all others. */
static void leave(void)
{
	const operation_t *operation = operations;

	operations = NULL;
	for (; operation; operation = operation->next) {
		async_pdo_leave(connection_of(operation->stream), true);
		if (operation->is_closing) {
			GC_ADDREF(object_of(operation->stream));
			stock.close(operation->stream, 0);
		}
	}
}

static void request_end(void)
{
	operations = NULL;
}

static void after_fork(void)
{
	operation_t **link = &operations;

	while (*link) {
		if ((*link)->owner->lock.owner == ASYNC_G(current)) {
			link = &(*link)->next;
		} else {
			*link = (*link)->next;
		}
	}
}

/* ---- which streams they are ---- */

static void patch(void *operations_found)
{
	php_stream_ops *found = operations_found;

	ZEND_ASSERT(table == NULL && found->read != guarded_read && "the operations are replaced once");
	if (!async_table_unprotect(found, sizeof(*found))) {
		return;
	}
	stock = *found;
	table = found;
	async_table_originals_kept();
	found->read = guarded_read;
	found->write = guarded_write;
	found->seek = guarded_seek;
	found->close = guarded_close;
}

static const php_stream *stream_of(const zval *value)
{
	const zend_resource *resource;

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_RESOURCE) {
		return NULL;
	}
	resource = Z_RES_P(value);
	return resource->type == php_file_le_stream() ? resource->ptr : NULL;
}

void async_pdo_see_stream(const zval *value)
{
	const php_stream *stream = table == NULL ? stream_of(value) : NULL;

	if (stream && strcmp(stream->ops->label, "pdo_pgsql lob stream") == 0 && stream->ops->read && stream->ops->write
		&& stream->ops->seek && stream->ops->close) {
		async_table_once(&is_replaced, patch, (void *) stream->ops);
	}
}

/* The main flow may have opened streams before it became a coroutine. */
static void request_start(void)
{
	zval *value;

	if (table == NULL) {
		ZEND_HASH_FOREACH_VAL(&EG(regular_list), value) {
			async_pdo_see_stream(value);
		} ZEND_HASH_FOREACH_END();
	}
}

/* ---- functions of PHP ---- */

static const void *connection_of_argument(zend_execute_data *call, uint32_t number, zend_object **handle)
{
	const php_stream *stream = ZEND_CALL_NUM_ARGS(call) >= number ? stream_of(ZEND_CALL_ARG(call, number)) : NULL;

	if (stream == NULL || stream->ops != table) {
		return NULL;
	}
	*handle = object_of(stream);
	return connection_of(stream);
}

static const void *find(zend_execute_data *call, zend_object **handle)
{
	const void *connection = NULL;

	if (UNEXPECTED(table != NULL)) {
		connection = connection_of_argument(call, 1, handle);
	}
	return connection;
}

static const void *find_by_any(zend_execute_data *call, zend_object **handle)
{
	const void *connection = find(call, handle);

	if (UNEXPECTED(table != NULL) && connection == NULL) {
		connection = connection_of_argument(call, 2, handle);
	}
	return connection;
}

/* The stream may be closed while the caller waits. */
static const async_guard_kind_t on_stream = {
	.client = &async_pdo_client, .find = find, .moves = true, .is_general = true,
};
static const async_guard_kind_t on_any_stream = {
	.client = &async_pdo_client, .find = find_by_any, .moves = true, .is_general = true,
};

static const async_guard_row_t functions[] = {
	{ "fgetc", &on_stream },
	{ "fgetcsv", &on_stream },
	{ "fgets", &on_stream },
	{ "file_put_contents", &on_any_stream },
	{ "fpassthru", &on_stream },
	{ "fprintf", &on_stream },
	{ "fputcsv", &on_stream },
	{ "fputs", &on_stream },
	{ "fread", &on_stream },
	{ "fscanf", &on_stream },
	{ "fseek", &on_stream },
	{ "fwrite", &on_stream },
	{ "hash_update_stream", &on_any_stream },
	{ "rewind", &on_stream },
	{ "stream_copy_to_stream", &on_any_stream },
	{ "stream_get_contents", &on_stream },
	{ "stream_get_line", &on_stream },
	{ "vfprintf", &on_stream },
	{ NULL, NULL }
};

const async_library_t async_pdo_large_objects_library = {
	.extension = "pdo_pgsql",
	.tables = { { NULL, functions } },
	.request_start = request_start,
	.after_fork = after_fork,
	.leave = leave,
	.request_end = request_end,
};

#endif

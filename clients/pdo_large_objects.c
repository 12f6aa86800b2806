/*
 * Streams of PostgreSQL's large objects: a connection behind them, that of the PDO object that opened them.
 *
 * PHP's stream functions take it before they begin. Within them it is too late to wait: the owner closes all such
 * streams when it ends its transaction, also those that others are reading. So what calls the operations without having
 * the connection is refused, and who closes a stream without it does not tell the server, which forgets the object at
 * the end of the transaction anyway.
 */
#include "clients/pdo.h"

#ifdef ASYNC_COMPAT_HAS_PDO

#include "engine/handlers.h"
#include "scheduler/end.h"

/* In place, because PDO knows its streams by the table. Found when the first stream is seen. */
static const php_stream_ops *table;
static php_stream_ops stock;

/* An operation that has not returned. In the request's memory, which a fatal error releases. */
typedef struct operation {
	struct operation *next;
	php_stream *stream;
	async_owner_t *owner;     /* to be given back */
	bool is_closing;          /* the stream is freed by it */
} operation_t;

ZEND_TLS operation_t *operations;

/* With the PDO object the record of a stream begins. */
static zend_object *object_of(const php_stream *stream)
{
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

	*operation = (operation_t) { operations, stream, owner, is_closing };
	return operations = operation;
}

static void remove_operation(operation_t *operation)
{
	operation_t **link = &operations;

	while (*link && *link != operation) {
		link = &(*link)->next;
	}
	/* Otherwise it was forgotten in a forked child. */
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

static ssize_t read_in_turn(php_stream *stream, char *buffer, size_t size)
{
	operation_t *operation;
	ssize_t result = -1;

	if (begin(stream, &operation)) {
		result = stock.read(stream, buffer, size);
		end(operation);
	}
	return result;
}

static ssize_t write_in_turn(php_stream *stream, const char *buffer, size_t size)
{
	operation_t *operation;
	ssize_t result = -1;

	if (begin(stream, &operation)) {
		result = stock.write(stream, buffer, size);
		end(operation);
	}
	return result;
}

static int seek_in_turn(php_stream *stream, zend_off_t offset, int whence, zend_off_t *new_offset)
{
	operation_t *operation;
	int result = -1;

	if (begin(stream, &operation)) {
		result = stock.seek(stream, offset, whence, new_offset);
		end(operation);
	}
	return result;
}

/* It waits for nobody: whoever has the connection may want to close this stream, too. */
static int close_in_turn(php_stream *stream, int close_handle)
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
	/* It gives its share in the object back. */
	GC_ADDREF(object);
	operation = add(stream, owner, true);
	result = stock.close(stream, close_handle);
	remove_operation(operation);
	async_owner_leave(owner, connection, object);
	OBJ_RELEASE(object);
	return result;
}

/* ---- after a fatal error ---- */

/* PDO has a list of its streams, which for a persistent connection outlives the request. Those that were being closed
 * nobody would take out of it. The object is released with all others. */
void async_pdo_leave_large_objects(void)
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

void async_pdo_forget_large_objects(void)
{
	operations = NULL;
}

void async_pdo_forget_large_objects_of_others(void)
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

static void patch(php_stream_ops *found)
{
	stock = *found;
	found->read = read_in_turn;
	found->write = write_in_turn;
	found->seek = seek_in_turn;
	found->close = close_in_turn;
	table = found;
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
		&& stream->ops->seek && stream->ops->close && async_table_unprotect(stream->ops, sizeof(*stream->ops))) {
		patch((php_stream_ops *) stream->ops);
	}
}

void async_pdo_see_all_streams(void)
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

/* The stream may be closed while they wait. */
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

void async_pdo_guard_large_objects(void)
{
	if (zend_hash_str_exists(&module_registry, ZEND_STRL("pdo_pgsql"))) {
		async_guard_functions(functions);
	}
}

#else

void async_pdo_see_all_streams(void)
{
}

void async_pdo_leave_large_objects(void)
{
}

void async_pdo_forget_large_objects(void)
{
}

void async_pdo_forget_large_objects_of_others(void)
{
}

#endif

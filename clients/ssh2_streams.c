#include "clients/ssh2.h"

#include "engine/handlers.h"
#include "scheduler/end.h"

#include <dlfcn.h>

/* What the extension keeps to itself, in all its versions for PHP 8: the beginnings of its records. */
typedef struct {
	void *channel;
	unsigned int stream_id;
	char is_blocking;
	long timeout;
	zend_resource *session;
} channel_t;

typedef struct {
	void *handle;
	zend_resource *sftp;
} file_t;

/* Of channels: in place, because the extension knows its streams by the table. */
static const php_stream_ops *channel_table;
static php_stream_ops channel_stock;

/* Of SFTP: known when the first one was opened; always the same then. */
static const php_stream_ops *file_stock, *directory_stock;
static const php_stream_ops guarded_file, guarded_directory;

static const php_stream_ops *stock_of(const php_stream *stream)
{
	return stream->ops == channel_table ? &channel_stock : stream->ops == &guarded_file ? file_stock : directory_stock;
}

const void *async_ssh2_session_of_channel(const php_stream *stream)
{
	const channel_t *channel = stream->ops == channel_table ? stream->abstract : NULL;

	return channel && channel->session ? async_ssh2_session_of(channel->session) : NULL;
}

/* What the stream keeps: the session, or SFTP. */
static zend_resource *kept_by(const php_stream *stream)
{
	return stream->ops == channel_table
		? ((const channel_t *) stream->abstract)->session : ((const file_t *) stream->abstract)->sftp;
}

const void *async_ssh2_session_of_stream(const php_stream *stream)
{
	zend_resource *kept = stream->abstract ? kept_by(stream) : NULL;

	return kept ? async_ssh2_session_of(kept) : NULL;
}

/* ---- turns ---- */

/* Was the stream closed while we waited, or its session? The record of the stream may be gone then. */
static bool is_still(const php_stream *stream, const zend_resource *resource, const void *session)
{
	return resource == NULL || (resource->type >= 0 && resource->ptr == stream
		&& async_ssh2_session_of_stream(stream) == session);
}

/* False: nothing can be done, an exception is thrown as a rule. *owner may be NULL: nothing to give back. */
static bool begin(const php_stream *stream, async_owner_t **owner)
{
	const void *session = ASYNC_G(current) ? async_ssh2_session_of_stream(stream) : NULL;
	/* Who calls has it as an argument. */
	const zend_resource *resource = stream->res;

	*owner = NULL;
	if (session == NULL) {
		return true;
	}
	if (!async_owner_take(session, &async_ssh2_client, owner)) {
		return false;
	}
	if (EXPECTED(is_still(stream, resource, session))) {
		return true;
	}
	if (*owner) {
		async_owner_leave(*owner, NULL, NULL);
	}
	return false;
}

static void end(async_owner_t *owner)
{
	if (owner) {
		async_owner_leave(owner, owner->connection, NULL);
	}
}

/* ---- operations ---- */

static ssize_t read_in_turn(php_stream *stream, char *buffer, size_t size)
{
	async_owner_t *owner;
	ssize_t result = -1;

	if (begin(stream, &owner)) {
		result = stock_of(stream)->read(stream, buffer, size);
		end(owner);
	}
	return result;
}

static ssize_t write_in_turn(php_stream *stream, const char *buffer, size_t size)
{
	async_owner_t *owner;
	ssize_t result = -1;

	if (begin(stream, &owner)) {
		result = stock_of(stream)->write(stream, buffer, size);
		end(owner);
	}
	return result;
}

/* From the end on it asks the server. */
static int seek_in_turn(php_stream *stream, zend_off_t offset, int whence, zend_off_t *new_offset)
{
	async_owner_t *owner;
	int result = -1;

	if (begin(stream, &owner)) {
		result = stock_of(stream)->seek(stream, offset, whence, new_offset);
		end(owner);
	}
	return result;
}

static int stat_in_turn(php_stream *stream, php_stream_statbuf *buffer)
{
	async_owner_t *owner;
	int result = -1;

	if (begin(stream, &owner)) {
		result = stock_of(stream)->stat(stream, buffer);
		end(owner);
	}
	return result;
}

async_owner_t *async_ssh2_take_to_close(const void *session)
{
	async_owner_t *owner = async_owner_try(session, &async_ssh2_client);

	if (owner == NULL && async_can_park() && !ASYNC_CLIENTS_G(shared_connection_throws) && !EG(exception)) {
		(void) async_owner_take(session, &async_ssh2_client, &owner);
	}
	return owner;
}

int async_ssh2_close(php_stream *stream, const void *session)
{
	if (UNEXPECTED(session && async_ssh2_session_of_stream(stream) != session)) {
		/* Closed while we waited: what libssh2 had of the stream is gone, and must not be touched. */
		zend_list_delete(kept_by(stream));
		efree(stream->abstract);
		return 0;
	}
	return stock_of(stream)->close(stream, 0);
}

/* It is closed in any case. Where nobody can wait, somebody else does it. */
static int close_in_turn(php_stream *stream, int close_handle)
{
	const void *session = ASYNC_G(current) ? async_ssh2_session_of_stream(stream) : NULL;
	async_owner_t *owner = session ? async_ssh2_take_to_close(session) : NULL;
	int result;

	(void) close_handle;
	if (UNEXPECTED(session && owner == NULL && !async_is_unwinding())) {
		async_ssh2_close_later(stream, session);
		return 0;
	}
	result = async_ssh2_close(stream, session);
	/* The last stream of a session that nobody has ends it. */
	end(owner);
	return result;
}

/* ---- where they are put ---- */

void async_ssh2_guard_channels(const zend_module_entry *module)
{
	php_stream_ops *found = dlsym(module->handle ? module->handle : RTLD_DEFAULT, "php_ssh2_channel_stream_ops");

	/* A second start of the module in one process finds ours. */
	if (found && found->read != read_in_turn && async_table_unprotect(found, sizeof(*found))) {
		channel_stock = *found;
		found->read = read_in_turn;
		found->write = write_in_turn;
		found->close = close_in_turn;
		channel_table = found;
	}
}

static const php_stream_ops guarded_file = {
	.write = write_in_turn, .read = read_in_turn, .close = close_in_turn, .label = "SSH2 SFTP File",
	.seek = seek_in_turn, .stat = stat_in_turn,
};

static const php_stream_ops guarded_directory = {
	.read = read_in_turn, .close = close_in_turn, .label = "SSH2 SFTP Directory",
};

/* Another version may have operations that this one has not. */
static bool is_like(const php_stream_ops *stock, const php_stream_ops *guarded)
{
	return !stock->write == !guarded->write && !stock->read == !guarded->read && !stock->seek == !guarded->seek
		&& !stock->stat == !guarded->stat && !stock->flush && !stock->cast && !stock->set_option
		&& strcmp(stock->label, guarded->label) == 0;
}

static void guard_stream(php_stream *stream, const php_stream_ops **stock, const php_stream_ops *guarded)
{
	if (stream && stream->ops != guarded && is_like(stream->ops, guarded)) {
		*stock = stream->ops;
		stream->ops = guarded;
	}
}

void async_ssh2_guard_file(php_stream *stream)
{
	guard_stream(stream, &file_stock, &guarded_file);
}

void async_ssh2_guard_directory(php_stream *stream)
{
	guard_stream(stream, &directory_stock, &guarded_directory);
}

/*
 * ext/ssh2: its streams and URLs take the session.
 *
 * A stream that is closed out of turn would read the answer for which the owner of the session waits. Where the closing
 * coroutine cannot wait, since an exception or a cancellation is on its way, a service coroutine closes the stream.
 */
#include "clients/ssh2.h"

#include "engine/handlers.h"
#include "scheduler/end.h"

#include "ext/standard/url.h"

#include <dlfcn.h>

/* The extension installs no headers. These are the first fields of its records in all versions for PHP 8. */
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

/* Operations of channels are replaced in place: the extension knows its streams by this table. */
static const php_stream_ops *channel_table;
static php_stream_ops channel_stock;

/* Operations of files and directories: known when the first one is opened, and the same for all. */
static const php_stream_ops *file_stock, *directory_stock;
static const php_stream_ops guarded_file, guarded_directory;

static const php_stream_ops *stock_of(const php_stream *stream)
{
	ZEND_ASSERT((stream->ops == channel_table || stream->ops == &guarded_file || stream->ops == &guarded_directory)
		&& "only operations of these streams were replaced");
	return stream->ops == channel_table ? &channel_stock : stream->ops == &guarded_file ? file_stock : directory_stock;
}

const void *async_ssh2_session_of_channel(const php_stream *stream)
{
	const channel_t *channel = stream->ops == channel_table ? stream->abstract : NULL;

	return channel && channel->session ? async_ssh2_session_of(channel->session) : NULL;
}

/* The resource that the stream keeps alive: the session, or SFTP. */
static zend_resource *kept_by(const php_stream *stream)
{
	ZEND_ASSERT(stream->abstract && "the stream is not closed");
	return stream->ops == channel_table
		? ((const channel_t *) stream->abstract)->session : ((const file_t *) stream->abstract)->sftp;
}

static const void *session_of_stream(const php_stream *stream)
{
	zend_resource *kept = stream->abstract ? kept_by(stream) : NULL;

	return kept ? async_ssh2_session_of(kept) : NULL;
}

/* ---- turns ---- */

typedef struct {
	zend_resource *resource;   /* of a URL, whose number keeps nothing alive: the turn holds it; NULL: none */
	async_owner_t *owner;      /* NULL: nothing to give back */
} turn_t;

/* Make one call while the session is taken. */
#define IN_TURN(begin, type, failed, call) \
	type result = failed; \
	turn_t turn; \
	if (begin) { \
		result = (call); \
		end(&turn); \
	} \
	return result

static void end(const turn_t *turn)
{
	if (turn->owner) {
		async_owner_leave(turn->owner, turn->owner->connection, NULL);
	}
	if (turn->resource) {
		zend_list_delete(turn->resource);
	}
}

/* Was the stream closed during the wait, or its session? Then its record may be freed. */
static bool is_still(const php_stream *stream, const zend_resource *resource, const void *session)
{
	return resource == NULL || (resource->type >= 0 && resource->ptr == stream
		&& session_of_stream(stream) == session);
}

/* False: the operation fails, in most cases with an exception. */
static bool begin(turn_t *turn, const php_stream *stream)
{
	const void *session = ASYNC_G(current) ? session_of_stream(stream) : NULL;
	/* The resource stays alive during the wait: it is an argument of the caller. */
	const zend_resource *resource = stream->res;

	*turn = (turn_t) { NULL, NULL };
	if (session == NULL) {
		return true;
	}
	if (!async_owner_take(session, &async_ssh2_client, &turn->owner)) {
		return false;
	}
	if (EXPECTED(is_still(stream, resource, session))) {
		return true;
	}
	if (turn->owner) {
		async_owner_leave(turn->owner, NULL, NULL);
	}
	return false;
}

/* ---- operations ---- */

static ssize_t guarded_read(php_stream *stream, char *buffer, size_t size)
{
	IN_TURN(begin(&turn, stream), ssize_t, -1, stock_of(stream)->read(stream, buffer, size));
}

static ssize_t guarded_write(php_stream *stream, const char *buffer, size_t size)
{
	IN_TURN(begin(&turn, stream), ssize_t, -1, stock_of(stream)->write(stream, buffer, size));
}

/* SEEK_END asks the server. */
static int guarded_seek(php_stream *stream, zend_off_t offset, int whence, zend_off_t *new_offset)
{
	IN_TURN(begin(&turn, stream), int, -1, stock_of(stream)->seek(stream, offset, whence, new_offset));
}

static int guarded_stat(php_stream *stream, php_stream_statbuf *buffer)
{
	IN_TURN(begin(&turn, stream), int, -1, stock_of(stream)->stat(stream, buffer));
}

/* ---- closing ---- */

/* Close a stream whose session was this one; NULL: the session had ended before. The caller has the session, or no
 * coroutine can have it. */
static int close_stream(php_stream *stream, const void *session)
{
	if (UNEXPECTED(session && session_of_stream(stream) != session)) {
		/* The session was closed during the wait: libssh2 has freed its part of the stream. */
		zend_list_delete(kept_by(stream));
		efree(stream->abstract);
		return 0;
	}
	return stock_of(stream)->close(stream, 0);
}

/* A copy of a stream's record, to be closed by a service coroutine. A resource owns it, so that it is closed in any
 * case. */
typedef struct {
	php_stream stream;
	const void *session;
} left_t;

static int left_type;

static void close_left(zend_resource *resource)
{
	left_t *left = resource->ptr;

	close_stream(&left->stream, left->session);
	efree(left);
}

static void close_in_service(async_coroutine_t *self)
{
	zend_resource *resource = Z_RES(self->params[0]);
	const left_t *left = resource->ptr;
	turn_t turn = { NULL, NULL };

	if (session_of_stream(&left->stream) == left->session) {
		(void) async_owner_take(left->session, &async_ssh2_client, &turn.owner);
	}
	zend_list_close(resource);
	end(&turn);
}

static void close_later(const php_stream *stream, const void *session)
{
	left_t *left = emalloc(sizeof(*left));
	async_coroutine_t *closer = async_coroutine_new_service(close_in_service, 1);

	ZEND_ASSERT(left_type > 0 && "the type of the resource was registered at start-up");
	left->stream = *stream;
	left->session = session;
	ZVAL_RES(&closer->params[0], zend_register_resource(left, left_type));
	async_scheduler_enqueue(closer, &ASYNC_G(global_scope), false);
}

static int guarded_close(php_stream *stream, int close_handle)
{
	const void *session = ASYNC_G(current) ? session_of_stream(stream) : NULL;
	turn_t turn = { NULL, session ? async_ssh2_take_to_close(session) : NULL };
	int result;

	(void) close_handle;
	if (UNEXPECTED(session && turn.owner == NULL && !async_is_unwinding())) {
		close_later(stream, session);
		return 0;
	}
	result = close_stream(stream, session);
	/* The last stream of a session that has no other resource ends the session. */
	end(&turn);
	return result;
}

/* ---- files and directories ---- */

static const php_stream_ops guarded_file = {
	.write = guarded_write, .read = guarded_read, .close = guarded_close, .label = "SSH2 SFTP File",
	.seek = guarded_seek, .stat = guarded_stat,
};

static const php_stream_ops guarded_directory = {
	.read = guarded_read, .close = guarded_close, .label = "SSH2 SFTP Directory",
};

/* Another version of the extension may have more operations: its streams are left alone. */
static bool is_like(const php_stream_ops *stock, const php_stream_ops *guarded)
{
	return !stock->write == !guarded->write && !stock->read == !guarded->read && !stock->seek == !guarded->seek
		&& !stock->stat == !guarded->stat && !stock->flush && !stock->cast && !stock->set_option
		&& strcmp(stock->label, guarded->label) == 0;
}

/* stream may be NULL: it could not be opened. */
static void guard_stream(php_stream *stream, const php_stream_ops **stock, const php_stream_ops *guarded)
{
	if (stream && stream->ops != guarded && is_like(stream->ops, guarded)) {
		*stock = stream->ops;
		stream->ops = guarded;
	}
}

/* ---- URLs ---- */

/* ssh2.sftp://NUMBER/path: NUMBER is that of the resource of a session or of SFTP. A URL with the name of a host opens
 * a connection of its own. */

/* A wrapper and its original operations. */
typedef struct {
	const char *scheme;
	const php_stream_wrapper *wrapper;
	php_stream_wrapper_ops stock;
} guarded_wrapper_t;

static guarded_wrapper_t wrappers[] = {
	{ .scheme = "ssh2.sftp" }, { .scheme = "ssh2.shell" }, { .scheme = "ssh2.exec" }, { .scheme = "ssh2.tunnel" },
	{ .scheme = "ssh2.scp" },
};

#define WRAPPERS (sizeof(wrappers) / sizeof(wrappers[0]))

static const php_stream_wrapper_ops *stock_of_wrapper(const php_stream_wrapper *wrapper)
{
	size_t i = 0;

	while (i < WRAPPERS - 1 && wrappers[i].wrapper != wrapper) {
		i++;
	}
	ZEND_ASSERT(wrappers[i].wrapper == wrapper && "only operations of these were replaced");
	return &wrappers[i].stock;
}

static zend_resource *resource_of_host(const zend_string *host)
{
	zend_long number;
	zval *found = NULL;

	if (is_numeric_string(ZSTR_VAL(host), ZSTR_LEN(host), &number, NULL, false) == IS_LONG) {
		found = zend_hash_index_find(&EG(regular_list), (zend_ulong) number);
	}
	return found ? Z_RES_P(found) : NULL;
}

/* Like the extension, accept a resource that was converted to text: "Resource id #5". */
static zend_resource *resource_of(const char *url)
{
	static const char words[] = "Resource id #";
	const size_t length = strlen(words);
	char *copy = estrdup(url);
	char *found = strstr(copy, words);
	zend_resource *resource = NULL;
	php_url *parts;

	if (found) {
		memmove(found, found + length, strlen(found + length) + 1);
	}
	if ((parts = php_url_parse(copy)) != NULL) {
		resource = parts->host ? resource_of_host(parts->host) : NULL;
		php_url_free(parts);
	}
	efree(copy);
	return resource;
}

/* False: an exception is thrown, or the session has ended during the wait. */
static bool begin_url(turn_t *turn, const char *url)
{
	zend_resource *resource = ASYNC_G(current) ? resource_of(url) : NULL;
	const void *session = resource ? async_ssh2_session_of(resource) : NULL;

	*turn = (turn_t) { NULL, NULL };
	if (session == NULL) {
		return true;
	}
	GC_ADDREF(resource);
	turn->resource = resource;
	if (async_owner_take(session, &async_ssh2_client, &turn->owner) && async_ssh2_session_of(resource) == session) {
		return true;
	}
	end(turn);
	return false;
}

static php_stream *guarded_open(php_stream_wrapper *wrapper, const char *url, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	php_stream *stream = NULL;
	turn_t turn;

	if (begin_url(&turn, url)) {
		stream = stock_of_wrapper(wrapper)->stream_opener(wrapper, url, mode, options, opened_path,
			context STREAMS_REL_CC);
		guard_stream(stream, &file_stock, &guarded_file);
		end(&turn);
	}
	return stream;
}

static php_stream *guarded_open_directory(php_stream_wrapper *wrapper, const char *url, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	php_stream *stream = NULL;
	turn_t turn;

	if (begin_url(&turn, url)) {
		stream = stock_of_wrapper(wrapper)->dir_opener(wrapper, url, mode, options, opened_path,
			context STREAMS_REL_CC);
		guard_stream(stream, &directory_stock, &guarded_directory);
		end(&turn);
	}
	return stream;
}

static int guarded_url_stat(php_stream_wrapper *wrapper, const char *url, int flags, php_stream_statbuf *buffer,
	php_stream_context *context)
{
	IN_TURN(begin_url(&turn, url), int, -1,
		stock_of_wrapper(wrapper)->url_stat(wrapper, url, flags, buffer, context));
}

static int guarded_unlink(php_stream_wrapper *wrapper, const char *url, int options, php_stream_context *context)
{
	IN_TURN(begin_url(&turn, url), int, 0, stock_of_wrapper(wrapper)->unlink(wrapper, url, options, context));
}

/* The extension uses the session of the old name. */
static int guarded_rename(php_stream_wrapper *wrapper, const char *from, const char *to, int options,
	php_stream_context *context)
{
	IN_TURN(begin_url(&turn, from), int, 0, stock_of_wrapper(wrapper)->rename(wrapper, from, to, options, context));
}

static int guarded_mkdir(php_stream_wrapper *wrapper, const char *url, int mode, int options,
	php_stream_context *context)
{
	IN_TURN(begin_url(&turn, url), int, 0,
		stock_of_wrapper(wrapper)->stream_mkdir(wrapper, url, mode, options, context));
}

static int guarded_rmdir(php_stream_wrapper *wrapper, const char *url, int options, php_stream_context *context)
{
	IN_TURN(begin_url(&turn, url), int, 0, stock_of_wrapper(wrapper)->stream_rmdir(wrapper, url, options, context));
}

/* ---- start-up ---- */

static void guard_channels(const zend_module_entry *module)
{
	php_stream_ops *found = dlsym(module->handle ? module->handle : RTLD_DEFAULT, "php_ssh2_channel_stream_ops");

	/* A second start of the module in one process finds our operations. */
	if (found && found->read != guarded_read && async_table_unprotect(found, sizeof(*found))) {
		channel_stock = *found;
		found->read = guarded_read;
		found->write = guarded_write;
		found->close = guarded_close;
		channel_table = found;
	}
}

#define PUT(table, operation, function) ((table)->operation = (table)->operation ? (function) : NULL)

static void guard_wrapper(guarded_wrapper_t *guarded)
{
	const php_stream_wrapper *wrapper = zend_hash_str_find_ptr(php_stream_get_url_stream_wrappers_hash_global(),
		guarded->scheme, strlen(guarded->scheme));
	php_stream_wrapper_ops *table;

	/* A second start of the module in one process finds our operations. */
	if (wrapper == NULL || wrapper->wops->stream_opener == guarded_open
		|| !async_table_unprotect(wrapper->wops, sizeof(*wrapper->wops))) {
		return;
	}
	table = (php_stream_wrapper_ops *) wrapper->wops;
	guarded->stock = *table;
	guarded->wrapper = wrapper;
	PUT(table, stream_opener, guarded_open);
	PUT(table, dir_opener, guarded_open_directory);
	PUT(table, url_stat, guarded_url_stat);
	PUT(table, unlink, guarded_unlink);
	PUT(table, rename, guarded_rename);
	PUT(table, stream_mkdir, guarded_mkdir);
	PUT(table, stream_rmdir, guarded_rmdir);
}

void async_ssh2_guard_streams(const zend_module_entry *module)
{
	left_type = zend_register_list_destructors_ex(close_left, NULL, "SSH2 stream to be closed", module->module_number);
	guard_channels(module);
	for (size_t i = 0; i < WRAPPERS; i++) {
		guard_wrapper(&wrappers[i]);
	}
}

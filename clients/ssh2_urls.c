#include "clients/ssh2.h"

#include "engine/handlers.h"

#include "ext/standard/url.h"

/* ssh2.sftp://NUMBER/path, where NUMBER is that of a session's or SFTP's resource. URLs with a name of a host make a
 * connection that nobody else has. */

/* A wrapper and what its operations were. */
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

static const php_stream_wrapper_ops *stock_of(const php_stream_wrapper *wrapper)
{
	size_t i = 0;

	while (i < WRAPPERS - 1 && wrappers[i].wrapper != wrapper) {
		i++;
	}
	ZEND_ASSERT(wrappers[i].wrapper == wrapper && "only operations of these were replaced");
	return &wrappers[i].stock;
}

/* ---- whose session? ---- */

static zend_resource *resource_of_host(const zend_string *host)
{
	zend_long number;
	zval *found = NULL;

	if (is_numeric_string(ZSTR_VAL(host), ZSTR_LEN(host), &number, NULL, false) == IS_LONG) {
		found = zend_hash_index_find(&EG(regular_list), (zend_ulong) number);
	}
	return found ? Z_RES_P(found) : NULL;
}

/* As the extension looks for it: a resource that was made a text is allowed. */
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

/* ---- turns ---- */

/* The number in a URL keeps nothing alive, so we do. */
typedef struct {
	zend_resource *resource;   /* NULL: no turn is needed */
	async_owner_t *owner;      /* NULL: nothing to give back */
} turn_t;

static void end(const turn_t *turn)
{
	if (turn->owner) {
		async_owner_leave(turn->owner, async_ssh2_session_of(turn->resource), NULL);
	}
	if (turn->resource) {
		zend_list_delete(turn->resource);
	}
}

/* False: an exception is thrown, or the session has ended while we waited. */
static bool begin(turn_t *turn, const char *url)
{
	const void *session = NULL;

	turn->owner = NULL;
	turn->resource = ASYNC_G(current) ? resource_of(url) : NULL;
	if (turn->resource) {
		session = async_ssh2_session_of(turn->resource);
	}
	if (session == NULL) {
		turn->resource = NULL;
		return true;
	}
	GC_ADDREF(turn->resource);
	if (async_owner_take(session, &async_ssh2_client, &turn->owner)
		&& async_ssh2_session_of(turn->resource) == session) {
		return true;
	}
	end(turn);
	return false;
}

/* ---- operations ---- */

static php_stream *open_in_turn(php_stream_wrapper *wrapper, const char *url, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	php_stream *stream = NULL;
	turn_t turn;

	if (begin(&turn, url)) {
		stream = stock_of(wrapper)->stream_opener(wrapper, url, mode, options, opened_path, context STREAMS_REL_CC);
		async_ssh2_guard_file(stream);
		end(&turn);
	}
	return stream;
}

static php_stream *open_directory_in_turn(php_stream_wrapper *wrapper, const char *url, const char *mode, int options,
	zend_string **opened_path, php_stream_context *context STREAMS_DC)
{
	php_stream *stream = NULL;
	turn_t turn;

	if (begin(&turn, url)) {
		stream = stock_of(wrapper)->dir_opener(wrapper, url, mode, options, opened_path, context STREAMS_REL_CC);
		async_ssh2_guard_directory(stream);
		end(&turn);
	}
	return stream;
}

static int stat_in_turn(php_stream_wrapper *wrapper, const char *url, int flags, php_stream_statbuf *buffer,
	php_stream_context *context)
{
	int result = -1;
	turn_t turn;

	if (begin(&turn, url)) {
		result = stock_of(wrapper)->url_stat(wrapper, url, flags, buffer, context);
		end(&turn);
	}
	return result;
}

static int unlink_in_turn(php_stream_wrapper *wrapper, const char *url, int options, php_stream_context *context)
{
	int result = 0;
	turn_t turn;

	if (begin(&turn, url)) {
		result = stock_of(wrapper)->unlink(wrapper, url, options, context);
		end(&turn);
	}
	return result;
}

/* The extension asks the session of the old name for it. */
static int rename_in_turn(php_stream_wrapper *wrapper, const char *from, const char *to, int options,
	php_stream_context *context)
{
	int result = 0;
	turn_t turn;

	if (begin(&turn, from)) {
		result = stock_of(wrapper)->rename(wrapper, from, to, options, context);
		end(&turn);
	}
	return result;
}

static int mkdir_in_turn(php_stream_wrapper *wrapper, const char *url, int mode, int options,
	php_stream_context *context)
{
	int result = 0;
	turn_t turn;

	if (begin(&turn, url)) {
		result = stock_of(wrapper)->stream_mkdir(wrapper, url, mode, options, context);
		end(&turn);
	}
	return result;
}

static int rmdir_in_turn(php_stream_wrapper *wrapper, const char *url, int options, php_stream_context *context)
{
	int result = 0;
	turn_t turn;

	if (begin(&turn, url)) {
		result = stock_of(wrapper)->stream_rmdir(wrapper, url, options, context);
		end(&turn);
	}
	return result;
}

/* ---- where they are put ---- */

#define PUT(table, operation, function) ((table)->operation = (table)->operation ? (function) : NULL)

static void guard_wrapper(guarded_wrapper_t *guarded)
{
	const php_stream_wrapper *wrapper = zend_hash_str_find_ptr(php_stream_get_url_stream_wrappers_hash_global(),
		guarded->scheme, strlen(guarded->scheme));
	php_stream_wrapper_ops *table;

	/* A second start of the module in one process finds ours. */
	if (wrapper == NULL || wrapper->wops->stream_opener == open_in_turn
		|| !async_table_unprotect(wrapper->wops, sizeof(*wrapper->wops))) {
		return;
	}
	table = (php_stream_wrapper_ops *) wrapper->wops;
	guarded->stock = *table;
	guarded->wrapper = wrapper;
	PUT(table, stream_opener, open_in_turn);
	PUT(table, dir_opener, open_directory_in_turn);
	PUT(table, url_stat, stat_in_turn);
	PUT(table, unlink, unlink_in_turn);
	PUT(table, rename, rename_in_turn);
	PUT(table, stream_mkdir, mkdir_in_turn);
	PUT(table, stream_rmdir, rmdir_in_turn);
}

void async_ssh2_guard_urls(void)
{
	for (size_t i = 0; i < WRAPPERS; i++) {
		guard_wrapper(&wrappers[i]);
	}
}

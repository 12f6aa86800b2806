#include "clients/guards.h"

#include "scheduler/handlers.h"

#include "zend_modules.h"

#include <dlfcn.h>

/* The key of a connection is libssh2's record of the session. It knows where it stands in a request for all of its
 * channels together, so that they take turns, too. */

/* What the extension keeps to itself, in all its versions for PHP 8: the beginnings of its records. Those of SFTP,
 * listeners and public keys begin with the session. */
typedef struct {
	void *channel;
	unsigned int stream_id;
	char is_blocking;
	long timeout;
	zend_resource *session;
} channel_t;

static int session_type, sftp_type, listener_type, public_key_type;

static const async_client_t client = { .name = "SSH2 session", .keeps = async_guard_keeps_nothing };

/* ---- functions ---- */

static zend_resource *resource_argument(zend_execute_data *call)
{
	zval *value;

	if (UNEXPECTED(ZEND_CALL_NUM_ARGS(call) == 0)) {
		return NULL;
	}
	value = ZEND_CALL_ARG(call, 1);
	ZVAL_DEREF(value);
	return EXPECTED(Z_TYPE_P(value) == IS_RESOURCE) ? Z_RES_P(value) : NULL;
}

/* Closed resources have no type. */
static const void *find(zend_execute_data *call, zend_object **handle)
{
	const zend_resource *resource = resource_argument(call);

	(void) handle;
	if (resource == NULL) {
		return NULL;
	}
	if (resource->type == session_type) {
		return resource->ptr;
	}
	return resource->type == sftp_type || resource->type == listener_type || resource->type == public_key_type
		? *(const void **) resource->ptr : NULL;
}

static const void *session_of(const php_stream *stream)
{
	const channel_t *channel = stream->abstract;

	return channel && channel->session && channel->session->type == session_type ? channel->session->ptr : NULL;
}

static const php_stream_ops *table;

static const void *find_by_channel(zend_execute_data *call, zend_object **handle)
{
	zend_resource *resource = resource_argument(call);
	const php_stream *stream;

	(void) handle;
	if (resource == NULL || (resource->type != php_file_le_stream() && resource->type != php_file_le_pstream())) {
		return NULL;
	}
	stream = resource->ptr;
	return stream->ops == table ? session_of(stream) : NULL;
}

static const async_guard_kind_t on_session = { .client = &client, .find = find };
static const async_guard_kind_t on_channel = { .client = &client, .find = find_by_channel };

/* Those that say what is known already are left alone. */
static const async_guard_row_t functions[] = {
	{ "ssh2_auth_agent", &on_session },
	{ "ssh2_auth_hostbased_file", &on_session },
	{ "ssh2_auth_none", &on_session },
	{ "ssh2_auth_password", &on_session },
	{ "ssh2_auth_pubkey_file", &on_session },
	{ "ssh2_disconnect", &on_session },
	{ "ssh2_exec", &on_session },
	{ "ssh2_forward_accept", &on_session },
	{ "ssh2_forward_listen", &on_session },
	{ "ssh2_publickey_add", &on_session },
	{ "ssh2_publickey_init", &on_session },
	{ "ssh2_publickey_list", &on_session },
	{ "ssh2_publickey_remove", &on_session },
	{ "ssh2_scp_recv", &on_session },
	{ "ssh2_scp_send", &on_session },
	{ "ssh2_send_eof", &on_channel },
	{ "ssh2_sftp", &on_session },
	{ "ssh2_sftp_chmod", &on_session },
	{ "ssh2_sftp_lstat", &on_session },
	{ "ssh2_sftp_mkdir", &on_session },
	{ "ssh2_sftp_readlink", &on_session },
	{ "ssh2_sftp_realpath", &on_session },
	{ "ssh2_sftp_rename", &on_session },
	{ "ssh2_sftp_rmdir", &on_session },
	{ "ssh2_sftp_stat", &on_session },
	{ "ssh2_sftp_symlink", &on_session },
	{ "ssh2_sftp_unlink", &on_session },
	{ "ssh2_shell", &on_session },
	{ "ssh2_tunnel", &on_session },
	{ NULL, NULL }
};

/* ---- streams of channels ---- */

static php_stream_ops original;

/* False: an exception is thrown. *owner may be NULL: nothing to give back. */
static bool begin(const php_stream *stream, async_owner_t **owner)
{
	const void *session = ASYNC_G(current) ? session_of(stream) : NULL;

	*owner = NULL;
	return session == NULL || async_owner_take(session, &client, owner);
}

static void end(async_owner_t *owner)
{
	if (owner) {
		async_owner_leave(owner, owner->connection, NULL);
	}
}

static ssize_t read_channel(php_stream *stream, char *buffer, size_t size)
{
	async_owner_t *owner;
	ssize_t result = -1;

	if (begin(stream, &owner)) {
		result = original.read(stream, buffer, size);
		end(owner);
	}
	return result;
}

static ssize_t write_channel(php_stream *stream, const char *buffer, size_t size)
{
	async_owner_t *owner;
	ssize_t result = -1;

	if (begin(stream, &owner)) {
		result = original.write(stream, buffer, size);
		end(owner);
	}
	return result;
}

/* It is closed in any case. Where nobody can wait, as on stock PHP: libssh2 refuses what it cannot do now. */
static int close_channel(php_stream *stream, int close_handle)
{
	const void *session = ASYNC_G(current) ? session_of(stream) : NULL;
	async_owner_t *owner = session ? async_owner_try(session, &client) : NULL;
	int result;

	if (session && owner == NULL && async_can_park() && !ASYNC_G(shared_connection_throws) && !EG(exception)) {
		(void) async_owner_take(session, &client, &owner);
	}
	result = original.close(stream, close_handle);
	if (owner) {
		/* The last channel of a session that nobody has ends it. */
		end(owner);
	}
	return result;
}

static void guard_channels(const zend_module_entry *module)
{
	php_stream_ops *found = dlsym(module->handle ? module->handle : RTLD_DEFAULT, "php_ssh2_channel_stream_ops");

	if (found && async_table_unprotect(found, sizeof(*found))) {
		original = *found;
		found->read = read_channel;
		found->write = write_channel;
		found->close = close_channel;
		table = found;
	}
}

void async_ssh2_guard(void)
{
	const zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("ssh2"));

	/* The versions whose records are known. */
	if (module == NULL || module->version == NULL || strncmp(module->version, "1.", 2) != 0) {
		return;
	}
	session_type = zend_fetch_list_dtor_id("SSH2 Session");
	sftp_type = zend_fetch_list_dtor_id("SSH2 SFTP");
	listener_type = zend_fetch_list_dtor_id("SSH2 Listener");
	public_key_type = zend_fetch_list_dtor_id("SSH2 Publickey Subsystem");
	async_guard_functions(functions);
	guard_channels(module);
}

/*
 * ext/ssh2: its functions take the session, and so does the release of SFTP, listeners and public keys.
 */
#include "clients/ssh2.h"

#include "io/hooks/hooks.h"
#include "io/wait_fd.h"

static int session_type, sftp_type, listener_type, public_key_type;

/* libssh2's record of the session, found by the record of its SFTP, listener or public keys. NULL: there is none. */
ZEND_TLS HashTable *sessions;

static void remember(const void *part, const void *session);

const async_client_t async_ssh2_client = { .name = "SSH2 session", .keeps = async_guard_keeps_nothing };

/* The extension installs no headers. SFTP, listeners and public keys have this record in all versions for PHP 8. */
typedef struct {
	void *session;
	void *part;
	const zend_resource *session_resource;
} part_t;

/* A closed resource has no type. A part outlives its session. */
const void *async_ssh2_session_of(const zend_resource *resource)
{
	const part_t *part = resource->ptr;

	if (resource->type == session_type) {
		return resource->ptr;
	}
	if (resource->type != sftp_type && resource->type != listener_type && resource->type != public_key_type) {
		return NULL;
	}
	if (part->session_resource->type != session_type) {
		return NULL;
	}
	if (ASYNC_G(current)) {
		/* The part may have begun before the first coroutine. */
		remember(part->part, part->session);
	}
	return part->session;
}

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

static const void *find(zend_execute_data *call, zend_object **handle)
{
	const zend_resource *resource = resource_argument(call);

	(void) handle;
	return resource ? async_ssh2_session_of(resource) : NULL;
}

static const void *find_by_channel(zend_execute_data *call, zend_object **handle)
{
	const zend_resource *resource = resource_argument(call);

	(void) handle;
	if (resource == NULL || (resource->type != php_file_le_stream() && resource->type != php_file_le_pstream())) {
		return NULL;
	}
	return async_ssh2_session_of_channel(resource->ptr);
}

static const async_guard_kind_t on_session = { .client = &async_ssh2_client, .find = find };
static const async_guard_kind_t on_sending = {
	.client = &async_ssh2_client, .find = find, .after = async_ssh2_after_scp_send,
};
static const async_guard_kind_t on_channel = { .client = &async_ssh2_client, .find = find_by_channel };

/* Functions that only read a record are left out. */
static const async_guard_row_t functions[] = {
	{ "ssh2_auth_agent", &on_session },
	{ "ssh2_auth_hostbased_file", &on_session },
	{ "ssh2_auth_none", &on_session },
	{ "ssh2_auth_password", &on_session },
	{ "ssh2_auth_pubkey", &on_session },
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
	{ "ssh2_scp_send", &on_sending },
	{ "ssh2_send_eof", &on_channel },
	{ "ssh2_send_signal", &on_channel },
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
	{ "ssh2_shell_resize", &on_channel },
	{ "ssh2_tunnel", &on_session },
	{ NULL, NULL }
};

/* ---- the release of SFTP, listeners and public keys ---- */

/* The destructor of the resource ends such a part of the session at the server, and no guarded function is called then.
 * libssh2 does not tell the session of a part, so it is remembered here. */

typedef void *init_fn(void *session);
typedef int shutdown_fn(void *part);
typedef void *listen_fn(void *session, const char *host, int port, int *bound_port, int queue_size);

static init_fn *original_libssh2_sftp_init;
static shutdown_fn *original_libssh2_sftp_shutdown;
static init_fn *original_libssh2_publickey_init;
static shutdown_fn *original_libssh2_publickey_shutdown;
static listen_fn *original_libssh2_channel_forward_listen_ex;
static shutdown_fn *original_libssh2_channel_forward_cancel;

static void remember(const void *part, const void *session)
{
	ZEND_ASSERT(part && session && "a part belongs to a session");
	if (sessions == NULL) {
		sessions = pemalloc(sizeof(*sessions), 1);
		zend_hash_init(sessions, 8, NULL, NULL, 1);
	}
	zend_hash_index_update_ptr(sessions, (zend_ulong) (uintptr_t) part, (void *) session);
}

static const void *forget(const void *part)
{
	const void *session = sessions ? zend_hash_index_find_ptr(sessions, (zend_ulong) (uintptr_t) part) : NULL;

	if (session) {
		zend_hash_index_del(sessions, (zend_ulong) (uintptr_t) part);
	}
	return session;
}

static void request_end(void)
{
	if (sessions) {
		zend_hash_destroy(sessions);
		pefree(sessions, 1);
		sessions = NULL;
	}
}

static void *note_part(void *part, const void *session)
{
	if (part && async_io_is_inside()) {
		remember(part, session);
	}
	return part;
}

static void *hooked_libssh2_sftp_init(void *session)
{
	return note_part(original_libssh2_sftp_init(session), session);
}

static void *hooked_libssh2_publickey_init(void *session)
{
	return note_part(original_libssh2_publickey_init(session), session);
}

static void *hooked_libssh2_channel_forward_listen_ex(
	void *session, const char *host, int port, int *bound_port, int queue_size)
{
	return note_part(original_libssh2_channel_forward_listen_ex(session, host, port, bound_port, queue_size), session);
}

async_owner_t *async_ssh2_take_to_close(const void *session)
{
	async_owner_t *owner = async_owner_try(session, &async_ssh2_client);

	if (owner == NULL && async_can_park() && !ASYNC_CLIENTS_G(shared_connection_throws) && !EG(exception)) {
		(void) async_owner_take(session, &async_ssh2_client, &owner);
	}
	return owner;
}

/* Where the coroutine cannot wait for the session, the end of the session ends the part, too. */
static int release(void *part, shutdown_fn *original)
{
	const void *session = forget(part);
	async_owner_t *owner = NULL;
	int result = 0;

	if (session == NULL || !async_io_is_inside()) {
		return original(part);
	}
	owner = async_ssh2_take_to_close(session);
	if (owner) {
		result = original(part);
		async_owner_leave(owner, session, NULL);
	}
	return result;
}

static int hooked_libssh2_sftp_shutdown(void *sftp)
{
	return release(sftp, original_libssh2_sftp_shutdown);
}

static int hooked_libssh2_publickey_shutdown(void *keys)
{
	return release(keys, original_libssh2_publickey_shutdown);
}

static int hooked_libssh2_channel_forward_cancel(void *listener)
{
	return release(listener, original_libssh2_channel_forward_cancel);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(libssh2_sftp_init),
	ASYNC_HOOK(libssh2_sftp_shutdown),
	ASYNC_HOOK(libssh2_publickey_init),
	ASYNC_HOOK(libssh2_publickey_shutdown),
	ASYNC_HOOK(libssh2_channel_forward_listen_ex),
	ASYNC_HOOK(libssh2_channel_forward_cancel),
};
/* libssh2 waits in poll(). */
static ASYNC_HOOK_TABLE(ssh2, "poll", hooks);

/* ---- start-up ---- */

static bool startup(void)
{
	const zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("ssh2"));

	/* The records of these versions are known. */
	if (module->version == NULL || strncmp(module->version, "1.", 2) != 0) {
		return false;
	}
	session_type = zend_fetch_list_dtor_id("SSH2 Session");
	sftp_type = zend_fetch_list_dtor_id("SSH2 SFTP");
	listener_type = zend_fetch_list_dtor_id("SSH2 Listener");
	public_key_type = zend_fetch_list_dtor_id("SSH2 Publickey Subsystem");
	ZEND_ASSERT(session_type > 0 && sftp_type > 0 && "all versions 1.x have these resources");
	async_ssh2_guard_streams(module);
	async_ssh2_mend_scp(module);
	return true;
}

const async_library_t async_ssh2_library = {
	.extension = "ssh2",
	.startup = startup,
	.tables = { { NULL, functions } },
	.hooks = { &async_ssh2_hooks },
	.request_end = request_end,
};

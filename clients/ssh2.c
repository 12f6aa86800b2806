#include "clients/ssh2.h"

#include "zend_modules.h"

static int session_type, sftp_type, listener_type, public_key_type;

const async_client_t async_ssh2_client = { .name = "SSH2 session", .keeps = async_guard_keeps_nothing };

/* What the extension keeps to itself, in all its versions for PHP 8: a record of SFTP, a listener, public keys. */
typedef struct {
	void *session;
	void *part;
	const zend_resource *session_resource;
} part_t;

/* Closed resources have no type. Parts stay when their session is closed. */
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
	if (resource->type == sftp_type && ASYNC_G(current)) {
		/* It may have been begun before there were coroutines. */
		async_ssh2_remember(part->part, part->session);
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
	{ "ssh2_scp_send", &on_sending },
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
	async_ssh2_closing_startup(module->module_number);
	async_guard_functions(functions);
	async_ssh2_guard_channels(module);
	async_ssh2_guard_urls();
}

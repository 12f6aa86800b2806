/*
 * ext/ftp: an FTP\Connection is a connection. A transfer in steps (ftp_nb_…) belongs to one coroutine to its
 * last step.
 */
#include "clients/library.h"

/* FTP_MOREDATA of ext/ftp: the transfer continues in the next call. */
#define MORE_DATA 2

/* In async_owner_t.detail. */
#define IS_TRANSFERRING 1u

static async_keep_t keeps(const void *connection, const async_owner_t *owner)
{
	ZEND_ASSERT((owner == NULL || owner->detail <= IS_TRANSFERRING) && "it is the only flag");
	(void) connection;
	return owner && UNEXPECTED(owner->detail) ? ASYNC_KEEP_FOR_RESULT : ASYNC_KEEP_NOT;
}

static const async_client_t client = { .name = "FTP connection", .keeps = keeps };

static void after_transfer(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	owner->detail = Z_TYPE_P(result) == IS_LONG && Z_LVAL_P(result) == MORE_DATA ? IS_TRANSFERRING : 0;
}

static void after_close(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	owner->detail = 0;
}

static const async_guard_kind_t any = { .client = &client, .find = async_guard_find_argument };
static const async_guard_kind_t transferring = {
	.client = &client, .find = async_guard_find_argument, .after = after_transfer,
};
static const async_guard_kind_t closing = {
	.client = &client, .find = async_guard_find_argument, .after = after_close,
};

/* ftp_get_option() and ftp_set_option() are left out: they do not talk to the server. */
static const async_guard_row_t functions[] = {
	{ "ftp_login", &any },
	{ "ftp_pwd", &any },
	{ "ftp_cdup", &any },
	{ "ftp_chdir", &any },
	{ "ftp_exec", &any },
	{ "ftp_raw", &any },
	{ "ftp_mkdir", &any },
	{ "ftp_rmdir", &any },
	{ "ftp_chmod", &any },
	{ "ftp_alloc", &any },
	{ "ftp_nlist", &any },
	{ "ftp_rawlist", &any },
	{ "ftp_mlsd", &any },
	{ "ftp_systype", &any },
	{ "ftp_pasv", &any },
	{ "ftp_get", &any },
	{ "ftp_fget", &any },
	{ "ftp_put", &any },
	{ "ftp_fput", &any },
	{ "ftp_append", &any },
	{ "ftp_size", &any },
	{ "ftp_mdtm", &any },
	{ "ftp_rename", &any },
	{ "ftp_delete", &any },
	{ "ftp_site", &any },
	{ "ftp_nb_get", &transferring },
	{ "ftp_nb_fget", &transferring },
	{ "ftp_nb_put", &transferring },
	{ "ftp_nb_fput", &transferring },
	{ "ftp_nb_continue", &transferring },
	{ "ftp_close", &closing },
	{ "ftp_quit", &closing },
	{ NULL, NULL }
};

const async_library_t async_ftp_library = { .extension = "ftp", .tables = { { NULL, functions } } };

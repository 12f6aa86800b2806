/*
 * ext/ftp: an FTP\Connection is a connection. A transfer in steps (ftp_nb_…) belongs to one coroutine to its
 * last step.
 */
#include "clients/library.h"
#include "io/delivery.h"

#include <sys/socket.h>

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

static const zend_class_entry *connection_ce;

/* The extension installs no headers. In all versions for PHP 8 the object begins with the address of this record. */
typedef struct {
	php_socket_t commands;
} record_t;

/* A call whose wait was cancelled leaves an answer unread, which the next call would take for its own. So the
 * connection is hung up: all later calls fail, as on a lost connection. */
static void hang_up_if_cancelled(zend_execute_data *call)
{
	const zend_object *object = async_guard_object_argument(call);
	const record_t *record = NULL;

	if (EXPECTED(!async_delivery_is_pending()) || object == NULL) {
		return;
	}
	if (object->ce == connection_ce) {
		record = *(record_t *const *) ((const char *) object - object->handlers->offset);
	}
	if (record) {
		(void) shutdown(record->commands, SHUT_RDWR);
	}
}

static void after_call(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) result;
	(void) owner;
	hang_up_if_cancelled(call);
}

static void after_transfer(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	hang_up_if_cancelled(call);
	owner->detail = Z_TYPE_P(result) == IS_LONG && Z_LVAL_P(result) == MORE_DATA ? IS_TRANSFERRING : 0;
}

static void after_close(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	(void) result;
	owner->detail = 0;
}

static const async_guard_kind_t any = {
	.client = &client, .find = async_guard_find_argument, .after = after_call,
};
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

static bool startup(void)
{
	connection_ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("ftp\\connection"));
	return connection_ce != NULL;
}

const async_library_t async_ftp_library = {
	.extension = "ftp", .startup = startup, .tables = { { NULL, functions } },
};

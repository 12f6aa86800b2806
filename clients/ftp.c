/*
 * ext/ftp: an FTP\Connection is a connection. A transfer in steps (ftp_nb_…) belongs to one coroutine to its
 * last step.
 * With TLS it calls OpenSSL on sockets in blocking mode. OpenSSL would wait in read() and write() of its own, so its
 * functions are hooked: they get a socket in non-blocking mode, and the wait comes between two calls.
 */
#include "clients/library.h"
#include "io/delivery.h"
#include "io/wait_fd.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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

/* ---- TLS ---- */

/* Values of SSL_get_error(). */
#define WANTS_READ 2
#define WANTS_WRITE 3

static const zend_module_entry *module;

static int (*fd_of)(const void *ssl);
static int (*error_of)(const void *ssl, int result);
static void (*clear_errors)(void);

static int (*original_SSL_connect)(void *ssl);
static int (*original_SSL_read)(void *ssl, void *buffer, int size);
static int (*original_SSL_write)(void *ssl, const void *data, int size);

typedef enum { CONNECT, READ, WRITE } operation_t;

static int call_openssl(operation_t operation, void *ssl, void *data, int size)
{
	switch (operation) {
		case CONNECT:
			return original_SSL_connect(ssl);
		case READ:
			return original_SSL_read(ssl, data, size);
		default:
			return original_SSL_write(ssl, data, size);
	}
}

/* Other extensions share these hooks: those of PHP's TLS streams have sockets in non-blocking mode. */
static bool is_in_ftp(void)
{
	const zend_execute_data *call = EG(current_execute_data);

	return call && call->func && call->func->type == ZEND_INTERNAL_FUNCTION
		&& call->func->internal_function.module == module;
}

/* Where a call of OpenSSL would have to wait: park until the socket is ready. False: the wait failed. */
static bool wait_as_wanted(int fd, int wanted)
{
	return async_wait_fd(fd, wanted == WANTS_READ ? ASYNC_FD_READABLE : ASYNC_FD_WRITABLE, ASYNC_WAIT_FOREVER, NULL)
		== ASYNC_WAIT_READY;
}

/* As the call of OpenSSL on a socket in blocking mode. The mode is changed for the moment of each call, in which no
 * other coroutine runs.
 * suspends: yes; runs PHP: no
 * cancel:   the connection is hung up, and the answer is that it was lost */
static int call_and_wait(operation_t operation, void *ssl, void *data, int size)
{
	int fd, mode, result, wanted, kept_errno;

	if (!async_io_is_inside() || !is_in_ftp() || fd_of == NULL || (fd = fd_of(ssl)) < 0
		|| (mode = fcntl(fd, F_GETFL)) < 0 || (mode & O_NONBLOCK) || !async_io_may_park()) {
		return call_openssl(operation, ssl, data, size);
	}
	for (;;) {
		(void) fcntl(fd, F_SETFL, mode | O_NONBLOCK);
		result = call_openssl(operation, ssl, data, size);
		kept_errno = errno;
		(void) fcntl(fd, F_SETFL, mode);
		errno = kept_errno;
		wanted = result > 0 ? 0 : error_of(ssl, result);
		if (wanted != WANTS_READ && wanted != WANTS_WRITE) {
			return result;
		}
		if (!wait_as_wanted(fd, wanted)) {
			/* ext/ftp would try again for ever, so OpenSSL has to find that the connection has ended. */
			(void) shutdown(fd, SHUT_RDWR);
			return call_openssl(operation, ssl, data, size);
		}
		/* The thread has one queue of errors. One that another coroutine has left there would be taken for ours. */
		clear_errors();
	}
}

static int hooked_SSL_connect(void *ssl)
{
	return call_and_wait(CONNECT, ssl, NULL, 0);
}

static int hooked_SSL_read(void *ssl, void *buffer, int size)
{
	return call_and_wait(READ, ssl, buffer, size);
}

static int hooked_SSL_write(void *ssl, const void *data, int size)
{
	return call_and_wait(WRITE, ssl, (void *) data, size);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(SSL_connect),
	ASYNC_HOOK(SSL_read),
	ASYNC_HOOK(SSL_write),
};
static ASYNC_HOOK_TABLE(ftp, "poll", hooks);

/* ext/ftp links with OpenSSL, unless it was built without TLS. These names may be missing then, and it has no slots. */
static void find_openssl(void)
{
	*(void **) &error_of = dlsym(RTLD_DEFAULT, "SSL_get_error");
	*(void **) &clear_errors = dlsym(RTLD_DEFAULT, "ERR_clear_error");
	if (error_of && clear_errors) {
		*(void **) &fd_of = dlsym(RTLD_DEFAULT, "SSL_get_fd");
	}
}

static bool startup(void)
{
	connection_ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("ftp\\connection"));
	module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("ftp"));
	find_openssl();
	return connection_ce != NULL;
}

const async_library_t async_ftp_library = {
	.extension = "ftp", .startup = startup, .tables = { { NULL, functions } }, .hooks = { &async_ftp_hooks },
};

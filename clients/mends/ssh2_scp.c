/*
 * Mend: ssh2_scp_send() and ssh2_scp_recv() on a connection that is lost, or whose wait is cancelled.
 *
 * ssh2_scp_send() takes an error of libssh2 for a length and tries for ever to send the rest. ssh2_scp_recv() waits for
 * ever for bytes after the end of the file. Both hold up all coroutines. So after an error a write reports that all is
 * sent, and the function fails afterwards; an end before the last byte is an error of the read.
 *
 * Upstream: ext/ssh2 (pecl-networking-ssh2). Seen in 1.3.1. Sending is fixed in the source after 1.4.1 (commit c2ef717,
 * 2025-11-23): versions above 1.4.1 are left alone. Receiving is not fixed in that source.
 */
#include "clients/library.h"
#include "clients/ssh2.h"

#include "io/hooks/hooks.h"
#include "io/wait_fd.h"

#include "ext/standard/php_versioning.h"

#define LIBSSH2_ERROR_CHANNEL_CLOSED (-26)

#define LAST_VERSION_THAT_SENDS_FOR_EVER "1.4.1"

/* In async_owner_t.detail. */
#define IS_BROKEN_OFF 1

static bool is_send_mended;

typedef ssize_t write_fn(void *channel, int stream, const char *bytes, size_t length);
typedef ssize_t read_fn(void *channel, int stream, char *bytes, size_t length);

static write_fn *original_libssh2_channel_write_ex;
static read_fn *original_libssh2_channel_read_ex;

/* The session that the current call uses, if it is a call of this function; NULL: it is not. */
static const void *session_in(const char *function)
{
	const zend_execute_data *call = EG(current_execute_data);
	const zval *session;

	if (call == NULL || call->func == NULL || call->func->type != ZEND_INTERNAL_FUNCTION
		|| call->func->common.function_name == NULL
		|| strcmp(ZSTR_VAL(call->func->common.function_name), function) != 0) {
		return NULL;
	}
	ZEND_ASSERT(ZEND_CALL_NUM_ARGS(call) > 0 && "the function has checked its arguments before it uses the channel");
	session = ZEND_CALL_ARG(call, 1);
	ZVAL_DEREF(session);
	return Z_TYPE_P(session) == IS_RESOURCE ? async_ssh2_session_of(Z_RES_P(session)) : NULL;
}

static ssize_t hooked_libssh2_channel_write_ex(void *channel, int stream, const char *bytes, size_t length)
{
	ssize_t written = original_libssh2_channel_write_ex(channel, stream, bytes, length);
	const void *session = written < 0 && is_send_mended && async_io_is_inside() ? session_in("ssh2_scp_send") : NULL;
	async_owner_t *owner = session ? async_owner_try(session, &async_ssh2_client) : NULL;

	if (UNEXPECTED(owner != NULL)) {
		owner->detail = IS_BROKEN_OFF;
		async_owner_leave(owner, session, NULL);
		return (ssize_t) length;
	}
	return written;
}

static ssize_t hooked_libssh2_channel_read_ex(void *channel, int stream, char *bytes, size_t length)
{
	ssize_t read = original_libssh2_channel_read_ex(channel, stream, bytes, length);

	return read == 0 && async_io_is_inside() && session_in("ssh2_scp_recv") ? LIBSSH2_ERROR_CHANNEL_CLOSED
		: read;
}

void async_ssh2_after_scp_send(zend_execute_data *call, zval *result, async_owner_t *owner)
{
	(void) call;
	ZEND_ASSERT((owner->detail == 0 || is_send_mended) && "only the mend breaks a copy off");
	if (UNEXPECTED(owner->detail == IS_BROKEN_OFF)) {
		owner->detail = 0;
		ZVAL_FALSE(result);
		if (!EG(exception)) {
			php_error_docref(NULL, E_WARNING, "Unable to send data on socket");
		}
	}
}

void async_ssh2_mend_scp(const zend_module_entry *module)
{
	is_send_mended = php_version_compare(module->version, LAST_VERSION_THAT_SENDS_FOR_EVER) <= 0;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(libssh2_channel_write_ex),
	ASYNC_HOOK(libssh2_channel_read_ex),
};
/* libssh2 waits in poll(). */
static ASYNC_HOOK_TABLE(ssh2_scp, "poll", hooks);

const async_library_t async_ssh2_scp_mend = { .extension = "ssh2", .hooks = { &async_ssh2_scp_hooks } };

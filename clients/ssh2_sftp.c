/*
 * SFTP that is released: ext/ssh2 ends it in the destructor of its resource, where no function is called that would
 * take the session. libssh2 does not tell which session that is, so we remember it.
 */
#include "clients/clients.h"
#include "clients/ssh2.h"

#include "io/hooks/hooks.h"
#include "io/wait_fd.h"

typedef void *init_fn(void *session);
typedef int shutdown_fn(void *sftp);

static init_fn *original_libssh2_sftp_init;
static shutdown_fn *original_libssh2_sftp_shutdown;

/* libssh2's record of the session, by that of SFTP. NULL: none was begun. */
ZEND_TLS HashTable *sessions;

void async_ssh2_remember(const void *sftp, const void *session)
{
	if (sessions == NULL) {
		sessions = pemalloc(sizeof(*sessions), 1);
		zend_hash_init(sessions, 8, NULL, NULL, 1);
	}
	zend_hash_index_update_ptr(sessions, (zend_ulong) (uintptr_t) sftp, (void *) session);
}

static const void *forget(const void *sftp)
{
	const void *session = sessions ? zend_hash_index_find_ptr(sessions, (zend_ulong) (uintptr_t) sftp) : NULL;

	if (session) {
		zend_hash_index_del(sessions, (zend_ulong) (uintptr_t) sftp);
	}
	return session;
}

void async_ssh2_request_end(void)
{
	if (sessions) {
		zend_hash_destroy(sessions);
		pefree(sessions, 1);
		sessions = NULL;
	}
}

static void *hooked_libssh2_sftp_init(void *session)
{
	void *sftp = original_libssh2_sftp_init(session);

	if (sftp && async_io_is_inside()) {
		async_ssh2_remember(sftp, session);
	}
	return sftp;
}

/* Where nobody can wait for the session, it ends SFTP when it ends itself. */
static int hooked_libssh2_sftp_shutdown(void *sftp)
{
	const void *session = forget(sftp);
	async_owner_t *owner = NULL;
	int result = 0;

	if (session == NULL || !async_io_is_inside()) {
		return original_libssh2_sftp_shutdown(sftp);
	}
	owner = async_ssh2_take_to_close(session);
	if (owner) {
		result = original_libssh2_sftp_shutdown(sftp);
		async_owner_leave(owner, session, NULL);
	}
	return result;
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(libssh2_sftp_init),
	ASYNC_HOOK(libssh2_sftp_shutdown),
};
/* libssh2 waits in poll(). */
ASYNC_HOOK_TABLE(ssh2_sftp, "poll", hooks);

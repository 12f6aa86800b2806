/*
 * Internal to SSH2's files: ssh2.c guards the functions and the release of SFTP, ssh2_streams.c the streams and URLs,
 * mends/ssh2_scp.c ends copies that would never end.
 *
 * The key of a connection is libssh2's record of the session. libssh2 keeps one position in the protocol for all
 * channels of a session, so calls on different channels take turns, too.
 */
#ifndef ASYNC_CLIENTS_SSH2_H
#define ASYNC_CLIENTS_SSH2_H

#include "clients/library.h"

#include "zend_modules.h"

/* ---- ssh2.c ---- */

extern const async_client_t async_ssh2_client;

/* The session behind a resource of the extension, which is a session or a part of one. NULL: it is something else, or
 * the session has ended. Neither suspends nor runs PHP code. */
const void *async_ssh2_session_of(const zend_resource *resource);

/* Take the session to close something that is closed in any case. NULL: the session is in use, and the caller cannot
 * wait for it here or does not want to.
 * suspends: while another coroutine has the session; runs PHP: no; errors: an exception may be thrown */
async_owner_t *async_ssh2_take_to_close(const void *session);

/* ---- ssh2_streams.c ---- */

/* Start-up. Neither suspends nor runs PHP code. */
void async_ssh2_guard_streams(const zend_module_entry *module);

/* The session behind the stream of a channel; NULL: it is something else. Neither suspends nor runs PHP code. */
const void *async_ssh2_session_of_channel(const php_stream *stream);

/* ---- mends/ssh2_scp.c ---- */

/* Start-up. Neither suspends nor runs PHP code. */
void async_ssh2_mend_scp(const zend_module_entry *module);

/* after() of ssh2_scp_send(): a copy that was broken off has failed. Runs PHP: error handlers */
void async_ssh2_after_scp_send(zend_execute_data *call, zval *result, async_owner_t *owner);

#endif

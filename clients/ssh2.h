/*
 * SSH2: the functions take the session (ssh2.c), and so do streams and URLs (ssh2_streams.c, ssh2_urls.c);
 * ssh2_scp.c: what would never end; ssh2_sftp.c: what is released; ssh2_closing.c: what is closed later.
 *
 * The key of a connection is libssh2's record of the session. It knows where it stands in a request for all of its
 * channels together, so that they take turns, too.
 */
#ifndef ASYNC_CLIENTS_SSH2_H
#define ASYNC_CLIENTS_SSH2_H

#include "clients/guards.h"

extern const async_client_t async_ssh2_client;

/* The session behind a resource of the extension: a session, or what belongs to one. NULL: there is none (any more).
 * Neither suspends nor runs PHP code. */
const void *async_ssh2_session_of(const zend_resource *resource);

/* … behind a stream of a channel; NULL: it is something else. */
const void *async_ssh2_session_of_channel(const php_stream *stream);

/* … behind any stream of the extension. */
const void *async_ssh2_session_of_stream(const php_stream *stream);

/* Close a stream whose session was this one; NULL: it was closed before. The caller has its turn, or nobody can.
 * suspends: yes; runs PHP: no */
int async_ssh2_close(php_stream *stream, const void *session);

/* Have it closed as soon as it is its turn. The stream's record may go, what is behind it is taken over.
 * Neither suspends nor runs PHP code. */
void async_ssh2_close_later(const php_stream *stream, const void *session);
void async_ssh2_closing_startup(int module_number);

/* Start-up: streams of channels; all URLs of the extension. */
void async_ssh2_guard_channels(const zend_module_entry *module);
void async_ssh2_guard_urls(void);

/* A file or directory was opened by SFTP: its operations take turns from now on. NULL: it was not. */
void async_ssh2_guard_file(php_stream *stream);
void async_ssh2_guard_directory(php_stream *stream);

/* Take the session for something that is closed in any case. NULL: nobody can wait for it here, or wants to.
 * suspends: while somebody else has it; runs PHP: no; errors: an exception may be thrown */
async_owner_t *async_ssh2_take_to_close(const void *session);

/* This is the session of this SFTP, both as libssh2 has them. Forgotten at the end of the request.
 * Neither suspends nor runs PHP code. */
void async_ssh2_remember(const void *sftp, const void *session);

/* after() of ssh2_scp_send(): has it broken off? Then it has failed. Runs PHP: error handlers */
void async_ssh2_after_scp_send(zend_execute_data *call, zval *result, async_owner_t *owner);

#endif

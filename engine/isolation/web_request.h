/*
 * Web requests of isolations: what PHP's request start makes of a web server's variables and of a body.
 *
 * PHP keeps one request for each thread: its method and types, the arrays behind the superglobals, php://input, the
 * uploaded files, the arrays of filter_input(). An isolation that has begun a web request has its own; the others,
 * the base included, share that of the process. PHP's own code parses everything: it is asked as at a request's start.
 */
#ifndef ASYNC_ENGINE_ISOLATION_WEB_REQUEST_H
#define ASYNC_ENGINE_ISOLATION_WEB_REQUEST_H

#include "compat.h"
#include "engine/globals.h"

/* The module starts and ends: handlers of the SAPI, as in request.h. */
void async_isolation_web_request_startup(void);
void async_isolation_web_request_shutdown(void);
void async_isolation_web_request_all_loaded(void);

/* Begin a web request in the current isolation, which has none and is not the base.
 * `server` has strings only. `body`: a stream at the first byte of the body, or NULL; the caller keeps it open until
 * the isolation ends.
 * suspends: where a read from the body or a write of an uploaded file has to wait; runs PHP: no, but user streams
 * errors:   PHP's warnings about forms and uploads, as at a request's start */
void async_isolation_web_request_begin(const HashTable *server, php_stream *body);

/* Has the current isolation begun one? */
bool async_isolation_web_request_has_begun(void);

/* End the one of the current isolation, if there is any: uploaded files that were not moved are deleted, open streams
 * php://input are closed. */
void async_isolation_web_request_end(void);

/* The same for a parked isolation. */
void async_isolation_web_request_forget(async_isolation_web_request_t *request);

/* A forked child: the uploaded files of this parked request belong to the parent. */
void async_isolation_web_request_leave_to_parent(async_isolation_web_request_t *request);

/* The PHP request ends. The base is current. */
void async_isolation_web_request_end_base(void);

/* Move the current state to *from and that of *to into its place; NULL: the state of the process. Allocates nothing. */
void async_isolation_web_request_exchange_slow(
	async_isolation_web_request_t *from, const async_isolation_web_request_t *to);

static zend_always_inline void async_isolation_web_request_exchange(
	async_isolation_web_request_t *from, const async_isolation_web_request_t *to)
{
	if (UNEXPECTED(from != to)) {
		async_isolation_web_request_exchange_slow(from, to);
	}
}

#endif

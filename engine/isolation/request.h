/*
 * Headers of isolations: what header(), http_response_code(), setcookie() and header_register_callback() collect, and
 * whether output has begun.
 *
 * An isolation begins as a request of its own: no headers, nothing sent. Its headers are there to be read with
 * headers_list(): they never leave the process. The response of the process has those of the base.
 */
#ifndef ASYNC_ENGINE_ISOLATION_REQUEST_H
#define ASYNC_ENGINE_ISOLATION_REQUEST_H

#include "compat.h"

#include "php_output.h"
#include "SAPI.h"

/* While the isolation is parked. */
typedef struct {
	sapi_headers_struct headers;
	async_compat_header_callback_t callback;   /* of header_register_callback() */
	zend_string *output_file;    /* where output began; NULL: nowhere yet */
	int output_line;
	unsigned char headers_sent;
} async_isolation_request_t;

/* The module starts; the request starts. */
void async_isolation_request_startup(void);
void async_isolation_request_shutdown(void);
void async_isolation_request_start(void);

/* A new isolation: as PHP finds this state at the start of a request.
 * owns: the caller passes it to async_isolation_request_forget() in the end */
void async_isolation_request_init(async_isolation_request_t *request);

/* Move the current state to *from and that of *to into its place. Allocates nothing. */
static zend_always_inline void async_isolation_request_exchange(
	async_isolation_request_t *from, const async_isolation_request_t *to)
{
	from->headers = SG(sapi_headers);
	SG(sapi_headers) = to->headers;
	from->output_file = OG(output_start_filename);
	OG(output_start_filename) = to->output_file;
	from->output_line = OG(output_start_lineno);
	OG(output_start_lineno) = to->output_line;
	from->headers_sent = SG(headers_sent);
	SG(headers_sent) = to->headers_sent;
	async_compat_header_callback_exchange(&from->callback, &to->callback);
}

/* What PHP does with the headers before it sends them, here for those of the current isolation. *printed becomes what
 * the callback has printed.
 * owns:     the caller owns the string
 * suspends: no, if called in an output handler; else the callback may
 * runs PHP: the callback of header_register_callback(), once
 * errors:   the exception of the callback is pending */
void async_isolation_request_complete_headers(zval *printed);

/* Release what the current isolation has collected. runs PHP: destructors of the callback */
void async_isolation_request_end(void);

/* Release a parked one. runs PHP: destructors of the callback */
void async_isolation_request_forget(async_isolation_request_t *request);

#endif

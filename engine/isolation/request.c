/*
 * Headers of isolations: the handlers of the SAPI that keep them from the response of the process.
 */
#include "engine/isolation/request.h"

#include "engine/isolation/isolation.h"
#include "engine/output.h"

typedef int (*header_handler_t)(sapi_header_struct *header, sapi_header_op_enum op, sapi_headers_struct *headers);
typedef int (*send_headers_t)(sapi_headers_struct *headers);
typedef void (*send_header_t)(sapi_header_struct *header, void *server_context);

/* sapi_module is a struct of the process: written while the module starts, before threads and requests. */
static header_handler_t original_header_handler;
static send_headers_t original_send_headers;
static send_header_t original_send_header;

/* False: the SAPI sends no headers (the CLI). Then output in an isolation has nothing to do with the base. */
static bool has_response;

static bool is_isolated(void)
{
	return UNEXPECTED(ASYNC_ENGINE_G(isolation) != NULL)
		&& ASYNC_ENGINE_G(isolation) != ASYNC_ENGINE_G(base_isolation);
}

/* SAPIs keep headers where they like: the CLI drops them, Apache has a table for the whole response. Those of an
 * isolation go into PHP's list only. */
static int handle_header(sapi_header_struct *header, sapi_header_op_enum op, sapi_headers_struct *headers)
{
	return is_isolated() ? SAPI_HEADER_ADD : original_header_handler(header, op, headers);
}

/* Unbuffered output of an isolation goes to the client as it is, so the headers of the base have to go first: as those
 * that the response has when its output begins. Later calls of header() in the base fail as after any output. The
 * callback of header_register_callback() runs in the base, and cannot park: the output is under way. */
static void send_those_of_base(void)
{
	async_isolation_t *self = ASYNC_ENGINE_G(isolation);

	if (!has_response || ASYNC_ENGINE_G(base_isolation)->request.headers_sent) {
		return;
	}
	zend_string *file = OG(output_start_filename);
	const int line = OG(output_start_lineno);

	if (file) {
		zend_string_addref(file);
	}
	async_isolation_look_slow();
	async_isolation_enter_slow(NULL);
	ASYNC_ENGINE_G(unparked_calls)++;
	if (OG(output_start_filename) == NULL) {
		OG(output_start_filename) = file;
		OG(output_start_lineno) = line;
	} else if (file) {
		zend_string_release(file);
	}
	sapi_send_headers();
	ASYNC_ENGINE_G(unparked_calls)--;
	async_isolation_look_slow();
	async_isolation_enter_slow(self);
}

static int send_headers(sapi_headers_struct *headers)
{
	if (!is_isolated()) {
		return original_send_headers(headers);
	}
	send_those_of_base();
	return SAPI_HEADER_SENT_SUCCESSFULLY;
}

/* For a SAPI to which PHP gives one header after the other. */
static void send_header(sapi_header_struct *header, void *server_context)
{
	if (!is_isolated()) {
		original_send_header(header, server_context);
	} else {
		send_those_of_base();
	}
}

void async_isolation_request_startup(void)
{
	has_response = strcmp(sapi_module.name, "cli") != 0 && strcmp(sapi_module.name, "phpdbg") != 0;
	original_header_handler = sapi_module.header_handler;
	original_send_headers = sapi_module.send_headers;
	original_send_header = sapi_module.send_header;
	if (original_header_handler) {
		sapi_module.header_handler = handle_header;
	}
	if (original_send_headers) {
		sapi_module.send_headers = send_headers;
	} else if (original_send_header) {
		sapi_module.send_header = send_header;
	}
}

void async_isolation_request_shutdown(void)
{
	if (sapi_module.header_handler == handle_header) {
		sapi_module.header_handler = original_header_handler;
	}
	if (sapi_module.send_headers == send_headers) {
		sapi_module.send_headers = original_send_headers;
	}
	if (sapi_module.send_header == send_header) {
		sapi_module.send_header = original_send_header;
	}
}

void async_isolation_request_start(void)
{
	ASYNC_ENGINE_G(first_response_code) = SG(sapi_headers).http_response_code;
}

void async_isolation_request_init(async_isolation_request_t *request)
{
	const zend_llist *current = &SG(sapi_headers).headers;

	memset(request, 0, sizeof(*request));
	zend_llist_init(&request->headers.headers, current->size, current->dtor, current->persistent);
	request->headers.http_response_code = ASYNC_ENGINE_G(first_response_code);
	request->headers.send_default_content_type = 1;
	async_compat_header_callback_none(&request->callback);
}

static void add_default_content_type(void)
{
	char *type = sapi_get_default_content_type();
	sapi_header_line line = {0};
	char *header;

	SG(sapi_headers).send_default_content_type = 0;
	if (*type) {
		line.line_len = spprintf(&header, 0, "Content-type: %s", type);
		line.line = header;
		sapi_header_op(SAPI_HEADER_ADD, &line);
		efree(header);
	}
	efree(type);
}

/* What the callback prints goes into a buffer of its own: PHP sends it in front of the page. */
static void call_buffered(async_compat_header_callback_t *callback, zval *printed)
{
	uint32_t level = async_output_level_count();

	if (php_output_start_default() == FAILURE) {
		async_compat_header_callback_call(callback);
		return;
	}
	async_compat_header_callback_call(callback);
	if (async_output_level_count() > level + 1) {
		async_output_end_above(level + 1);
	}
	if (EG(exception)) {
		async_output_end_above(level);
	} else if (async_output_level_count() == level + 1) {
		zval_ptr_dtor(printed);
		php_output_get_contents(printed);
		php_output_discard();
	}
}

/* In an output handler PHP forbids other buffers, and what is printed goes into the buffer whose handler runs. PHP
 * itself calls the callback where no handler runs. So it gets a stack of buffers of its own. The handler is in C code,
 * so the callback cannot park. */
static void call_in_handler(async_compat_header_callback_t *callback, zval *printed)
{
	zend_stack handlers = OG(handlers);
	php_output_handler *active = OG(active);
	php_output_handler *running = OG(running);
	volatile bool has_bailed_out = false;

	zend_stack_init(&OG(handlers), sizeof(php_output_handler *));
	OG(active) = OG(running) = NULL;
	ASYNC_ENGINE_G(unparked_calls)++;
	zend_try {
		call_buffered(callback, printed);
		php_output_discard_all();
	} zend_catch {
		has_bailed_out = true;
	} zend_end_try();
	ASYNC_ENGINE_G(unparked_calls)--;
	zend_stack_destroy(&OG(handlers));
	OG(handlers) = handlers;
	OG(active) = active;
	OG(running) = running;
	if (has_bailed_out) {
		zend_bailout();
	}
}

void async_isolation_request_complete_headers(zval *printed)
{
	async_compat_header_callback_t callback;
	async_compat_header_callback_t none;

	if (SG(sapi_headers).send_default_content_type) {
		add_default_content_type();
	}
	memset(&none, 0, sizeof(none));
	async_compat_header_callback_none(&none);
	async_compat_header_callback_exchange(&callback, &none);
	ZVAL_EMPTY_STRING(printed);
	if (!async_compat_header_callback_is_set(&callback)) {
		return;
	}
	if (OG(running)) {
		call_in_handler(&callback, printed);
	} else {
		call_buffered(&callback, printed);
	}
	async_compat_header_callback_free(&callback);
}

void async_isolation_request_end(void)
{
	async_isolation_request_t ended;
	async_isolation_request_t fresh;

	async_isolation_request_init(&fresh);
	async_isolation_request_exchange(&ended, &fresh);
	async_isolation_request_forget(&ended);
}

void async_isolation_request_forget(async_isolation_request_t *request)
{
	zend_llist_destroy(&request->headers.headers);
	if (request->headers.http_status_line) {
		efree(request->headers.http_status_line);
	}
	if (request->headers.mimetype) {
		efree(request->headers.mimetype);
	}
	if (request->output_file) {
		zend_string_release(request->output_file);
	}
	async_compat_header_callback_free(&request->callback);
}

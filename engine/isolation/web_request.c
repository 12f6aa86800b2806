/*
 * Web requests of isolations: their begin by PHP's own code, the exchange, their end.
 */
#include "engine/isolation/web_request.h"

#include "engine/isolation/isolation.h"

#include "php_main.h"
#include "php_variables.h"
#include "rfc1867.h"
#include "SAPI.h"

#ifdef ASYNC_COMPAT_HAS_FILTER
# include "ext/filter/php_filter.h"
/* The arrays of filter_input() lie in front of the settings. */
# define FILTER_ARRAYS (offsetof(zend_filter_globals, default_filter) / sizeof(zval))
#else
# define FILTER_ARRAYS 1
#endif

struct async_isolation_web_request {
	/* The state of PHP, while it is parked. */
	sapi_request_info info;
	zval arrays[NUM_TRACK_VARS];            /* behind the superglobals */
	zval filter[FILTER_ARRAYS];
	HashTable *uploaded_files;
	HashTable protected_variables;          /* of a form that is being read */
	int64_t body_bytes;
	double time;
	bool body_was_read;
	/* Of an isolation. */
	zend_resource *body;                    /* a stream, if it was not closed; NULL: no body */
	int64_t body_left;                      /* bytes; -1: up to the end of the stream */
	const HashTable *server;                /* while it begins: the variables of the web server */
	zend_long first_resource;               /* older resources are not of this request */
};

typedef async_isolation_web_request_t request_t;

static size_t (*original_read_post)(char *buffer, size_t count);
static void (*original_register_variables)(zval *array);

/* Where the globals of ext/filter lie: the argument of a setting that is one of them. NULL: not loaded, or unknown. */
static const void *filter_globals_at;

static request_t *current(void)
{
	const async_isolation_t *isolation = ASYNC_ENGINE_G(isolation);

	return isolation ? isolation->web_request : NULL;
}

/* ---- the exchange ---- */

static zval *filter_arrays(void)
{
	if (filter_globals_at == NULL) {
		return NULL;
	}
#ifdef ZTS
	return TSRMG_BULK(*(const ts_rsrc_id *) filter_globals_at, void *);
#else
	return (void *) filter_globals_at;
#endif
}

static void take(request_t *request)
{
	zval *filter = filter_arrays();

	request->info = SG(request_info);
	memcpy(request->arrays, PG(http_globals), sizeof(request->arrays));
	if (filter) {
		memcpy(request->filter, filter, sizeof(request->filter));
	}
	request->uploaded_files = SG(rfc1867_uploaded_files);
	request->protected_variables = PG(rfc1867_protected_variables);
	request->body_bytes = SG(read_post_bytes);
	request->body_was_read = SG(post_read);
	request->time = SG(global_request_time);
}

static void put(const request_t *request)
{
	zval *filter = filter_arrays();

	SG(request_info) = request->info;
	memcpy(PG(http_globals), request->arrays, sizeof(request->arrays));
	if (filter) {
		memcpy(filter, request->filter, sizeof(request->filter));
	}
	SG(rfc1867_uploaded_files) = request->uploaded_files;
	PG(rfc1867_protected_variables) = request->protected_variables;
	SG(read_post_bytes) = request->body_bytes;
	SG(post_read) = request->body_was_read;
	SG(global_request_time) = request->time;
}

void async_isolation_web_request_exchange_slow(request_t *from, const request_t *to)
{
	request_t *of_process = ASYNC_ENGINE_G(process_request);

	take(from ? from : of_process);
	put(to ? to : of_process);
}

/* ---- what PHP asks the SAPI for ---- */

/* The body may have been closed by the program meanwhile. */
static php_stream *body_of(const request_t *request)
{
	return request->body && request->body->type == php_file_le_stream() ? request->body->ptr : NULL;
}

static size_t read_post(char *buffer, size_t count)
{
	request_t *request = current();
	size_t done = 0;

	if (request == NULL) {
		return original_read_post ? original_read_post(buffer, count) : 0;
	}
	while (done < count && request->body_left != 0) {
		php_stream *body = body_of(request);
		const int64_t wanted = (int64_t) (count - done);
		const int64_t most = request->body_left < 0 || wanted < request->body_left ? wanted : request->body_left;
		const ssize_t got = body ? php_stream_read(body, buffer + done, (size_t) most) : 0;

		if (got <= 0) {
			break;
		}
		done += (size_t) got;
		request->body_left -= request->body_left < 0 ? 0 : got;
	}
	return done;
}

static void register_variables(zval *array)
{
	const request_t *request = current();
	zend_string *name;
	zval *value;

	if (request == NULL || request->server == NULL) {
		if (original_register_variables) {
			original_register_variables(array);
		}
		return;
	}
	ZEND_HASH_FOREACH_STR_KEY_VAL((HashTable *) request->server, name, value) {
		char *text = Z_STRVAL_P(value);
		size_t length = Z_STRLEN_P(value);

		if (name && sapi_module.input_filter(PARSE_SERVER, ZSTR_VAL(name), &text, length, &length)) {
			php_register_variable_safe(ZSTR_VAL(name), text, length, array);
		}
	} ZEND_HASH_FOREACH_END();
}

/* sapi_module is a struct of the process: written while the module starts, before threads and requests. */
void async_isolation_web_request_startup(void)
{
	original_read_post = sapi_module.read_post;
	original_register_variables = sapi_module.register_server_variables;
	sapi_module.read_post = read_post;
	sapi_module.register_server_variables = register_variables;
}

void async_isolation_web_request_shutdown(void)
{
	if (sapi_module.read_post == read_post) {
		sapi_module.read_post = original_read_post;
	}
	if (sapi_module.register_server_variables == register_variables) {
		sapi_module.register_server_variables = original_register_variables;
	}
}

void async_isolation_web_request_all_loaded(void)
{
#ifdef ASYNC_COMPAT_HAS_FILTER
	const zend_ini_entry *entry = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("filter.default"));

	/* The first argument is the place of the setting in the globals. */
	if (entry && (size_t) (uintptr_t) entry->mh_arg1 == offsetof(zend_filter_globals, default_filter)) {
		filter_globals_at = entry->mh_arg2;
	}
#endif
}

/* ---- the begin ---- */

/* A copy for PHP, which keeps C strings; NULL: there is no such variable. */
static char *variable(const HashTable *server, const char *name, size_t length)
{
	const zval *value = zend_hash_str_find(server, name, length);

	return value ? estrndup(Z_STRVAL_P(value), Z_STRLEN_P(value)) : NULL;
}

#define VARIABLE(name) variable(server, ZEND_STRL(name))

static request_t *request_new(const HashTable *server, php_stream *body)
{
	request_t *request = ecalloc(1, sizeof(*request));
	char *length = VARIABLE("CONTENT_LENGTH");
	char *protocol = VARIABLE("SERVER_PROTOCOL");

	request->info = SG(request_info);   /* for what belongs to the program: its arguments, its file */
	request->info.request_method = VARIABLE("REQUEST_METHOD");
	request->info.query_string = VARIABLE("QUERY_STRING");
	request->info.cookie_data = VARIABLE("HTTP_COOKIE");
	request->info.content_type = VARIABLE("CONTENT_TYPE");
	request->info.content_length = length ? ZEND_STRTOL(length, NULL, 10) : 0;
	request->info.proto_num = protocol && strcmp(protocol, "HTTP/1.0") == 0 ? 1000 : 1001;
	request->info.request_body = NULL;
	request->info.post_entry = NULL;
	request->info.content_type_dup = NULL;
	request->info.auth_user = request->info.auth_password = request->info.auth_digest = NULL;
	async_compat_current_user_none(&request->info);
	request->body_left = length ? request->info.content_length : -1;
	if (body) {
		request->body = body->res;
		GC_ADDREF(request->body);
	}
	request->first_resource = EG(regular_list).nNextFreeElement;
	ZVAL_COPY(&request->arrays[TRACK_VARS_ENV], &PG(http_globals)[TRACK_VARS_ENV]);
	if (length) {
		efree(length);
	}
	if (protocol) {
		efree(protocol);
	}
	return request;
}

/* As PHP does before it makes $_POST: the reader of the type takes the body, and its handler will parse it. */
static void read_form(void)
{
	sapi_request_info *info = &SG(request_info);
	size_t length;

	if (!PG(enable_post_data_reading) || info->content_type == NULL || info->request_method == NULL
			|| strcmp(info->request_method, "POST") != 0) {
		return;
	}
	length = strcspn(info->content_type, ";, ");
	info->content_type_dup = estrdup(info->content_type);
	zend_str_tolower(info->content_type_dup, length);
	info->post_entry = zend_hash_str_find_ptr(&SG(known_post_content_types), info->content_type_dup, length);
	if (info->post_entry && info->post_entry->post_reader) {
		info->post_entry->post_reader();
	}
	if (sapi_module.default_post_reader) {
		sapi_module.default_post_reader();
	}
}

static void make_superglobal(const char *name, size_t length)
{
	zend_auto_global *global = zend_hash_str_find_ptr(CG(auto_globals), name, length);

	if (global && global->auto_global_callback) {
		global->auto_global_callback(global->name);
	}
}

/* The arguments of the program are no part of a web request. */
static void remove_arguments(void)
{
	if (Z_TYPE(PG(http_globals)[TRACK_VARS_SERVER]) == IS_ARRAY) {
		zend_hash_str_del(Z_ARRVAL(PG(http_globals)[TRACK_VARS_SERVER]), ZEND_STRL("argv"));
		zend_hash_str_del(Z_ARRVAL(PG(http_globals)[TRACK_VARS_SERVER]), ZEND_STRL("argc"));
	}
}

void async_isolation_web_request_begin(const HashTable *server, php_stream *body)
{
	async_isolation_t *isolation = ASYNC_ENGINE_G(isolation);
	char *authorization;
	request_t *request;

	ZEND_ASSERT(isolation && isolation != ASYNC_ENGINE_G(base_isolation) && isolation->web_request == NULL);
	if (ASYNC_ENGINE_G(process_request) == NULL) {
		ASYNC_ENGINE_G(process_request) = ecalloc(1, sizeof(request_t));
	}
	request = request_new(server, body);
	authorization = VARIABLE("HTTP_AUTHORIZATION");
	async_isolation_web_request_exchange_slow(NULL, request);
	isolation->web_request = request;

	if (authorization) {
		(void) php_handle_auth_data(authorization);
		efree(authorization);
	}
	read_form();
	make_superglobal(ZEND_STRL("_GET"));
	make_superglobal(ZEND_STRL("_COOKIE"));
	make_superglobal(ZEND_STRL("_POST"));
	make_superglobal(ZEND_STRL("_FILES"));
	request->server = server;
	make_superglobal(ZEND_STRL("_SERVER"));
	request->server = NULL;
	remove_arguments();
	make_superglobal(ZEND_STRL("_REQUEST"));
}

bool async_isolation_web_request_has_begun(void)
{
	return current() != NULL;
}

/* ---- the end ---- */

/* A stream php://input leads to the stream of the body without a reference: by the first field of its data. */
static void close_inputs(const request_t *request)
{
	zval *entry;

	/* Resources lie in the order of their numbers. */
	ZEND_HASH_REVERSE_FOREACH_VAL(&EG(regular_list), entry) {
		zend_resource *resource = Z_RES_P(entry);
		const php_stream *stream = resource->type == php_file_le_stream() ? resource->ptr : NULL;

		if (resource->handle < request->first_resource) {
			break;
		}
		if (stream && strcmp(stream->ops->label, "Input") == 0
				&& *(php_stream **) stream->abstract == request->info.request_body) {
			zend_list_close(resource);
		}
	} ZEND_HASH_FOREACH_END();
}

#define FREE(text) do { \
		if (text) { \
			efree((char *) (text)); \
		} \
	} while (0)

static void free_info(sapi_request_info *info)
{
	FREE(info->request_method);
	FREE(info->query_string);
	FREE(info->cookie_data);
	FREE(info->content_type);
	FREE(info->content_type_dup);
	FREE(info->auth_user);
	FREE(info->auth_password);
	FREE(info->auth_digest);
	async_compat_current_user_free(info);
}

static void delete_uploads(request_t *request)
{
	HashTable *others = SG(rfc1867_uploaded_files);

	if (request->uploaded_files) {
		SG(rfc1867_uploaded_files) = request->uploaded_files;
		destroy_uploaded_files_hash();
		SG(rfc1867_uploaded_files) = others;
		request->uploaded_files = NULL;
	}
}

static void forget(request_t *request)
{
	delete_uploads(request);
	if (request->info.request_body) {
		close_inputs(request);
		php_stream_close(request->info.request_body);
	}
	for (size_t i = 0; i < NUM_TRACK_VARS; i++) {
		zval_ptr_dtor(&request->arrays[i]);
	}
	for (size_t i = 0; i < FILTER_ARRAYS; i++) {
		zval_ptr_dtor(&request->filter[i]);
	}
	if (request->body) {
		zend_list_delete(request->body);
	}
	free_info(&request->info);
	efree(request);
}

void async_isolation_web_request_forget(request_t *request)
{
	if (request) {
		forget(request);
	}
}

void async_isolation_web_request_end(void)
{
	async_isolation_t *isolation = ASYNC_ENGINE_G(isolation);
	request_t *request = isolation->web_request;

	if (request) {
		async_isolation_web_request_exchange_slow(request, NULL);
		isolation->web_request = NULL;
		forget(request);
	}
}

void async_isolation_web_request_leave_to_parent(request_t *request)
{
	if (request && request->uploaded_files) {
		zend_hash_destroy(request->uploaded_files);
		FREE_HASHTABLE(request->uploaded_files);
		request->uploaded_files = NULL;
	}
}

void async_isolation_web_request_end_base(void)
{
	FREE(ASYNC_ENGINE_G(process_request));
	ASYNC_ENGINE_G(process_request) = NULL;
}

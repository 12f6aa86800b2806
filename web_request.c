/*
 * Async\beginRequest() and completeHeaders(): a web request in the current isolated scope.
 */
#include "async_classes.h"

#include "engine/isolation/isolation.h"

#include "php_memory_streams.h"
#include "php_network.h"

#include "exceptions.h"

static void add_string(HashTable *strings, zend_string *name, zval *value)
{
	zval string;

	ZVAL_STR(&string, zval_get_string(value));
	zend_hash_add_new(strings, name, &string);
}

/* The variables as strings, as web servers pass them. NULL with an exception. */
static HashTable *strings_of(HashTable *variables)
{
	HashTable *strings = zend_new_array(zend_hash_num_elements(variables));
	zend_string *name;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(variables, name, value) {
		ZVAL_DEREF(value);
		if (name == NULL) {
			zend_argument_value_error(1, "must have the names of the variables as keys");
		} else if (Z_TYPE_P(value) > IS_STRING) {
			zend_argument_type_error(1, "must have strings as values, %s given for \"%s\"",
				zend_zval_type_name(value), ZSTR_VAL(name));
		} else {
			add_string(strings, name, value);
			continue;
		}
		zend_array_destroy(strings);
		return NULL;
	} ZEND_HASH_FOREACH_END();
	return strings;
}

/* owns: the caller releases the stream. NULL with an exception */
static php_stream *body_stream(zval *body)
{
	php_stream *stream;

	if (Z_TYPE_P(body) == IS_STRING) {
		return php_stream_memory_open(TEMP_STREAM_READONLY, Z_STR_P(body));
	}
	if (Z_TYPE_P(body) != IS_RESOURCE) {
		zend_argument_type_error(2, "must be of type string or a stream, %s given", zend_zval_type_name(body));
		return NULL;
	}
	stream = zend_fetch_resource2_ex(body, "stream", php_file_le_stream(), php_file_le_pstream());
	if (stream) {
		GC_ADDREF(stream->res);
	}
	return stream;
}

static bool check_place(void)
{
	const async_isolation_t *isolation = ASYNC_ENGINE_G(isolation);

	if (isolation == NULL || isolation == ASYNC_ENGINE_G(base_isolation)) {
		async_throw("A web request begins in an isolated scope: spawn the caller in a Scope::isolated()");
	} else if (isolation->is_ending) {
		async_throw("A web request cannot begin while the isolated scope of the caller ends");
	} else if (async_isolation_web_request_has_begun()) {
		async_throw("The isolated scope of the caller has begun a web request already: make another scope");
	} else {
		return true;
	}
	return false;
}

ZEND_FUNCTION(Async_beginRequest)
{
	HashTable *variables, *strings;
	php_stream *stream;
	zval *body = NULL;
	zval none;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(variables)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(body)
	ZEND_PARSE_PARAMETERS_END();
	if (!check_place()) {
		return;
	}
	strings = strings_of(variables);
	if (strings == NULL) {
		return;
	}
	ZVAL_EMPTY_STRING(&none);
	stream = body_stream(body ? body : &none);
	if (stream) {
		async_isolation_web_request_begin(strings, stream);
		zend_list_delete(stream->res);
	}
	zend_array_destroy(strings);
}

ZEND_FUNCTION(Async_completeHeaders)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (ASYNC_ENGINE_G(isolation) == NULL || ASYNC_ENGINE_G(isolation) == ASYNC_ENGINE_G(base_isolation)) {
		async_throw("PHP itself completes the headers of the process: call completeHeaders() in an isolated scope");
		return;
	}
	async_isolation_request_complete_headers(return_value);
}

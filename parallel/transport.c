/*
 * Values and exceptions as strings, between a pool and its workers.
 */
#include "parallel/internal.h"

#include "engine/values.h"
#include "scheduler/end.h"

#include "ext/standard/php_var.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

/* ---- values ---- */

static zend_string *pack_by_function(zend_function *packer, zval *value)
{
	zval packed;

	ZVAL_UNDEF(&packed);
	zend_call_known_function(packer, NULL, NULL, &packed, 1, value, NULL);
	if (EXPECTED(!EG(exception) && Z_TYPE(packed) == IS_STRING)) {
		return Z_STR(packed);
	}
	zval_ptr_dtor(&packed);
	if (!EG(exception)) {
		async_throw("A value for a worker process, or from one, cannot be serialized");
	}
	return NULL;
}

static zend_string *serialized(const async_process_pool_t *pool, zval *value)
{
	php_serialize_data_t data;
	smart_str text = {0};

	if (pool->packer) {
		return pack_by_function(pool->packer, value);
	}
	PHP_VAR_SERIALIZE_INIT(data);
	php_var_serialize(&text, value, &data);
	PHP_VAR_SERIALIZE_DESTROY(data);
	if (UNEXPECTED(EG(exception) != NULL)) {
		smart_str_free(&text);
		return NULL;
	}
	return smart_str_extract(&text);
}

static bool unpack_by_function(zend_function *unpacker, const char *text, size_t length, zval *value)
{
	zval packed;

	ZVAL_STRINGL(&packed, text, length);
	ZVAL_UNDEF(value);
	zend_call_known_function(unpacker, NULL, NULL, value, 1, &packed, NULL);
	zval_ptr_dtor(&packed);
	if (UNEXPECTED(EG(exception) != NULL)) {
		async_clear_value(value);
		return false;
	}
	return true;
}

static bool unserialize(const async_process_pool_t *pool, const char *text, size_t length, zval *value)
{
	const unsigned char *at = (const unsigned char *) text;
	php_unserialize_data_t data;
	bool is_read;

	if (pool->unpacker) {
		return unpack_by_function(pool->unpacker, text, length, value);
	}
	ZVAL_UNDEF(value);
	PHP_VAR_UNSERIALIZE_INIT(data);
	is_read = php_var_unserialize(value, &at, at + length, &data);
	PHP_VAR_UNSERIALIZE_DESTROY(data);
	if (EXPECTED(is_read && !EG(exception))) {
		return true;
	}
	async_clear_value(value);
	if (!EG(exception)) {
		async_throw("A value for a worker process, or from one, cannot be unserialized");
	}
	return false;
}

zend_string *async_transport_pack(const async_process_pool_t *pool, zval *value, async_passed_t **passed)
{
	zval message;
	zend_string *packed;

	if (UNEXPECTED(!async_passed_take(value, &message, passed))) {
		return NULL;
	}
	if (EXPECTED(*passed == NULL)) {
		return serialized(pool, value);
	}
	packed = serialized(pool, &message);
	zval_ptr_dtor(&message);
	if (UNEXPECTED(packed == NULL)) {
		async_passed_free(*passed);
	}
	return packed;
}

bool async_transport_unpack(const async_process_pool_t *pool, async_link_t *link, const async_frame_t *frame,
	const char *payload, zval *value)
{
	if (UNEXPECTED(!unserialize(pool, payload, frame->length, value))) {
		return false;
	}
	if (UNEXPECTED(frame->descriptors > 0 && !async_passed_put_back(value, link, frame))) {
		zval_ptr_dtor(value);
		return false;
	}
	return true;
}

/* ---- exceptions in the worker ---- */

static zend_class_entry *base_of(const zend_object *exception)
{
	return instanceof_function(exception->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
}

/* Arguments in a trace may be closures and resources, which cannot be serialized. */
static void strip_arguments(zend_object *exception)
{
	zval rv, stripped, *frame;
	zval *trace = zend_read_property_ex(base_of(exception), exception, ZSTR_KNOWN(ZEND_STR_TRACE), true, &rv);

	if (Z_TYPE_P(trace) != IS_ARRAY) {
		return;
	}
	ZVAL_ARR(&stripped, zend_array_dup(Z_ARRVAL_P(trace)));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(stripped), frame) {
		if (Z_TYPE_P(frame) == IS_ARRAY) {
			SEPARATE_ARRAY(frame);
			zend_hash_del(Z_ARRVAL_P(frame), ZSTR_KNOWN(ZEND_STR_ARGS));
		}
	} ZEND_HASH_FOREACH_END();
	zend_update_property_ex(base_of(exception), exception, ZSTR_KNOWN(ZEND_STR_TRACE), &stripped);
	zval_ptr_dtor(&stripped);
}

/* False: it is an exit(), which stays. */
static bool forget_exception(void)
{
	if (UNEXPECTED(EG(exception) != NULL) && zend_is_unwind_exit(EG(exception))) {
		return false;
	}
	if (EG(exception)) {
		zend_clear_exception();
	}
	return true;
}

static void add_property(zval *row, const char *key, zend_object *exception, zend_string *name)
{
	zval rv;
	zval *value = zend_read_property_ex(base_of(exception), exception, name, true, &rv);

	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_STRING || Z_TYPE_P(value) == IS_LONG) {
		Z_TRY_ADDREF_P(value);
		add_assoc_zval(row, key, value);
	}
}

/* What can be told of the exception in plain values. */
static void add_row(zval *rows, zend_object *exception)
{
	zval row, trace;

	array_init(&row);
	add_assoc_str(&row, "class", zend_string_copy(exception->ce->name));
	add_property(&row, "message", exception, ZSTR_KNOWN(ZEND_STR_MESSAGE));
	add_property(&row, "code", exception, ZSTR_KNOWN(ZEND_STR_CODE));
	add_property(&row, "file", exception, ZSTR_KNOWN(ZEND_STR_FILE));
	add_property(&row, "line", exception, ZSTR_KNOWN(ZEND_STR_LINE));
	ZVAL_UNDEF(&trace);
	zend_call_known_instance_method_with_0_params(
		zend_hash_str_find_ptr(&exception->ce->function_table, ZEND_STRL("gettraceasstring")), exception, &trace);
	(void) forget_exception();
	if (Z_TYPE(trace) == IS_STRING) {
		add_assoc_zval(&row, "trace", &trace);
	} else {
		zval_ptr_dtor(&trace);
	}
	add_next_index_zval(rows, &row);
}

static zend_object *previous_of(zend_object *exception)
{
	zval rv;
	zval *previous = zend_read_property_ex(base_of(exception), exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &rv);

	return Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
}

zend_string *async_transport_pack_exception(const async_process_pool_t *pool, zend_object *exception)
{
	zval message, rows, value;
	zend_string *packed;

	array_init(&rows);
	for (zend_object *at = exception; at; at = previous_of(at)) {
		strip_arguments(at);
		add_row(&rows, at);
	}
	array_init(&message);
	add_next_index_zval(&message, &rows);
	ZVAL_OBJ(&value, exception);
	packed = serialized(pool, &value);
	if (UNEXPECTED(!forget_exception())) {
		zval_ptr_dtor(&message);
		return NULL;
	}
	if (packed) {
		add_next_index_str(&message, packed);
	}
	packed = serialized(pool, &message);
	zval_ptr_dtor(&message);
	(void) forget_exception();
	return packed ? packed : ZSTR_EMPTY_ALLOC();
}

/* ---- exceptions in the parent ---- */

static zend_string *string_of(const zval *row, const char *key)
{
	const zval *value = zend_hash_str_find(Z_ARRVAL_P(row), key, strlen(key));

	return value && Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : ZSTR_EMPTY_ALLOC();
}

static zend_long number_of(const zval *row, const char *key)
{
	const zval *value = zend_hash_str_find(Z_ARRVAL_P(row), key, strlen(key));

	return value && Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : 0;
}

/* From the innermost previous exception to the first one. */
static zend_object *rebuild(const zval *rows)
{
	zend_object *exception = NULL;
	zval *row;

	ZEND_HASH_REVERSE_FOREACH_VAL(Z_ARRVAL_P(rows), row) {
		if (Z_TYPE_P(row) == IS_ARRAY) {
			const async_lost_exception_t lost = {
				.name = string_of(row, "class"),
				.message = string_of(row, "message"),
				.file = string_of(row, "file"),
				.trace = string_of(row, "trace"),
				.code = number_of(row, "code"),
				.line = number_of(row, "line"),
			};
			exception = async_worker_exception_of_lost(&lost, exception);
		}
	} ZEND_HASH_FOREACH_END();
	return exception;
}

static zend_object *unpack_object(const async_process_pool_t *pool, const zval *packed)
{
	zval value;

	if (packed == NULL || Z_TYPE_P(packed) != IS_STRING) {
		return NULL;
	}
	if (!unserialize(pool, Z_STRVAL_P(packed), Z_STRLEN_P(packed), &value)) {
		(void) forget_exception();
		return NULL;
	}
	/* A class that only the worker has loaded, and that no autoloader finds here, makes an object of another class. */
	if (Z_TYPE(value) == IS_OBJECT && instanceof_function(Z_OBJCE(value), zend_ce_throwable)) {
		return Z_OBJ(value);
	}
	zval_ptr_dtor(&value);
	return NULL;
}

zend_object *async_transport_unpack_exception(const async_process_pool_t *pool, const char *text, size_t length)
{
	zend_object *exception = NULL;
	zval message;

	if (length > 0 && unserialize(pool, text, length, &message)) {
		if (Z_TYPE(message) == IS_ARRAY) {
			const zval *rows = zend_hash_index_find(Z_ARRVAL(message), 0);
			exception = unpack_object(pool, zend_hash_index_find(Z_ARRVAL(message), 1));
			if (exception == NULL && rows && Z_TYPE_P(rows) == IS_ARRAY) {
				exception = rebuild(rows);
			}
		}
		zval_ptr_dtor(&message);
	} else {
		(void) forget_exception();
	}
	return exception ? exception
		: async_exception_new(async_ce_worker_exception, "The exception of the job cannot be read");
}

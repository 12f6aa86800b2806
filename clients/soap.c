/*
 * ext/soap: a SoapClient is a connection, it keeps one open from call to call. Turns of coroutines to load the
 * description of a service, to use a stream context, and to use a SoapServer.
 */
#include "clients/soap.h"

#include "clients/library.h"
#include "engine/handlers.h"
#include "io/call_locks.h"
#include "io/delivery.h"
#include "scheduler/reap.h"

#include "zend_virtual_cwd.h"

#define WSDL_CACHE_MEMORY 2   /* a constant of ext/soap, which installs no headers */

static const async_client_t client = { .name = "SoapClient", .keeps = async_guard_keeps_nothing };
static const async_guard_kind_t kind = { .client = &client, .find = async_guard_find_this };

static const async_guard_row_t methods[] = {
	{ "__call", &kind },
	{ "__soapcall", &kind },
	{ "__dorequest", &kind },
	{ NULL, NULL }
};

/* ---- cancellations ---- */

static zif_handler original_client, original_server, original_call, original_soapcall, original_request;

/* When the description of the service cannot be loaded, the call ends the program: a cancellation must not do that. So
 * it comes after the call. */
static void call_shielded(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	async_coroutine_t *self = async_self_shield();

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_self_unshield_and_throw(self);
}

static bool throws(const zend_execute_data *call)
{
	zval *options = ZEND_CALL_NUM_ARGS(call) > 1 ? ZEND_CALL_ARG(call, 2) : NULL, *value = NULL;

	if (options) {
		ZVAL_DEREF(options);
		if (Z_TYPE_P(options) == IS_ARRAY) {
			value = zend_hash_str_find(Z_ARRVAL_P(options), ZEND_STRL("exceptions"));
		}
	}
	return value == NULL || !(Z_TYPE_P(value) == IS_FALSE || (Z_TYPE_P(value) == IS_LONG && Z_LVAL_P(value) == 0));
}

static ZEND_NAMED_FUNCTION(construct_client)
{
	if (throws(execute_data)) {
		original_client(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		async_delivery_supersede();
	} else {
		call_shielded(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_client);
	}
}

static ZEND_NAMED_FUNCTION(construct_server)
{
	call_shielded(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_server);
}

#define CALL(name) \
	static ZEND_NAMED_FUNCTION(name##_client) \
	{ \
		original_##name(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		async_delivery_supersede(); \
	}

CALL(call)
CALL(soapcall)
CALL(request)

/* ---- turns: descriptions of services ---- */

static const char descriptions;   /* key of the locks of descriptions: only the address is used */

static zif_handler original_described_client, original_described_server;

/* Does ext/soap keep the description in memory after this call? */
static bool caches_in_memory(const zval *options)
{
	const zval *mode = Z_TYPE_P(options) == IS_ARRAY
		? zend_hash_str_find(Z_ARRVAL_P(options), ZEND_STRL("cache_wsdl")) : NULL;
	const zend_ini_entry *enabled;

	if (mode && Z_TYPE_P(mode) == IS_LONG) {
		return Z_LVAL_P(mode) & WSDL_CACHE_MEMORY;
	}
	enabled = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("soap.wsdl_cache_enabled"));
	return enabled && enabled->value && zend_ini_parse_bool(enabled->value)
		&& zend_ini_long(ZEND_STRL("soap.wsdl_cache"), false) & WSDL_CACHE_MEMORY;
}

/* The cache knows a relative path by its full one. */
static uintptr_t place_of_description(const zend_string *uri)
{
	char path[MAXPATHLEN];

	if (strchr(ZSTR_VAL(uri), ':') == NULL && !IS_ABSOLUTE_PATH(ZSTR_VAL(uri), ZSTR_LEN(uri))
		&& VCWD_REALPATH(ZSTR_VAL(uri), path)) {
		return (uintptr_t) zend_hash_func(path, strlen(path));
	}
	return (uintptr_t) zend_hash_func(ZSTR_VAL(uri), ZSTR_LEN(uri));
}

/* A constructor that has loaded a description puts it into the cache in the place of one that is there. That frees the
 * other one, which clients use. So the second constructor for a description waits until the first one has it. */
static void in_description_turn(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	const zval *options = ZEND_NUM_ARGS() == 2 ? ZEND_CALL_ARG(execute_data, 2) : &EG(uninitialized_zval);
	zval *uri = ZEND_NUM_ARGS() > 0 ? ZEND_CALL_ARG(execute_data, 1) : NULL;
	zend_string *text;

	ZVAL_DEREF(options);
	if (uri && Z_TYPE_P(uri) == IS_OBJECT && ZEND_NUM_ARGS() <= 2 && !ZEND_ARG_USES_STRICT_TYPES()) {
		/* As the function itself would do it: the argument becomes a string, __toString() is called once. */
		(void) zend_parse_arg_str_weak(uri, &text, 1);
		if (EG(exception)) {
			return;
		}
	}
	if (uri == NULL || Z_TYPE_P(uri) != IS_STRING || !caches_in_memory(options)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, &descriptions, place_of_description(Z_STR_P(uri)),
		"turn to load a WSDL for the cache");
}

static ZEND_NAMED_FUNCTION(described_client)
{
	in_description_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_described_client);
}

static ZEND_NAMED_FUNCTION(described_server)
{
	in_description_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_described_server);
}

/* ---- turns: stream contexts ---- */

static zif_handler original_soap_client;

/* A client puts its user and password into the headers of the context, and takes them out for imports from other
 * servers. A second client would send them to its own server, or the first one those of the second. */
static ZEND_NAMED_FUNCTION(ordered_soap_client)
{
	const zval *options = ZEND_NUM_ARGS() >= 2 ? ZEND_CALL_ARG(execute_data, 2) : &EG(uninitialized_zval);
	const zval *context = NULL;

	ZVAL_DEREF(options);
	if (Z_TYPE_P(options) == IS_ARRAY) {
		context = zend_hash_str_find_deref(Z_ARRVAL_P(options), ZEND_STRL("stream_context"));
	}
	if (context == NULL || Z_TYPE_P(context) != IS_RESOURCE) {
		original_soap_client(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	/* The call holds the options, and they hold the context. */
	async_call_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_soap_client, Z_RES_P(context),
		(uintptr_t) Z_RES_HANDLE_P(context), "turn to load a WSDL with a stream context");
}

/* ---- turns: servers ---- */

static zif_handler original_handle;

/* The list of headers of the answer is found through the server. */
static ZEND_NAMED_FUNCTION(ordered_handle)
{
	async_method_in_turn(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_handle, "turn to use a SoapServer");
}

static const async_handler_swap_t swaps[] = {
	{ "soapclient", "__construct", construct_client, &original_client },
	{ "soapclient", "__call", call_client, &original_call },
	{ "soapclient", "__soapcall", soapcall_client, &original_soapcall },
	{ "soapclient", "__dorequest", request_client, &original_request },
	{ "soapserver", "__construct", construct_server, &original_server },
	/* These call those above: a wait for a turn can be cancelled. */
	{ "soapclient", "__construct", described_client, &original_described_client },
	{ "soapclient", "__construct", ordered_soap_client, &original_soap_client },
	{ "soapserver", "__construct", described_server, &original_described_server },
	{ "soapserver", "handle", ordered_handle, &original_handle },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_soap_cancellations_part = { .startup = start };

const async_library_t async_soap_library = { .extension = "soap", .tables = { { "soapclient", methods } } };

/*
 * ext/soap: a SoapClient is a connection, it keeps one open from call to call.
 */
#include "clients/soap.h"

#include "clients/library.h"
#include "engine/handlers.h"
#include "io/delivery.h"

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
	async_coroutine_t *self = ASYNC_G(current);

	if (self == NULL) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	self->protect_depth++;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	async_coroutine_unprotect(self);
	if (self == ASYNC_G(current) && !EG(exception) && async_coroutine_is_cancellation_due(self)) {
		async_throw_cancellation();
	}
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

static const async_handler_swap_t swaps[] = {
	{ "soapclient", "__construct", construct_client, &original_client },
	{ "soapclient", "__call", call_client, &original_call },
	{ "soapclient", "__soapcall", soapcall_client, &original_soapcall },
	{ "soapclient", "__dorequest", request_client, &original_request },
	{ "soapserver", "__construct", construct_server, &original_server },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_soap_cancellations_part = { .startup = start };

const async_library_t async_soap_library = { .extension = "soap", .tables = { { "soapclient", methods } } };

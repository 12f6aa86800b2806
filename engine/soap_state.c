/*
 * State of a call of ext/soap, moved out of the extension's globals at a park and back afterwards.
 */
#include "engine/soap_state.h"

#include "engine/handlers.h"
#include "engine/libxml_settings.h"

#include "zend_ini.h"

#include <string.h>

/* The extension's globals (ext/soap/php_soap.h): three runs of fields that a call uses, and caches between them that
 * all calls share. */
typedef struct {
	ASYNC_COMPAT_SOAP_TABLES
	__typeof__(((async_soap_state_t *) NULL)->call) call;
	ASYNC_COMPAT_SOAP_FLAG_BEHIND
	char cache_mode, cache_enabled;
	char *cache_dir;
	zend_long cache_limits[2];
	HashTable *mem_cache;
	__typeof__(((async_soap_state_t *) NULL)->options) options;
	HashTable wsdl_cache;
	__typeof__(((async_soap_state_t *) NULL)->references) references;
} soap_globals_t;

static zif_handler original_client, original_server, original_call, original_soapcall, original_handle;

/* The only thing that leads to the extension's globals is the table of settings. NULL: ext/soap is not loaded. */
static const zend_ini_entry *setting(void)
{
	return zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("soap.wsdl_cache_limit"));
}

/* Has this version of the extension the fields that we know, in their places? */
static bool are_known(void)
{
	return setting() && (size_t) setting()->mh_arg1 == offsetof(soap_globals_t, cache_limits[1]);
}

/* Note the values that hold between calls: those that the first client or server of the request finds. */
static void note_use(void)
{
	soap_globals_t *globals;

	if (ASYNC_ENGINE_G(soap_globals) != NULL || !are_known()) {
		return;
	}
#ifdef ZTS
	globals = TSRMG_BULK(*(const ts_rsrc_id *) setting()->mh_arg2, soap_globals_t *);
#else
	globals = setting()->mh_arg2;
#endif
	ASYNC_ENGINE_G(soap_globals) = globals;
	ASYNC_ENGINE_G(used_extensions) |= ASYNC_USED_SOAP;
	ASYNC_ENGINE_G(soap_version) = globals->call.soap_version;
	ASYNC_ENGINE_G(soap_features) = globals->options.features;
	ASYNC_ENGINE_G(soap_allow_url_fopen) = PG(allow_url_fopen);
}

/* A call must not park if another one at the same time would share its fields: in a version of ext/soap whose fields
 * are unknown. */
static void call_alone(INTERNAL_FUNCTION_PARAMETERS, zif_handler original, bool alone)
{
	ASYNC_ENGINE_G(unparked_calls) += alone;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	ZEND_ASSERT(ASYNC_ENGINE_G(unparked_calls) >= alone && "this call was counted");
	ASYNC_ENGINE_G(unparked_calls) -= alone;
}

/* The description of the service is loaded by libxml. */
static void construct(INTERNAL_FUNCTION_PARAMETERS, zif_handler original)
{
	note_use();
	if (async_libxml_settings_note_use()) {
		async_libxml_loan_t loan;
		async_libxml_loan_begin(&loan);
		call_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, ASYNC_ENGINE_G(soap_globals) == NULL);
		async_libxml_loan_end(&loan);
	} else {
		call_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, original, true);
	}
}

static ZEND_NAMED_FUNCTION(construct_client)
{
	construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_client);
}

static ZEND_NAMED_FUNCTION(construct_server)
{
	construct(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_server);
}

static ZEND_NAMED_FUNCTION(call)
{
	call_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_call, ASYNC_ENGINE_G(soap_globals) == NULL);
}

static ZEND_NAMED_FUNCTION(soapcall)
{
	call_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_soapcall, ASYNC_ENGINE_G(soap_globals) == NULL);
}

static ZEND_NAMED_FUNCTION(handle)
{
	call_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, original_handle, ASYNC_ENGINE_G(soap_globals) == NULL);
}

static const async_handler_swap_t swaps[] = {
	{ "soapclient", "__construct", construct_client, &original_client },
	{ "soapclient", "__call", call, &original_call },
	{ "soapclient", "__soapcall", soapcall, &original_soapcall },
	{ "soapserver", "__construct", construct_server, &original_server },
	{ "soapserver", "handle", handle, &original_handle },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

const async_part_t async_soap_state_part = { .startup = start };

bool async_soap_state_is_dirty_slow(void)
{
	const soap_globals_t *now = ASYNC_ENGINE_G(soap_globals);

	ZEND_ASSERT(now && "a client or server was made");
	return ASYNC_COMPAT_SOAP_FLAG(now) || now->call.sdl || now->call.typemap || now->options.encoding
		|| now->options.class_map || now->references.ref_map || now->call.soap_version != ASYNC_ENGINE_G(soap_version)
		|| now->options.features != ASYNC_ENGINE_G(soap_features)
		|| PG(allow_url_fopen) != ASYNC_ENGINE_G(soap_allow_url_fopen);
}

void async_soap_state_detach(async_soap_state_t *state)
{
	soap_globals_t *now;

	state->taken = async_soap_state_is_dirty();
	if (!state->taken) {
		return;
	}
	now = ASYNC_ENGINE_G(soap_globals);
	state->makes_faults = ASYNC_COMPAT_SOAP_FLAG(now);
	state->call = now->call;
	state->options = now->options;
	state->references = now->references;
	state->allow_url_fopen = PG(allow_url_fopen);
	memset(&now->call, 0, sizeof(now->call));
	ASYNC_COMPAT_SOAP_FLAG(now) = false;
	memset(&now->options, 0, sizeof(now->options));
	memset(&now->references, 0, sizeof(now->references));
	now->call.soap_version = ASYNC_ENGINE_G(soap_version);
	now->options.features = ASYNC_ENGINE_G(soap_features);
	PG(allow_url_fopen) = ASYNC_ENGINE_G(soap_allow_url_fopen);
}

void async_soap_state_attach(const async_soap_state_t *state)
{
	if (state->taken) {
		soap_globals_t *now = ASYNC_ENGINE_G(soap_globals);
		ZEND_ASSERT(now && "state was taken from there");
		now->call = state->call;
		ASYNC_COMPAT_SOAP_FLAG(now) = state->makes_faults;
		now->options = state->options;
		now->references = state->references;
		PG(allow_url_fopen) = state->allow_url_fopen;
	}
}

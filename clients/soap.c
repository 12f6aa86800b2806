/*
 * ext/soap: a SoapClient is a connection, it keeps one open from call to call.
 */
#include "clients/library.h"

static const async_client_t client = { .name = "SoapClient", .keeps = async_guard_keeps_nothing };
static const async_guard_kind_t kind = { .client = &client, .find = async_guard_find_this };

static const async_guard_row_t methods[] = {
	{ "__call", &kind },
	{ "__soapcall", &kind },
	{ "__dorequest", &kind },
	{ NULL, NULL }
};

const async_library_t async_soap_library = { .extension = "soap", .tables = { { "soapclient", methods } } };

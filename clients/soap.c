#include "clients/guards.h"

static const async_client_t client = { "SoapClient", async_guard_keeps_nothing, NULL, NULL, NULL, NULL, NULL };
static const async_guard_kind_t kind = { &client, async_guard_find_this, NULL, NULL, NULL, NULL, false };

static const async_guard_row_t methods[] = {
	{ "__call", &kind },
	{ "__soapcall", &kind },
	{ "__dorequest", &kind },
	{ NULL, NULL }
};

void async_soap_guard(void)
{
	async_guard_class("soapclient", methods);
}

/*
 * ext/curl: each easy handle and each multi handle is a connection of its own.
 */
#include "clients/library.h"

static const async_client_t easy = { .name = "cURL handle", .keeps = async_guard_keeps_nothing };
static const async_client_t multi = { .name = "cURL multi handle", .keeps = async_guard_keeps_nothing };
static const async_guard_kind_t on_easy = { .client = &easy, .find = async_guard_find_argument };
static const async_guard_kind_t on_multi = { .client = &multi, .find = async_guard_find_argument };

/* curl_getinfo() is left out: it only reads. So is curl_multi_select(): libcurl looks at the multi handle before it
 * waits, not after it, so other coroutines may add transfers during the wait. */
static const async_guard_row_t functions[] = {
	{ "curl_copy_handle", &on_easy },
	{ "curl_exec", &on_easy },
	{ "curl_pause", &on_easy },
	{ "curl_reset", &on_easy },
	{ "curl_setopt", &on_easy },
	{ "curl_setopt_array", &on_easy },
	{ "curl_upkeep", &on_easy },
	{ "curl_multi_add_handle", &on_multi },
	{ "curl_multi_exec", &on_multi },
	{ "curl_multi_info_read", &on_multi },
	{ "curl_multi_remove_handle", &on_multi },
	{ "curl_multi_setopt", &on_multi },
	{ NULL, NULL }
};

const async_library_t async_curl_library = { .extension = "curl", .tables = { { NULL, functions } } };

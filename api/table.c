/*
 * The table of the C interface, which other extensions look up by the name of one function.
 */
#include "api/api.h"

static const php_async_api table = {
	.version = PHP_ASYNC_API_VERSION,
	.size = sizeof(php_async_api),
	.current = async_api_current,
	.may_park = async_api_may_park,
	.yield = async_api_yield,
	.sleep = async_api_sleep,
	.wait_fd = async_api_wait_fd,
	.fd_closing = async_api_fd_closing,
	.wait_begin = async_api_wait_begin,
	.park = async_api_park,
	.wait_end = async_api_wait_end,
	.ticket_addref = async_api_ticket_addref,
	.ticket_release = async_api_ticket_release,
	.wake = async_api_wake,
	.blocking = async_api_blocking,
	.spawn = async_api_spawn,
};

/* The only symbol besides get_module(): php_async_get_api() of the header finds it. Extensions may call it before this
 * one has started.
 * errors: NULL, there is no such version */
ZEND_DLEXPORT const php_async_api *php_async_api_get(uint32_t version);

const php_async_api *php_async_api_get(uint32_t version)
{
	return version == PHP_ASYNC_API_VERSION ? &table : NULL;
}

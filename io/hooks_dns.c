/*
 * Host names: looked up on a worker (resolver.h).
 */
#include "io/hooks.h"

#include "io/resolver.h"
#include "io/wait_fd.h"

static async_getaddrinfo_fn original_getaddrinfo = getaddrinfo;
static async_gethostbyname_r_fn original_gethostbyname_r = gethostbyname_r;

static int hooked_getaddrinfo(
	const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
	if (!async_io_may_park()) {
		return original_getaddrinfo(node, service, hints, result);
	}
	return async_resolver_getaddrinfo(original_getaddrinfo, node, service, hints, result);
}

static int hooked_gethostbyname_r(const char *name, struct hostent *entry, char *buffer, size_t size,
	struct hostent **result, int *host_errno)
{
	if (!async_io_may_park()) {
		return original_gethostbyname_r(name, entry, buffer, size, result, host_errno);
	}
	return async_resolver_gethostbyname_r(original_gethostbyname_r, name, entry, buffer, size, result, host_errno);
}

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(getaddrinfo),
	ASYNC_HOOK(gethostbyname_r),
};
ASYNC_HOOK_GROUP(dns, hooks);

/*
 * Hooks for look-ups of names: hosts and DNS records, which a worker looks up (io/dns/resolver.h).
 */
#include "io/hooks/hooks.h"

#include "io/dns/resolver.h"
#include "io/wait_fd.h"

#include "ext/standard/file.h"

static async_getaddrinfo_fn original_getaddrinfo = getaddrinfo;
static async_gethostbyname_r_fn original_gethostbyname_r = gethostbyname_r;
static async_getnameinfo_fn original_getnameinfo = getnameinfo;
static __typeof__(gethostbyname) *original_gethostbyname = gethostbyname;
static __typeof__(gethostbyaddr) *original_gethostbyaddr = gethostbyaddr;
/* Set when a slot is replaced. Not named here, because a libc has these functions under other names, in a library of
 * their own, or not at all. */
static async_res_search_fn original_res_search;
static async_res_search_fn original___res_search;

static int hooked_getaddrinfo(
	const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
	if (!async_io_may_park()) {
		return original_getaddrinfo(node, service, hints, result);
	}
	return async_resolver_getaddrinfo(original_getaddrinfo, node, service, hints, result);
}

/* Is this the buffer of PHP's own gethostbyname()? PHP keeps one buffer and may free it in the next call: that would
 * happen while this coroutine waits. */
static bool is_buffer_of_php(const char *buffer)
{
#ifdef HAVE_GETHOSTBYNAME_R
	return buffer && buffer == FG(tmp_host_buf);
#else
	return false;
#endif
}

/* Answer in the memory of async_resolver_gethostbyname(). PHP reads the answer before it waits again. */
static int answer_elsewhere(const char *name, struct hostent *entry, struct hostent **result, int *host_errno)
{
	const struct hostent *answer = async_resolver_gethostbyname_apart(original_gethostbyname, name, host_errno);

	*result = NULL;
	if (answer) {
		*entry = *answer;
		*result = entry;
	}
	return 0;
}

static int hooked_gethostbyname_r(const char *name, struct hostent *entry, char *buffer, size_t size,
	struct hostent **result, int *host_errno)
{
	if (!async_io_may_park()) {
		return original_gethostbyname_r(name, entry, buffer, size, result, host_errno);
	}
	if (is_buffer_of_php(buffer)) {
		return answer_elsewhere(name, entry, result, host_errno);
	}
	return async_resolver_gethostbyname_r(original_gethostbyname_r, name, entry, buffer, size, result, host_errno);
}

static struct hostent *hooked_gethostbyname(const char *name)
{
	return async_io_may_park()
		? async_resolver_gethostbyname(original_gethostbyname, name) : original_gethostbyname(name);
}

static struct hostent *hooked_gethostbyaddr(const void *address, socklen_t length, int family)
{
	return async_io_may_park()
		? async_resolver_gethostbyaddr(address, length, family) : original_gethostbyaddr(address, length, family);
}

static int hooked_getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size,
	char *service, socklen_t service_size, int flags)
{
	if (!async_io_may_park()) {
		return original_getnameinfo(address, length, host, host_size, service, service_size, flags);
	}
	return async_resolver_getnameinfo(
		original_getnameinfo, address, length, host, host_size, service, service_size, flags);
}

/* glibc has res_search() under the name __res_search() as well. An object may import either: each has its original. */
static int search(async_res_search_fn original, const char *name, int class, int type, unsigned char *answer, int size)
{
	return async_io_may_park()
		? async_resolver_res_search(original, name, class, type, answer, size)
		: original(name, class, type, answer, size);
}

static int hooked_res_search(const char *name, int class, int type, unsigned char *answer, int size)
{
	return search(original_res_search, name, class, type, answer, size);
}

static int hooked___res_search(const char *name, int class, int type, unsigned char *answer, int size)
{
	return search(original___res_search, name, class, type, answer, size);
}

#ifdef __GLIBC__
static async_res_nsearch_fn original_res_nsearch;
static async_res_nsearch_fn original___res_nsearch;

static int nsearch(async_res_nsearch_fn original, struct __res_state *state, const char *name, int class, int type,
	unsigned char *answer, int size)
{
	return async_io_may_park()
		? async_resolver_res_nsearch(original, state, name, class, type, answer, size)
		: original(state, name, class, type, answer, size);
}

static int hooked_res_nsearch(
	struct __res_state *state, const char *name, int class, int type, unsigned char *answer, int size)
{
	return nsearch(original_res_nsearch, state, name, class, type, answer, size);
}

static int hooked___res_nsearch(
	struct __res_state *state, const char *name, int class, int type, unsigned char *answer, int size)
{
	return nsearch(original___res_nsearch, state, name, class, type, answer, size);
}
#endif

static async_import_hook_t hooks[] = {
	ASYNC_HOOK(getaddrinfo),
	ASYNC_HOOK(gethostbyname_r),
	ASYNC_HOOK(gethostbyname),
	ASYNC_HOOK(gethostbyaddr),
	ASYNC_HOOK(getnameinfo),
	ASYNC_HOOK(res_search),
	ASYNC_HOOK(__res_search),
#ifdef __GLIBC__
	ASYNC_HOOK(res_nsearch),
	ASYNC_HOOK(__res_nsearch),
#endif
};
ASYNC_HOOK_GROUP(dns, hooks);

/*
 * Looking up hosts and addresses by a worker: getaddrinfo(), getnameinfo() and the gethostby… functions.
 */
#include "io/dns/resolver.h"

#include "io/dns/lookup.h"
#include "io/libc.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Usual answers of gethostbyname() fit. */
#define HOST_BUFFER_SIZE 1024
/* More than any answer needs: a bound in case a libc asks for more room for ever. */
#define HOST_BUFFER_MAX (1024 * 1024)

/* A numeric address needs no look-up: a worker would cost more, and other coroutines would run where stock code does
 * not wait. */
static bool is_numeric(const char *node)
{
	struct in6_addr address;

	return inet_pton(AF_INET, node, &address) == 1 || inet_pton(AF_INET6, node, &address) == 1;
}

/* ---- getaddrinfo() ---- */

/* Owns copies of its texts. The hints are copied as they are: pointers in them have to be NULL. */
typedef struct {
	async_lookup_t base;
	async_getaddrinfo_fn original;
	char *node;
	char *service;            /* may be NULL */
	struct addrinfo hints;
	bool has_hints;
	struct addrinfo *list;    /* the result, until the caller has taken it; NULL: none */
} info_lookup_t;

static void call_getaddrinfo(async_lookup_t *base)
{
	info_lookup_t *lookup = (info_lookup_t *) base;

	base->status = lookup->original(lookup->node, lookup->service, lookup->has_hints ? &lookup->hints : NULL,
		&lookup->list);
	base->error = errno;
	if (base->status != 0) {
		lookup->list = NULL;
	}
}

static void clear_getaddrinfo(async_lookup_t *base)
{
	info_lookup_t *lookup = (info_lookup_t *) base;

	if (lookup->list) {
		freeaddrinfo(lookup->list);
	}
	free(lookup->node);
	free(lookup->service);
}

int async_resolver_getaddrinfo(async_getaddrinfo_fn original, const char *node, const char *service,
	const struct addrinfo *hints, struct addrinfo **result)
{
	info_lookup_t *lookup;
	int status;

	if (node == NULL || is_numeric(node) || (hints && (hints->ai_flags & AI_NUMERICHOST))) {
		return original(node, service, hints, result);
	}
	lookup = async_lookup_new(sizeof(*lookup), call_getaddrinfo, clear_getaddrinfo);
	if (lookup == NULL) {
		return EAI_MEMORY;
	}
	lookup->original = original;
	lookup->node = strdup(node);
	lookup->service = service ? strdup(service) : NULL;
	if (hints) {
		lookup->has_hints = true;
		lookup->hints = *hints;
	}
	lookup->base.what = lookup->node;
	if (!lookup->node || (service && !lookup->service)) {
		async_lookup_release(&lookup->base);
		return EAI_MEMORY;
	}
	if (!async_lookup_run(&lookup->base)) {
		return EAI_SYSTEM;
	}
	/* The caller frees the list, by freeaddrinfo(). */
	*result = lookup->list;
	lookup->list = NULL;
	errno = lookup->base.error;
	status = lookup->base.status;
	async_lookup_release(&lookup->base);
	return status;
}

/* ---- getnameinfo() ---- */

/* Owns a copy of the address, and room for both texts. */
typedef struct {
	async_lookup_t base;
	async_getnameinfo_fn original;
	struct sockaddr_storage address;
	socklen_t length;
	socklen_t host_size;
	socklen_t service_size;
	int flags;
	char text[];              /* room for the host, then for the service */
} name_lookup_t;

static void call_getnameinfo(async_lookup_t *base)
{
	name_lookup_t *lookup = (name_lookup_t *) base;

	base->status = lookup->original((const struct sockaddr *) &lookup->address, lookup->length,
		lookup->host_size ? lookup->text : NULL, lookup->host_size,
		lookup->service_size ? lookup->text + lookup->host_size : NULL, lookup->service_size, lookup->flags);
	base->error = errno;
}

static void clear_nothing(async_lookup_t *base)
{
	(void) base;
}

int async_resolver_getnameinfo(async_getnameinfo_fn original, const struct sockaddr *address, socklen_t length,
	char *host, socklen_t host_size, char *service, socklen_t service_size, int flags)
{
	name_lookup_t *lookup;
	int status;

	/* Only the look-up of a host goes to a worker. */
	host_size = host ? host_size : 0;
	service_size = service ? service_size : 0;
	if (host_size == 0 || (flags & NI_NUMERICHOST) || length > sizeof(lookup->address)) {
		return original(address, length, host, host_size, service, service_size, flags);
	}
	lookup = async_lookup_new(sizeof(*lookup) + host_size + service_size, call_getnameinfo, clear_nothing);
	if (lookup == NULL) {
		return EAI_MEMORY;
	}
	lookup->original = original;
	memcpy(&lookup->address, address, length);
	lookup->length = length;
	lookup->host_size = host_size;
	lookup->service_size = service_size;
	lookup->flags = flags;
	if (!async_lookup_run(&lookup->base)) {
		return EAI_SYSTEM;
	}
	status = lookup->base.status;
	if (status == 0) {
		strcpy(host, lookup->text);
		if (service_size) {
			strcpy(service, lookup->text + host_size);
		}
	}
	errno = lookup->base.error;
	async_lookup_release(&lookup->base);
	return status;
}

/* ---- gethostbyname_r(), gethostbyname(), gethostbyaddr() ---- */

/* Owns the question and the buffer that the answer lies in. */
typedef struct {
	async_lookup_t base;
	async_gethostbyname_r_fn original;
	char *name;               /* NULL: look up the address */
	unsigned char address[sizeof(struct in6_addr)];
	socklen_t length;
	int family;
	struct hostent entry;
	struct hostent *found;    /* NULL or &entry, whose pointers lead into the buffer */
	char *buffer;             /* NULL until it is needed, for call_host_growing() */
	size_t size;
} host_lookup_t;

static void call_host(async_lookup_t *base)
{
	host_lookup_t *lookup = (host_lookup_t *) base;

	if (lookup->name) {
		base->status = lookup->original(lookup->name, &lookup->entry, lookup->buffer, lookup->size, &lookup->found,
			&base->host_errno);
	} else {
		base->status = gethostbyaddr_r(lookup->address, lookup->length, lookup->family, &lookup->entry,
			lookup->buffer, lookup->size, &lookup->found, &base->host_errno);
	}
	base->error = errno;
}

/* The same with as much room as the answer needs. */
static void call_host_growing(async_lookup_t *base)
{
	host_lookup_t *lookup = (host_lookup_t *) base;

	for (lookup->size = HOST_BUFFER_SIZE; lookup->size <= HOST_BUFFER_MAX; lookup->size *= 2) {
		char *grown = realloc(lookup->buffer, lookup->size);
		if (grown == NULL) {
			break;
		}
		lookup->buffer = grown;
		call_host(base);
		if (base->status != ERANGE) {
			return;
		}
	}
	lookup->found = NULL;
	base->host_errno = NETDB_INTERNAL;
	base->error = ENOMEM;
}

static void clear_host(async_lookup_t *base)
{
	host_lookup_t *lookup = (host_lookup_t *) base;

	free(lookup->name);
	free(lookup->buffer);
}

/* A pointer into the worker's buffer `from` becomes one into the caller's buffer `to`. */
static void *moved(const void *pointer, const char *from, char *to)
{
	return pointer ? to + ((const char *) pointer - from) : NULL;
}

/* Move the answer from the worker's buffer to the caller's, which is as large. */
static void move_hostent(struct hostent *entry, const char *from, char *to, size_t size)
{
	memcpy(to, from, size);
	entry->h_name = moved(entry->h_name, from, to);
	entry->h_aliases = moved(entry->h_aliases, from, to);
	entry->h_addr_list = moved(entry->h_addr_list, from, to);
	for (char **alias = entry->h_aliases; alias && *alias; alias++) {
		*alias = moved(*alias, from, to);
	}
	for (char **address = entry->h_addr_list; address && *address; address++) {
		*address = moved(*address, from, to);
	}
}

int async_resolver_gethostbyname_r(async_gethostbyname_r_fn original, const char *name, struct hostent *entry,
	char *buffer, size_t size, struct hostent **result, int *host_errno)
{
	host_lookup_t *lookup;
	int status;

	*result = NULL;
	if (is_numeric(name)) {
		return original(name, entry, buffer, size, result, host_errno);
	}
	lookup = async_lookup_new(sizeof(*lookup), call_host, clear_host);
	if (lookup == NULL) {
		*host_errno = TRY_AGAIN;
		return errno = ENOMEM;
	}
	lookup->original = original;
	lookup->name = strdup(name);
	lookup->buffer = malloc(size);
	lookup->size = size;
	lookup->base.what = lookup->name;
	if (!lookup->name || !lookup->buffer) {
		async_lookup_release(&lookup->base);
		*host_errno = TRY_AGAIN;
		return errno = ENOMEM;
	}
	if (!async_lookup_run(&lookup->base)) {
		*host_errno = NETDB_INTERNAL;
		return errno;
	}
	if (lookup->found) {
		ZEND_ASSERT(lookup->found == &lookup->entry && lookup->size == size && "the answer fits the caller's buffer");
		*entry = lookup->entry;
		move_hostent(entry, lookup->buffer, buffer, size);
		*result = entry;
	}
	*host_errno = lookup->base.host_errno;
	errno = lookup->base.error;
	status = lookup->base.status;
	async_lookup_release(&lookup->base);
	return status;
}

/* The last answer of this thread; its pointers lead into the buffer. As in libc, the next call overwrites it. */
static _Thread_local struct hostent thread_entry;
static _Thread_local char *thread_buffer;

static ASYNC_ALWAYS_RUNS void end_request(void)
{
	if (UNEXPECTED(thread_buffer != NULL)) {
		free(thread_buffer);
		thread_buffer = NULL;
	}
}

const async_part_t async_hosts_part = { .request_end = end_request };

/* Run the lookup, and keep its answer for the calling thread. h_errno is what the worker has left there. */
static struct hostent *answer_of_thread(host_lookup_t *lookup, int *host_errno)
{
	struct hostent *answer = NULL;

	if (!async_lookup_run(&lookup->base)) {
		h_errno = *host_errno = NETDB_INTERNAL;
		return NULL;
	}
	if (lookup->found) {
		ZEND_ASSERT(lookup->found == &lookup->entry && lookup->buffer != NULL && "the answer lies in the lookup");
		free(thread_buffer);
		thread_buffer = lookup->buffer;
		lookup->buffer = NULL;
		thread_entry = lookup->entry;
		answer = &thread_entry;
	}
	*host_errno = lookup->base.host_errno;
	h_errno = lookup->base.thread_h_errno;
	errno = lookup->base.error;
	async_lookup_release(&lookup->base);
	return answer;
}

static struct hostent *look_up_name(struct hostent *(*original)(const char *), const char *name, int *host_errno)
{
	host_lookup_t *lookup;

	if (is_numeric(name)) {
		struct hostent *answer = original(name);
		*host_errno = h_errno;
		return answer;
	}
	lookup = async_lookup_new(sizeof(*lookup), call_host_growing, clear_host);
	if (lookup == NULL || (lookup->name = strdup(name)) == NULL) {
		if (lookup) {
			async_lookup_release(&lookup->base);
		}
		h_errno = *host_errno = NETDB_INTERNAL;
		return NULL;
	}
	lookup->base.what = lookup->name;
	lookup->original = gethostbyname_r;
	return answer_of_thread(lookup, host_errno);
}

struct hostent *async_resolver_gethostbyname(struct hostent *(*original)(const char *), const char *name)
{
	int host_errno;
	struct hostent *answer = look_up_name(original, name, &host_errno);

	h_errno = host_errno;
	return answer;
}

struct hostent *async_resolver_gethostbyname_apart(
	struct hostent *(*original)(const char *), const char *name, int *host_errno)
{
	return look_up_name(original, name, host_errno);
}

struct hostent *async_resolver_gethostbyaddr(const void *address, socklen_t length, int family)
{
	host_lookup_t *lookup = NULL;
	struct hostent *answer;
	int host_errno;

	if (length <= sizeof(lookup->address)) {
		lookup = async_lookup_new(sizeof(*lookup), call_host_growing, clear_host);
	}
	if (lookup == NULL) {
		h_errno = NETDB_INTERNAL;
		return NULL;
	}
	memcpy(lookup->address, address, length);
	lookup->length = length;
	lookup->family = family;
	answer = answer_of_thread(lookup, &host_errno);
	h_errno = host_errno;
	return answer;
}

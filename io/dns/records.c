#include "io/dns/resolver.h"

#include "io/dns/lookup.h"

#include <errno.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>

/* The state of a resolver is changed by every call, and the caller's lies on its stack usually: the worker has one of
 * its own. It is set up by the caller's thread, which alone may look at the environment while PHP changes it. */
typedef struct {
	async_lookup_t base;
#ifdef __GLIBC__
	async_res_nsearch_fn nsearch;
	struct __res_state state;
#endif
	async_res_search_fn search;
	char *name;
	int class;
	int type;
	int size;
	unsigned char *answer;
} record_lookup_t;

static void clear(async_lookup_t *base)
{
	record_lookup_t *lookup = (record_lookup_t *) base;

#ifdef __GLIBC__
	if (lookup->nsearch) {
		res_nclose(&lookup->state);
	}
#endif
	free(lookup->name);
	free(lookup->answer);
}

static record_lookup_t *record_lookup_new(
	void (*call)(async_lookup_t *), const char *name, int class, int type, int size)
{
	record_lookup_t *lookup = async_lookup_new(sizeof(*lookup), call, clear);

	if (lookup == NULL) {
		return NULL;
	}
	lookup->name = strdup(name);
	lookup->answer = calloc(1, size > 0 ? (size_t) size : 1);
	lookup->class = class;
	lookup->type = type;
	lookup->size = size;
	if (lookup->name == NULL || lookup->answer == NULL) {
		async_lookup_release(&lookup->base);
		return NULL;
	}
	return lookup;
}

/* The lookup's status, with its answer; -1 when there is none. The lookup is gone. */
static int run(record_lookup_t *lookup, unsigned char *answer, int *host_errno)
{
	int length;

	if (!async_lookup_run(&lookup->base)) {
		*host_errno = NETDB_INTERNAL;
		return -1;
	}
	length = lookup->base.status;
	if (length > 0) {
		/* An answer that did not fit counts in full. */
		memcpy(answer, lookup->answer, (size_t) (length < lookup->size ? length : lookup->size));
	}
	*host_errno = lookup->base.host_errno;
	errno = lookup->base.error;
	async_lookup_release(&lookup->base);
	return length;
}

#ifdef __GLIBC__
static void call_nsearch(async_lookup_t *base)
{
	record_lookup_t *lookup = (record_lookup_t *) base;

	base->status = lookup->nsearch(&lookup->state, lookup->name, lookup->class, lookup->type, lookup->answer,
		lookup->size);
	base->error = errno;
	base->host_errno = lookup->state.res_h_errno;
}

/* Set as the system's files say, as far as can be seen? */
static bool is_set_alike(const struct __res_state *a, const struct __res_state *b)
{
	if (a->options != b->options || a->retrans != b->retrans || a->retry != b->retry || a->ndots != b->ndots
		|| a->nscount != b->nscount || strncmp(a->defdname, b->defdname, sizeof(a->defdname)) != 0) {
		return false;
	}
	for (int i = 0; i < a->nscount; i++) {
		const struct sockaddr_in *one = &a->nsaddr_list[i], *other = &b->nsaddr_list[i];
		/* Others than IPv4 are kept elsewhere. */
		if (one->sin_family != other->sin_family || (one->sin_family == AF_INET
			&& (one->sin_port != other->sin_port || one->sin_addr.s_addr != other->sin_addr.s_addr))) {
			return false;
		}
	}
	return true;
}

int async_resolver_res_nsearch(async_res_nsearch_fn original, struct __res_state *state, const char *name, int class,
	int type, unsigned char *answer, int size)
{
	record_lookup_t *lookup = record_lookup_new(call_nsearch, name, class, type, size);
	int host_errno, length;

	if (lookup == NULL) {
		h_errno = state->res_h_errno = NETDB_INTERNAL;
		return -1;
	}
	if (res_ninit(&lookup->state) == 0) {
		lookup->nsearch = original;
	}
	if (!lookup->nsearch || !is_set_alike(&lookup->state, state)) {
		async_lookup_release(&lookup->base);
		return original(state, name, class, type, answer, size);
	}
	length = run(lookup, answer, &host_errno);
	h_errno = state->res_h_errno = host_errno;
	return length;
}
#endif

static void call_search(async_lookup_t *base)
{
	record_lookup_t *lookup = (record_lookup_t *) base;

	base->status = lookup->search(lookup->name, lookup->class, lookup->type, lookup->answer, lookup->size);
	base->error = errno;
	base->host_errno = h_errno;
}

int async_resolver_res_search(async_res_search_fn original, const char *name, int class, int type,
	unsigned char *answer, int size)
{
	record_lookup_t *lookup;
	int host_errno, length;

#ifdef __GLIBC__
	/* The state of this thread was set by somebody, and the worker's was not. */
	lookup = record_lookup_new(call_search, name, class, type, size);
	if (lookup && (_res.options & RES_INIT)) {
		bool alike = res_ninit(&lookup->state) == 0 && is_set_alike(&lookup->state, &_res);
		res_nclose(&lookup->state);
		if (!alike) {
			async_lookup_release(&lookup->base);
			return original(name, class, type, answer, size);
		}
	}
#else
	lookup = record_lookup_new(call_search, name, class, type, size);
#endif
	if (lookup == NULL) {
		h_errno = NETDB_INTERNAL;
		return -1;
	}
	lookup->search = original;
	length = run(lookup, answer, &host_errno);
	h_errno = host_errno;
	return length;
}

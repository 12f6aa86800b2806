/*
 * Looking up DNS records by a worker: res_search() and res_nsearch().
 */
#include "io/dns/resolver.h"

#include "io/dns/lookup.h"
#include "io/libc.h"

#include <errno.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>

/* Each call changes the state of the resolver, and the caller's state usually lies on its stack: so the worker has a
 * state of its own. The caller's thread sets it up, because that reads the environment, which PHP changes on the same
 * thread. */
typedef struct {
	async_lookup_t base;
#ifdef __GLIBC__
	async_res_nsearch_fn nsearch;   /* NULL: the state was not set up */
	struct __res_state state;
#endif
	async_res_search_fn search;     /* NULL: nsearch() is called */
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

/* The caller sets `search` or `nsearch` before it runs the lookup. */
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
	lookup->base.what = lookup->name;
	if (lookup->name == NULL || lookup->answer == NULL) {
		async_lookup_release(&lookup->base);
		return NULL;
	}
	return lookup;
}

/* Run the lookup and copy its answer. Returns its status; -1: there is none. Releases the lookup. */
static int run(record_lookup_t *lookup, unsigned char *answer, int *host_errno)
{
	int length;

	if (!async_lookup_run(&lookup->base)) {
		*host_errno = NETDB_INTERNAL;
		return -1;
	}
	length = lookup->base.status;
	if (length > 0) {
		/* The length of an answer that did not fit is its full length. */
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

	ZEND_ASSERT(lookup->nsearch != NULL && "the state was set up");
	base->status = lookup->nsearch(&lookup->state, lookup->name, lookup->class, lookup->type, lookup->answer,
		lookup->size);
	base->error = errno;
	base->host_errno = lookup->state.res_h_errno;
}

/* Are both states set in the same way, as far as can be seen? One of them is set as the system's files say. */
static bool is_set_alike(const struct __res_state *a, const struct __res_state *b)
{
	if (a->options != b->options || a->retrans != b->retrans || a->retry != b->retry || a->ndots != b->ndots
		|| a->nscount != b->nscount || strncmp(a->defdname, b->defdname, sizeof(a->defdname)) != 0) {
		return false;
	}
	for (int i = 0; i < a->nscount; i++) {
		const struct sockaddr_in *one = &a->nsaddr_list[i], *other = &b->nsaddr_list[i];
		/* Only IPv4 addresses are kept in this list. */
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
	/* Set only with a state: clear() closes the state of a lookup that has `nsearch`. */
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

	ZEND_ASSERT(lookup->search != NULL && "made by async_resolver_res_search()");
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
	/* The state of this thread may have been changed after it was set up. The worker's was not. */
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

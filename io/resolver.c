#include "io/resolver.h"

#include "io/delivery.h"
#include "scheduler/scheduler.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A job owns copies of its arguments and its result until its completion moves the result to the waiter, which lies
 * in the parked caller's frame (lifetime rule 1). */
typedef struct lookup lookup_t;

typedef struct {
	async_wait_t *wait;
	lookup_t *lookup;       /* NULL once completed */
	int status;
	int error;              /* errno of the call */
	int host_errno;
	struct addrinfo *list;
	char *buffer;           /* of gethostbyname_r, with what it points to */
	struct hostent entry;
	bool found;
} waiter_t;

struct lookup {
	async_job_t job;        /* first: the reactor hands it back */
	waiter_t *waiter;
	async_getaddrinfo_fn getaddrinfo;
	async_gethostbyname_r_fn gethostbyname_r;
	char *node;
	char *service;
	bool has_hints;
	struct addrinfo hints;
	struct addrinfo *list;
	size_t size;
	char *buffer;
	struct hostent entry;
	struct hostent *found;
	int status;
	int error;
	int host_errno;
};

static void lookup_destroy(async_job_t *job)
{
	lookup_t *lookup = (lookup_t *) job;

	if (lookup->list) {
		freeaddrinfo(lookup->list);
	}
	free(lookup->buffer);
	free(lookup->node);
	free(lookup->service);
	free(lookup);
}

static void work_getaddrinfo(async_job_t *job)
{
	lookup_t *lookup = (lookup_t *) job;

	lookup->status = lookup->getaddrinfo(lookup->node, lookup->service,
		lookup->has_hints ? &lookup->hints : NULL, &lookup->list);
	lookup->error = errno;
	if (lookup->status != 0) {
		lookup->list = NULL;
	}
}

static void work_gethostbyname(async_job_t *job)
{
	lookup_t *lookup = (lookup_t *) job;

	lookup->status = lookup->gethostbyname_r(lookup->node, &lookup->entry, lookup->buffer, lookup->size,
		&lookup->found, &lookup->host_errno);
	lookup->error = errno;
}

static void lookup_complete(async_job_t *job)
{
	lookup_t *lookup = (lookup_t *) job;
	waiter_t *waiter = lookup->waiter;

	waiter->lookup = NULL;
	waiter->status = lookup->status;
	waiter->error = lookup->error;
	waiter->host_errno = lookup->host_errno;
	waiter->list = lookup->list;
	waiter->buffer = lookup->buffer;
	waiter->entry = lookup->entry;
	waiter->found = lookup->found != NULL;
	lookup->list = NULL;
	lookup->buffer = NULL;
	async_wake(waiter->wait->coroutine, waiter->wait->ticket, ASYNC_WAIT_READY);
}

static lookup_t *lookup_new(const char *node, const char *service)
{
	lookup_t *lookup = calloc(1, sizeof(*lookup));

	if (lookup == NULL) {
		return NULL;
	}
	lookup->node = node ? strdup(node) : NULL;
	lookup->service = service ? strdup(service) : NULL;
	if ((node && !lookup->node) || (service && !lookup->service)) {
		lookup_destroy(&lookup->job);
		return NULL;
	}
	lookup->job.kind = ASYNC_JOB_SLOW;
	lookup->job.complete = lookup_complete;
	lookup->job.destroy = lookup_destroy;
	return lookup;
}

/* Hand the lookup to a worker and park. False with errno: nothing is left, the waiter holds no result. */
static bool run(lookup_t *lookup, waiter_t *waiter)
{
	async_reactor_t *reactor = async_scheduler_reactor();
	async_wait_t wait;
	int error;

	memset(waiter, 0, sizeof(*waiter));
	waiter->wait = &wait;
	waiter->lookup = lookup;
	lookup->waiter = waiter;
	if (reactor == NULL) {
		lookup_destroy(&lookup->job);
		return false;
	}
	async_wait_begin(&wait, ASYNC_WAIT_FOR_JOB);
	wait.subject = "name lookup";
	error = async_job_submit(reactor, &lookup->job);
	if (error != 0) {
		lookup_destroy(&lookup->job);
		errno = -error;
		return false;
	}
	if (async_park(&wait) == ASYNC_WAIT_READY) {
		return true;
	}
	/* Cancelled: if the answer came all the same it is dropped (D34). */
	if (waiter->lookup) {
		async_job_abandon(ASYNC_G(reactor), &lookup->job);
	}
	if (waiter->list) {
		freeaddrinfo(waiter->list);
		waiter->list = NULL;
	}
	free(waiter->buffer);
	waiter->buffer = NULL;
	async_delivery_request();
	errno = ECANCELED;
	return false;
}

static bool is_numeric(const char *node)
{
	struct in6_addr address;

	return inet_pton(AF_INET, node, &address) == 1 || strchr(node, ':') != NULL;
}

int async_resolver_getaddrinfo(async_getaddrinfo_fn original, const char *node, const char *service,
	const struct addrinfo *hints, struct addrinfo **result)
{
	waiter_t waiter;
	lookup_t *lookup;

	if (node == NULL || is_numeric(node) || (hints && (hints->ai_flags & AI_NUMERICHOST))) {
		return original(node, service, hints, result);
	}
	lookup = lookup_new(node, service);
	if (lookup == NULL) {
		return EAI_MEMORY;
	}
	lookup->getaddrinfo = original;
	lookup->job.work = work_getaddrinfo;
	if (hints) {
		lookup->has_hints = true;
		lookup->hints = *hints;
	}
	if (!run(lookup, &waiter)) {
		return EAI_SYSTEM;
	}
	*result = waiter.list;
	errno = waiter.error;
	return waiter.status;
}

/* Pointers into the worker's buffer become pointers into the caller's. */
static void *moved(const void *pointer, const char *from, char *to)
{
	return pointer ? to + ((const char *) pointer - from) : NULL;
}

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
	waiter_t waiter;
	lookup_t *lookup;

	*result = NULL;
	if (is_numeric(name)) {
		return original(name, entry, buffer, size, result, host_errno);
	}
	lookup = lookup_new(name, NULL);
	if (lookup == NULL || (lookup->buffer = malloc(size)) == NULL) {
		if (lookup) {
			lookup_destroy(&lookup->job);
		}
		*host_errno = TRY_AGAIN;
		return ENOMEM;
	}
	lookup->size = size;
	lookup->gethostbyname_r = original;
	lookup->job.work = work_gethostbyname;
	if (!run(lookup, &waiter)) {
		*host_errno = NETDB_INTERNAL;
		return errno;
	}
	if (waiter.found) {
		*entry = waiter.entry;
		move_hostent(entry, waiter.buffer, buffer, size);
		*result = entry;
	}
	free(waiter.buffer);
	*host_errno = waiter.host_errno;
	errno = waiter.error;
	return waiter.status;
}

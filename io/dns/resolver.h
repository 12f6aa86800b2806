/*
 * Look-ups of names for coroutines: the functions of libc, called by a worker, with the answers of libc.
 *
 * `original` is the function that the worker calls. Numeric addresses need no look-up, and are answered at once.
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   fails at once with errno ECANCELED, as EAI_SYSTEM or NETDB_INTERNAL; the worker goes on with memory of its
 *           own
 * errors:   as the functions of libc; likewise with errno when the job cannot be made
 */
#ifndef ASYNC_IO_DNS_RESOLVER_H
#define ASYNC_IO_DNS_RESOLVER_H

#include "engine/part.h"

#include <netdb.h>
#include <stdbool.h>
#include <sys/socket.h>

typedef int (*async_getaddrinfo_fn)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
typedef int (*async_gethostbyname_r_fn)(const char *, struct hostent *, char *, size_t, struct hostent **, int *);
/* The type of the flags differs from libc to libc. */
typedef __typeof__(getnameinfo) *async_getnameinfo_fn;

/* ---- names and addresses (io/dns/hosts.c) ---- */

int async_resolver_getaddrinfo(async_getaddrinfo_fn original, const char *node, const char *service,
	const struct addrinfo *hints, struct addrinfo **result);
int async_resolver_gethostbyname_r(async_gethostbyname_r_fn original, const char *name, struct hostent *entry,
	char *buffer, size_t size, struct hostent **result, int *host_errno);
int async_resolver_getnameinfo(async_getnameinfo_fn original, const struct sockaddr *address, socklen_t length,
	char *host, socklen_t host_size, char *service, socklen_t service_size, int flags);

/* These answer in memory of the calling thread, which lasts until the next call of one of them, or until the end of the
 * request, when it is freed. */
struct hostent *async_resolver_gethostbyname(struct hostent *(*original)(const char *), const char *name);
/* The same, with h_errno apart from the error of the look-up, as gethostbyname_r() has them. */
struct hostent *async_resolver_gethostbyname_apart(
	struct hostent *(*original)(const char *), const char *name, int *host_errno);
struct hostent *async_resolver_gethostbyaddr(const void *address, socklen_t length, int family);
extern const async_part_t async_hosts_part;

/* ---- records (io/dns/records.c) ---- */

struct __res_state;

/* The worker uses a state of its own, set as the system's files say. When the caller's state (that of its thread for
 * res_search()) is set otherwise, the call is made in place, and blocks. */
typedef int (*async_res_search_fn)(const char *, int, int, unsigned char *, int);
typedef int (*async_res_nsearch_fn)(struct __res_state *, const char *, int, int, unsigned char *, int);

int async_resolver_res_search(async_res_search_fn original, const char *name, int class, int type,
	unsigned char *answer, int size);
int async_resolver_res_nsearch(async_res_nsearch_fn original, struct __res_state *state, const char *name, int class,
	int type, unsigned char *answer, int size);

#endif

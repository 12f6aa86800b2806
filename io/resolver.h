/*
 * Name resolution off the main thread: getaddrinfo() and gethostbyname_r() for coroutines.
 */
#ifndef ASYNC_IO_RESOLVER_H
#define ASYNC_IO_RESOLVER_H

#include <netdb.h>
#include <stdbool.h>

typedef int (*async_getaddrinfo_fn)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
typedef int (*async_gethostbyname_r_fn)(const char *, struct hostent *, char *, size_t, struct hostent **, int *);

/* As the functions of libc, `original` being what is called, on a worker. Numeric addresses are answered at once.
 * suspends: yes; the caller has checked async_io_may_park()
 * cancel:   EAI_SYSTEM / NETDB_INTERNAL with errno ECANCELED at once; the worker goes on with memory of its own
 * errors:   as the functions; EAI_SYSTEM with errno when no job can be made */
int async_resolver_getaddrinfo(async_getaddrinfo_fn original, const char *node, const char *service,
	const struct addrinfo *hints, struct addrinfo **result);
int async_resolver_gethostbyname_r(async_gethostbyname_r_fn original, const char *name, struct hostent *entry,
	char *buffer, size_t size, struct hostent **result, int *host_errno);

#endif

/*
 * One call of libc's resolver on a worker: what the lookups in resolver_*.c have in common.
 *
 * A lookup owns copies of its arguments, and its result (lifetime rule 1). While somebody waits, the reactor alone
 * holds it: a coroutine whose stack is dropped has nothing to give back.
 */
#ifndef ASYNC_IO_DNS_LOOKUP_H
#define ASYNC_IO_DNS_LOOKUP_H

#include "scheduler/scheduler.h"

typedef struct async_lookup async_lookup_t;

/* The first member of each kind of lookup. */
struct async_lookup {
	async_job_t job;                          /* first: the reactor hands it back */
	void (*call)(async_lookup_t *lookup);     /* on the worker; touches this lookup only */
	void (*clear)(async_lookup_t *lookup);    /* frees what the lookup owns; not the lookup */
	async_wait_t *wait;                       /* NULL when nobody waits */
	unsigned holders;
	int status;                               /* what the call returned, its errno and h_errno */
	int error;
	int host_errno;
};

/* A zeroed lookup of so many bytes, or NULL. The caller holds it. */
void *async_lookup_new(size_t size, void (*call)(async_lookup_t *), void (*clear)(async_lookup_t *));
void async_lookup_release(async_lookup_t *lookup);

extern const async_part_t async_lookups_part;

/* Hand the lookup to a worker and wait for it.
 * owns:     the lookup; the caller holds it again when there is a result
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   false with errno ECANCELED at once; the worker goes on with memory of its own. If an answer came all the
 *           same, it is dropped (D34)
 * errors:   false with errno: there is no result */
bool async_lookup_run(async_lookup_t *lookup);

#endif

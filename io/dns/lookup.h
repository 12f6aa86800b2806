/*
 * One call of libc's resolver by a worker: what all lookups in io/dns/ have in common.
 *
 * A lookup owns copies of its arguments, and its result (lifetime rule 1). While a coroutine waits for it, only the
 * reactor holds it: a coroutine whose stack is dropped has nothing to give back.
 */
#ifndef ASYNC_IO_DNS_LOOKUP_H
#define ASYNC_IO_DNS_LOOKUP_H

#include "scheduler/scheduler.h"

typedef struct async_lookup async_lookup_t;

/* The first member of each kind of lookup. */
struct async_lookup {
	async_job_t job;                          /* first: the reactor passes it to its functions */
	void (*call)(async_lookup_t *lookup);     /* on the worker; touches this lookup only */
	void (*clear)(async_lookup_t *lookup);    /* frees what the lookup owns; not the lookup */
	async_wait_t *wait;                       /* of the waiter; NULL when there is none */
	unsigned holders;                         /* the caller, the reactor; the last one frees it */
	const char *what;                         /* the name that is looked up, in what `clear` frees; NULL: not known */
	int status;                               /* what the call returned, with its errno and h_errno */
	int error;
	int host_errno;
	int thread_h_errno;                       /* h_errno of the calling thread, before the call and after it */
};

/* A zeroed lookup of `size` bytes, which begins with an async_lookup_t; NULL: no memory. The caller holds it, and gives
 * it back by async_lookup_release(). */
void *async_lookup_new(size_t size, void (*call)(async_lookup_t *), void (*clear)(async_lookup_t *));
void async_lookup_release(async_lookup_t *lookup);

extern const async_part_t async_lookups_part;

/* Hand the lookup over to a worker, and park until it is done.
 * owns:     the lookup, which the caller must not touch after false; after true the caller holds it again
 * suspends: yes; the caller has checked async_io_may_park()
 * runs PHP: no
 * cancel:   false with errno ECANCELED at once; the worker goes on with memory of its own. An answer that came
 *           meanwhile is dropped (D34)
 * errors:   without a worker the lookup is made in place */
bool async_lookup_run(async_lookup_t *lookup);

#endif

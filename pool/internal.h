/*
 * What a pool is made of. For pool*.c and pooled_pdo*.c only.
 *
 * Of its at most `max` places each holds a resource or is about to. A place is idle, or busy: then a coroutine has it,
 * to make or check its resource, while it is lent, while it is reset or destroyed. Two things always hold: somebody
 * waits only while all places are busy; and a busy place ends in async_pool_pass_on(), which gives it to the one who
 * waits longest.
 */
#ifndef ASYNC_POOL_INTERNAL_H
#define ASYNC_POOL_INTERNAL_H

#include "async_classes.h"

#include "scheduler/lock.h"
#include "scheduler/scheduler.h"

typedef struct async_pool async_pool_t;

typedef enum {
	ASYNC_PLACE_IDLE,
	ASYNC_PLACE_PREPARED,   /* its resource is being made or checked, or will be when its holder runs */
	ASYNC_PLACE_LENT,
	ASYNC_PLACE_RETURNING   /* its resource is being reset or destroyed */
} async_place_state_t;

typedef struct async_place {
	async_holder_t holder;      /* must be first; on the ring of busy places, else on that of idle ones */
	async_pool_t *pool;         /* holds this */
	async_place_state_t state;
	bool spoilt;                /* not to be lent again: its holder was unwound, or it cannot be made ready */
	bool may_be_interrupted;    /* its holder may be cancelled, for the first time, while it has it … */
	bool interrupted;           /* … and was: the resource may be in the middle of something */
	zval value;                 /* UNDEF: no resource yet */
	zval notes;                 /* what the kind of pool remembers of it, else UNDEF */
	uint64_t made;              /* ns of async_reactor_now(), as the others */
	uint64_t checked;           /* known to be good */
	uint64_t idle_since;
	uint64_t lending;           /* number of its latest lending in the pool */
	zend_long uses;
	async_wait_node_t holder_end; /* linked while lent to a coroutine: tells when that ends */
	zend_string *lent_file;     /* place of the acquire(), a counted reference */
	uint32_t lent_line;
} async_place_t;

/* How resources of a kind are made and looked after. All but `resets` may suspend and run PHP code. */
typedef struct {
	/* Make a resource in the place; leaves it UNDEF and throws on failure. */
	void (*make)(async_pool_t *pool, async_place_t *place);
	/* Can it be lent again? Also false when it threw. */
	bool (*check)(async_pool_t *pool, async_place_t *place);
	/* Will reset() do anything? */
	bool (*resets)(const async_pool_t *pool);
	/* Ready for the next one? Also false when it threw. */
	bool (*reset)(async_pool_t *pool, async_place_t *place);
	/* It is not used any more, and released afterwards. */
	void (*destroy)(async_pool_t *pool, zval *value);
} async_pool_ops_t;

struct async_pool {
	const async_pool_ops_t *ops;    /* NULL until constructed */
	zval factory;                   /* callables, UNDEF where there is none … */
	zval destructor;
	zval healthcheck;
	zval reset;
	zval arguments;                 /* … and what else the kind of pool needs */
	zend_long min;
	zend_long max;
	zend_long max_uses;             /* 0: no limit, as the following, which are ns */
	uint64_t idle_limit;
	uint64_t max_lifetime;
	uint64_t check_interval;
	uint64_t suspected;             /* what was known to be good before is to be checked */
	uint64_t lendings;
	zend_long count;                /* of places */
	zend_long idle_count;
	zend_long lent_count;
	async_ring_t idle;              /* places, the longest idle one first */
	async_ring_t busy;              /* places, the one taken first comes first */
	async_lock_t lock;              /* its holders are the busy places */
	async_timer_t idle_timer;
	bool sweeping;                  /* a coroutine is on its way to look for what was idle too long */
	bool closed;
	zend_object std;
};

static zend_always_inline async_pool_t *async_pool_from_obj(zend_object *object)
{
	return async_container_of(object, async_pool_t, std);
}

extern zend_class_entry *async_ce_pool;

/* ---- pool/pool.c ---- */

typedef struct {
	zend_long min;
	zend_long max;
	zend_long idle_ms;
	zend_long lifetime_ms;
	zend_long uses;
	zend_long check_ms;
} async_pool_limits_t;

/* They were given as arguments in this order, beginning with that number. False: a ValueError was thrown. */
bool async_pool_set_limits(async_pool_t *pool, const async_pool_limits_t *limits, uint32_t first_arg);

/* ---- pool/places.c: who has which place ---- */

/* A place for the current coroutine, busy and PREPARED: one with an idle resource, or an empty one. NULL: none is
 * free. */
async_place_t *async_pool_take(async_pool_t *pool);

/* The same with a place that is idle: to be destroyed. */
void async_pool_take_idle(async_pool_t *pool, async_place_t *place);

/* Wait until one is passed on to the current coroutine. NULL: it is to look again, or something was thrown.
 * suspends: yes; runs PHP: no; cancel: throws */
async_place_t *async_pool_await_place(async_pool_t *pool, zend_object *token);

/* A busy place: to the one who waits longest. Nobody does: it is idle if it has a resource, else gone.
 * suspends: no; runs PHP: no */
void async_pool_pass_on(async_pool_t *pool, async_place_t *place);

/* The lent one that holds this value, best one of the current coroutine; NULL when there is none. */
async_place_t *async_pool_find_lent(const async_pool_t *pool, zval *value);

/* Free all places without calling anything: the pool is going. runs PHP: destructors of the resources */
void async_pool_free_places(async_pool_t *pool);

/* ---- pool/lending.c: what happens to resources ---- */

/* Lend a resource to the current coroutine. NULL: it was thrown why, or `waits` is not set and none is free.
 * suspends and runs PHP: yes; cancel: throws */
async_place_t *async_pool_acquire(async_pool_t *pool, zend_object *token, bool waits);

/* The current coroutine gives back what it holds, to be used again unless `discards`.
 * suspends and runs PHP: yes; errors: what reset and destructor throw, added to what is in flight */
void async_pool_release(async_pool_t *pool, async_place_t *place, bool discards);

/* Is the place still in the lending of that number? */
async_place_t *async_pool_find_lending(const async_pool_t *pool, uint64_t lending);

/* A busy place whose holder is gone or does not want it: as pass_on(), but what has to be done to the resource first is
 * done by a coroutine of its own. suspends: no; runs PHP: no */
void async_pool_put_back(async_pool_t *pool, async_place_t *place);

/* Destroy what is in a place. suspends and runs PHP: yes; errors: as above */
void async_pool_destroy_value(async_pool_t *pool, async_place_t *place);

/* Make the first `min` resources; the constructor's. Closes the pool on failure. errors: thrown */
void async_pool_fill(async_pool_t *pool);

/* suspends and runs PHP: yes; errors: what destructors throw */
void async_pool_close(async_pool_t *pool);

/* Nobody has the pool any more: close it. What is in flight stays. */
void async_pool_destruct(async_pool_t *pool);

/* ---- pool/idle.c: the idle limit ---- */

/* A place came to be idle. */
void async_pool_watch_idle(async_pool_t *pool);

#endif

/*
 * The record of a pool and of its places. For pool/ only.
 *
 * A pool has up to `max` places. A place has a resource, or is about to get one. It is idle, or it is busy: then it has
 * a holder, which makes or checks the resource, uses it while it is lent, or resets or destroys it. Two things always
 * hold: a coroutine waits only while all places are busy; and a busy place ends in async_pool_pass_on(), which hands it
 * to the longest waiter.
 */
#ifndef ASYNC_POOL_INTERNAL_H
#define ASYNC_POOL_INTERNAL_H

#include "async_classes.h"

#include "scheduler/lock.h"
#include "scheduler/scheduler.h"

#include "engine/put_aside.h"

typedef struct async_pool async_pool_t;

typedef enum {
	ASYNC_PLACE_IDLE,
	ASYNC_PLACE_PREPARED,   /* its holder makes or checks the resource, or will when it runs */
	ASYNC_PLACE_LENT,
	ASYNC_PLACE_RETURNING   /* its resource is being reset or destroyed */
} async_place_state_t;

typedef struct async_place {
	/* Must be first. On the ring of busy places, else on that of idle ones. Its coroutine is counted, and set by
	 * async_pool_set_holder() only. */
	async_holder_t holder;
	async_pool_t *pool;         /* holds this */
	async_place_state_t state;
	bool spoilt;                /* the resource must not be lent again: its holder was unwound, or it cannot be reset */
	bool may_be_interrupted;    /* it was lent to a holder that no cancellation had been delivered to … */
	bool is_forsaken;           /* does not count: another one counts in its stead, see inherit_place() */
	bool interrupted;           /* … and that was cancelled then: the resource may be in the middle of something */
	zval value;                 /* the resource; UNDEF: none yet */
	zval notes;                 /* what the operations of the pool remember of the resource, else UNDEF */
	uint64_t made;              /* time in ns, of async_reactor_now(), as the next two */
	uint64_t checked;           /* when the resource was last known to be good; 0: check it before the next lending */
	uint64_t idle_since;
	uint64_t entry;             /* grows with each place that becomes idle; one that was only looked at keeps it */
	struct async_place *heap_child; /* while idle: in the heap of unchecked.c */
	struct async_place *heap_next;
	struct async_place *heap_prev;  /* the sibling before it; of a first child its parent */
	uint64_t lending;           /* number of its latest lending, unique in the pool */
	const void *borrower;       /* while lent: the PDO object that has borrowed it for its holder, see plain_pdo.c;
	                             * NULL: the holder itself has */
	struct async_place *next_alike; /* while lent: in the list of `lent` of the pool, the one lent last comes first */
	struct async_place *prev_alike;
	zend_long uses;             /* number of lendings of this resource */
	async_wait_node_t holder_end; /* linked while lent to a coroutine: tells when that ends */
	zend_string *lent_file;     /* place of the acquire(), a counted reference */
	uint32_t lent_line;
} async_place_t;

/* The operations on the resources of a pool: those of callables, or those of PDO connections. All but `resets` may
 * suspend and run PHP code. */
typedef struct {
	/* Make a resource in a place without one. errors: thrown; the value stays UNDEF */
	void (*make)(async_pool_t *pool, async_place_t *place);
	/* Can the resource be lent again? Also false when it threw. */
	bool (*check)(async_pool_t *pool, async_place_t *place);
	/* Has the pool something to do in reset()? */
	bool (*resets)(const async_pool_t *pool);
	/* Make the resource ready for the next holder. False: it is not ready, or it threw. */
	bool (*reset)(async_pool_t *pool, async_place_t *place);
	/* Destroy a resource that is not used any more. The caller releases the value afterwards. */
	void (*destroy)(async_pool_t *pool, zval *value);
} async_pool_ops_t;

struct async_pool {
	const async_pool_ops_t *ops;    /* NULL until constructed */
	zval factory;                   /* callables, UNDEF where there is none … */
	zval destructor;
	zval healthcheck;
	zval reset;
	zval prepare;                   /* of a PooledPDO: called with a connection whose session is new */
	zval arguments;                 /* … and those of PDO's constructor, an array; UNDEF in other pools */
	zend_class_entry *connection_ce; /* of PDO connections, an internal class; NULL in other pools */
	zend_long min;
	zend_long max;
	zend_long max_uses;             /* 0: no limit; the same for the next two, in ns */
	uint64_t idle_limit;
	uint64_t max_lifetime;
	uint64_t check_interval;
	uint64_t suspected;             /* when a check failed: resources that were checked before that are checked again */
	uint64_t lendings;              /* number of lendings so far */
	zend_long count;                /* of all places */
	zend_long idle_count;
	zend_long lent_count;
	async_ring_t idle;              /* places, the longest idle one first */
	async_ring_t *gap;              /* in `idle`: the place that is being checked belongs after it; or NULL */
	uint64_t entries;               /* number of times that a place became idle */
	async_place_t *unchecked;       /* the idle place that was checked the longest time ago, see unchecked.c; or NULL */
	async_ring_t busy;              /* places, the one taken first comes first */
	HashTable lent;                 /* hash of the value → list of places that are lent and have such a value */
	async_lock_t lock;              /* its holders are the busy places */
	async_timer_t idle_timer;
	async_timer_t health_timer;
	uint64_t health_interval;       /* in ns; 0: idle resources are not checked in the background */
	uint64_t retry_after;           /* in ns: so long callers fail at once after `max_failures` failures in a row */
	uint64_t retry_at;              /* when the factory may be tried again */
	zend_long max_failures;         /* 0: no circuit breaker */
	zend_long failures;             /* of the factory, in a row */
	zval last_failure;              /* its latest exception, else UNDEF */
	bool is_trying;                 /* a coroutine tries whether the factory works again */
	bool is_examining;              /* a coroutine is queued that checks idle resources, or does it now */
	bool resets_in_background;      /* the coroutine that releases a resource does not wait for its reset */
	bool sweeping;                  /* a coroutine is queued that destroys resources that were idle for too long */
	bool closed;
	bool is_named;                  /* PDO objects share it by its name */
	bool has_connected;             /* … and it has had a connection */
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

/* What a pool does for its resources besides. */
typedef struct {
	zend_long health_ms;
	bool resets_in_background;
	zend_long max_failures;
	zend_long retry_ms;
} async_pool_care_t;

/* Check these settings, which are arguments in this order, beginning with number `first_arg`.
 * errors: false with a ValueError */
bool async_pool_check_care(const async_pool_care_t *care, uint32_t first_arg);

/* Set them; they were checked. */
void async_pool_set_care(async_pool_t *pool, const async_pool_care_t *care);

/* Check and set the limits, which are arguments in this order, beginning with number `first_arg`.
 * errors: false with a ValueError */
bool async_pool_set_limits(async_pool_t *pool, const async_pool_limits_t *limits, uint32_t first_arg);

/* ---- pool/callables.c ---- */

/* The operations of an Async\Pool. */
extern const async_pool_ops_t async_pool_callable_ops;

/* Call a callable with the resource of a place, which may lose it meanwhile: the callable gets its own reference.
 * owns:     the caller owns *result
 * suspends, runs PHP: as the callable does
 * errors:   thrown, *result is UNDEF */
void async_pool_call_with(zval *callable, const zval *value, zval *result);

/* ---- pool/pool_report.c ---- */

/* For the object handlers: what var_dump() shows. suspends: no; runs PHP: no */
HashTable *async_pool_debug_info(zend_object *object, int *is_temp);

/* For the dump: put the pool into a row. suspends: no; runs PHP: no */
bool async_pool_row(zend_object *object, zval *row);

/* ---- pool/places.c: places and their holders ---- */

/* Make a coroutine the holder of a place; NULL: code outside of the scheduler. suspends: no; runs PHP: no */
void async_pool_set_holder(async_place_t *place, async_coroutine_t *holder);

/* Take a place for the current coroutine, its holder from now on: one with an idle resource, or a new one. It is
 * PREPARED. NULL: all places are busy.
 * suspends: no; runs PHP: no */
async_place_t *async_pool_take(async_pool_t *pool);

/* The same with a new place. The pool has fewer places than it may have. */
async_place_t *async_pool_take_new(async_pool_t *pool);

/* A place that was forsaken is in use after all, and counts again, even if the pool has too many now. */
void async_pool_reclaim(async_pool_t *pool, async_place_t *place);

/* The same with a given idle place, in order to destroy its resource. */
void async_pool_take_idle(async_pool_t *pool, async_place_t *place);

/* Wait until a place is handed to the current coroutine. NULL: look again, or something was thrown.
 * suspends: yes; runs PHP: no
 * cancel:   throws the cancellation; a place that was handed over meanwhile is put back */
async_place_t *async_pool_await_place(async_pool_t *pool, zend_object *token);

/* Hand a busy place that is not lent to the longest waiter. Without a waiter it becomes idle if it has a resource, and
 * is freed if it has none.
 * suspends: no; runs PHP: no */
void async_pool_pass_on(async_pool_t *pool, async_place_t *place);

/* Note that the place is lent from now on, or that it is not lent any more, for async_pool_find_lent(). */
void async_pool_note_lent(async_pool_t *pool, async_place_t *place);
void async_pool_forget_lent(async_pool_t *pool, async_place_t *place);

/* The place that is lent and has this value, if possible one of the current coroutine; NULL: there is none. */
async_place_t *async_pool_find_lent(const async_pool_t *pool, zval *value);

/* In a forked child: the resources belong to the parent. The pool has none from now on.
 * keep: gets each resource and owns it; neither suspends nor runs PHP code, and keeps the resource from being freed
 * suspends: no; runs PHP: no */
void async_pool_leave_to_parent(async_pool_t *pool, void (*keep)(zval *value));

/* The same for a resource that was only looked at: it has been idle since then, and gets its position back, which
 * pool->gap says.
 * suspends: no; runs PHP: no */
void async_pool_pass_on_untouched(async_pool_t *pool, async_place_t *place, uint64_t idle_since);

/* Free all places, without the pool's operations: the pool is being freed. runs PHP: destructors of the resources */
void async_pool_free_places(async_pool_t *pool);

/* ---- pool/resource.c: one resource ---- */

/* The slow parts of the two functions that follow. */
async_put_aside_t async_pool_put_aside_slow(void);
void async_pool_bring_back_slow(async_put_aside_t kept);

/* Put a pending exception aside, so that user code can be called. Nothing is put aside when there is none, or when it
 * is an exit(): then no user code may be called. */
static zend_always_inline async_put_aside_t async_pool_put_aside(void)
{
	return EXPECTED(EG(exception) == NULL) ? (async_put_aside_t) { NULL, NULL, NULL } : async_pool_put_aside_slow();
}

/* Throw an exception again that was put aside; one that was thrown meanwhile becomes its previous exception. */
static zend_always_inline void async_pool_bring_back(async_put_aside_t kept)
{
	if (UNEXPECTED(kept.exception != NULL)) {
		async_pool_bring_back_slow(kept);
	}
}

/* Is the current coroutine being unwound by exit()? Then no user code may be called. */
bool async_pool_is_exiting(void);

/* Make a resource in a place without one, if the circuit breaker allows it.
 * suspends: yes; runs PHP: yes; errors: thrown; the value stays UNDEF */
void async_pool_make(async_pool_t *pool, async_place_t *place);

/* Was the resource used too often, for too long, or is it spoilt? */
bool async_pool_is_worn_out(const async_pool_t *pool, const async_place_t *place);

/* Can the resource be lent? It is checked if need be.
 * suspends: yes; runs PHP: yes; errors: false with what the check has thrown */
bool async_pool_may_be_lent(async_pool_t *pool, async_place_t *place);

/* Check a resource. False: it is not good any more, or the check threw. Then all others are to be checked, too.
 * suspends: yes; runs PHP: yes */
bool async_pool_is_healthy(async_pool_t *pool, async_place_t *place);

/* Destroy the resource of a place, if it has one. suspends: yes; runs PHP: yes; errors: as async_pool_release() */
void async_pool_destroy_value(async_pool_t *pool, async_place_t *place);

/* ---- pool/lending.c: lending resources and taking them back ---- */

/* Lend a resource to the current coroutine. NULL without an exception: `waits` is not set, and all places are busy.
 * suspends: yes; runs PHP: yes
 * cancel:   throws the cancellation
 * errors:   NULL with the exception */
async_place_t *async_pool_acquire(async_pool_t *pool, zend_object *token, bool waits);

/* Take a lent resource back from the current coroutine. It is reset for the next holder, or destroyed if `discards`.
 * suspends: yes; runs PHP: yes
 * errors:   what reset and destructor throw becomes a previous exception of one that is pending, else it is thrown */
void async_pool_release(async_pool_t *pool, async_place_t *place, bool discards);

/* Take a lent resource back that the current coroutine has left as it was: it is passed on at once, without a reset.
 * After a cancellation it is reset all the same.
 * suspends, runs PHP: after a cancellation only */
void async_pool_return_unchanged(async_pool_t *pool, async_place_t *place);

/* The borrower of a lent resource is gone: destroy the resource, if `discards`, else a service coroutine takes it back.
 * suspends: if `discards`; runs PHP: if `discards`
 * errors:   as async_pool_release() */
void async_pool_recall(async_pool_t *pool, async_place_t *place, bool discards);

/* A lending, to be found again after user code has run: its place may be gone by then. */
typedef struct {
	zend_ulong hash;    /* of the value in pool->lent */
	uint64_t number;
} async_lending_t;

/* The lending of a place that is lent. */
async_lending_t async_pool_lending_of(async_place_t *place);

/* The place with that lending; NULL: the lending is over. */
async_place_t *async_pool_find_lending(const async_pool_t *pool, async_lending_t lending);

/* Pass a busy place on whose holder has ended or was cancelled. If the resource must be reset or destroyed first, a
 * service coroutine does that.
 * suspends: no; runs PHP: no */
void async_pool_put_back(async_pool_t *pool, async_place_t *place);

/* Make resources until the pool has `min` places, for the constructor. On failure the pool is closed.
 * suspends: yes; runs PHP: yes; errors: thrown */
void async_pool_fill(async_pool_t *pool);

/* Close the pool: destroy the idle resources, wake the waiters. Lent resources are destroyed when they come back.
 * suspends: yes; runs PHP: yes; errors: what destructors throw */
void async_pool_close(async_pool_t *pool);

/* The same for a pool whose last handle is gone. A pending exception stays; what destructors throw is linked to it. */
void async_pool_destruct(async_pool_t *pool);

/* ---- pool/idle.c: the idle limit ---- */

/* Arm the timer of the idle limit, if there is a limit and a place that may pass it. Called when a place becomes idle.
 * suspends: no; runs PHP: no */
void async_pool_watch_idle(async_pool_t *pool);

/* Is the scheduler at work? It has no current coroutine to ask for: timers fire between two coroutines, too. */
static inline bool async_pool_has_timers(void)
{
	return ASYNC_G(phase) > ASYNC_PHASE_IDLE && ASYNC_G(phase) < ASYNC_PHASE_UNWINDING;
}

/* ---- pool/health.c: checks in the background ---- */

/* Arm the timer of the checks, if there are any and a place is idle or lacking. Called when a place becomes idle, and
 * when one is freed.
 * suspends: no; runs PHP: no */
void async_pool_watch_health(async_pool_t *pool);

/* ---- pool/unchecked.c: the order of the checks ---- */

/* The place has become idle; or it will not be idle any more. suspends: no; runs PHP: no */
void async_pool_note_unchecked(async_pool_t *pool, async_place_t *place);
void async_pool_forget_unchecked(async_pool_t *pool, async_place_t *place);

/* ---- pool/breaker.c: the circuit breaker ---- */

/* May the factory be called now? suspends: no; runs PHP: no */
bool async_pool_may_make(const async_pool_t *pool);

/* The factory is about to be called. *is_trial is for async_pool_end_making().
 * suspends: no; runs PHP: no; errors: false with an AsyncException that has the last failure as previous exception */
bool async_pool_begin_making(async_pool_t *pool, bool *is_trial);

/* The factory has returned, or an exception of it is pending. suspends: no; runs PHP: no */
void async_pool_end_making(async_pool_t *pool, bool is_trial);

#endif

/*
 * Cycles through connections: the search for a coroutine that waits, directly or through others, for the current one.
 *
 * A wait is followed only if nothing but the coroutines that it is for can end it: no time limit, no token, no event
 * from outside. The search is bounded, and a cycle that is longer than the bound is left to the deadlock report.
 */
#include "scheduler/cycle.h"

#include "scheduler/autoload_latch.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "exceptions.h"

/* Number of coroutines that one search looks at, and of waits for several coroutines within each other. */
#define STEPS_MAX 1000
#define DEPTH_MAX 8

typedef struct {
	int steps;                    /* that may still be made */
	int depth;
	const async_lock_t *connection; /* on the way: what a coroutine waits for; NULL: no connection yet */
} search_t;

/* Several coroutines, of which one or all have to end. */
typedef struct {
	search_t *search;
	uint32_t stuck;
	uint32_t others;
} several_t;

static bool is_stuck(search_t *search, const async_coroutine_t *coroutine);

static void look_at(several_t *several, const async_coroutine_t *coroutine)
{
	if (is_stuck(several->search, coroutine)) {
		several->stuck++;
	} else {
		several->others++;
	}
}

static bool is_object_stuck(search_t *search, zend_object *object, bool one_will_do);

static void look_at_source(zend_object *source, void *context)
{
	several_t *several = context;

	if (is_object_stuck(several->search, source, false)) {
		several->stuck++;
	} else {
		several->others++;
	}
}

/* A trigger or a task group. A coroutine is followed by the caller. */
static bool is_object_stuck(search_t *search, zend_object *object, bool one_will_do)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;
	several_t several = { search, 0, 0 };
	const async_coroutine_t *coroutine = async_coroutine_if(object);

	if (coroutine) {
		return is_stuck(search, coroutine);
	}
	if (ops->each_source == NULL || search->depth == DEPTH_MAX) {
		return false;
	}
	search->depth++;
	ops->each_source(object, look_at_source, &several);
	search->depth--;
	return several.stuck > 0 && (several.others == 0 || (!one_will_do && ops->needs_all && ops->needs_all(object)));
}

static bool is_scope_stuck(search_t *search, async_scope_t *top)
{
	several_t several = { search, 0, 0 };

	if (search->depth == DEPTH_MAX) {
		return false;
	}
	search->depth++;
	for (async_scope_t *at = async_scope_walk_first(top); at && search->steps > 0;
			at = async_scope_walk_next(at, top)) {
		const async_coroutine_t *member = at->first;
		search->steps--;
		for (; member && search->steps > 0 && several.stuck == 0; member = member->scope_next) {
			if (member->flags & ASYNC_COROUTINE_ACTIVE) {
				look_at(&several, member);
			}
		}
	}
	search->depth--;
	return several.stuck > 0;
}

/* Is one of the coroutines stuck that the owner of the lineage has spawned? */
static bool is_spawned_stuck(search_t *search, const async_lineage_t *lineage)
{
	async_scope_t *forest = &ASYNC_G(forest);
	several_t several = { search, 0, 0 };

	if (lineage == NULL || search->depth == DEPTH_MAX) {
		return false;
	}
	search->depth++;
	for (async_scope_t *at = async_scope_walk_first(forest); at && search->steps > 0;
			at = async_scope_walk_next(at, forest)) {
		const async_coroutine_t *member = at->first;
		search->steps--;
		for (; member && search->steps > 0 && several.stuck == 0; member = member->scope_next) {
			search->steps--;
			if (member->spawner == lineage && !async_coroutine_is_completed(member)) {
				look_at(&several, member);
			}
		}
	}
	search->depth--;
	return several.stuck > 0;
}

/* Are all holders of a thing stuck that several coroutines have together? */
static bool are_holders_stuck(search_t *search, const async_lock_t *lock)
{
	several_t several = { search, 0, 0 };

	if (search->depth == DEPTH_MAX) {
		return false;
	}
	search->depth++;
	for (const async_ring_t *at = lock->holders; (at = at->prev) != lock->holders && several.others == 0; ) {
		const async_coroutine_t *holder = ((const async_holder_t *) at)->coroutine;
		if (holder) {
			look_at(&several, holder);
		} else {
			several.others++;
		}
	}
	search->depth--;
	return several.stuck > 0 && several.others == 0;
}

/* Is it parked until one of several objects is ready? */
static bool is_for_one_of(const async_coroutine_t *waiter)
{
	return waiter->state == ASYNC_COROUTINE_SUSPENDED && waiter->wait && waiter->wait->detail == ASYNC_WAIT_FOR_ONE_OF;
}

/* The one coroutine that a wait is for. NULL: it is for none or for several, and *stuck says whether it can end. */
static const async_coroutine_t *next_of(search_t *search, const async_coroutine_t *waiter, async_wait_kind_t kind,
	void *subject, bool *stuck)
{
	const async_lock_t *lock;

	*stuck = false;
	switch (kind) {
		case ASYNC_WAIT_FOR_AWAITABLE:
			if (async_coroutine_if(subject)) {
				return async_coroutine_if(subject);
			}
			*stuck = is_object_stuck(search, subject, is_for_one_of(waiter));
			return NULL;
		case ASYNC_WAIT_FOR_SCOPE:
			*stuck = is_scope_stuck(search, subject);
			return NULL;
		case ASYNC_WAIT_FOR_SPAWNED:
			*stuck = is_spawned_stuck(search, waiter->lineage);
			return NULL;
		case ASYNC_WAIT_FOR_CLASS:
			return async_autoload_holder(subject);
		case ASYNC_WAIT_FOR_LOCK:
			lock = subject;
			if (lock->is_connection) {
				search->connection = lock;
			}
			if (lock->holders) {
				*stuck = are_holders_stuck(search, lock);
				return NULL;
			}
			return lock->owner;
		default:
			return NULL;
	}
}

/* Does the coroutine wait for the current one, so that no event from outside can end the wait? */
static bool is_stuck(search_t *search, const async_coroutine_t *coroutine)
{
	bool stuck = false;

	while (coroutine && coroutine != ASYNC_G(current) && search->steps-- > 0) {
		const async_wait_t *wait = coroutine->state == ASYNC_COROUTINE_SUSPENDED ? coroutine->wait : NULL;

		if (wait == NULL || wait->is_external || wait->is_limited || wait->result != ASYNC_WAIT_PENDING) {
			return false;
		}
		coroutine = next_of(search, coroutine, wait->kind, wait->subject, &stuck);
	}
	return stuck || (coroutine != NULL && coroutine == ASYNC_G(current));
}

#define ADVICE "End the transaction, or read the result, before the wait; or use a connection for each coroutine"

static ZEND_COLD void throw_cycle(const async_lock_t *connection)
{
	smart_str owner = {0};
	smart_str waiter = {0};

	async_report_append_coroutine(&owner, connection->owner);
	async_report_append_coroutine(&waiter, connection->waiters.head->wait->coroutine);
	smart_str_0(&owner);
	smart_str_0(&waiter);
	async_throw("This wait would never end, a deadlock: the %s is kept by %s, and %s waits for it. " ADVICE,
		connection->name, ZSTR_VAL(owner.s), ZSTR_VAL(waiter.s));
	smart_str_free(&owner);
	smart_str_free(&waiter);
}

bool async_cycle_refuse_connection(const async_lock_t *connection)
{
	search_t search = { STEPS_MAX, 0, connection };
	smart_str owner = {0};

	if (EXPECTED(!is_stuck(&search, connection->owner))) {
		return false;
	}
	async_report_append_coroutine(&owner, connection->owner);
	smart_str_0(&owner);
	async_throw("The %s is used by %s, which waits for this coroutine: a deadlock. " ADVICE, connection->name,
		ZSTR_VAL(owner.s));
	smart_str_free(&owner);
	return true;
}

/* The connection of the cycle that the wait would close; NULL: there is none. */
static const async_lock_t *find_connection(async_wait_kind_t kind, void *subject)
{
	search_t search = { STEPS_MAX, 0, NULL };
	const async_coroutine_t *next;
	bool stuck;

	if (kind == ASYNC_WAIT_FOR_AWAITABLE && async_awaitable_is_external(subject)) {
		return NULL;
	}
	next = next_of(&search, ASYNC_G(current), kind, subject, &stuck);
	if (!stuck && (next == NULL || !is_stuck(&search, next))) {
		return NULL;
	}
	/* A coroutine that was woken as the owner has left the list of waiters. */
	return search.connection && search.connection->owner && search.connection->waiters.head
		? search.connection : NULL;
}

bool async_cycle_closed_by_wait(async_wait_kind_t kind, void *subject)
{
	return UNEXPECTED(ASYNC_G(connection_waiters) > 0) && find_connection(kind, subject);
}

bool async_cycle_refuse_slow(async_wait_kind_t kind, void *subject)
{
	const async_lock_t *connection = find_connection(kind, subject);

	if (connection) {
		throw_cycle(connection);
	}
	return connection != NULL;
}

/*
 * Cycles of waits: the search for a coroutine that waits, directly or through others, for the current one.
 *
 * A wait is followed only if nothing but the coroutines that it is for can end it: no time limit, no token, no event
 * from outside. The search is bounded, and a cycle that is longer than the bound is left to the deadlock report.
 */
#include "scheduler/cycle.h"

#include "scheduler/class_loads.h"
#include "scheduler/file_runs.h"
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
	bool has_met_current;
	async_wait_t *class_wait;     /* on the way: of a coroutine that waits for a class; NULL: none yet */
	async_wait_t *file_wait;      /* … for the run of a file */
	bool passes_limits;           /* go on where a time limit, a token or an event may end the wait as well */
	/* The coroutines on the way that wait for several, as many as `depth`. A coroutine that leads back to one of them
	 * is in a ring with it. Whether that ring is stuck depends on the other coroutines of the several only. */
	const async_coroutine_t *forks[DEPTH_MAX];
	const async_lock_t *locks[DEPTH_MAX];   /* what each of them waits for; NULL: no thing that several have together */
} search_t;

/* Several coroutines, of which one or all have to end. */
typedef struct {
	search_t *search;
	uint32_t stuck;
	uint32_t others;
} several_t;

static bool is_stuck(search_t *search, const async_coroutine_t *coroutine);

/* Begin to look at several coroutines that `waiter` waits for. False: this is too deep. */
static bool enter(search_t *search, const async_coroutine_t *waiter)
{
	if (search->depth == DEPTH_MAX) {
		return false;
	}
	search->locks[search->depth] = NULL;
	search->forks[search->depth++] = waiter;
	return true;
}

static bool is_fork(const search_t *search, const async_coroutine_t *coroutine)
{
	for (int i = 0; i < search->depth; i++) {
		if (search->forks[i] == coroutine) {
			return true;
		}
	}
	return false;
}

/* A task that has to wait until another task of its group ends, before it starts, depends on that one. */
static void look_at(several_t *several, const async_coroutine_t *coroutine)
{
	if (is_stuck(several->search, coroutine)) {
		several->stuck++;
	} else if (coroutine->state != ASYNC_COROUTINE_CREATED) {
		several->others++;
	}
}

static bool is_object_stuck(search_t *search, const async_coroutine_t *waiter, zend_object *object, bool one_will_do);

static void look_at_source(zend_object *source, void *context)
{
	several_t *several = context;
	search_t *search = several->search;

	if (async_coroutine_if(source)) {
		look_at(several, async_coroutine_if(source));
	} else if (is_object_stuck(search, search->forks[search->depth - 1], source, false)) {
		several->stuck++;
	} else {
		several->others++;
	}
}

/* A trigger or a task group. A coroutine is followed by the caller. */
static bool is_object_stuck(search_t *search, const async_coroutine_t *waiter, zend_object *object, bool one_will_do)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;
	several_t several = { search, 0, 0 };

	/* Each trigger is a step: one that is a source at several places is looked at as often. */
	if (ops->each_source == NULL || search->steps-- <= 0 || !enter(search, waiter)) {
		return false;
	}
	ops->each_source(object, look_at_source, &several);
	search->depth--;
	return several.stuck > 0 && (several.others == 0 || (!one_will_do && ops->needs_all && ops->needs_all(object)));
}

static bool is_scope_stuck(search_t *search, const async_coroutine_t *waiter, async_scope_t *top, bool with_zombies)
{
	several_t several = { search, 0, 0 };

	if (!enter(search, waiter)) {
		return false;
	}
	for (async_scope_t *at = async_scope_walk_first(top); at && search->steps > 0;
			at = async_scope_walk_next(at, top)) {
		const async_coroutine_t *member = at->first;
		search->steps--;
		for (; member && search->steps > 0 && several.stuck == 0; member = member->scope_next) {
			if (member->flags & ASYNC_COROUTINE_ACTIVE || (with_zombies && !async_coroutine_is_completed(member))) {
				look_at(&several, member);
			}
		}
	}
	search->depth--;
	return several.stuck > 0;
}

/* Is one of the coroutines stuck that the owner of the lineage has spawned? */
static bool is_spawned_stuck(search_t *search, const async_coroutine_t *waiter)
{
	const async_lineage_t *lineage = waiter->lineage;
	async_scope_t *forest = &ASYNC_G(forest);
	several_t several = { search, 0, 0 };

	if (lineage == NULL || !enter(search, waiter)) {
		return false;
	}
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

/* A coroutine waits for a thing that one of the forks waits for: it is in a ring with that one. */
static bool meets_lock(search_t *search, const async_lock_t *lock)
{
	for (int i = 0; i < search->depth; i++) {
		if (search->locks[i] == lock) {
			search->has_met_current = search->has_met_current || search->forks[i] == ASYNC_G(current);
			return true;
		}
	}
	return false;
}

/* Are all holders of a thing stuck that several coroutines have together? */
static bool are_holders_stuck(search_t *search, const async_coroutine_t *waiter, const async_lock_t *lock)
{
	const async_lock_t *connection = search->connection;
	several_t several = { search, 0, 0 };

	if (meets_lock(search, lock)) {
		return true;
	}
	if (!enter(search, waiter)) {
		return false;
	}
	search->locks[search->depth - 1] = lock;
	search->connection = lock->is_connection ? lock : connection;
	for (const async_ring_t *at = lock->holders; (at = at->prev) != lock->holders && several.others == 0; ) {
		const async_coroutine_t *holder = ((const async_holder_t *) at)->coroutine;
		if (holder) {
			look_at(&several, holder);
		} else {
			several.others++;
		}
	}
	search->depth--;
	if (several.stuck > 0 && several.others == 0) {
		return true;
	}
	search->connection = connection;
	return false;
}

/* The one coroutine that a wait is for. NULL: it is for none or for several, and *stuck says whether it can end. */
static const async_coroutine_t *next_of(search_t *search, const async_coroutine_t *waiter, async_wait_kind_t kind,
	void *subject, int64_t detail, bool *stuck)
{
	const async_lock_t *lock;

	*stuck = false;
	switch (kind) {
		case ASYNC_WAIT_FOR_AWAITABLE:
			if (async_coroutine_if(subject)) {
				return async_coroutine_if(subject);
			}
			*stuck = is_object_stuck(search, waiter, subject, detail == ASYNC_WAIT_FOR_ONE_OF);
			return NULL;
		case ASYNC_WAIT_FOR_SCOPE:
			*stuck = is_scope_stuck(search, waiter, subject, detail == ASYNC_WAIT_FOR_ZOMBIES);
			return NULL;
		case ASYNC_WAIT_FOR_SPAWNED:
			*stuck = is_spawned_stuck(search, waiter);
			return NULL;
		case ASYNC_WAIT_FOR_CLASS:
			return async_class_load_holder(subject);
		case ASYNC_WAIT_FOR_FILE:
			return async_file_run_holder(subject);
		case ASYNC_WAIT_FOR_LOCK:
			lock = subject;
			if (lock->holders) {
				*stuck = are_holders_stuck(search, waiter, lock);
				return NULL;
			}
			if (lock->is_connection) {
				search->connection = lock;
			}
			return lock->owner;
		default:
			return NULL;
	}
}

/* Does the coroutine wait for the current one, so that no event from outside can end the wait? */
static bool is_stuck(search_t *search, const async_coroutine_t *coroutine)
{
	async_wait_t *class_wait = search->class_wait;
	async_wait_t *file_wait = search->file_wait;
	bool stuck = false;

	while (coroutine && search->steps-- > 0) {
		async_wait_t *wait = coroutine->state == ASYNC_COROUTINE_SUSPENDED ? coroutine->wait : NULL;

		if (coroutine == ASYNC_G(current) || is_fork(search, coroutine)) {
			search->has_met_current = search->has_met_current || coroutine == ASYNC_G(current);
			stuck = true;
			break;
		}
		if (wait == NULL || wait->result != ASYNC_WAIT_PENDING
			|| ((wait->is_external || wait->is_limited) && !search->passes_limits)) {
			break;
		}
		if (wait->kind == ASYNC_WAIT_FOR_CLASS) {
			search->class_wait = wait;
		} else if (wait->kind == ASYNC_WAIT_FOR_FILE) {
			search->file_wait = wait;
		}
		coroutine = next_of(search, coroutine, wait->kind, wait->subject, wait->detail, &stuck);
	}
	if (!stuck) {
		search->class_wait = class_wait;
		search->file_wait = file_wait;
	}
	return stuck;
}

/* Runs of files that are over hold no waiter back. */
static void begin(search_t *search, bool passes_limits)
{
	if (async_file_runs_are_awaited()) {
		async_file_runs_settle();
	}
	*search = (search_t) { .steps = STEPS_MAX, .passes_limits = passes_limits };
}

/* A coroutine of the cycle that was found waits for the run of a file. Of all waits, that one is given up first. */
static bool refuse_file(search_t *search)
{
	if (EXPECTED(search->file_wait == NULL) || !search->has_met_current) {
		return false;
	}
	async_file_run_refuse(search->file_wait);
	ZEND_ASSERT(search->file_wait->result != ASYNC_WAIT_PENDING && "the next search does not find the wait again");
	return true;
}

bool async_cycle_is_own(zend_object *object, int64_t detail)
{
	search_t search;
	bool stuck;

	do {
		begin(&search, false);
		stuck = is_object_stuck(&search, ASYNC_G(current), object, detail == ASYNC_WAIT_FOR_ONE_OF);
	} while (stuck && refuse_file(&search));
	return stuck && search.has_met_current;
}

bool async_cycle_is_stuck(const async_coroutine_t *coroutine)
{
	search_t search;
	bool stuck;

	do {
		begin(&search, false);
		stuck = is_stuck(&search, coroutine);
	} while (stuck && refuse_file(&search));
	return stuck && search.has_met_current;
}

bool async_cycle_leads_back(const async_coroutine_t *coroutine)
{
	search_t search;

	begin(&search, true);
	return is_stuck(&search, coroutine) && search.has_met_current;
}

#define ADVICE "End the transaction, or read the result, before the wait; or use a connection for each coroutine"

static ZEND_COLD void throw_pool_cycle(const async_lock_t *pool)
{
	smart_str holder = {0};
	smart_str name = {0};

	smart_str_appends(&name, pool->name);
	async_report_append_made_at(&name, pool->made_file, pool->made_line);
	smart_str_0(&name);
	async_report_append_coroutine(&holder, ((const async_holder_t *) pool->holders->prev)->coroutine);
	smart_str_0(&holder);
	async_throw("This wait would never end, a deadlock: all connections of %s are kept by coroutines that wait for one,"
		" the last by %s. Give the connection back before the wait, or let the pool have more", ZSTR_VAL(name.s),
		ZSTR_VAL(holder.s));
	smart_str_free(&holder);
	smart_str_free(&name);
}

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
	search_t search;
	smart_str owner = {0};
	bool stuck;

	do {
		begin(&search, false);
		search.connection = connection;
		stuck = is_stuck(&search, connection->owner);
	} while (UNEXPECTED(stuck) && refuse_file(&search));
	if (EXPECTED(!stuck) || UNEXPECTED(!search.has_met_current)) {
		return false;
	}
	async_report_append_coroutine(&owner, connection->owner);
	smart_str_0(&owner);
	async_throw("The %s is used by %s, which waits for this coroutine: a deadlock. " ADVICE, connection->name,
		ZSTR_VAL(owner.s));
	smart_str_free(&owner);
	return true;
}

/* Would the wait of the current coroutine close a cycle? */
static bool closes_cycle(search_t *search, async_wait_kind_t kind, void *subject, int64_t detail)
{
	bool stuck;
	const async_coroutine_t *next = next_of(search, ASYNC_G(current), kind, subject, detail, &stuck);

	return (stuck || (next && is_stuck(search, next))) && search->has_met_current;
}

static void refuse_files(async_wait_kind_t kind, void *subject, int64_t detail)
{
	search_t search;

	do {
		begin(&search, true);
	} while (closes_cycle(&search, kind, subject, detail) && refuse_file(&search));
}

/* The connection of the cycle that the wait would close; NULL: there is none. */
static const async_lock_t *find_connection(async_wait_kind_t kind, void *subject, int64_t detail)
{
	if (kind == ASYNC_WAIT_FOR_AWAITABLE && async_awaitable_is_external(subject)) {
		return NULL;
	}
	for (;;) {
		search_t search = { .steps = STEPS_MAX };

		if (!closes_cycle(&search, kind, subject, detail)) {
			return NULL;
		}
		if (search.class_wait == NULL) {
			/* A coroutine that was woken as the owner has left the list of waiters. */
			return search.connection && (search.connection->holders
				|| (search.connection->owner && search.connection->waiters.head)) ? search.connection : NULL;
		}
		async_class_load_refuse(search.class_wait);
		ZEND_ASSERT(search.class_wait->result != ASYNC_WAIT_PENDING && "the next search does not find the wait again");
	}
}

bool async_cycle_refuse_slow(async_wait_kind_t kind, void *subject, int64_t detail, bool is_limited)
{
	const async_lock_t *connection;

	if (async_file_runs_are_awaited()) {
		refuse_files(kind, subject, detail);
	}
	if (is_limited) {
		return false;
	}
	connection = find_connection(kind, subject, detail);
	if (connection && connection->holders) {
		throw_pool_cycle(connection);
	} else if (connection) {
		throw_cycle(connection);
	}
	return connection != NULL;
}

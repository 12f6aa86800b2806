/*
 * Marked waiters: the search for the parked coroutines that wait for the running one, and showing their marks to it.
 */
#include "scheduler/marked_waiters.h"

#include "scheduler/coroutine.h"

/* At most this number of waiting coroutines is followed: a recursion goes through one of the nearest. */
#define WAITERS_MAX 64
/* Triggers may contain each other: at most this number of levels is followed. */
#define DEPTH_MAX 4

void async_marked_waiters_add(async_marked_waiter_t *waiter, async_coroutine_t *coroutine)
{
	const async_wait_t *wait = coroutine->wait;

	waiter->coroutine = coroutine;
	waiter->is_linked = waiter->marks.count > 0 && wait && (wait->kind == ASYNC_WAIT_FOR_AWAITABLE
		|| wait->kind == ASYNC_WAIT_FOR_SCOPE || wait->kind == ASYNC_WAIT_FOR_SPAWNED);
	if (waiter->is_linked) {
		waiter->prev = NULL;
		waiter->next = ASYNC_G(marked_waiters);
		if (waiter->next) {
			waiter->next->prev = waiter;
		}
		ASYNC_G(marked_waiters) = waiter;
		coroutine->marked = waiter;
	}
}

void async_marked_waiters_remove(async_marked_waiter_t *waiter)
{
	if (!waiter->is_linked) {
		return;
	}
	waiter->coroutine->marked = NULL;
	if (waiter->next) {
		waiter->next->prev = waiter->prev;
	}
	if (waiter->prev) {
		waiter->prev->next = waiter->next;
	} else {
		ASYNC_G(marked_waiters) = waiter->next;
	}
}

/* The coroutines that wait for the first of them. */
typedef struct {
	async_coroutine_t *list[WAITERS_MAX];
	unsigned count;
} waiters_t;

static void add(waiters_t *waiters, async_coroutine_t *coroutine)
{
	for (unsigned i = 0; i < waiters->count; i++) {
		if (waiters->list[i] == coroutine) {
			return;
		}
	}
	if (waiters->count < WAITERS_MAX) {
		waiters->list[waiters->count++] = coroutine;
		if (coroutine->marked) {
			async_recursion_marks_show(&coroutine->marked->marks);
		}
	}
}

typedef struct {
	const async_coroutine_t *coroutine;
	bool is_found;
	unsigned depth;                /* nested triggers that are being followed */
} sources_t;

static void find_source(zend_object *source, void *context)
{
	sources_t *sources = context;
	const async_coroutine_t *coroutine = async_coroutine_if(source);

	if (coroutine) {
		sources->is_found |= coroutine == sources->coroutine;
	} else if (!sources->is_found && sources->depth < DEPTH_MAX) {
		const async_awaitable_ops_t *ops = async_awaitable_from_obj(source)->ops;
		if (ops->each_source) {
			sources->depth++;
			ops->each_source(source, find_source, context);
			sources->depth--;
		}
	}
}

/* Does it wait for a scope, a trigger or a group that waits for the coroutine? Those that await the coroutine itself
 * are in its list of waiters. */
static bool waits_through_another(const async_coroutine_t *waiter, const async_coroutine_t *coroutine)
{
	/* One that was woken has its wait until it runs: it may go on waiting for the other sources of a trigger. */
	const async_wait_t *wait = waiter->wait;
	sources_t sources = { coroutine, false, 0 };

	switch (wait->kind) {
		case ASYNC_WAIT_FOR_SCOPE:
			return coroutine->scope && async_scope_is_within(coroutine->scope, wait->subject);
		case ASYNC_WAIT_FOR_SPAWNED:
			return waiter->lineage && coroutine->spawner == waiter->lineage;
		case ASYNC_WAIT_FOR_AWAITABLE:
			if (wait->subject && !async_coroutine_if(wait->subject)) {
				find_source(wait->subject, &sources);
			}
			return sources.is_found;
		default:
			return false;
	}
}

void async_marked_waiters_show_slow(async_coroutine_t *coroutine)
{
	waiters_t waiters = { .count = 1 };

	waiters.list[0] = coroutine;
	for (unsigned i = 0; i < waiters.count; i++) {
		async_coroutine_t *at = waiters.list[i];
		unsigned limit = WAITERS_MAX;

		for (async_wait_node_t *node = at->awaitable.waiters.head; node; node = node->next) {
			if (node->wait) {
				add(&waiters, node->wait->coroutine);
			}
		}
		for (async_marked_waiter_t *other = ASYNC_G(marked_waiters); other && limit > 0; other = other->next, limit--) {
			if (waits_through_another(other->coroutine, at)) {
				add(&waiters, other->coroutine);
			}
		}
	}
}

/* In a forked child the coroutines of the list are dropped, but for the main flow, which waits for none any more. */
static void forget(void)
{
	async_marked_waiter_t *waiter;

	while ((waiter = ASYNC_G(marked_waiters)) != NULL) {
		async_marked_waiters_remove(waiter);
		waiter->is_linked = false;
	}
}

/* After a fatal error the records lie in abandoned frames. */
static ASYNC_ALWAYS_RUNS void end_request(void)
{
	ASYNC_G(marked_waiters) = NULL;
}

const async_part_t async_marked_waiters_part = { .after_fork = forget, .request_end = end_request };

/*
 * Waits: what a coroutine is parked on.
 *
 * One coroutine parks on one wait, which may watch several sources. The wait and its nodes live in the parking
 * frame, whose C stack stays put while parked, so that parking allocates nothing.
 *
 *     async_wait_t wait;
 *     async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);      fresh ticket
 *     async_wait_list_append(&source->waiters, &node, &wait); as many sources as wanted
 *     async_wait_set_deadline(&wait, deadline);               if there is one
 *     result = async_park(&wait);                             others run meanwhile
 *     async_wait_list_remove(&node);                          always, whatever the result
 */
#ifndef ASYNC_SCHEDULER_WAIT_H
#define ASYNC_SCHEDULER_WAIT_H

#include "php.h"
#include "reactor/reactor.h"

#include "zend_smart_str_public.h"

typedef struct async_coroutine async_coroutine_t;
typedef struct async_wait async_wait_t;
typedef struct async_wait_node async_wait_node_t;

typedef enum {
	ASYNC_WAIT_PENDING,    /* not over yet; never returned by async_park() */
	ASYNC_WAIT_READY,      /* a source fired */
	ASYNC_WAIT_TIMEOUT,    /* the deadline passed first */
	ASYNC_WAIT_CANCELLED,  /* the coroutine was cancelled; nothing was performed (D34) */
	ASYNC_WAIT_SIGNALLED,  /* a signal of `signals` has come (D41) */
	ASYNC_WAIT_ERROR       /* the wait could not be made; errno says why */
} async_wait_result_t;

/* What a wait is for: for reports, getAwaitingInfo(), and the search for cycles of waits (cycle.h). */
typedef enum {
	ASYNC_WAIT_FOR_TURN,        /* suspend(): only for its place in the run queue */
	ASYNC_WAIT_FOR_TIMER,
	ASYNC_WAIT_FOR_AWAITABLE,   /* subject: the zend_object awaited; detail: ASYNC_WAIT_FOR_ONE_OF or 0 */
	ASYNC_WAIT_FOR_SCOPE,       /* subject: the async_scope_t; detail: ASYNC_WAIT_FOR_ZOMBIES or 0 */
	ASYNC_WAIT_FOR_SPAWNED,     /* coroutines that it has spawned itself */
	ASYNC_WAIT_FOR_DESCRIPTOR,  /* detail: the descriptor */
	ASYNC_WAIT_FOR_CHILD,       /* detail: the process, or the special values of waitpid() */
	ASYNC_WAIT_FOR_CLASS,       /* subject: the load in progress, see class_loads.c */
	ASYNC_WAIT_FOR_FILE,        /* subject: the waiter's record, see file_runs.c */
	ASYNC_WAIT_FOR_JOB,         /* subject: a static string that names the job */
	ASYNC_WAIT_FOR_LOCK,        /* subject: the async_lock_t; detail: 1 in the middle of a function of PHP */
	ASYNC_WAIT_FOR_SELECT,      /* detail: the number of sources */
	ASYNC_WAIT_FOR_DRAIN        /* end of the request */
} async_wait_kind_t;

/* The wait ends when one of the objects is ready that the subject stands for, whatever its `needs_all` says. */
#define ASYNC_WAIT_FOR_ONE_OF 1

/* The wait ends when the scope has no coroutine left at all, active or not. */
#define ASYNC_WAIT_FOR_ZOMBIES 2

/* Which caught signals end a call that waits: those that end the call of the system for which it stands (D41). */
typedef enum {
	ASYNC_ENDED_UNLESS_RESTARTED,  /* signals whose handler does not make the kernel restart calls (SA_RESTART) */
	ASYNC_ENDED_BY_ALL             /* all signals that are caught */
} async_ended_by_t;

/* A call that signals end, in its frame: what was counted when it began, see user_signals.h. */
typedef struct {
	async_ended_by_t by;
	uint32_t caught_before;
	uint32_t ending_before;
} async_call_signals_t;

/* FIFO list of the nodes that wait for one source. Zero is empty. */
typedef struct {
	async_wait_node_t *head;
	async_wait_node_t *tail;
} async_wait_list_t;

/* A node links a wait to one of its sources. Without a wait it is a watcher: a function that is called when the source
 * fires. Written by wait.c only. */
struct async_wait_node {
	async_wait_node_t *next;
	async_wait_node_t *prev;
	async_wait_list_t *list;    /* NULL while linked nowhere */
	async_wait_t *wait;         /* NULL: a watcher */
	void (*notify)(async_wait_node_t *node); /* of a watcher */
};

struct async_wait {
	async_coroutine_t *coroutine;
	uint64_t ticket;
	async_wait_result_t result;
	async_wait_kind_t kind;
	async_wait_node_t *fired;   /* which source ended it, when READY and the source is a node */
	const async_call_signals_t *signals;   /* set before async_park() by a call that signals end, else NULL */
	void *subject;              /* borrowed, see async_wait_kind_t */
	int64_t detail;
	/* Passes on the prize of the coroutine, if there is one (P5, lifetime rule 5). Called once for a wait that ends
	 * CANCELLED: when a woken coroutine is cancelled, or by async_park() before it returns. NULL: nothing can be
	 * reserved. Neither suspends nor runs PHP code. */
	void (*revoke)(async_wait_t *wait);
	/* An event from outside the coroutines may end it, so that the wait keeps the request alive: while parked it holds
	 * a reference on the reactor. Set before async_park(), which sets it for a deadline itself. */
	bool is_external;
	bool is_limited;            /* a token may end it */
	async_timer_t timer;        /* the deadline, armed when there is one */
};

typedef void (*async_source_fn)(zend_object *source, void *context);

/* Behaviour of an object that await() accepts. Internal classes only: the struct stands right before the
 * zend_object of every class that implements Async\Awaitable (D27). */
typedef struct {
	/* Is there a value or a failure to take now? True as well when none can come any more: take() throws then. */
	bool (*is_ready)(zend_object *object);
	/* Write the value to *result, or throw. Called once for each await that this object ended, while it is ready.
	 * Leaves *result undefined when there was nothing to take after all: the wait goes on. Triggers with an error
	 * handler run PHP code here, which may suspend; all others do neither. */
	void (*take)(zend_object *object, zval *result);
	/* It ended a wait as its cancellation token (D3). True: *previous is the previous exception for the
	 * AwaitCancelledException that will be thrown, a new reference or NULL. False: the token failed, and its own
	 * exception was thrown. */
	bool (*ended_as_token)(zend_object *object, zend_object **previous);
	/* Does it fire by itself now (a timer, a signal), and so keeps the request alive while a coroutine waits for it?
	 * Asked when a wait begins. NULL: never. */
	bool (*is_external)(zend_object *object);
	/* It is ready: would take() throw? */
	bool (*has_failed)(zend_object *object);
	/* A waiter with several sources may take() the failure later: until release(), called once for each hold(), the
	 * failure is not routed (D10). After a release() without a take() it is routed. NULL: nothing to do. */
	void (*hold)(zend_object *object);
	void (*release)(zend_object *object);
	/* The list of its waiters, where that is not `waiters` of this object. NULL: it is `waiters`. */
	async_wait_list_t *(*waiters)(zend_object *object);
	/* For reports: call `fn` for each object that has to be ready first. NULL: none is known. */
	void (*each_source)(zend_object *object, async_source_fn fn, void *context);
	/* For reports: the place where the object was made, borrowed. NULL: not known. */
	zend_string *(*made_at)(zend_object *object, uint32_t *line);
	/* For reports: words for a user, such as "timeout of 100 ms". wait: the wait for it, or NULL. False: nothing was
	 * appended, the class and made_at() will do. NULL: the same. */
	bool (*append_words)(zend_object *object, const async_wait_t *wait, smart_str *text);
	/* Does a wait for it end only when all these objects are ready? NULL: no. */
	bool (*needs_all)(zend_object *object);
	/* Await it in a way of its own, with the contract of async_await_ready(). NULL: park on `waiters` until ready. */
	bool (*await)(zend_object *object, zend_object *token, zval *result);
} async_awaitable_ops_t;

typedef struct {
	const async_awaitable_ops_t *ops;
	async_wait_list_t waiters;
} async_awaitable_t;

static zend_always_inline async_awaitable_t *async_awaitable_from_obj(zend_object *object)
{
	return (async_awaitable_t *) ((char *) object - sizeof(async_awaitable_t));
}

static zend_always_inline async_wait_list_t *async_awaitable_waiters(zend_object *object)
{
	async_awaitable_t *awaitable = async_awaitable_from_obj(object);
	return UNEXPECTED(awaitable->ops->waiters != NULL) ? awaitable->ops->waiters(object) : &awaitable->waiters;
}

static zend_always_inline bool async_awaitable_is_external(zend_object *object)
{
	const async_awaitable_ops_t *ops = async_awaitable_from_obj(object)->ops;
	return ops->is_external && ops->is_external(object);
}

/* Bind the wait to the current coroutine under a fresh ticket. */
void async_wait_begin(async_wait_t *wait, async_wait_kind_t kind);

/* Append to / remove from a source's list. Removal keeps the order and is harmless when not linked. */
static zend_always_inline void async_wait_list_append(async_wait_list_t *list, async_wait_node_t *node,
	async_wait_t *wait)
{
	node->wait = wait;
	node->list = list;
	node->next = NULL;
	node->prev = list->tail;
	if (list->tail) {
		list->tail->next = node;
	} else {
		list->head = node;
	}
	list->tail = node;
}

/* Link the node in front of all others. */
static zend_always_inline void async_wait_list_prepend(async_wait_list_t *list, async_wait_node_t *node,
	async_wait_t *wait)
{
	node->wait = wait;
	node->list = list;
	node->next = list->head;
	node->prev = NULL;
	if (list->head) {
		list->head->prev = node;
	} else {
		list->tail = node;
	}
	list->head = node;
}

static zend_always_inline void async_wait_list_remove(async_wait_node_t *node)
{
	async_wait_list_t *list = node->list;

	if (list == NULL) {
		return;
	}
	if (node->prev) {
		node->prev->next = node->next;
	} else {
		list->head = node->next;
	}
	if (node->next) {
		node->next->prev = node->prev;
	} else {
		list->tail = node->prev;
	}
	node->list = NULL;
}

/* The number of coroutines and others in the list. */
static inline size_t async_wait_list_count(const async_wait_list_t *list)
{
	size_t count = 0;

	for (const async_wait_node_t *node = list->head; node; node = node->next) {
		count++;
	}
	return count;
}

/* Append a watcher: `notify` is called once when the source fires; the node is unlinked by then. It must neither
 * suspend nor run PHP code. */
void async_wait_list_watch(async_wait_list_t *list, async_wait_node_t *node, void (*notify)(async_wait_node_t *));

/* Wake every waiter of a source in FIFO order; the list is empty afterwards. */
void async_wait_list_wake_all(async_wait_list_t *list);

/* The source is being freed: unlink the nodes that are left, for its free handler. They are watchers whose owners hold
 * the source and are freed with it, later, by the cycle collector.
 *
 * When frames were left after a fatal error, the list is left as it is: nodes in frames that are gone may be in it. One
 * rule holds for all classes then, because the engine frees objects in the order of their handles:
 * - The owner of a node unlinks it before it frees the memory of the node, always: the neighbours are freed later.
 * - Memory with a list stays until the end of the request. So an object whose waiters are in the list of another object
 *   does not release that object. */
void async_wait_list_forget(async_wait_list_t *list);

/* Give the wait a deadline (absolute, async_reactor_now()). async_park() disarms it, on every way out.
 * errors: false with errno when no reactor can be made */
bool async_wait_set_deadline(async_wait_t *wait, uint64_t deadline);

/* Wake the coroutine if it is still parked under this ticket; false when the wake-up came too late (rule 8).
 * The result is READY or TIMEOUT. Puts it at the end of the run queue. */
bool async_wake(async_coroutine_t *coroutine, uint64_t ticket, async_wait_result_t result);

/* Wake the waiter of this node. True: the caller now reserves the prize for it. False: something else has ended the
 * wait already. The node leaves its list in both cases. */
bool async_wait_claim(async_wait_node_t *node);

/* Can async_wait_claim() still wake the waiter of this node? */
bool async_wait_is_claimable(const async_wait_node_t *node);

/* Claim the longest waiter, and drop the nodes before it whose wait is over. A watcher counts as claimed; the caller
 * notifies it. NULL: the list is empty. */
static zend_always_inline async_wait_node_t *async_wait_claim_first(async_wait_list_t *list)
{
	async_wait_node_t *node;

	do {
		node = list->head;
	} while (node && UNEXPECTED(!async_wait_claim(node)));
	return node;
}

/* Call `revoke`, unless that has happened. Neither suspends nor runs PHP code. */
void async_wait_revoke(async_wait_t *wait);

/* Park the current coroutine until its wait is over.
 * owns:     nothing; the caller unlinks its nodes afterwards
 * suspends: yes. Callers check async_can_park() first.
 * runs PHP: no (other coroutines run theirs)
 * cancel:   ASYNC_WAIT_CANCELLED, `revoke` was called; the caller throws it: async_throw_cancellation()
 * end:      after exit() or a fatal error elsewhere the frames are unwound: CANCELLED with EG(exception) set */
async_wait_result_t async_park(async_wait_t *wait);

/* Park on one list, and on a token that may end the wait (NULL: none). The caller has begun `wait` and looks afterwards
 * which of the two has fired. `external`: the source of the list fires by itself (see async_awaitable_ops_t).
 * Same contract; the nodes are unlinked again. */
async_wait_result_t async_park_on(async_wait_t *wait, async_wait_list_t *list, async_wait_node_t *node, bool external,
	zend_object *token);

/* Sleep until the deadline. Same contract. */
async_wait_result_t async_park_until(uint64_t deadline);

#endif

/*
 * The scheduler's record of a coroutine. It is embedded in (and is) the PHP object Async\Coroutine.
 *
 * A coroutine that has not started owns no stack. From its first run until its end it owns a fiber context
 * (fiber_context.h); while it is parked, its wait record (wait.h) lives in the parking frame on that stack.
 */
#ifndef ASYNC_SCHEDULER_COROUTINE_H
#define ASYNC_SCHEDULER_COROUTINE_H

#include "php.h"
#include "compat.h"
#include "scheduler/wait.h"

typedef struct async_scope async_scope_t;
typedef struct async_lineage async_lineage_t;
typedef struct async_marked_waiter async_marked_waiter_t;

typedef enum {
	ASYNC_COROUTINE_CREATED,    /* an object only; the scheduler does not know it yet */
	ASYNC_COROUTINE_QUEUED,     /* in the run queue: not started yet, or woken */
	ASYNC_COROUTINE_RUNNING,    /* the current one */
	ASYNC_COROUTINE_SUSPENDED,  /* parked on a wait */
	ASYNC_COROUTINE_COMPLETED   /* over; has a result or an exception */
} async_coroutine_state_t;

/* Cancellation is a property, not a state. */
#define ASYNC_COROUTINE_STARTED           (1u << 0)
#define ASYNC_COROUTINE_CANCEL_REQUESTED  (1u << 1) /* cancel() was called; cancellation holds the reason */
#define ASYNC_COROUTINE_CANCEL_PENDING    (1u << 2) /* … and was not delivered yet */
#define ASYNC_COROUTINE_CANCELLED         (1u << 3) /* it ended by cancellation */
#define ASYNC_COROUTINE_OBSERVED          (1u << 4) /* its failure was awaited: it does not reach the scope (D10) */
#define ASYNC_COROUTINE_HIDDEN            (1u << 5) /* of the extension's own: not listed, not reported */
#define ASYNC_COROUTINE_MAIN              (1u << 6) /* the main flow; runs on the engine's own stack */
#define ASYNC_COROUTINE_UNWIND            (1u << 7) /* resumed only to release its frames, see D15 */
#define ASYNC_COROUTINE_SHIELDED          (1u << 8) /* starts even when cancelled before (completion callbacks) */
#define ASYNC_COROUTINE_IN_LIST           (1u << 9) /* member of its scope's list; the scheduler holds a reference */
#define ASYNC_COROUTINE_FAILURE_QUEUED    (1u << 10) /* completed, in the run queue until its failure is routed */
#define ASYNC_COROUTINE_ACTIVE            (1u << 11) /* keeps its scope and the request going */
#define ASYNC_COROUTINE_DELIVERY          (1u << 12) /* its cancellation is thrown when a stock function returns */
#define ASYNC_COROUTINE_ZOMBIE            (1u << 13) /* left over by a disposed scope: not active any more */
#define ASYNC_COROUTINE_ROUTER            (1u << 14) /* carries a failure upwards, see failure.h */
#define ASYNC_COROUTINE_ENDING            (1u << 15) /* its body is over, its values are being released */

/* What `callable` of a coroutine leads to: the parts of a zend_fcall_info_cache that a call needs. */
typedef struct {
	zend_function *function;          /* NULL: resolve `callable` again, or `entry` is set */
	zend_class_entry *called_scope;
	zend_object *object;
} async_target_t;

/* C body of a hidden coroutine; may suspend and run PHP code, leaves a failure in EG(exception). */
typedef void (*async_coroutine_entry_t)(async_coroutine_t *coroutine);

struct async_coroutine {
	/* one cache line: a switch touches nothing else of the record */
	async_coroutine_t *queue_next;    /* run queue (run_queue.h), or list of records to be released (reap.c) */
	async_coroutine_t *queue_prev;    /* run queue only; undefined for the first one */
	zend_fiber_context *context;      /* the context that parked and is to be resumed; may be a Fiber's (D22) */
	zend_execute_data *frame;         /* innermost PHP frame while suspended, for traces */
	async_wait_t *wait;               /* its wait, in the parking frame; NULL when not parked */
	uint64_t ticket;                  /* of the latest park; older wake-ups are ignored (lifetime rule 8) */
	zend_string *suspend_file;        /* place of the last suspension, a counted reference */
	uint32_t suspend_line;
	uint32_t protect_depth;           /* nested protect() */
	uint16_t flags;                   /* ASYNC_COROUTINE_… */
	uint8_t state;                    /* async_coroutine_state_t; through async_coroutine_set_state() only */
	bool thrown_inside : 1;           /* its cancellation is leaving a stock function, which may throw once more */
	bool thrown_back : 1;             /* the same, thrown by PHP code that the stock function has called */
	bool hi_priority : 1;             /* asHiPriority() was called before it was queued */
	bool exits : 1;                   /* it has called exit(), which a scope will catch: isolated_scope.h */
	bool is_abandoned : 1;            /* a fatal error found it parked: see engine/abandoned_frames.h */
	bool is_named : 1;                /* setName() was called: see scheduler/name.h */
	bool has_file_runs : 1;           /* there were records of files that it runs: see scheduler/file_runs.h */
	bool in_spawn_hook : 1;           /* it runs a callback of onSpawn(): see spawn_hooks.c */
	uint32_t holds;                   /* holders of its failure, see failure.h */

	/* body */
	async_target_t target;
	async_coroutine_entry_t entry;    /* C body of a hidden coroutine */
	zval callable;                    /* keeps closure and object alive */
	zval *params;                     /* positional arguments, emalloc'ed, param_count of them */
	HashTable *named_params;

	/* outcome */
	zval result;
	zend_object *exception;           /* failure or cancellation it ended with */
	zend_object *cancellation;        /* reason of the first cancel() */
	HashTable *callbacks;             /* onFinally callables in order, NULL when there is none */

	/* membership; written by scope.c only */
	async_scope_t *scope;             /* counted, from the time it joined until its object is gone */
	async_coroutine_t *scope_next;
	async_coroutine_t *scope_prev;

	async_lineage_t *spawner;         /* counted; record of the coroutine that spawned it */
	async_lineage_t *lineage;         /* counted; its own, once it has spawned */
	async_marked_waiter_t *marked;    /* its recursion marks while it waits for other coroutines; NULL: none */
	zend_object *local_context;       /* Async\Context of its own, NULL until needed; context.c */

	uint32_t param_count;
	uint32_t spawn_line;
	zend_string *spawn_file;          /* place of the spawn, a counted reference */
	uint64_t id;

	async_awaitable_t awaitable;      /* must stay right before std, see wait.h */
	zend_object std;
};

static zend_always_inline async_coroutine_t *async_coroutine_from_obj(zend_object *object)
{
	return async_container_of(object, async_coroutine_t, std);
}

/* The coroutine whose object this is; NULL when it is something else. */
static zend_always_inline async_coroutine_t *async_coroutine_if(zend_object *object)
{
	return object->handlers->offset == offsetof(async_coroutine_t, std) ? async_coroutine_from_obj(object) : NULL;
}

/* Change the state; an illegal transition is an assertion. */
void async_coroutine_set_state_checked(async_coroutine_t *coroutine, async_coroutine_state_t state);
#if ZEND_DEBUG
# define async_coroutine_set_state(coroutine, next) async_coroutine_set_state_checked(coroutine, next)
#else
# define async_coroutine_set_state(coroutine, next) ((void) ((coroutine)->state = (next)))
#endif

static zend_always_inline bool async_coroutine_is_completed(const async_coroutine_t *coroutine)
{
	return coroutine->state == ASYNC_COROUTINE_COMPLETED;
}

/* Has nothing taken it over yet: neither the scheduler, nor a group that will start it in its scope? */
static zend_always_inline bool async_coroutine_is_unclaimed(const async_coroutine_t *coroutine)
{
	return coroutine->state == ASYNC_COROUTINE_CREATED && coroutine->scope == NULL;
}

/* Has it started, and is it neither running nor completed? Then it is parked, or woken and not yet resumed. */
static zend_always_inline bool async_coroutine_is_suspended(const async_coroutine_t *coroutine)
{
	return (coroutine->flags & ASYNC_COROUTINE_STARTED)
		&& (coroutine->state == ASYNC_COROUTINE_SUSPENDED || coroutine->state == ASYNC_COROUTINE_QUEUED);
}

/* Does its code stand where an exception would become a fatal error? Then a cancellation that is pending ends the first
 * wait after that code, as after protect(). */
ZEND_COLD bool async_coroutine_refuses_exceptions(const async_coroutine_t *coroutine);

/* Will its next wait, or the one that it is parked on, end by its cancellation? */
static zend_always_inline bool async_coroutine_is_cancellation_due(const async_coroutine_t *coroutine)
{
	return UNEXPECTED(coroutine->flags & ASYNC_COROUTINE_CANCEL_PENDING) && coroutine->protect_depth == 0
		&& !async_coroutine_refuses_exceptions(coroutine);
}

/* Every record is an object of this class: its handlers, and its operations as an awaitable. Once, at module start. */
void async_coroutine_set_class(zend_class_entry *ce, const zend_object_handlers *handlers,
	const async_awaitable_ops_t *ops);

/* New record in state CREATED with one reference, numbered, in no scope.
 * owns:   the caller owns the reference
 * errors: none (memory_limit is PHP's fatal error) */
async_coroutine_t *async_coroutine_new(void);

/* New hidden coroutine that runs a C function. Same contract. */
async_coroutine_t *async_coroutine_new_hidden(async_coroutine_entry_t entry);

/* New service coroutine: a hidden one that starts even when it was cancelled before, and that no cancellation ends. For
 * work of the extension that has to be done. The caller fills its `param_count` parameters; it releases them at its
 * end. Same contract. */
async_coroutine_t *async_coroutine_new_service(async_coroutine_entry_t entry, uint32_t param_count);

static zend_always_inline void async_coroutine_addref(async_coroutine_t *coroutine)
{
	GC_ADDREF(&coroutine->std);
}

static zend_always_inline void async_coroutine_release(async_coroutine_t *coroutine)
{
	OBJ_RELEASE(&coroutine->std);
}

/* Request cancellation. The first reason wins; a finished coroutine is left alone.
 * owns:     `reason` is borrowed; NULL makes "cancelled at FILE:LINE"
 * suspends: no; a parked coroutine is put on the run queue (prompt: also when it was woken already)
 * runs PHP: no; the caller has released what is put aside then, or left it to a coroutine
 * (scheduler/deferred_release.h) */
void async_coroutine_cancel(async_coroutine_t *coroutine, zend_object *reason);

/* Undo one step of protect_depth. A cancellation that was pending ends the wait of the coroutine now, if it is parked:
 * it may be another one than the current coroutine, which has resumed a Fiber of it.
 * suspends: no; runs PHP: no */
void async_coroutine_unprotect(async_coroutine_t *coroutine);

/* Pass on the prize of a coroutine that was woken and will not take it (P5, lifetime rule 5). Does nothing for a
 * coroutine that is not ready or has no prize.
 * suspends: no
 * runs PHP: no */
void async_coroutine_revoke_prize(async_coroutine_t *coroutine);

/* Throw the cancellation of the current coroutine after a wait that returned CANCELLED. It is delivered once (CN-20).
 * While frames are being unwound the engine's unwind exception is pending and stays. */
ZEND_COLD void async_throw_cancellation(void);

/* Complete a coroutine whose outcome is set: wake its waiters, queue completion callbacks, leave the scope. Drops the
 * scheduler's reference, so the record may be freed on return. The release of the closure and the arguments of a body
 * that never ran is deferred (deferred_release.h).
 * suspends: no; runs PHP: no */
void async_coroutine_complete(async_coroutine_t *coroutine);

/* Run the body on the current stack until it ends, then complete it.
 * suspends: yes; runs PHP: yes; a bailout is caught and carried to the main flow (end.h) */
void async_coroutine_run(async_coroutine_t *coroutine);

/* The body is over: empty the coroutine's own context (CL-04). The caller has checked that there is one. If there are
 * callbacks, their runner empties it later; after exit() the free handler does (D15). For the rest see empty_context in
 * scheduler/classes.h. */
void async_coroutine_end_context(async_coroutine_t *coroutine);

/* Add a completion callback (D13). On a finished coroutine it runs as soon as possible.
 * owns: takes a reference of its own on the callable */
void async_coroutine_on_finally(async_coroutine_t *coroutine, zval *callable);

/* Call the callables with `owner` as argument in a service coroutine of `scope`, then empty the context. They may
 * suspend and fail.
 * owns: takes over `owner` and `callbacks` (NULL: none), borrows `context` (NULL: none);
 *       `file` and `line` are the place that is shown as that of the spawn */
void async_coroutine_queue_callbacks(zend_object *owner, HashTable *callbacks, zend_object *context,
	async_scope_t *scope, zend_string *file, uint32_t line);

/* Remember where the current PHP code stands as the place of spawn or suspension. */
void async_coroutine_note_spawn(async_coroutine_t *coroutine);
void async_coroutine_note_suspend(async_coroutine_t *coroutine);

/* The same for other objects. owns: *file gets a counted reference, and its old reference is released */
void async_note_place(zend_string **file, uint32_t *line);

/* The place for what happens at the end of the current coroutine, where no PHP code of its own runs any more: the end
 * of its function while the variables of that are released, then the place of its spawn. NULL: there is none.
 * Borrowed. */
zend_string *async_coroutine_end_place(uint32_t *line);

/* Release all values of the record; for the free handler. runs PHP: destructors */
void async_coroutine_destroy_members(async_coroutine_t *coroutine);

#endif

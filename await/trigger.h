/*
 * Triggers: awaitables made of several others, their sources. Behind any(), all(), anyOf(), captureErrors(),
 * ignoreErrors() and the functions of the await family.
 *
 * A trigger has a watcher on each source, and no coroutine. Sources that are ready are listed in the order of their
 * completion. A value is taken from its source only when the trigger delivers it, so a wait that ends before that has
 * taken nothing (D34). While the trigger is awaited, it holds the failures of its sources (scheduler/failure.h).
 */
#ifndef ASYNC_AWAIT_TRIGGER_H
#define ASYNC_AWAIT_TRIGGER_H

#include "async_classes.h"
#include "scheduler/failure.h"

typedef struct async_trigger async_trigger_t;
typedef struct async_source async_source_t;
typedef struct async_scope_holds async_scope_holds_t; /* internal to await/trigger_hold.c */

typedef enum {
	ASYNC_TRIGGER_ANY,      /* each await gives the result of the next source to complete */
	ASYNC_TRIGGER_ALL,      /* fires when all sources have completed; each await gives the same */
	ASYNC_TRIGGER_SOME,     /* fires when enough sources have succeeded; each await gives the same */
	ASYNC_TRIGGER_ONE       /* one source; each await gives the result of that source */
} async_trigger_kind_t;

/* What an await does with the errors of sources. */
typedef enum {
	ASYNC_ERRORS_THROW,
	ASYNC_ERRORS_CAPTURE,   /* the result is [result, errors by key] */
	ASYNC_ERRORS_IGNORE     /* given to the handler, if there is one */
} async_errors_t;

#define ASYNC_TRIGGER_PARTIAL     (1u << 0) /* CAPTURE: give the results that there are, even if some are missing */
#define ASYNC_TRIGGER_FILL_NULL   (1u << 1) /* sources that failed have NULL among the results */
#define ASYNC_TRIGGER_COMPLETION  (1u << 2) /* results in the order of completion, not of the input */

struct async_source {
	async_wait_node_t node;     /* on the source's list while it is pending */
	async_trigger_t *trigger;
	async_source_t *next;       /* input order */
	async_source_t *next_ready; /* order of completion */
	async_ring_t failure;       /* while is_open: in `held` of a scope, or in `unheld` or `nested` of the trigger */
	zend_object *object;        /* counted */
	zval key;
	zval value;                 /* what was taken from it: its value or exception; undefined while not taken */
	uint32_t order;             /* while ready: grows in the order of completion */
	bool is_open : 1;           /* a coroutine that failed, and the failure was not taken yet; or a trigger with such */
	bool is_held : 1;           /* … the trigger has a hold on it */
	bool is_ready : 1;          /* the source fired, and is not watched again yet */
	bool failed;                /* the source was taken and has failed: `value` is its exception */
	bool delivered : 1;         /* its error was thrown or handled */
	bool is_nested : 1;         /* the object is a trigger: this is an async_nested_source_t */
	bool is_final : 1;          /* the object has one outcome for ever, once it has fired: a coroutine, a future … */
	bool selected : 1;          /* belongs to the result that is being made */
};

/* A source that is a trigger. */
typedef struct {
	async_source_t source;      /* must stay first */
	async_ring_t parent;        /* in `parents` of the trigger behind */
	zend_object *behind;        /* what may have failures: the object, or the source of the ONE it is; not counted */
} async_nested_source_t;

struct async_trigger {
	async_trigger_kind_t kind;
	async_errors_t errors;
	uint32_t options;           /* ASYNC_TRIGGER_… */
	zend_long needed;           /* SOME */
	zval handler;               /* IGNORE: gets the errors; undefined: none */
	bool answer;                /* to the question `asked`: has it failed? */
	uint64_t asked;             /* number of the question that was answered last */
	async_trigger_t *base;      /* the trigger that has the sources: itself, or for a view another one, counted */

	/* used in a base only */
	async_source_t *sources, *last;
	async_source_t *ready, *last_ready;
	zend_long count;            /* of all sources */
	zend_long pending;          /* sources that are watched */
	zend_long unsettled;        /* sources whose outcome may change after they fired: channels, other triggers … */
	zend_long successes;        /* of the other sources that are ready: those that have not failed … */
	zend_long failures;         /* … and those that have */
	async_source_t *reached;    /* SOME, `unsettled` is 0: the last success that is needed; NULL: not reached … */
	zend_long failures_before;  /* … and the failures before it */
	async_source_t *checked;    /* not ANY, `unsettled` is 0: up to here every error was delivered; NULL: look at all */
	async_source_t *external;   /* no source before this one is external, or will be; NULL: look at all */
	uint32_t fired;             /* `order` of the source that fired last */
	uint32_t view_errors;       /* bits 1 << async_errors_t of the views */
	uint64_t seen;              /* number of the question for which its errors were seen last */
	uint32_t awaiters;          /* awaits under way: until the last one ends, failures of the sources are held */
	HashTable *holds;           /* scope → failures in it that are held; NULL: none … */
	async_ring_t ending;        /* … those which have no coroutine that will give them back */
	async_failure_debt_t debt;  /* linked while the scopes of `ending` are owed such a coroutine */
	async_coroutine_t *settler; /* counted; service coroutine that settles the debt at its turn; NULL: none */
	async_ring_t unheld;        /* sources that failed while no await was under way */
	async_ring_t nested;        /* sources that are triggers with open failures, and the source of ONE: held while … */
	async_ring_t parents;       /* … awaited; sources of other triggers that are this trigger */
	async_coroutine_t *taker;   /* counted; takes from a nested trigger, which may suspend, and no other one; or NULL */

	zend_string *made_file;         /* place where it was made; counted, NULL: not known */
	uint32_t made_line;
	async_awaitable_t awaitable;    /* must stay right before std */
	zend_object std;
};

static zend_always_inline async_trigger_t *async_trigger_from_obj(zend_object *object)
{
	return async_container_of(object, async_trigger_t, std);
}

/* The trigger that is this object; NULL: the object is something else. */
async_trigger_t *async_trigger_if(zend_object *object);

/* New trigger without sources.
 * owns: the caller owns the reference */
async_trigger_t *async_trigger_new(async_trigger_kind_t kind);

/* New trigger with the sources of another one, or with any awaitable as its only source, that treats errors in its own
 * way. The view holds the trigger or the awaitable. The caller owns the reference. */
async_trigger_t *async_trigger_view(zend_object *object, async_errors_t errors);

/* Add a source to a base.
 * owns:     takes its own reference on the object, copies the key
 * suspends: no; runs PHP: no */
void async_trigger_add(async_trigger_t *trigger, zend_object *object, zval *key);

/* Add all elements of an iterable, with their keys.
 * suspends: as the iterator does; runs PHP: the iterator's
 * errors:   false with the exception; a TypeError about that argument for an element that is no awaitable */
bool async_trigger_add_all(async_trigger_t *trigger, zval *iterable, uint32_t arg_num);

/* ---- await/trigger_outcome.c ---- */

/* Would an await end now? May be wrong when another waiter takes the value of a source first; async_trigger_take()
 * decides. */
bool async_trigger_is_ready(const async_trigger_t *trigger);

/* Would async_trigger_take() throw? The trigger is ready. May be wrong for nested triggers, too. */
bool async_trigger_has_failed(async_trigger_t *trigger);

/* ---- await/trigger_result.c ---- */

/* Give the result, or throw; see `take` of async_awaitable_ops_t. */
void async_trigger_take(async_trigger_t *trigger, zval *result);

/* ---- await/trigger_take.c ---- */

static zend_always_inline const async_awaitable_ops_t *async_source_ops(const async_source_t *source)
{
	return async_awaitable_from_obj(source->object)->ops;
}

static zend_always_inline bool async_source_is_taken(const async_source_t *source)
{
	return Z_TYPE(source->value) != IS_UNDEF;
}

/* What was answered before may be wrong now: a source has fired, was taken, or is delivered. */
static zend_always_inline void async_trigger_changed(void)
{
	ZEND_ASSERT(!ASYNC_MODULE_G(trigger_is_asked) && "nothing changes while a question is answered");
	ASYNC_MODULE_G(trigger_answers_hold) = false;
}

static zend_always_inline bool async_source_has_failed(const async_source_t *source)
{
	if (async_source_is_taken(source)) {
		return source->failed;
	}
	if (UNEXPECTED(!source->is_final) && !source->is_nested) {
		/* A channel and the like, which do not tell of each change. */
		ASYNC_MODULE_G(trigger_answers_hold) = false;
	}
	return async_source_ops(source)->has_failed(source->object);
}

/* Take from an awaitable that is ready. *value is its value; or its exception, which is not thrown; or undefined, when
 * there was nothing to take after all.
 * owns:     the caller owns *value
 * suspends: in handlers of nested triggers; runs PHP: these handlers
 * errors:   false with an exception that is not the awaitable's: an exit(), or the cancellation of the current
 *           coroutine. The caller returns at once. */
bool async_trigger_take_from(zend_object *object, zval *value, bool *failed);

/* Take from a source that is ready, if that was not done yet.
 * suspends and runs PHP: as above
 * errors: false as above; also false, without an exception, when there was nothing to take: it is pending again */
bool async_source_take(async_source_t *source);

/* Take from all sources that are ready, up to `until`. Nested triggers come first: when a handler of theirs ends the
 * wait, nothing was taken yet from the other sources, and no value is lost.
 * suspends and runs PHP: as above
 * errors: false as async_source_take() */
bool async_trigger_take_until(const async_trigger_t *trigger, const async_source_t *until);

/* The call that awaited the trigger was ended: the errors of the sources that are ready count as seen (D45). Values
 * stay with their sources. No exception is pending.
 * suspends: no; runs PHP: destructors of exceptions */
void async_trigger_see_errors(async_trigger_t *trigger);

/* Were all sources that are ready taken, up to `until`? */
bool async_trigger_all_taken(const async_trigger_t *trigger, const async_source_t *until);

/* ---- await/trigger.c ---- */

/* Remove the first of the sources that are ready. There is one. */
async_source_t *async_trigger_pop(async_trigger_t *trigger);

/* Watch a source that is not in the list of ready sources. If the source is ready already, append it to that list. */
void async_source_watch(async_source_t *source);

#endif

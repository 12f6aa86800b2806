/*
 * Triggers: awaitables made of several others. Behind any(), all(), anyOf(), captureErrors(), ignoreErrors() and the
 * functions of the await family.
 *
 * A trigger has one watching node for each source and nothing else: no coroutine. The sources that are ready stand in
 * the order of their completion; what they give is taken when the trigger delivers it, so that a wait that ends before
 * has taken nothing (D34). While somebody awaits the trigger, failures of its sources are held (scheduler/failure.h).
 */
#ifndef ASYNC_AWAIT_TRIGGER_H
#define ASYNC_AWAIT_TRIGGER_H

#include "async_classes.h"

typedef struct async_trigger async_trigger_t;
typedef struct async_source async_source_t;

typedef enum {
	ASYNC_TRIGGER_ANY,      /* each await gives the next one that completes */
	ASYNC_TRIGGER_ALL,      /* all have completed; the same at each await */
	ASYNC_TRIGGER_SOME,     /* so many have succeeded; the same at each await */
	ASYNC_TRIGGER_ONE       /* what its only source gives at each await */
} async_trigger_kind_t;

/* What becomes of errors. */
typedef enum {
	ASYNC_ERRORS_THROW,
	ASYNC_ERRORS_CAPTURE,   /* the result is [result, errors by key] */
	ASYNC_ERRORS_IGNORE     /* given to a handler, or to nobody */
} async_errors_t;

#define ASYNC_TRIGGER_PARTIAL     (1u << 0) /* captured: what there is is a result, too */
#define ASYNC_TRIGGER_FILL_NULL   (1u << 1) /* failed ones have NULL among the results */
#define ASYNC_TRIGGER_COMPLETION  (1u << 2) /* results in the order of completion, not of the input */

struct async_source {
	async_wait_node_t node;     /* on the source's list while it is pending */
	async_trigger_t *trigger;
	async_source_t *next;       /* input order */
	async_source_t *next_ready; /* order of completion */
	zend_object *object;        /* counted */
	zval key;
	zval value;                 /* what it gave, or its exception; undefined while not taken */
	bool is_ready;              /* in the list of ready ones */
	bool failed;                /* taken: value is its exception */
	bool delivered;             /* its error was thrown or handled */
	bool selected;              /* counts for the result that is being made */
};

struct async_trigger {
	async_trigger_kind_t kind;
	async_errors_t errors;
	uint32_t options;           /* ASYNC_TRIGGER_… */
	zend_long needed;           /* SOME */
	zval handler;               /* IGNORE; undefined: none */
	async_trigger_t *base;      /* whose sources these are: its own, or those of a counted other one */

	/* of a base */
	async_source_t *sources, *last;
	async_source_t *ready, *last_ready;
	zend_long count;
	zend_long pending;          /* neither ready nor used up */
	uint32_t awaiters;
	async_coroutine_t *taker;   /* takes from a nested trigger, whose handler may suspend: others wait meanwhile */

	async_awaitable_t awaitable;    /* must stay right before std */
	zend_object std;
};

static zend_always_inline async_trigger_t *async_trigger_from_obj(zend_object *object)
{
	return async_container_of(object, async_trigger_t, std);
}

/* The trigger whose object this is; NULL when it is something else. */
async_trigger_t *async_trigger_if(zend_object *object);

/* New trigger without sources. The caller owns the reference. */
async_trigger_t *async_trigger_new(async_trigger_kind_t kind);

/* Another view of a trigger, or of any awaitable, with its errors treated in another way. The caller owns the
 * reference. */
async_trigger_t *async_trigger_view(zend_object *object, async_errors_t errors);

/* Add one source. owns: takes its own reference on the object, copies the key */
void async_trigger_add(async_trigger_t *trigger, zend_object *object, zval *key);

/* Add all of an iterable, with its keys. An iterator may suspend, and throw.
 * errors: false with the exception; a TypeError about that argument for what is no awaitable */
bool async_trigger_add_all(async_trigger_t *trigger, zval *iterable, uint32_t arg_num);

/* Begin and end to count as awaited. Between them failures of the sources wait for the awaiter. */
void async_trigger_await_begin(async_trigger_t *trigger);
void async_trigger_await_end(async_trigger_t *trigger);

/* ---- await/trigger_result.c ---- */

/* Does an await end now? May be wrong for sources that fire many times; async_trigger_take() knows. */
bool async_trigger_is_ready(const async_trigger_t *trigger);

/* Give the result, or throw; see async_awaitable_ops_t. */
void async_trigger_take(async_trigger_t *trigger, zval *result);

/* It is ready: would async_trigger_take() throw? May be wrong for nested triggers, too. */
bool async_trigger_has_failed(const async_trigger_t *trigger);

/* ---- await/trigger_take.c ---- */

static zend_always_inline const async_awaitable_ops_t *async_source_ops(const async_source_t *source)
{
	return async_awaitable_from_obj(source->object)->ops;
}

static zend_always_inline bool async_source_is_taken(const async_source_t *source)
{
	return Z_TYPE(source->value) != IS_UNDEF;
}

static zend_always_inline bool async_source_has_failed(const async_source_t *source)
{
	return async_source_is_taken(source) ? source->failed : async_source_ops(source)->has_failed(source->object);
}

/* Take from an awaitable that is ready: its value; or its exception, which is not thrown. Undefined: there was nothing
 * after all. False: something else was thrown, an exit() or the cancellation of the current coroutine, and passes.
 * runs PHP: that of nested triggers */
bool async_trigger_take_from(zend_object *object, zval *value, bool *failed);

/* Take from a source that is ready, once. False: it turned out that there is nothing, it is pending again; or something
 * passes through, as above. */
bool async_source_take(async_source_t *source);

/* Take from all that are ready, up to `until`; the nested triggers first: when one of their handlers ends the wait,
 * nothing of the others was taken that nobody would see. False: as above. */
bool async_trigger_take_until(const async_trigger_t *trigger, const async_source_t *until);

/* Has everything up to `until` been taken? */
bool async_trigger_all_taken(const async_trigger_t *trigger, const async_source_t *until);

/* ---- await/trigger.c ---- */

/* Remove the first of the ready ones. */
async_source_t *async_trigger_pop(async_trigger_t *trigger);

/* Watch a source again that may fire once more. */
void async_source_watch(async_source_t *source);

#endif

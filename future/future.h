/*
 * Futures that C code settles, such as those of recvAsync() and signal(). C code has a state, PHP code an Async\Future.
 */
#ifndef ASYNC_FUTURE_FUTURE_H
#define ASYNC_FUTURE_FUTURE_H

#include "async_classes.h"

typedef struct async_future_state async_future_state_t;

/* The producer of a future: the C code that will settle it. */
typedef struct {
	/* The result is not needed any more: the future was cancelled, or its last handle is gone. Called at most once, and
	 * not after the state was settled. The producer must not use the state from then on.
	 * suspends: no; runs PHP: no */
	void (*gone)(void *producer);
	/* The object through which PHP code makes the producer settle the future, which the producer holds (a channel).
	 * While the state has links, that object holds the state in its turn, as async_future_if_kept() tells, and reports
	 * it to the cycle collector: it may be that nothing else leads to the two. NULL: there is no such object, and a
	 * state with links lives until it is settled. */
	zend_object *(*holder)(void *producer);
	/* An object that the producer holds, for get_gc. NULL: there is none. */
	zend_object *(*held)(void *producer);
	/* For reports: what the future waits for, "signal 15". NULL: the words for any future. */
	void (*append_words)(const void *producer, smart_str *text);
	bool external;      /* the result comes from outside of the process: a waiter keeps the request alive */
} async_future_producer_ops_t;

/* New Async\Future. `ops` may be NULL when the caller settles the state at once.
 * owns: the caller owns the reference; *state is borrowed, and may be used until it is settled or `gone` is called */
zend_object *async_future_new(async_future_state_t **state, const async_future_producer_ops_t *ops, void *producer);

/* Does the holder of the producer own a reference on the state? If so its object, for get_gc; else NULL. */
zend_object *async_future_if_kept(async_future_state_t *state);

/* The holder is being freed by the cycle collector: the state will never be settled. `gone` is not called.
 * runs PHP: destructors of what links held */
void async_future_abandon(async_future_state_t *state);

/* Settle a pending state: its waiters wake, its links are followed in a coroutine.
 * owns:     takes its own reference on the value or exception
 * suspends: no; runs PHP: no */
void async_future_complete(async_future_state_t *state, zval *value);
void async_future_fail(async_future_state_t *state, zend_object *exception);

#endif

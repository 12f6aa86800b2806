/*
 * Future states: the record that Async\Future objects, their Async\FutureState, and links of map() share. It is the
 * object Async\FutureState.
 */
#ifndef ASYNC_FUTURE_STATE_H
#define ASYNC_FUTURE_STATE_H

#include "future/future.h"

typedef struct async_future_link async_future_link_t;

typedef enum {
	ASYNC_FUTURE_PENDING,
	ASYNC_FUTURE_COMPLETED,
	ASYNC_FUTURE_FAILED,
	ASYNC_FUTURE_CANCELLED   /* failed with a cancellation: no warning when that is not seen */
} async_future_status_t;

struct async_future_state {
	async_future_status_t status;
	bool seen;                       /* the error was thrown or passed on, or ignore() was called (D38) */
	bool kept;                       /* C code will settle it: it is in ASYNC_MODULE_G(kept_futures) … */
	bool kept_by_holder;             /* … or held by the object that async_future_producer_ops_t describes */
	bool has_callback;               /* map(), catch() or finally() made it */
	bool may_be_external;            /* C code settled the first state of its chain of links, or will do so */
	zval result;
	zend_object *exception;          /* error or cancellation; NULL while pending or completed */
	async_wait_list_t waiters;       /* of all Async\Future objects of this state */

	const async_future_producer_ops_t *ops;  /* of the C code that settles it; NULL: PHP code or a link does, or none */
	void *producer;

	async_future_link_t *links;      /* FIFO: followed when this is settled, see future/chain.c */
	async_future_link_t *last_link;
	async_future_state_t *upstream;  /* borrowed: the source of the link that settles this; NULL: none */
	async_future_link_t *from;       /* borrowed: that link, while its source is pending */

	zend_string *file;               /* place where it was made, counted */
	zend_string *settled_file;       /* place where it was settled, counted; NULL: not by PHP code, or not yet */
	uint32_t line;
	uint32_t settled_line;
	zend_object std;
};

static zend_always_inline async_future_state_t *async_future_state_from_obj(zend_object *object)
{
	return async_container_of(object, async_future_state_t, std);
}

/* New pending state.
 * owns: the caller owns the reference */
async_future_state_t *async_future_state_new(void);

/* The state of an Async\Future. owns: the result is borrowed; runs PHP: no */
async_future_state_t *async_future_state_of(zend_object *future);

/* The state is about to be settled by the innermost user frame. */
void async_future_note_settled_here(async_future_state_t *state);

/* The state is about to be settled from this place. owns: takes its own reference on the file, which may be NULL */
void async_future_note_settled_at(async_future_state_t *state, zend_string *file, uint32_t line);

/* Give a pending state its outcome, an exception or else a value, and wake its waiters. The caller starts its links
 * afterwards, with async_future_start_links().
 * owns:     takes its own reference
 * suspends: no; runs PHP: no */
void async_future_settle(async_future_state_t *state, zval *value, zend_object *exception);

/* Settle the state and start its links.
 * owns:     takes its own reference
 * suspends: in destructors; runs PHP: destructors of what links held */
void async_future_settle_and_go_on(async_future_state_t *state, zval *value, zend_object *exception);

/* Handlers get_debug_info of both classes. */
HashTable *async_future_debug_info(zend_object *future, int *is_temp);
HashTable *async_future_state_debug_info(zend_object *state, int *is_temp);

/* Warn of an error of this future that was not seen (D38). runs PHP: the user's error handler */
ZEND_COLD void async_future_warn_unseen(const async_future_state_t *state, zend_object *exception);

typedef enum {
	ASYNC_FUTURE_MAP,
	ASYNC_FUTURE_CATCH,
	ASYNC_FUTURE_FINALLY
} async_future_link_kind_t;

/* New state that the callable settles from the outcome of `source`. The link is followed at once when `source` is
 * settled already.
 * owns: takes its own reference on the callable; the caller owns that of the new state */
async_future_state_t *async_future_chain(async_future_state_t *source, async_future_link_kind_t kind, zval *callable);

/* Follow the links of a state that was settled. Each callback gets a coroutine of its own; an outcome without a
 * callback for it passes at once, down the whole chain. The caller holds the state.
 * suspends: in destructors; runs PHP: destructors of what the links held */
void async_future_start_links(async_future_state_t *source);

/* The same, from a service coroutine. suspends: no; runs PHP: no */
void async_future_start_links_later(async_future_state_t *source);

/* Free the links of a state that is being freed: their targets will never be settled.
 * runs PHP: destructors of what the links held */
void async_future_drop_links(async_future_state_t *source);

/* The state is being cancelled: take the link that would settle it out of its source, unless its callback runs all the
 * same (finally()). A source may live long.
 * runs PHP: destructors of what the link held */
void async_future_leave_source(async_future_state_t *state);

/* Add what the links hold to the buffer of a get_gc handler. */
void async_future_links_gc(const async_future_state_t *source, zend_get_gc_buffer *buffer);

#endif

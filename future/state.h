/*
 * The record behind futures: shared by the Async\Future objects, their Async\FutureState, and the chains that go on
 * from them.
 */
#ifndef ASYNC_FUTURE_STATE_H
#define ASYNC_FUTURE_STATE_H

#include "future/future.h"

typedef struct async_future_link async_future_link_t;

typedef enum {
	ASYNC_FUTURE_PENDING,
	ASYNC_FUTURE_COMPLETED,
	ASYNC_FUTURE_FAILED,
	ASYNC_FUTURE_CANCELLED   /* failed with a cancellation: silent when nobody looks */
} async_future_status_t;

struct async_future_state {
	async_future_status_t status;
	bool seen;                       /* somebody looked at the error, or ignore() was called (D38) */
	bool kept;                       /* in ASYNC_MODULE_G(kept_futures) */
	zval result;
	zend_object *exception;          /* error or cancellation */
	async_wait_list_t waiters;       /* those who await any future of this state */

	const async_future_producer_ops_t *ops;  /* C code that settles it; NULL: whoever holds the FutureState */
	void *producer;

	async_future_link_t *links;      /* FIFO: what goes on when this is settled, see future/chain.c */
	async_future_link_t *last_link;
	async_future_state_t *upstream;  /* borrowed: this is settled through a link of that one */

	zend_string *file;               /* where it was made */
	uint32_t line;
	zend_object std;
};

static zend_always_inline async_future_state_t *async_future_state_from_obj(zend_object *object)
{
	return async_container_of(object, async_future_state_t, std);
}

/* New state, pending. The caller owns the reference. */
async_future_state_t *async_future_state_new(void);

/* Give a pending state its outcome, an exception or else a value, and wake who waits. Its links are started
 * afterwards, with async_future_start_links(). owns: takes its own reference */
void async_future_settle(async_future_state_t *state, zval *value, zend_object *exception);

/* Both, where PHP may run: links that are over release what they hold. */
void async_future_settle_and_go_on(async_future_state_t *state, zval *value, zend_object *exception);

/* The warning for an error of this future that nobody saw (D38). runs PHP: the user's error handler */
ZEND_COLD void async_future_warn_unseen(const async_future_state_t *state, zend_object *exception);

typedef enum {
	ASYNC_FUTURE_MAP,
	ASYNC_FUTURE_CATCH,
	ASYNC_FUTURE_FINALLY
} async_future_link_kind_t;

/* What the callable makes of the outcome of a state: a new state. The caller owns its reference.
 * owns: takes its own reference on the callable */
async_future_state_t *async_future_chain(async_future_state_t *source, async_future_link_kind_t kind, zval *callable);

/* The state was settled: each link goes on in a coroutine of its own; what passes unchanged does so at once, down the
 * whole chain. runs PHP: destructors of what the links held; the caller holds the state */
void async_future_start_links(async_future_state_t *source);

/* The same, from a coroutine of the scheduler's own. suspends: no; runs PHP: no */
void async_future_start_links_later(async_future_state_t *source);

/* Nobody can settle the state any more: neither what follows from it. */
void async_future_drop_links(async_future_state_t *source);
void async_future_links_gc(const async_future_state_t *source, zend_get_gc_buffer *buffer);

#endif

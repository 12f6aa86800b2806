/*
 * The record of a channel. For channel/ only.
 *
 * The values of a channel, in the order in which they are received: those that cancelled receivers gave back, those in
 * the buffer, those of the senders that wait. Three things always hold: a receiver waits only while there is no value;
 * a sender waits only while the channel is full; a value is handed over only by a claim of the other side's wait.
 * A record whose wait was ended by something else stays in its list until its coroutine runs; a claim skips it.
 */
#ifndef ASYNC_CHANNEL_INTERNAL_H
#define ASYNC_CHANNEL_INTERNAL_H

#include "channel/channel.h"

#include "async_classes.h"
#include "future/future.h"
#include "scheduler/scope_followers.h"

/* A value that a cancelled receiver gave back. */
typedef struct {
	uint64_t serial;
	zval value;
} returned_t;

/* A future that waits among the receivers. It has no parked coroutine, so its node has no wait: that distinguishes it
 * from an async_channel_receiver_t. */
typedef struct {
	async_wait_node_t node;         /* must be first */
	async_channel_t *channel;       /* counted */
	async_future_state_t *state;    /* borrowed: calls `gone` before it is freed */
} promise_t;

struct async_channel {
	zval *slots;                    /* ring of `size` slots, a power of two; NULL: none yet */
	size_t size;
	size_t head;
	size_t used;
	zend_long capacity;             /* -1 until constructed */
	zend_string *made_file;         /* place where it was made; counted, NULL: none */
	uint32_t made_line;
	returned_t *returned;           /* heap: no serial is smaller than that of its parent, (i - 1) / 2; or NULL */
	size_t returned_count;
	size_t returned_size;           /* places in the heap */
	uint64_t handed_over;           /* number of values that were handed over to waiting receivers so far */
	bool closed;
	zend_object *reason;            /* of the close, counted; NULL: none was given */
	async_scope_follower_t follower; /* linked while the channel is open and belongs to a scope */
	bool takes_with_care;           /* values were given back, or were put while something is traced */
	async_wait_list_t senders;      /* async_channel_sender_t */
	async_wait_list_t receivers;    /* async_channel_receiver_t and promise_t */
	async_awaitable_t awaitable;    /* must stay right before std; its waiters are woken when there is a value */
	zend_object std;
};

/* Number of values in the channel, without those of waiting senders. */
static zend_always_inline zend_long count_of(const async_channel_t *channel)
{
	return (zend_long) (channel->used + channel->returned_count);
}

/* Wake the waiters of the awaitable, which wait for the channel among other things: there is a value. They look again
 * for themselves, because a receiver may be faster. */
static zend_always_inline void tell(async_channel_t *channel)
{
	if (UNEXPECTED(channel->awaitable.waiters.head != NULL)) {
		async_wait_list_wake_all(&channel->awaitable.waiters);
	}
}

/* ---- channel/queue.c ---- */

/* Is there a value to take, or room for one more? suspends: no; runs PHP: no */
bool async_channel_has_something(async_channel_t *channel);
bool async_channel_has_room(async_channel_t *channel);

/* Wake all waiters without handing a value over, and fail the futures: the channel was closed.
 * suspends: no; runs PHP: no */
void async_channel_turn_away(async_channel_t *channel);

/* Release the values in the channel. runs PHP: destructors */
void async_channel_clear(async_channel_t *channel);

/* ---- channel/future.c ---- */

/* New pending future of the next value, which waits among the receivers.
 * owns: the caller owns the reference; the future holds the channel */
zend_object *async_channel_promise(async_channel_t *channel);

/* Settle the future of a promise with a value, or (NULL) with the exception that the channel is closed.
 * owns:     borrows the value; frees the promise
 * suspends: no; runs PHP: no */
void async_channel_keep_promise(promise_t *promise, zval *value);

/* For get_gc: the states that the channel holds, because they have links (see `holder` in future/future.h). */
void async_channel_promises_gc(const async_channel_t *channel, zend_get_gc_buffer *buffer);

/* The cycle collector frees the channel and all that leads to it: its futures will not be settled.
 * runs PHP: destructors of what links held */
void async_channel_break_promises(async_channel_t *channel);

/* Settle a future with the exception that the channel is closed. suspends: no; runs PHP: no */
void async_channel_fail_future(async_channel_t *channel, async_future_state_t *state);

/* ---- channel/foreach.c ---- */

/* The get_iterator handler of the class. */
zend_object_iterator *async_channel_get_iterator(zend_class_entry *ce, zval *object, int by_ref);

/* ---- channel/channel.c ---- */

typedef enum {
	ASYNC_CHANNEL_RECEIVED,
	ASYNC_CHANNEL_END,          /* closed and empty */
	ASYNC_CHANNEL_THROWN
} async_channel_reception_t;

/* Receive, limited by a token (NULL: none).
 * owns:     the caller owns *result, which is written when RECEIVED
 * suspends: yes; runs PHP: no
 * cancel:   THROWN, with the cancellation
 * errors:   THROWN, also when the token fires or a wait is impossible */
async_channel_reception_t async_channel_receive(async_channel_t *channel, zend_object *token, zval *result);

#endif

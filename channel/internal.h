/*
 * What a channel is made of. For channel*.c only.
 *
 * What is in a channel, in the order in which it is received: values that came back from receivers that were cancelled,
 * the buffer, the values of senders that wait. Three things always hold: a receiver waits only while there is nothing;
 * a sender waits only while the channel is full; a value changes hands only together with a successful claim of the
 * other side's wait. Records whose wait something else has ended may linger in the lists; they are passed over.
 */
#ifndef ASYNC_CHANNEL_INTERNAL_H
#define ASYNC_CHANNEL_INTERNAL_H

#include "channel/channel.h"

#include "async_classes.h"
#include "future/future.h"

#define CLOSED_AND_EMPTY "The channel is closed and empty"

/* A value that came back. */
typedef struct returned {
	struct returned *next;
	uint64_t serial;
	zval value;
} returned_t;

/* A receiver that nobody is parked with: that of a future. Its node has no wait, which tells it from the others. */
typedef struct {
	async_wait_node_t node;         /* must be first */
	async_channel_t *channel;       /* counted */
	async_future_state_t *state;    /* borrowed: tells when it is gone */
} promise_t;

struct async_channel {
	zval *slots;                    /* ring of `size` slots, a power of two; NULL: none yet */
	size_t size;
	size_t head;
	size_t used;
	zend_long capacity;             /* -1 until constructed */
	returned_t *returned;           /* in the order in which they were handed over */
	size_t returned_count;
	uint64_t handed_over;           /* values so far that waiting receivers were given */
	bool closed;
	async_wait_list_t senders;      /* async_channel_sender_t */
	async_wait_list_t receivers;    /* async_channel_receiver_t and promise_t */
	async_awaitable_t awaitable;    /* must stay right before std; `waiters` are told when there is something to take */
	zend_object std;
};

/* Number of values in it. */
static zend_always_inline zend_long count_of(const async_channel_t *channel)
{
	return (zend_long) (channel->used + channel->returned_count);
}

/* There is something to take. Those who wait for the channel among other things look for themselves. */
static zend_always_inline void tell(async_channel_t *channel)
{
	if (UNEXPECTED(channel->awaitable.waiters.head != NULL)) {
		async_wait_list_wake_all(&channel->awaitable.waiters);
	}
}

/* ---- channel/queue.c ---- */

/* Is there something to take, room to put? Neither suspends nor runs PHP code. */
bool async_channel_has_something(async_channel_t *channel);
bool async_channel_has_room(async_channel_t *channel);

/* Wake all that wait with their wish unfulfilled: they look for themselves, and find the channel closed. */
void async_channel_turn_away(async_channel_t *channel);

/* Release what is in the channel. runs PHP: destructors */
void async_channel_clear(async_channel_t *channel);

/* ---- channel/future.c ---- */

/* A pending future of the next value, which waits in line. The caller owns the reference. */
zend_object *async_channel_promise(async_channel_t *channel);

/* Settle it with a value, or with the exception that the channel is closed; that frees the promise. */
void async_channel_keep_promise(promise_t *promise, zval *value);
void async_channel_fail_future(async_future_state_t *state);

/* ---- channel/foreach.c ---- */

zend_object_iterator *async_channel_get_iterator(zend_class_entry *ce, zval *object, int by_ref);

typedef enum {
	ASYNC_CHANNEL_RECEIVED,
	ASYNC_CHANNEL_END,          /* closed and empty */
	ASYNC_CHANNEL_THROWN
} async_channel_reception_t;

/* Receive, limited by a token. suspends: yes; cancel and token: THROWN */
async_channel_reception_t async_channel_receive(async_channel_t *channel, zend_object *token, zval *result);

#endif

/*
 * Channels for C code: what select() needs of them.
 *
 * A coroutine that waits at a channel has a record in its own parking frame, in the list of senders or in that of
 * receivers. The next coroutine of the other side serves the first record whose wait can still be claimed: then a value
 * is handed over.
 */
#ifndef ASYNC_CHANNEL_CHANNEL_H
#define ASYNC_CHANNEL_CHANNEL_H

#include "compat.h"
#include "php_async.h"
#include "scheduler/globals.h"

typedef struct async_channel async_channel_t;

/* A receiver that waits. The sender that claims its wait writes `value` and `serial`. */
typedef struct {
	async_wait_node_t node;     /* must be first */
	zval value;                 /* UNDEF until a value was handed over, which the receiver owns then */
	uint64_t serial;            /* number of that value among all that were handed over to waiting receivers */
} async_channel_receiver_t;

/* A sender that waits. */
typedef struct {
	async_wait_node_t node;     /* must be first */
	zval *value;                /* borrowed */
	bool sent;                  /* a receiver took the value: nothing can undo that */
} async_channel_sender_t;

/* The channel that is this object, of class Async\Channel. */
async_channel_t *async_channel_from_obj(zend_object *object);

/* Receive without waiting.
 * owns:     the caller owns *result
 * suspends: no; runs PHP: no
 * errors:   false when there is no value */
bool async_channel_take(async_channel_t *channel, zval *result);

/* Send without waiting, to a receiver that waits or into the buffer. The channel is open.
 * owns:     borrows the value, and takes its own reference
 * suspends: no; runs PHP: no
 * errors:   false when there is no room */
bool async_channel_put(async_channel_t *channel, zval *value);

/* Would take or put succeed, or is the channel closed? Drops records in front that cannot be claimed any more.
 * suspends: no; runs PHP: no */
bool async_channel_may_receive(async_channel_t *channel);
bool async_channel_may_send(async_channel_t *channel);

bool async_channel_is_closed(const async_channel_t *channel);

/* The ChannelException for a receiver (closed and empty) or a sender (closed). Its previous exception is the reason of
 * the close, if there is one.
 * owns: the caller owns the reference */
zend_object *async_channel_closed_exception(const async_channel_t *channel, bool receives);

/* … and throw it. */
ZEND_COLD void async_channel_throw_closed(const async_channel_t *channel, bool receives);

/* Append to the list of waiting receivers or senders. A receiver may do so only while there is no value, a sender only
 * while there is no room. The caller parks, and removes the node afterwards, whatever the result. The wait of a
 * receiver needs a `revoke` that calls async_channel_return().
 * owns:     borrows the value
 * suspends: no; runs PHP: no */
void async_channel_line_up_receiver(async_channel_t *channel, async_channel_receiver_t *receiver, async_wait_t *wait);
void async_channel_line_up_sender(async_channel_t *channel, async_channel_sender_t *sender, zval *value,
	async_wait_t *wait);

/* Give back the value that was handed over to a receiver which is cancelled, if there is one. It goes to the next
 * receiver, or back into the channel, to its old place in the order.
 * owns:     takes over the receiver's value
 * suspends: no; runs PHP: no */
void async_channel_return(async_channel_t *channel, async_channel_receiver_t *receiver);

#endif

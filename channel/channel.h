/*
 * Channels from C: what select() needs besides the class.
 *
 * Who waits at a channel has a record in its own parking frame, which is in one of the channel's two lists. Whoever
 * comes from the other side serves the first record whose wait can still be claimed: then a value changes hands.
 */
#ifndef ASYNC_CHANNEL_CHANNEL_H
#define ASYNC_CHANNEL_CHANNEL_H

#include "compat.h"
#include "php_async.h"
#include "scheduler/globals.h"

typedef struct async_channel async_channel_t;

/* One that waits to receive. channel/channel.c writes `value` and `serial` when it has woken it. */
typedef struct {
	async_wait_node_t node;     /* must be first */
	zval value;                 /* UNDEF until something was received; the owner's then */
	uint64_t serial;            /* the how-manieth value that was handed over */
} async_channel_receiver_t;

/* One that waits to send. */
typedef struct {
	async_wait_node_t node;     /* must be first */
	zval *value;                /* borrowed */
	bool sent;                  /* it was taken: nothing can undo that */
} async_channel_sender_t;

async_channel_t *async_channel_from_obj(zend_object *object);

/* Receive without waiting. false: nothing is there. suspends: no; runs PHP: no */
bool async_channel_take(async_channel_t *channel, zval *result);

/* Send without waiting, also to a receiver that waits; adds a reference. false: no room. The channel is open.
 * suspends: no; runs PHP: no */
bool async_channel_put(async_channel_t *channel, zval *value);

/* Would take / put succeed, or has the channel been closed? */
bool async_channel_may_receive(async_channel_t *channel);
bool async_channel_may_send(async_channel_t *channel);

bool async_channel_is_closed(const async_channel_t *channel);

/* Throw the ChannelException of one that is closed, and empty when somebody wants to receive. */
ZEND_COLD void async_channel_throw_closed(bool receives);

/* Line up. The caller parks, and removes the node afterwards whatever happened. With a receiver its wait needs a
 * `revoke` that calls async_channel_return(). */
void async_channel_line_up_receiver(async_channel_t *channel, async_channel_receiver_t *receiver, async_wait_t *wait);
void async_channel_line_up_sender(async_channel_t *channel, async_channel_sender_t *sender, zval *value,
	async_wait_t *wait);

/* The receiver is cancelled and does not go on with what it was given, if anything: that passes on to the next one, or
 * back to where it was in the order. suspends: no; runs PHP: no */
void async_channel_return(async_channel_t *channel, async_channel_receiver_t *receiver);

#endif

/*
 * foreach over a channel: it receives until the channel is closed and empty.
 */
#include "channel/internal.h"

#include "await/value_loop.h"

static void next_value(zend_object *object, zval *result)
{
	async_channel_t *channel = async_channel_from_obj(object);

	switch (async_channel_receive(channel, NULL, result)) {
		case ASYNC_CHANNEL_RECEIVED:
			break;
		case ASYNC_CHANNEL_END:
			/* With a reason the values before it may not be all: the loop must not end as if they were. */
			if (channel->reason) {
				async_channel_throw_closed(channel, true);
			}
			break;
		default:
			ZEND_ASSERT(EG(exception) && "an exception was thrown");
	}
}

zend_object_iterator *async_channel_get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	(void) ce;
	return async_value_loop(object, by_ref, next_value);
}

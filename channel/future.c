/*
 * Channel::recvAsync(): a future of the next value, which waits among the receivers without a parked coroutine.
 */
#include "channel/internal.h"

#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "exceptions.h"

void async_channel_fail_future(async_channel_t *channel, async_future_state_t *state)
{
	zend_object *closed = async_channel_closed_exception(channel, true);

	async_future_fail(state, closed);
	OBJ_RELEASE(closed);
}

void async_channel_keep_promise(promise_t *promise, zval *value)
{
	async_channel_t *channel = promise->channel;
	async_future_state_t *state = promise->state;

	ZEND_ASSERT(promise->node.wait == NULL && "only a promise has a node without a wait");
	ZEND_ASSERT(GC_REFCOUNT(&channel->std) > 1 && "the caller holds the channel, too");
	async_wait_list_remove(&promise->node);
	efree(promise);
	if (value) {
		async_future_complete(state, value);
	} else {
		async_channel_fail_future(channel, state);
	}
	OBJ_RELEASE(&channel->std);
}

/* The future was cancelled, or its last handle is gone: leave the list without a value. */
static void promise_gone(void *producer)
{
	promise_t *promise = producer;
	async_channel_t *channel = promise->channel;

	if (UNEXPECTED(async_scheduler_left_frames())) {
		/* The request's end frees the memory. */
		return;
	}
	async_wait_list_remove(&promise->node);
	efree(promise);
	OBJ_RELEASE(&channel->std);
}

static zend_object *promise_holder(void *producer)
{
	return &((promise_t *) producer)->channel->std;
}

void async_channel_promises_gc(const async_channel_t *channel, zend_get_gc_buffer *buffer)
{
	for (const async_wait_node_t *node = channel->receivers.head; node; node = node->next) {
		zend_object *state = node->wait ? NULL : async_future_if_kept(((const promise_t *) node)->state);
		if (state) {
			zend_get_gc_buffer_add_obj(buffer, state);
		}
	}
}

void async_channel_break_promises(async_channel_t *channel)
{
	async_wait_node_t *next;

	for (async_wait_node_t *node = channel->receivers.head; node; node = next) {
		promise_t *promise = (promise_t *) node;
		async_future_state_t *state = promise->state;

		next = node->next;
		if (node->wait == NULL) {
			async_wait_list_remove(node);
			efree(promise);
			GC_DELREF(&channel->std);
			async_future_abandon(state);
			/* The links of the state may have led to more promises of this channel. */
			next = channel->receivers.head;
		}
	}
}

/* Never called: async_channel_keep_promise() settles a promise, and the list is never woken as a whole. */
static void promise_notified(async_wait_node_t *node)
{
	(void) node;
	ZEND_UNREACHABLE();
}

static void promise_append_words(const void *producer, smart_str *text)
{
	const async_channel_t *channel = ((const promise_t *) producer)->channel;

	smart_str_appends(text, "a value from ");
	smart_str_append(text, channel->std.ce->name);
	async_report_append_made_at(text, channel->made_file, channel->made_line);
}

zend_object *async_channel_promise(async_channel_t *channel)
{
	static const async_future_producer_ops_t ops = {
		.gone = promise_gone,
		.holder = promise_holder,
		.append_words = promise_append_words,
	};
	promise_t *promise = emalloc(sizeof(*promise));
	zend_object *future = async_future_new(&promise->state, &ops, promise);

	promise->channel = channel;
	GC_ADDREF(&channel->std);
	async_wait_list_watch(&channel->receivers, &promise->node, promise_notified);
	return future;
}

/*
 * The values of a channel: its buffer, and the hand-over between senders and receivers. Nothing here waits.
 */
#include "channel/internal.h"

#include "scheduler/scheduler.h"
#include "scheduler/trace.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* Slots of the first buffer, and of the largest one that is kept when it is empty. Both are powers of two. */
#define SLOTS_MIN 8
#define SLOTS_KEPT 256

/* ---- the buffer ---- */

/* Double the buffer. It is called before anything changes: at the memory limit it does not return. */
static zend_never_inline void grow(async_channel_t *channel)
{
	const size_t size = channel->size ? channel->size * 2 : SLOTS_MIN;
	zval *slots = safe_emalloc(size, sizeof(zval), 0);

	ZEND_ASSERT(channel->used == channel->size && "only a full buffer grows");
	for (size_t i = 0; i < channel->used; i++) {
		zval *slot = &channel->slots[(channel->head + i) & (channel->size - 1)];

		ZVAL_COPY_VALUE(&slots[i], slot);
		if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
			async_trace_move(slot, &slots[i]);
		}
	}
	if (channel->slots) {
		efree(channel->slots);
	}
	channel->slots = slots;
	channel->size = size;
	channel->head = 0;
}

static zend_always_inline void reserve(async_channel_t *channel)
{
	if (UNEXPECTED(channel->used == channel->size)) {
		grow(channel);
	}
}

static zend_always_inline void push(async_channel_t *channel, zval *value)
{
	ZEND_ASSERT(channel->used < channel->size && "room was reserved");
	ZVAL_COPY(&channel->slots[(channel->head + channel->used) & (channel->size - 1)], value);
	channel->used++;
}

/* For the time line, while something is traced: the last value was put into the buffer. sender: NULL: the running
 * coroutine has put it there */
static ZEND_COLD zend_never_inline void trace_push(async_channel_t *channel, const async_coroutine_t *sender)
{
	channel->takes_with_care = true;
	async_trace_put(&channel->slots[(channel->head + channel->used - 1) & (channel->size - 1)], sender);
}

static zend_always_inline void shift(async_channel_t *channel, zval *value)
{
	ZEND_ASSERT(channel->used > 0 && "the caller has checked");
	ZVAL_COPY_VALUE(value, &channel->slots[channel->head]);
	channel->head = (channel->head + 1) & (channel->size - 1);
	channel->used--;
}

/* After shift(): is the buffer empty, and too large to be kept? */
static zend_always_inline bool is_too_large(const async_channel_t *channel)
{
	return channel->used == 0 && UNEXPECTED(channel->size > SLOTS_KEPT);
}

static void drop_buffer(async_channel_t *channel)
{
	efree(channel->slots);
	channel->slots = NULL;
	channel->size = channel->head = 0;
}

/* Keep a value that was given back, so that it comes out in the order of handing over. This is rare, so it may
 * allocate. */
static void keep_returned(async_channel_t *channel, zval *value, uint64_t serial)
{
	returned_t *heap;
	size_t hole = channel->returned_count;

	if (channel->returned_count == channel->returned_size) {
		const size_t size = channel->returned_size ? channel->returned_size * 2 : SLOTS_MIN;
		channel->returned = safe_erealloc(channel->returned, size, sizeof(returned_t), 0);
		channel->returned_size = size;
	}
	heap = channel->returned;
	for (; hole > 0 && heap[(hole - 1) / 2].serial > serial; hole = (hole - 1) / 2) {
		heap[hole] = heap[(hole - 1) / 2];
	}
	heap[hole].serial = serial;
	ZVAL_COPY_VALUE(&heap[hole].value, value);
	channel->returned_count++;
	channel->takes_with_care = true;
}

/* Take the value that was handed over first, and close the gap with the last one of the heap. */
static void shift_returned(async_channel_t *channel, zval *value)
{
	returned_t *heap = channel->returned;
	const returned_t *last;
	size_t hole = 0, child;

	ZEND_ASSERT(channel->returned_count > 0 && "the caller has checked");
	ZVAL_COPY_VALUE(value, &heap[0].value);
	last = &heap[--channel->returned_count];
	for (; (child = 2 * hole + 1) < channel->returned_count; hole = child) {
		child += child + 1 < channel->returned_count && heap[child + 1].serial < heap[child].serial;
		if (last->serial < heap[child].serial) {
			break;
		}
		heap[hole] = heap[child];
	}
	heap[hole] = *last;
	if (channel->returned_count == 0) {
		efree(heap);
		channel->returned = NULL;
		channel->returned_size = 0;
		channel->takes_with_care = ASYNC_G(trace) != NULL;
	}
}

/* ---- waiters ---- */

/* The first record that can be claimed. Those in front of it are removed. */
static zend_always_inline async_wait_node_t *first_claimable(async_wait_list_t *list)
{
	async_wait_node_t *node;

	while ((node = list->head) != NULL && node->wait && UNEXPECTED(!async_wait_is_claimable(node))) {
		async_wait_list_remove(node);
	}
	return node;
}

/* Claim the longest waiting sender. The caller copies its value at once: it is borrowed from the sender. */
static zend_always_inline async_channel_sender_t *claim_sender(async_channel_t *channel)
{
	async_channel_sender_t *sender = (async_channel_sender_t *) async_wait_claim_first(&channel->senders);

	if (sender) {
		sender->sent = true;
	}
	return sender;
}

/* Hand a value over to the longest waiting receiver, with a new reference. False: there is none. */
static zend_always_inline bool hand_over(async_channel_t *channel, zval *value, uint64_t serial)
{
	async_wait_node_t *node = async_wait_claim_first(&channel->receivers);

	if (node == NULL) {
		return false;
	}
	if (UNEXPECTED(node->wait == NULL)) {
		async_channel_keep_promise((promise_t *) node, value);
	} else {
		async_channel_receiver_t *receiver = (async_channel_receiver_t *) node;
		ZVAL_COPY(&receiver->value, value);
		receiver->serial = serial;
	}
	return true;
}

/* There is room in the buffer: move the values of waiting senders into it. */
static zend_always_inline void refill(async_channel_t *channel)
{
	const async_channel_sender_t *sender;

	while (channel->senders.head && count_of(channel) < channel->capacity) {
		reserve(channel);
		sender = claim_sender(channel);
		if (sender == NULL) {
			return;
		}
		push(channel, sender->value);
		if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
			trace_push(channel, sender->node.wait->coroutine);
		}
	}
}

/* ---- without waiting ---- */

bool async_channel_is_closed(const async_channel_t *channel)
{
	return channel->closed;
}

bool async_channel_has_something(async_channel_t *channel)
{
	return channel->used || channel->returned_count || first_claimable(&channel->senders);
}

bool async_channel_may_receive(async_channel_t *channel)
{
	return async_channel_has_something(channel) || channel->closed;
}

bool async_channel_has_room(async_channel_t *channel)
{
	return count_of(channel) < channel->capacity || first_claimable(&channel->receivers);
}

bool async_channel_may_send(async_channel_t *channel)
{
	return channel->closed || async_channel_has_room(channel);
}

/* There is one more place in the buffer. Returns true. */
static zend_never_inline bool use_place(async_channel_t *channel)
{
	if (is_too_large(channel)) {
		drop_buffer(channel);
	}
	refill(channel);
	return true;
}

static zend_never_inline bool take_from_sender(async_channel_t *channel, zval *result)
{
	const async_channel_sender_t *sender = claim_sender(channel);

	if (sender == NULL) {
		return false;
	}
	ZVAL_COPY(result, sender->value);
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		async_trace_take_from(sender->node.wait->coroutine, ASYNC_TRACE_CHANNEL);
	}
	return true;
}

/* Take a value that was given back, or the first one of the buffer for the time line. */
static zend_never_inline bool take_with_care(async_channel_t *channel, zval *result)
{
	if (channel->returned_count > 0) {
		shift_returned(channel, result);
	} else if (channel->used > 0) {
		if (ASYNC_G(trace)) {
			async_trace_take(&channel->slots[channel->head], ASYNC_TRACE_CHANNEL, true);
		}
		shift(channel, result);
	} else {
		return take_from_sender(channel, result);
	}
	return use_place(channel);
}

/* The usual way is short and calls nothing: what is rare is apart. */
bool async_channel_take(async_channel_t *channel, zval *result)
{
	if (UNEXPECTED(channel->takes_with_care)) {
		return take_with_care(channel, result);
	}
	if (channel->used == 0) {
		return take_from_sender(channel, result);
	}
	shift(channel, result);
	return channel->senders.head || is_too_large(channel) ? use_place(channel) : true;
}

bool async_channel_put(async_channel_t *channel, zval *value)
{
	ZEND_ASSERT(!channel->closed && "nothing is sent to a closed channel");
	if (hand_over(channel, value, channel->handed_over + 1)) {
		channel->handed_over++;
		return true;
	}
	if (count_of(channel) >= channel->capacity) {
		return false;
	}
	reserve(channel);
	push(channel, value);
	if (UNEXPECTED(ASYNC_G(trace) != NULL)) {
		trace_push(channel, NULL);
	}
	tell(channel);
	return true;
}

zend_object *async_channel_closed_exception(const async_channel_t *channel, bool receives)
{
	zend_object *exception = async_exception_new(async_ce_channel_exception, "%s",
		receives ? "The channel is closed and empty" : "The channel is closed");

	ZEND_ASSERT(channel->closed && "an open channel refuses nothing");
	if (channel->reason) {
		GC_ADDREF(channel->reason);
		async_exception_set_previous(exception, channel->reason);
	}
	return exception;
}

ZEND_COLD void async_channel_throw_closed(const async_channel_t *channel, bool receives)
{
	zend_throw_exception_internal(async_channel_closed_exception(channel, receives));
}

/* ---- lining up ---- */

void async_channel_line_up_receiver(async_channel_t *channel, async_channel_receiver_t *receiver, async_wait_t *wait)
{
	ZEND_ASSERT(channel->used == 0 && channel->returned_count == 0 && "a receiver waits only while there is no value");
	ZVAL_UNDEF(&receiver->value);
	async_wait_list_append(&channel->receivers, &receiver->node, wait);
}

void async_channel_line_up_sender(async_channel_t *channel, async_channel_sender_t *sender, zval *value,
	async_wait_t *wait)
{
	ZEND_ASSERT(count_of(channel) >= channel->capacity && "a sender waits only while the channel is full");
	sender->value = value;
	sender->sent = false;
	async_wait_list_append(&channel->senders, &sender->node, wait);
	/* With capacity 0 the sender's value is the only value that can be taken. */
	tell(channel);
}

void async_channel_return(async_channel_t *channel, async_channel_receiver_t *receiver)
{
	if (Z_TYPE(receiver->value) == IS_UNDEF) {
		return;
	}
	if (hand_over(channel, &receiver->value, receiver->serial)) {
		/* The next receiver has a reference now, so this one is not the last. */
		Z_TRY_DELREF(receiver->value);
	} else {
		keep_returned(channel, &receiver->value, receiver->serial);
		tell(channel);
	}
	ZVAL_UNDEF(&receiver->value);
}

static void turn_away(async_wait_list_t *list)
{
	async_wait_node_t *node;

	while ((node = async_wait_claim_first(list)) != NULL) {
		if (UNEXPECTED(node->wait == NULL)) {
			async_channel_keep_promise((promise_t *) node, NULL);
		}
	}
}

void async_channel_turn_away(async_channel_t *channel)
{
	ZEND_ASSERT(channel->closed && "the waiters must see the channel closed");
	turn_away(&channel->senders);
	turn_away(&channel->receivers);
}

void async_channel_clear(async_channel_t *channel)
{
	zval value;

	while (channel->returned_count > 0) {
		shift_returned(channel, &value);
		zval_ptr_dtor(&value);
	}
	while (channel->used > 0) {
		shift(channel, &value);
		if (is_too_large(channel)) {
			drop_buffer(channel);
		}
		zval_ptr_dtor(&value);
	}
	if (channel->slots) {
		efree(channel->slots);
	}
}

/*
 * Async\Channel.
 *
 * What is in a channel, in the order in which it is received: values that came back from receivers that were cancelled,
 * the buffer, the values of senders that wait. Three things always hold: a receiver waits only while there is nothing;
 * a sender waits only while the channel is full; a value changes hands only together with a successful claim of the
 * other side's wait. Records whose wait something else has ended may linger in the lists; they are passed over.
 */
#include "channel.h"

#include "async_classes.h"
#include "future.h"
#include "future.h"

#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "exceptions.h"
#include "stubs/channel_arginfo.h"

/* The buffer begins with so many slots, and goes when it is empty and has more than so many. */
#define SLOTS_MIN 8
#define SLOTS_KEPT 256

#define CLOSED_AND_EMPTY "The channel is closed and empty"

zend_class_entry *async_ce_channel;
zend_class_entry *async_ce_channel_exception;
static zend_object_handlers channel_handlers;

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

async_channel_t *async_channel_from_obj(zend_object *object)
{
	return (async_channel_t *) ((char *) object - XtOffsetOf(async_channel_t, std));
}

#define THIS_CHANNEL() async_channel_from_obj(Z_OBJ_P(ZEND_THIS))

/* ---- the buffer ---- */

static zend_always_inline zend_long count_of(const async_channel_t *channel)
{
	return (zend_long) (channel->used + channel->returned_count);
}

/* Grow before anything changes: at the memory limit this does not return. */
static zend_never_inline void grow(async_channel_t *channel)
{
	const size_t size = channel->size ? channel->size * 2 : SLOTS_MIN;
	zval *slots = safe_emalloc(size, sizeof(zval), 0);

	for (size_t i = 0; i < channel->used; i++) {
		ZVAL_COPY_VALUE(&slots[i], &channel->slots[(channel->head + i) & (channel->size - 1)]);
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

static zend_always_inline void shift(async_channel_t *channel, zval *value)
{
	ZEND_ASSERT(channel->used > 0 && "somebody looked");
	ZVAL_COPY_VALUE(value, &channel->slots[channel->head]);
	channel->head = (channel->head + 1) & (channel->size - 1);
	if (--channel->used == 0 && UNEXPECTED(channel->size > SLOTS_KEPT)) {
		efree(channel->slots);
		channel->slots = NULL;
		channel->size = channel->head = 0;
	}
}

/* Keep what came back in the order in which it was handed over. Rare: it may allocate. */
static void keep_returned(async_channel_t *channel, zval *value, uint64_t serial)
{
	returned_t *entry = emalloc(sizeof(*entry));
	returned_t **at = &channel->returned;

	while (*at && (*at)->serial < serial) {
		at = &(*at)->next;
	}
	ZVAL_COPY_VALUE(&entry->value, value);
	entry->serial = serial;
	entry->next = *at;
	*at = entry;
	channel->returned_count++;
}

static void shift_returned(async_channel_t *channel, zval *value)
{
	returned_t *entry = channel->returned;

	ZVAL_COPY_VALUE(value, &entry->value);
	channel->returned = entry->next;
	channel->returned_count--;
	efree(entry);
}

/* ---- who waits ---- */

/* Drop records in front that cannot be claimed; the first that can. */
static zend_always_inline async_wait_node_t *first_claimable(async_wait_list_t *list)
{
	async_wait_node_t *node;

	while ((node = list->head) != NULL && node->wait && UNEXPECTED(!async_wait_is_claimable(node))) {
		async_wait_list_remove(node);
	}
	return node;
}

/* Wake the sender that waits longest. Its value is the caller's to copy, before anything else happens. */
static zend_always_inline zval *claim_sender(async_channel_t *channel)
{
	async_wait_node_t *node;

	while ((node = channel->senders.head) != NULL) {
		if (EXPECTED(async_wait_claim(node))) {
			async_channel_sender_t *sender = (async_channel_sender_t *) node;
			sender->sent = true;
			return sender->value;
		}
	}
	return NULL;
}

static ZEND_COLD void fail_future(async_future_state_t *state)
{
	zend_object *closed = async_exception_new(async_ce_channel_exception, CLOSED_AND_EMPTY);

	async_future_fail(state, closed);
	OBJ_RELEASE(closed);
}

/* Settle the future with a value, or with the exception that the channel is closed; that frees the promise. */
static zend_never_inline void keep_promise(promise_t *promise, zval *value)
{
	async_channel_t *channel = promise->channel;
	async_future_state_t *state = promise->state;

	async_wait_list_remove(&promise->node);
	efree(promise);
	if (value) {
		async_future_complete(state, value);
	} else {
		fail_future(state);
	}
	/* Somebody else is at work with the channel: this is not the last reference. */
	OBJ_RELEASE(&channel->std);
}

/* Give the value to the receiver that waits longest. A new reference is added for it. False: nobody waits. */
static zend_always_inline bool hand_over(async_channel_t *channel, zval *value, uint64_t serial)
{
	async_wait_node_t *node;

	while ((node = channel->receivers.head) != NULL) {
		if (UNEXPECTED(node->wait == NULL)) {
			keep_promise((promise_t *) node, value);
			return true;
		}
		if (EXPECTED(async_wait_claim(node))) {
			async_channel_receiver_t *receiver = (async_channel_receiver_t *) node;
			ZVAL_COPY(&receiver->value, value);
			receiver->serial = serial;
			return true;
		}
	}
	return false;
}

/* There is room: senders that wait move up. */
static zend_always_inline void refill(async_channel_t *channel)
{
	zval *value;

	while (channel->senders.head && count_of(channel) < channel->capacity) {
		reserve(channel);
		value = claim_sender(channel);
		if (value == NULL) {
			return;
		}
		push(channel, value);
	}
}

/* There is something to take. Those who wait for the channel among other things look for themselves. */
static zend_always_inline void tell(async_channel_t *channel)
{
	if (UNEXPECTED(channel->awaitable.waiters.head != NULL)) {
		async_wait_list_wake_all(&channel->awaitable.waiters);
	}
}

/* ---- without waiting ---- */

bool async_channel_is_closed(const async_channel_t *channel)
{
	return channel->closed;
}

static bool has_something(async_channel_t *channel)
{
	return channel->used || channel->returned || first_claimable(&channel->senders);
}

bool async_channel_may_receive(async_channel_t *channel)
{
	return has_something(channel) || channel->closed;
}

static bool has_room(async_channel_t *channel)
{
	return count_of(channel) < channel->capacity || first_claimable(&channel->receivers);
}

bool async_channel_may_send(async_channel_t *channel)
{
	return channel->closed || has_room(channel);
}

bool async_channel_take(async_channel_t *channel, zval *result)
{
	zval *value;

	if (UNEXPECTED(channel->returned != NULL)) {
		shift_returned(channel, result);
	} else if (channel->used > 0) {
		shift(channel, result);
	} else {
		value = claim_sender(channel);
		if (value == NULL) {
			return false;
		}
		ZVAL_COPY(result, value);
		return true;
	}
	refill(channel);
	return true;
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
	tell(channel);
	return true;
}

ZEND_COLD void async_channel_throw_closed(bool receives)
{
	zend_throw_exception(async_ce_channel_exception, receives ? CLOSED_AND_EMPTY : "The channel is closed", 0);
}

/* ---- waiting ---- */

void async_channel_line_up_receiver(async_channel_t *channel, async_channel_receiver_t *receiver, async_wait_t *wait)
{
	ZVAL_UNDEF(&receiver->value);
	async_wait_list_append(&channel->receivers, &receiver->node, wait);
}

void async_channel_line_up_sender(async_channel_t *channel, async_channel_sender_t *sender, zval *value,
	async_wait_t *wait)
{
	sender->value = value;
	sender->sent = false;
	async_wait_list_append(&channel->senders, &sender->node, wait);
	/* Without capacity, this is something to take. */
	tell(channel);
}

void async_channel_return(async_channel_t *channel, async_channel_receiver_t *receiver)
{
	if (Z_TYPE(receiver->value) == IS_UNDEF) {
		return;
	}
	if (hand_over(channel, &receiver->value, receiver->serial)) {
		/* One of two references goes: it cannot be the last. */
		Z_TRY_DELREF(receiver->value);
	} else {
		keep_returned(channel, &receiver->value, receiver->serial);
		tell(channel);
	}
	ZVAL_UNDEF(&receiver->value);
}

/* The frame of a parked recv(). */
typedef struct {
	async_wait_t wait;              /* must be first */
	async_channel_receiver_t receiver;
} reception_t;

static void revoke_reception(async_wait_t *wait)
{
	async_channel_return(async_channel_from_obj(wait->subject), &((reception_t *) wait)->receiver);
}

/* True when something was received. */
static zend_never_inline bool park_receiver(async_channel_t *channel, zend_object *token, zval *result)
{
	reception_t reception;

	async_wait_begin(&reception.wait, ASYNC_WAIT_FOR_AWAITABLE);
	reception.wait.subject = &channel->std;
	reception.wait.revoke = revoke_reception;
	ZVAL_UNDEF(&reception.receiver.value);
	GC_ADDREF(&channel->std);
	if (UNEXPECTED(async_park_on(&reception.wait, &channel->receivers, &reception.receiver.node, false, token)
			== ASYNC_WAIT_CANCELLED)) {
		/* At the end of everything nobody revokes. */
		async_channel_return(channel, &reception.receiver);
		async_throw_cancellation();
	}
	ZVAL_COPY_VALUE(result, &reception.receiver.value);
	OBJ_RELEASE(&channel->std);
	return Z_TYPE_P(result) != IS_UNDEF;
}

/* True when the value was sent. */
static zend_never_inline bool park_sender(async_channel_t *channel, zend_object *token, zval *value)
{
	async_channel_sender_t sender = { .value = value };
	async_wait_result_t outcome;
	async_wait_t wait;

	async_wait_begin(&wait, ASYNC_WAIT_FOR_AWAITABLE);
	wait.subject = &channel->std;
	GC_ADDREF(&channel->std);
	tell(channel);
	outcome = async_park_on(&wait, &channel->senders, &sender.node, false, token);
	OBJ_RELEASE(&channel->std);
	if (UNEXPECTED(outcome == ASYNC_WAIT_CANCELLED) && !sender.sent) {
		async_throw_cancellation();
	}
	return sender.sent;
}

/* Before anything else, as in await(). */
static zend_always_inline bool cancellation_due(void)
{
	if (async_scheduler_start() && UNEXPECTED(async_coroutine_is_cancellation_due(ASYNC_G(current)))) {
		async_throw_cancellation();
		return true;
	}
	return false;
}

typedef enum { RECEIVED, CLOSED, THROWN } reception_outcome_t;

/* Receive, limited by a token. suspends: yes; cancel and token: THROWN */
static reception_outcome_t receive(async_channel_t *channel, zend_object *token, zval *result)
{
	if (cancellation_due()) {
		return THROWN;
	}
	while (!async_channel_take(channel, result)) {
		if (UNEXPECTED(channel->closed)) {
			return CLOSED;
		}
		if (UNEXPECTED(!async_limited_wait_allowed(token))) {
			return THROWN;
		}
		if (EXPECTED(park_receiver(channel, token, result))) {
			return RECEIVED;
		}
		if (EG(exception)) {
			return THROWN;
		}
	}
	return RECEIVED;
}

/* The same, with an exception when the channel is closed. False: something was thrown. */
static bool receive_or_throw(async_channel_t *channel, zend_object *token, zval *result)
{
	const reception_outcome_t outcome = receive(channel, token, result);

	if (UNEXPECTED(outcome == CLOSED)) {
		async_channel_throw_closed(true);
	}
	return EXPECTED(outcome == RECEIVED);
}

static void send_value(async_channel_t *channel, zval *value, zend_object *token)
{
	if (cancellation_due()) {
		return;
	}
	for (;;) {
		if (UNEXPECTED(channel->closed)) {
			async_channel_throw_closed(false);
			return;
		}
		if (async_channel_put(channel, value)) {
			return;
		}
		if (UNEXPECTED(!async_limited_wait_allowed(token))) {
			return;
		}
		if (EXPECTED(park_sender(channel, token, value)) || EG(exception)) {
			return;
		}
	}
}

/* ---- as an awaitable ---- */

static bool channel_is_ready(zend_object *object)
{
	return async_channel_may_receive(async_channel_from_obj(object));
}

static bool channel_has_failed(zend_object *object)
{
	async_channel_t *channel = async_channel_from_obj(object);
	return channel->closed && !has_something(channel);
}

static void channel_take(zend_object *object, zval *result)
{
	async_channel_t *channel = async_channel_from_obj(object);

	/* With neither, another one was faster. */
	if (!async_channel_take(channel, result) && channel->closed) {
		async_channel_throw_closed(true);
	}
}

static bool channel_ended_as_token(zend_object *object, zend_object **previous)
{
	(void) previous;
	if (channel_has_failed(object)) {
		async_channel_throw_closed(true);
		return false;
	}
	return true;
}

static bool channel_await(zend_object *object, zend_object *token, zval *result)
{
	return receive_or_throw(async_channel_from_obj(object), token, result);
}

static const async_awaitable_ops_t channel_ops = {
	.is_ready = channel_is_ready,
	.take = channel_take,
	.ended_as_token = channel_ended_as_token,
	.has_failed = channel_has_failed,
	.await = channel_await,
};

/* ---- object ---- */

static zend_object *channel_create(zend_class_entry *ce)
{
	async_channel_t *channel = zend_object_alloc(sizeof(async_channel_t), ce);

	channel->capacity = -1;
	channel->awaitable.ops = &channel_ops;
	zend_object_std_init(&channel->std, ce);
	channel->std.handlers = &channel_handlers;
	return &channel->std;
}

/* Nobody waits any more: whoever does holds a reference. */
static void channel_free(zend_object *object)
{
	async_channel_t *channel = async_channel_from_obj(object);
	zval value;

	ZEND_ASSERT(((!channel->senders.head && !channel->receivers.head) || async_scheduler_is_over())
		&& "a parked coroutine holds the channel");
	while (channel->returned) {
		shift_returned(channel, &value);
		zval_ptr_dtor(&value);
	}
	while (channel->used > 0) {
		shift(channel, &value);
		zval_ptr_dtor(&value);
	}
	if (channel->slots) {
		efree(channel->slots);
	}
	zend_object_std_dtor(object);
}

/* What a waiting sender holds out is not the channel's, and such a channel is alive by definition: the sender holds
 * it. */
static HashTable *channel_get_gc(zend_object *object, zval **table, int *n)
{
	async_channel_t *channel = async_channel_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	for (returned_t *at = channel->returned; at; at = at->next) {
		zend_get_gc_buffer_add_zval(buffer, &at->value);
	}
	for (size_t i = 0; i < channel->used; i++) {
		zend_get_gc_buffer_add_zval(buffer, &channel->slots[(channel->head + i) & (channel->size - 1)]);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

/* ---- foreach ---- */

typedef struct {
	zend_object_iterator it;
	zval current;                   /* UNDEF: at the end, or before the beginning */
	zend_ulong key;
	bool begun;
} iterator_t;

static void iterator_dtor(zend_object_iterator *it)
{
	zval_ptr_dtor(&((iterator_t *) it)->current);
	zval_ptr_dtor(&it->data);
}

static void iterator_invalidate(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;
	zval current;

	ZVAL_COPY_VALUE(&current, &iterator->current);
	ZVAL_UNDEF(&iterator->current);
	zval_ptr_dtor(&current);
}

static int iterator_valid(zend_object_iterator *it)
{
	return Z_TYPE(((iterator_t *) it)->current) == IS_UNDEF ? FAILURE : SUCCESS;
}

static zval *iterator_current(zend_object_iterator *it)
{
	zval *current = &((iterator_t *) it)->current;
	return Z_TYPE_P(current) == IS_UNDEF ? NULL : current;
}

static void iterator_key(zend_object_iterator *it, zval *key)
{
	ZVAL_LONG(key, (zend_long) ((iterator_t *) it)->key);
}

static void iterator_fetch(zend_object_iterator *it)
{
	zval value;

	iterator_invalidate(it);
	if (!EG(exception) && receive(async_channel_from_obj(Z_OBJ(it->data)), NULL, &value) == RECEIVED) {
		ZVAL_COPY_VALUE(&((iterator_t *) it)->current, &value);
	}
}

static void iterator_forward(zend_object_iterator *it)
{
	((iterator_t *) it)->key++;
	iterator_fetch(it);
}

static void iterator_rewind(zend_object_iterator *it)
{
	iterator_t *iterator = (iterator_t *) it;

	/* What is gone cannot be had again: only the beginning is a step. */
	if (!iterator->begun) {
		iterator->begun = true;
		iterator_fetch(it);
	}
}

static HashTable *iterator_get_gc(zend_object_iterator *it, zval **table, int *n)
{
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &it->data);
	zend_get_gc_buffer_add_zval(buffer, &((iterator_t *) it)->current);
	zend_get_gc_buffer_use(buffer, table, n);
	return NULL;
}

static const zend_object_iterator_funcs iterator_funcs = {
	.dtor = iterator_dtor,
	.valid = iterator_valid,
	.get_current_data = iterator_current,
	.get_current_key = iterator_key,
	.move_forward = iterator_forward,
	.rewind = iterator_rewind,
	.invalidate_current = iterator_invalidate,
	.get_gc = iterator_get_gc,
};

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	iterator_t *iterator;

	(void) ce;
	if (by_ref) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	iterator = ecalloc(1, sizeof(*iterator));
	zend_iterator_init(&iterator->it);
	iterator->it.funcs = &iterator_funcs;
	ZVAL_OBJ_COPY(&iterator->it.data, Z_OBJ_P(object));
	return &iterator->it;
}

void async_channel_register(void)
{
	async_ce_channel_exception = register_class_Async_ChannelException(async_ce_exception);
	async_ce_channel = register_class_Async_Channel(async_ce_awaitable, zend_ce_countable, zend_ce_aggregate);
	async_ce_channel->create_object = channel_create;
	async_ce_channel->get_iterator = get_iterator;
	memcpy(&channel_handlers, zend_get_std_object_handlers(), sizeof(channel_handlers));
	channel_handlers.offset = XtOffsetOf(async_channel_t, std);
	channel_handlers.free_obj = channel_free;
	channel_handlers.get_gc = channel_get_gc;
	channel_handlers.clone_obj = NULL;
}

/* ---- methods ---- */

ZEND_METHOD(Async_Channel, __construct)
{
	async_channel_t *channel = THIS_CHANNEL();
	zend_long capacity = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(capacity)
	ZEND_PARSE_PARAMETERS_END();
	if (capacity < 0) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (channel->capacity >= 0) {
		async_throw("Async\\Channel is constructed once");
		RETURN_THROWS();
	}
	channel->capacity = capacity;
}

ZEND_METHOD(Async_Channel, send)
{
	zval *value;
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 2))) {
		RETURN_THROWS();
	}
	send_value(THIS_CHANNEL(), value, token);
}

ZEND_METHOD(Async_Channel, sendAsync)
{
	async_channel_t *channel = THIS_CHANNEL();
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	RETURN_BOOL(!channel->closed && async_channel_put(channel, value));
}

ZEND_METHOD(Async_Channel, recv)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (token && UNEXPECTED(!async_token_check(token, 1))) {
		RETURN_THROWS();
	}
	receive_or_throw(THIS_CHANNEL(), token, return_value);
}

/* The future was cancelled or thrown away: nothing was received. */
static void promise_gone(void *producer)
{
	promise_t *promise = producer;
	async_channel_t *channel = promise->channel;

	if (UNEXPECTED(CG(unclean_shutdown)) && async_scheduler_is_over()) {
		/* In the list are nodes of frames that are gone; memory goes with the request. */
		return;
	}
	async_wait_list_remove(&promise->node);
	efree(promise);
	OBJ_RELEASE(&channel->std);
}

/* Never called: a promise is settled, not notified. */
static void promise_notified(async_wait_node_t *node)
{
	(void) node;
	ZEND_UNREACHABLE();
}

/* A pending future, which waits in line. */
static zend_object *promise_new(async_channel_t *channel)
{
	static const async_future_producer_ops_t ops = { .gone = promise_gone };
	promise_t *promise = emalloc(sizeof(*promise));
	zend_object *future = async_future_new(&promise->state, &ops, promise);

	promise->channel = channel;
	GC_ADDREF(&channel->std);
	async_wait_list_watch(&channel->receivers, &promise->node, promise_notified);
	return future;
}

ZEND_METHOD(Async_Channel, recvAsync)
{
	async_channel_t *channel = THIS_CHANNEL();
	async_future_state_t *state;
	zval value;

	ZEND_PARSE_PARAMETERS_NONE();
	if (async_channel_take(channel, &value)) {
		RETVAL_OBJ(async_future_new(&state, NULL, NULL));
		async_future_complete(state, &value);
		zval_ptr_dtor(&value);
	} else if (channel->closed) {
		RETVAL_OBJ(async_future_new(&state, NULL, NULL));
		fail_future(state);
	} else {
		RETVAL_OBJ(promise_new(channel));
	}
}

/* Wake all that wait with their wish unfulfilled: they look for themselves. */
static void turn_away(async_wait_list_t *list)
{
	while (list->head) {
		if (EXPECTED(list->head->wait != NULL)) {
			async_wait_claim(list->head);
		} else {
			keep_promise((promise_t *) list->head, NULL);
		}
	}
}

ZEND_METHOD(Async_Channel, close)
{
	async_channel_t *channel = THIS_CHANNEL();

	ZEND_PARSE_PARAMETERS_NONE();
	if (channel->closed) {
		return;
	}
	channel->closed = true;
	turn_away(&channel->senders);
	turn_away(&channel->receivers);
	tell(channel);
}

ZEND_METHOD(Async_Channel, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_CHANNEL()->closed);
}

ZEND_METHOD(Async_Channel, capacity)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(THIS_CHANNEL()->capacity);
}

ZEND_METHOD(Async_Channel, count)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(count_of(THIS_CHANNEL()));
}

ZEND_METHOD(Async_Channel, isEmpty)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(!has_something(THIS_CHANNEL()));
}

ZEND_METHOD(Async_Channel, isFull)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(!has_room(THIS_CHANNEL()));
}

ZEND_METHOD(Async_Channel, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_create_internal_iterator_zval(return_value, ZEND_THIS);
}

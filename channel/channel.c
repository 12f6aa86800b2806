/*
 * Async\Channel: the class, and the waits of senders and receivers.
 */
#include "channel/internal.h"

#include "engine/values.h"
#include "scheduler/debug_info.h"
#include "scheduler/identity.h"
#include "scheduler/report.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "await/value_loop.h"
#include "exceptions.h"
#include "stubs/channel_arginfo.h"

zend_class_entry *async_ce_channel;
zend_class_entry *async_ce_channel_exception;
static zend_object_handlers channel_handlers;

async_channel_t *async_channel_from_obj(zend_object *object)
{
	return async_container_of(object, async_channel_t, std);
}

#define THIS_CHANNEL() async_channel_from_obj(Z_OBJ_P(ZEND_THIS))

/* ---- waiting ---- */

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
		async_throw_cancellation();
	}
	ZVAL_COPY_VALUE(result, &reception.receiver.value);
	OBJ_RELEASE(&channel->std);
	return Z_TYPE_P(result) != IS_UNDEF;
}

/* Park until a receiver has taken the value. True when one has: then the value was sent, even if the sender was
 * cancelled meanwhile (D34). */
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

/* Throw the cancellation if it is due: it comes before any value, as in await(). */
static zend_always_inline bool cancellation_due(void)
{
	if (async_scheduler_start() && UNEXPECTED(async_coroutine_is_cancellation_due(ASYNC_G(current)))) {
		async_throw_cancellation();
		return true;
	}
	return false;
}

async_channel_reception_t async_channel_receive(async_channel_t *channel, zend_object *token, zval *result)
{
	if (cancellation_due()) {
		return ASYNC_CHANNEL_THROWN;
	}
	while (!async_channel_take(channel, result)) {
		if (UNEXPECTED(channel->closed)) {
			return ASYNC_CHANNEL_END;
		}
		if (UNEXPECTED(!async_limited_wait_allowed(token))) {
			return ASYNC_CHANNEL_THROWN;
		}
		if (EXPECTED(park_receiver(channel, token, result))) {
			return ASYNC_CHANNEL_RECEIVED;
		}
		if (EG(exception)) {
			return ASYNC_CHANNEL_THROWN;
		}
	}
	return ASYNC_CHANNEL_RECEIVED;
}

/* The same, with an exception when the channel is closed and empty. False after an exception. */
static bool receive_or_throw(async_channel_t *channel, zend_object *token, zval *result)
{
	const async_channel_reception_t outcome = async_channel_receive(channel, token, result);

	if (UNEXPECTED(outcome == ASYNC_CHANNEL_END)) {
		async_channel_throw_closed(channel, true);
	}
	return EXPECTED(outcome == ASYNC_CHANNEL_RECEIVED);
}

static void send_value(async_channel_t *channel, zval *value, zend_object *token)
{
	if (cancellation_due()) {
		return;
	}
	for (;;) {
		if (UNEXPECTED(channel->closed)) {
			async_channel_throw_closed(channel, false);
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

/* ---- closing ---- */

/* Close an open channel; reason: why, NULL: all values were sent. */
static void close_channel(async_channel_t *channel, zend_object *reason)
{
	ZEND_ASSERT(!channel->closed && channel->reason == NULL && "a channel is closed once");
	channel->closed = true;
	if (reason) {
		GC_ADDREF(reason);
		channel->reason = reason;
	}
	async_scope_unfollow(&channel->follower);
	async_channel_turn_away(channel);
	tell(channel);
}

/* The future of a receiver may have the last reference on the channel, and give it back here: then the channel is freed
 * without running PHP code, because a receiver waits only while there is no value. The reason is held elsewhere. */
static void scope_ended(async_scope_follower_t *follower, zend_object *reason)
{
	async_channel_t *channel = async_container_of(follower, async_channel_t, follower);

	GC_ADDREF(&channel->std);
	close_channel(channel, reason);
	OBJ_RELEASE(&channel->std);
}

/* ---- as an awaitable ---- */

static bool channel_is_ready(zend_object *object)
{
	return async_channel_may_receive(async_channel_from_obj(object));
}

static bool channel_has_failed(zend_object *object)
{
	async_channel_t *channel = async_channel_from_obj(object);
	return channel->closed && !async_channel_has_something(channel);
}

static void channel_take(zend_object *object, zval *result)
{
	async_channel_t *channel = async_channel_from_obj(object);

	/* Open and without a value: another receiver was faster. *result stays undefined, and the wait goes on. */
	if (!async_channel_take(channel, result) && channel->closed) {
		async_channel_throw_closed(channel, true);
	}
}

static bool channel_ended_as_token(zend_object *object, zend_object **previous)
{
	(void) previous;
	if (channel_has_failed(object)) {
		async_channel_throw_closed(async_channel_from_obj(object), true);
		return false;
	}
	return true;
}

static bool channel_await(zend_object *object, zend_object *token, zval *result)
{
	return receive_or_throw(async_channel_from_obj(object), token, result);
}

static zend_string *channel_made_at(zend_object *object, uint32_t *line)
{
	*line = async_channel_from_obj(object)->made_line;
	return async_channel_from_obj(object)->made_file;
}

static bool channel_append_words(zend_object *object, const async_wait_t *wait, smart_str *text)
{
	const async_channel_t *channel = async_channel_from_obj(object);

	if (wait == NULL) {
		return false;
	}
	smart_str_appends(text, wait->revoke == revoke_reception ? "a value from " : "a receiver for ");
	smart_str_append(text, object->ce->name);
	async_report_append_made_at(text, channel->made_file, channel->made_line);
	return true;
}

static const async_awaitable_ops_t channel_ops = {
	.is_ready = channel_is_ready,
	.take = channel_take,
	.ended_as_token = channel_ended_as_token,
	.has_failed = channel_has_failed,
	.await = channel_await,
	.made_at = channel_made_at,
	.append_words = channel_append_words,
};

/* ---- object ---- */

static zend_object *channel_create(zend_class_entry *ce)
{
	async_channel_t *channel = zend_object_alloc(sizeof(async_channel_t), ce);

	channel->capacity = -1;
	async_note_place(&channel->made_file, &channel->made_line);
	channel->awaitable.ops = &channel_ops;
	zend_object_std_init(&channel->std, ce);
	channel->std.handlers = &channel_handlers;
	return &channel->std;
}

/* No coroutine waits here any more: a waiter holds a reference on the channel. */
static void channel_free(zend_object *object)
{
	async_channel_t *channel = async_channel_from_obj(object);

	zend_object_std_dtor(object);
	async_scope_unfollow(&channel->follower);
	async_wait_list_forget(&channel->awaitable.waiters);
	if (UNEXPECTED(channel->receivers.head != NULL) && !CG(unclean_shutdown)) {
		async_channel_break_promises(channel);
	}
	ZEND_ASSERT(((!channel->senders.head && !channel->receivers.head) || async_scheduler_is_over())
		&& "a parked coroutine holds the channel");
	async_channel_clear(channel);
	async_clear_object(&channel->reason);
	if (channel->made_file) {
		zend_string_release(channel->made_file);
	}
}

/* The values of parked senders belong to the senders. Such a channel is alive anyway, because its senders hold it. */
static HashTable *channel_get_gc(zend_object *object, zval **table, int *n)
{
	async_channel_t *channel = async_channel_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	for (size_t i = 0; i < channel->returned_count; i++) {
		zend_get_gc_buffer_add_zval(buffer, &channel->returned[i].value);
	}
	for (size_t i = 0; i < channel->used; i++) {
		zend_get_gc_buffer_add_zval(buffer, &channel->slots[(channel->head + i) & (channel->size - 1)]);
	}
	async_channel_promises_gc(channel, buffer);
	if (channel->reason) {
		zend_get_gc_buffer_add_obj(buffer, channel->reason);
	}
	zend_get_gc_buffer_use(buffer, table, n);
	return zend_std_get_properties(object);
}

static HashTable *channel_debug_info(zend_object *object, int *is_temp)
{
	const async_channel_t *channel = async_channel_from_obj(object);
	HashTable *info = async_debug_begin(object, is_temp);

	async_debug_add_text(info, "state", channel->closed ? "closed" : "open");
	async_debug_add_exception(info, "closeReason", channel->reason);
	async_debug_add_place(info, "createdAt", channel->made_file, channel->made_line);
	async_debug_add_long(info, "capacity", channel->capacity);
	async_debug_add_long(info, "count", count_of(channel));
	async_debug_add_waiters(info, "senders", &channel->senders);
	async_debug_add_waiters(info, "receivers", &channel->receivers);
	return info;
}

ASYNC_REGISTERS void async_channel_register(void)
{
	async_ce_channel_exception = register_class_Async_ChannelException(async_ce_exception);
	async_ce_channel = register_class_Async_Channel(async_ce_awaitable, zend_ce_countable, zend_ce_aggregate);
	async_ce_channel->create_object = channel_create;
	async_ce_channel->get_iterator = async_channel_get_iterator;
	memcpy(&channel_handlers, zend_get_std_object_handlers(), sizeof(channel_handlers));
	channel_handlers.offset = offsetof(async_channel_t, std);
	channel_handlers.get_debug_info = channel_debug_info;
	channel_handlers.free_obj = channel_free;
	channel_handlers.get_gc = channel_get_gc;
	channel_handlers.clone_obj = NULL;
	channel_handlers.compare = async_compare_identity;
}

/* ---- methods ---- */

ZEND_METHOD(Async_Channel, __construct)
{
	async_channel_t *channel = THIS_CHANNEL();
	zend_long capacity = 0;
	zend_object *scope = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(capacity)
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(scope, async_ce_scope)
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
	if (scope) {
		channel->follower.scope_ended = scope_ended;
		async_scope_follow(async_scope_from_obj(scope), &channel->follower);
	}
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
		async_channel_fail_future(channel, state);
	} else {
		RETVAL_OBJ(async_channel_promise(channel));
	}
}

ZEND_METHOD(Async_Channel, close)
{
	async_channel_t *channel = THIS_CHANNEL();

	zend_object *reason = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(reason, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();
	if (!channel->closed) {
		close_channel(channel, reason);
	}
}

ZEND_METHOD(Async_Channel, getCloseReason)
{
	zend_object *reason = THIS_CHANNEL()->reason;

	ZEND_PARSE_PARAMETERS_NONE();
	if (reason) {
		RETURN_OBJ_COPY(reason);
	}
	RETURN_NULL();
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
	RETURN_BOOL(!async_channel_has_something(THIS_CHANNEL()));
}

ZEND_METHOD(Async_Channel, isFull)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(!async_channel_has_room(THIS_CHANNEL()));
}

ZEND_METHOD(Async_Channel, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_value_loop_object(return_value, ZEND_THIS);
}

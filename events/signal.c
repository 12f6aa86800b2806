/*
 * Async\signal(): a future that the next delivery of a signal completes.
 */
#include "events/events.h"

#include "future/state.h"
#include "scheduler/deferred_release.h"
#include "scheduler/scheduler.h"

#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

typedef struct {
	async_signal_waiter_t waiter;
	async_future_state_t *state;
	int number;
	zend_object *token;           /* counted; ends the wait for the signal; NULL: none */
	async_wait_node_t node;       /* among the waiters of the token, until it fires */
} signal_source_t;

static void free_source(signal_source_t *source)
{
	async_wait_list_remove(&source->node);
	if (source->token) {
		OBJ_RELEASE(source->token);
	}
	efree(source);
}

/* The reactor is closed at the end of the request, and all registrations with it. */
static void stop_waiting(signal_source_t *source)
{
	if (ASYNC_G(reactor)) {
		async_signal_unwatch(ASYNC_G(reactor), &source->waiter);
	}
}

static void source_gone(void *producer)
{
	stop_waiting(producer);
	free_source(producer);
}

static zend_object *held_token(void *producer)
{
	return ((signal_source_t *) producer)->token;
}

static void append_words(const void *producer, smart_str *text)
{
	smart_str_append_printf(text, "signal %d", ((const signal_source_t *) producer)->number);
}

static const async_future_producer_ops_t signal_ops = {
	.gone = source_gone,
	.held = held_token,
	.append_words = append_words,
	.external = true,
};

static void complete(void *argument)
{
	signal_source_t *source = argument;
	async_future_state_t *state = source->state;
	zend_object *token = source->token;
	zval number;

	ZVAL_LONG(&number, source->number);
	source->token = NULL;
	free_source(source);
	async_future_complete(state, &number);
	if (token) {
		/* In the reactor: what the token holds may have destructors, which may wait. */
		async_deferred_drop(token);
	}
}

/* Completing a future may queue callbacks. */
static void delivered(async_signal_waiter_t *waiter, int signo)
{
	signal_source_t *source = async_container_of(waiter, signal_source_t, waiter);

	ZEND_ASSERT(source->number == signo && "a waiter waits for one signal");
	(void) signo;
	async_scheduler_shield(complete, source);
}

/* ---- the token ---- */

/* The exception of a wait that the token has ended. runs PHP: error handlers of triggers; the caller owns the result */
static zend_object *exception_of(zend_object *token)
{
	async_token_throw(token);
	ZEND_ASSERT(EG(exception) && "a token that has fired throws");
	return zend_is_unwind_exit(EG(exception)) ? NULL : async_exception_take();
}

/* Fail the future, unless it was cancelled meanwhile. The program knows of the end by its token, so that an error that
 * is not looked at is no mistake (D38). */
static void fail(async_future_state_t *state, zend_object *token)
{
	zend_object *exception = exception_of(token);

	if (exception == NULL) {
		return;
	}
	if (state->status == ASYNC_FUTURE_PENDING) {
		signal_source_t *source = state->ops ? state->producer : NULL;

		state->seen = true;
		async_future_settle_and_go_on(state, NULL, exception);
		if (source) {
			free_source(source);
		}
	}
	OBJ_RELEASE(exception);
}

/* Body of the service coroutine: params are the state and the token. */
static void end_by_token(async_coroutine_t *self)
{
	fail(async_future_state_from_obj(Z_OBJ(self->params[0])), Z_OBJ(self->params[1]));
}

/* The token may run PHP code to say how it has ended, so a coroutine asks it. */
static void token_fired(async_wait_node_t *node)
{
	signal_source_t *source = async_container_of(node, signal_source_t, node);
	async_coroutine_t *ender;

	stop_waiting(source);
	ender = async_coroutine_new_service(end_by_token, 2);
	ZVAL_OBJ_COPY(&ender->params[0], &source->state->std);
	ZVAL_OBJ_COPY(&ender->params[1], source->token);
	async_scheduler_enqueue(ender, &ASYNC_G(global_scope), false);
}

/* ---- the functions ---- */

zend_long async_signal_number(zval *value, uint32_t arg_num)
{
	zend_long number;

	if (Z_TYPE_P(value) == IS_OBJECT && instanceof_function(Z_OBJCE_P(value), zend_ce_backed_enum)) {
		value = zend_enum_fetch_case_value(Z_OBJ_P(value));
		if (Z_TYPE_P(value) != IS_LONG) {
			zend_argument_value_error(arg_num, "must be an int or an enum case that is backed by an int");
			return 0;
		}
		number = Z_LVAL_P(value);
	} else if (!zend_parse_arg_long(value, &number, NULL, false, arg_num)) {
		if (!EG(exception)) {
			zend_argument_type_error(arg_num, "must be of type BackedEnum|int, %s given", zend_zval_type_name(value));
		}
		return 0;
	}
	if (number < 1 || number >= NSIG) {
		zend_argument_value_error(arg_num, "must be the number of a signal, from 1 to %d", NSIG - 1);
		return 0;
	}
	return number;
}

ZEND_COLD void async_signal_refuse(int err, uint32_t arg_num)
{
	if (err == -EINVAL) {
		zend_argument_value_error(arg_num, "must be a signal that can be caught");
	} else {
		async_throw("Cannot wait for a signal: %s", strerror(-err));
	}
}

/* Watch the token. It may have fired already. */
static void limit(signal_source_t *source, zend_object *token)
{
	source->token = token;
	GC_ADDREF(token);
	if (async_token_fired(token)) {
		stop_waiting(source);
		fail(source->state, token);
	} else {
		async_wait_list_watch(async_awaitable_waiters(token), &source->node, token_fired);
	}
}

ZEND_FUNCTION(Async_signal)
{
	signal_source_t *source;
	zend_object *token = NULL;
	zend_long number;
	zval *value;
	int err;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_awaitable)
	ZEND_PARSE_PARAMETERS_END();
	if (!async_token_check(token, 2)) {
		RETURN_THROWS();
	}
	number = async_signal_number(value, 1);
	if (number == 0 || !async_require_scheduler("wait for a signal")) {
		RETURN_THROWS();
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("wait for a signal");
		RETURN_THROWS();
	}
	source = ecalloc(1, sizeof(signal_source_t));
	source->number = (int) number;
	err = async_signal_watch(ASYNC_G(reactor), &source->waiter, (int) number, delivered);
	if (err) {
		efree(source);
		async_signal_refuse(err, 1);
		RETURN_THROWS();
	}
	RETVAL_OBJ(async_future_new(&source->state, &signal_ops, source));
	if (token) {
		limit(source, token);
	}
}

/*
 * Async\signal(): a future that the next delivery of a signal completes.
 */
#include "future/future.h"

#include "scheduler/scheduler.h"

#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_smart_str.h"

#include "exceptions.h"

typedef struct {
	async_signal_waiter_t waiter;
	async_future_state_t *state;
	int number;                   /* set when it was delivered */
} signal_source_t;

static void source_gone(void *producer)
{
	signal_source_t *source = producer;

	/* The reactor is closed at the end of the request, and all registrations with it. */
	if (ASYNC_G(reactor)) {
		async_signal_unwatch(ASYNC_G(reactor), &source->waiter);
	}
	efree(source);
}

static void append_words(const void *producer, smart_str *text)
{
	smart_str_append_printf(text, "signal %d", ((const signal_source_t *) producer)->waiter.signo);
}

static const async_future_producer_ops_t signal_ops = {
	.gone = source_gone,
	.append_words = append_words,
	.external = true,
};

static void complete(void *argument)
{
	signal_source_t *source = argument;
	async_future_state_t *state = source->state;
	zval number;

	ZVAL_LONG(&number, source->number);
	efree(source);
	async_future_complete(state, &number);
}

/* Completing a future may queue callbacks. */
static void delivered(async_signal_waiter_t *waiter, int signo)
{
	signal_source_t *source = async_container_of(waiter, signal_source_t, waiter);

	source->number = signo;
	async_scheduler_shield(complete, source);
}

/* The number behind the parameter; 0 with an exception when it has none. */
static zend_long signal_number(zval *value)
{
	zend_long number;

	if (Z_TYPE_P(value) == IS_OBJECT && instanceof_function(Z_OBJCE_P(value), zend_ce_backed_enum)) {
		value = zend_enum_fetch_case_value(Z_OBJ_P(value));
		if (Z_TYPE_P(value) != IS_LONG) {
			zend_argument_value_error(1, "must be an int or an enum case that is backed by an int");
			return 0;
		}
		number = Z_LVAL_P(value);
	} else if (!zend_parse_arg_long(value, &number, NULL, false, 1)) {
		if (!EG(exception)) {
			zend_argument_type_error(1, "must be of type BackedEnum|int, %s given", zend_zval_type_name(value));
		}
		return 0;
	}
	if (number < 1 || number >= NSIG) {
		zend_argument_value_error(1, "must be the number of a signal, from 1 to %d", NSIG - 1);
		return 0;
	}
	return number;
}

ZEND_FUNCTION(Async_signal)
{
	signal_source_t *source;
	zend_object *future;
	zend_long number;
	zval *value;
	int err;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
	number = signal_number(value);
	if (number == 0 || !async_require_scheduler("wait for a signal")) {
		RETURN_THROWS();
	}
	if (async_scheduler_reactor() == NULL) {
		async_throw_no_loop("wait for a signal");
		RETURN_THROWS();
	}
	source = ecalloc(1, sizeof(signal_source_t));
	err = async_signal_watch(ASYNC_G(reactor), &source->waiter, (int) number, delivered);
	if (err) {
		efree(source);
		if (err == -EINVAL) {
			zend_argument_value_error(1, "must be a signal that can be caught");
		} else {
			async_throw("Cannot wait for a signal: %s", strerror(-err));
		}
		RETURN_THROWS();
	}
	future = async_future_new(&source->state, &signal_ops, source);
	RETURN_OBJ(future);
}

/*
 * The result of a trigger: how it is made of the outcomes of the sources, and taken.
 */
#include "await/trigger.h"
#include "await/trigger_outcome.h"

#include "engine/values.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"

#include "exceptions.h"

static void throw_error(async_source_t *source)
{
	ZEND_ASSERT(async_source_is_taken(source) && source->failed && "a source that failed has an exception");
	source->delivered = true;
	async_trigger_changed();
	Z_ADDREF(source->value);
	zend_throw_exception_internal(Z_OBJ(source->value));
}

/* Call the handler of ignoreErrors() with an error. False when the handler threw. */
static bool handle(async_trigger_t *trigger, zval *exception)
{
	zval handler, ignored;

	if (Z_TYPE(trigger->handler) == IS_UNDEF) {
		return true;
	}
	ZVAL_COPY(&handler, &trigger->handler);
	ZVAL_UNDEF(&ignored);
	call_user_function(NULL, NULL, &handler, &ignored, 1, exception);
	zval_ptr_dtor(&ignored);
	zval_ptr_dtor(&handler);
	return EG(exception) == NULL;
}

/* Call the handler for each error that it has not got yet. It gets an error when the source fails, not at the end.
 * False after an exception. */
static bool handle_new_errors(async_trigger_t *trigger)
{
	async_source_t *source;

	/* The handler may suspend, so the list may change: begin again after each error. */
	while ((source = async_trigger_next_error(trigger, NULL)) != NULL) {
		if (async_source_take(source)) {
			zval exception;

			source->delivered = true;
			async_trigger_changed();
			ZVAL_COPY(&exception, &source->value);
			handle(trigger, &exception);
			zval_ptr_dtor(&exception);
		}
		if (EG(exception)) {
			return false;
		}
	}
	return true;
}

/* ---- any ---- */

/* Give the value of a source that is not in the list any more, or throw its error. Watch it again if need be. */
static void deliver(async_source_t *source, zval *result)
{
	ZEND_ASSERT(async_source_is_taken(source) && "a source is taken before it is delivered");
	if (source->failed) {
		throw_error(source);
	} else {
		ZVAL_COPY(result, &source->value);
	}
	if (async_source_may_fire_again(source)) {
		async_clear_value(&source->value);
		source->delivered = false;
		async_trigger_changed();
		async_source_watch(source);
	}
}

static ZEND_COLD void throw_exhausted(void)
{
	async_throw("Nothing is left to wait for: all sources of any() have been delivered");
}

static void take_next(async_trigger_t *trigger, zval *result)
{
	async_source_t *source = trigger->base->ready;

	if (source == NULL) {
		if (async_trigger_is_exhausted(trigger)) {
			throw_exhausted();
		}
		return;
	}
	if (!async_source_take(source)) {
		return;
	}
	async_trigger_pop(trigger);
	deliver(source, result);
}

static void take_next_success(async_trigger_t *trigger, zval *result)
{
	async_source_t *source;

	while ((source = trigger->base->ready) != NULL) {
		zval exception;

		if (!async_source_take(source)) {
			return;
		}
		async_trigger_pop(trigger);
		deliver(source, result);
		if (EG(exception) == NULL) {
			return;
		}
		ZVAL_OBJ_COPY(&exception, EG(exception));
		zend_clear_exception();
		handle(trigger, &exception);
		zval_ptr_dtor(&exception);
		if (EG(exception)) {
			return;
		}
	}
	if (trigger->base->pending == 0) {
		ZVAL_NULL(result);
	}
}

/* ---- arrays ---- */

static void add_by_key(zval *array, zval *key, zval *value)
{
	Z_TRY_ADDREF_P(value);
	array_set_zval_key(Z_ARRVAL_P(array), key, value);
	Z_TRY_DELREF_P(value);
}

static void add_result(const async_trigger_t *trigger, zval *array, async_source_t *source)
{
	zval null;

	if (!source->selected) {
		return;
	}
	if (!source->failed) {
		add_by_key(array, &source->key, &source->value);
	} else if (trigger->options & ASYNC_TRIGGER_FILL_NULL) {
		ZVAL_NULL(&null);
		add_by_key(array, &source->key, &null);
	}
}

/* The results of the sources that were ready up to `until`, in the order that the options ask for. */
static void results_array(const async_trigger_t *trigger, zval *array, const async_source_t *until, zend_long count)
{
	async_source_t *source;
	bool is_past = false;

	array_init_size(array, count);
	for (source = trigger->base->ready; source; source = source->next_ready) {
		source->selected = !is_past;
		is_past = is_past || source == until;
		if (trigger->options & ASYNC_TRIGGER_COMPLETION) {
			add_result(trigger, array, source);
		}
	}
	if (trigger->options & ASYNC_TRIGGER_COMPLETION) {
		return;
	}
	for (source = trigger->base->sources; source; source = source->next) {
		add_result(trigger, array, source);
	}
}

static void errors_array(const async_trigger_t *trigger, zval *array, const async_source_t *until)
{
	array_init(array);
	for (async_source_t *source = trigger->base->ready; source; source = source->next_ready) {
		if (async_source_is_taken(source) && source->failed) {
			add_by_key(array, &source->key, &source->value);
		}
		if (source == until) {
			return;
		}
	}
}

static void pair(zval *result, zval *first, zval *errors)
{
	array_init_size(result, 2);
	add_next_index_zval(result, first);
	add_next_index_zval(result, errors);
}

/* ---- all, some ---- */

static async_source_t *first_error(const async_trigger_t *trigger)
{
	async_source_t *source = trigger->base->ready;

	while (source && !async_source_has_failed(source)) {
		source = source->next_ready;
	}
	return source;
}

static ZEND_COLD void throw_unreachable(const async_trigger_t *trigger, zend_long possible)
{
	async_throw("Cannot wait for " ZEND_LONG_FMT " successful results: at most " ZEND_LONG_FMT " are possible",
		trigger->needed, possible);
}

static void give_array(async_trigger_t *trigger, zval *result, async_source_t *until, zend_long successes,
	bool complete)
{
	zval results, errors;

	if (complete || (trigger->options & ASYNC_TRIGGER_PARTIAL)) {
		results_array(trigger, &results, until, successes);
	} else {
		ZVAL_NULL(&results);
	}
	if (trigger->errors == ASYNC_ERRORS_CAPTURE) {
		errors_array(trigger, &errors, until);
		pair(result, &results, &errors);
	} else {
		ZVAL_COPY_VALUE(result, &results);
	}
}

/* Give the outcome of the sources up to `until`, which were all taken. */
static void tell(async_trigger_t *trigger, zval *result, const async_outcome_t *outcome)
{
	const bool some = trigger->kind == ASYNC_TRIGGER_SOME;
	const zend_long successes = outcome->successes, failures = outcome->failures;
	const bool missing = some && successes < trigger->needed;

	if (missing && (trigger->errors == ASYNC_ERRORS_THROW
		|| (trigger->needed > trigger->base->count && !(trigger->options & ASYNC_TRIGGER_PARTIAL)))) {
		throw_unreachable(trigger, successes + trigger->base->pending);
	} else if (trigger->errors == ASYNC_ERRORS_THROW && failures > 0 && !some) {
		throw_error(first_error(trigger));
	} else if (trigger->errors == ASYNC_ERRORS_IGNORE) {
		give_array(trigger, result, outcome->until, successes, successes > 0 || failures == 0);
	} else {
		give_array(trigger, result, outcome->until, successes, some ? !missing : failures == 0);
	}
}

/* Give the result of all() if it is there. Every source counts, so none is asked before it was taken whether it has
 * failed: with nested triggers, each level would ask all levels below. */
static void take_all(async_trigger_t *trigger, zval *result)
{
	async_trigger_t *base = trigger->base;
	async_outcome_t outcome;

	do {
		if (trigger->errors == ASYNC_ERRORS_IGNORE && !handle_new_errors(trigger)) {
			return;
		}
		if (base->pending > 0) {
			return;
		}
		if (async_trigger_all_taken(trigger, base->last_ready)) {
			outcome = async_trigger_outcome(trigger);
			tell(trigger, result, &outcome);
			return;
		}
	} while (async_trigger_take_until(trigger, base->last_ready));
}

/* Give the result of anyOf() if it is there. Whether a nested trigger fails is known only after that trigger was taken:
 * so after each round of taking, all sources are checked again. */
static void take_some(async_trigger_t *trigger, zval *result)
{
	async_outcome_t outcome;

	do {
		if (trigger->errors == ASYNC_ERRORS_IGNORE && !handle_new_errors(trigger)) {
			return;
		}
		outcome = async_trigger_outcome(trigger);
		if (outcome.error && trigger->errors == ASYNC_ERRORS_THROW) {
			/* Take this error only. The waiter may not await again, and the other errors would be lost. */
			if (async_source_take(outcome.error) && outcome.error->failed) {
				throw_error(outcome.error);
			}
			return;
		}
		if (!async_trigger_has_enough(trigger, outcome.successes)) {
			return;
		}
		if (async_trigger_all_taken(trigger, outcome.until)) {
			tell(trigger, result, &outcome);
			return;
		}
	} while (async_trigger_take_until(trigger, outcome.until));
}

/* ---- one; captured any ---- */

static void take_one(async_trigger_t *trigger, zval *result)
{
	zend_object *object = trigger->base->sources->object;
	zval value, errors;
	bool failed;

	ZEND_ASSERT(trigger->base->count == 1 && "ONE has one source");
	if (!async_trigger_take_from(object, &value, &failed)) {
		return;
	}
	if (!failed) {
		if (trigger->errors != ASYNC_ERRORS_CAPTURE || Z_TYPE(value) == IS_UNDEF) {
			ZVAL_COPY_VALUE(result, &value);
			return;
		}
		ZVAL_EMPTY_ARRAY(&errors);
		pair(result, &value, &errors);
		return;
	}
	if (trigger->errors == ASYNC_ERRORS_CAPTURE) {
		zval null;

		ZVAL_NULL(&null);
		array_init(&errors);
		add_next_index_zval(&errors, &value);
		pair(result, &null, &errors);
		return;
	}
	if (handle(trigger, &value)) {
		ZVAL_NULL(result);
	}
	zval_ptr_dtor(&value);
}

/* [first success or NULL, the errors before it] */
static void take_next_captured(async_trigger_t *trigger, zval *result)
{
	async_trigger_t *base = trigger->base;
	async_source_t *until;
	zval value, errors;

	for (;;) {
		until = base->ready;
		while (until && async_source_has_failed(until)) {
			until = until->next_ready;
		}
		if (until == NULL && base->pending > 0) {
			return;
		}
		if (async_trigger_is_exhausted(trigger)) {
			throw_exhausted();
			return;
		}
		if (async_trigger_all_taken(trigger, until)) {
			break;
		}
		if (!async_trigger_take_until(trigger, until)) {
			return;
		}
	}
	errors_array(trigger, &errors, until);
	ZVAL_NULL(&value);
	while (base->ready) {
		async_source_t *source = async_trigger_pop(trigger);

		if (source == until) {
			deliver(source, &value);
			break;
		}
		source->delivered = true;
		async_trigger_changed();
	}
	pair(result, &value, &errors);
}

/* ---- all kinds ---- */

void async_trigger_take(async_trigger_t *trigger, zval *result)
{
	switch (trigger->kind) {
		case ASYNC_TRIGGER_ONE:
			take_one(trigger, result);
			return;
		case ASYNC_TRIGGER_ANY:
			if (trigger->errors == ASYNC_ERRORS_THROW) {
				take_next(trigger, result);
			} else if (trigger->errors == ASYNC_ERRORS_CAPTURE) {
				take_next_captured(trigger, result);
			} else {
				take_next_success(trigger, result);
			}
			return;
		case ASYNC_TRIGGER_ALL:
			take_all(trigger, result);
			return;
		default:
			take_some(trigger, result);
	}
}

/*
 * The result of a trigger: when it is there, and how it is made of the outcomes of the sources.
 */
#include "await/trigger.h"

#include "engine/values.h"
#include "scheduler/scheduler.h"

#include "zend_exceptions.h"

#include "exceptions.h"

/* ---- questions ---- */

/* A trigger passes a question on to its sources. One that is a source at several places answers it once: else the cost
 * would double with each level where it is listed twice. No PHP code runs meanwhile, so the answers stay right. They do
 * so until a source changes. Until then all is one question: a taking asks at each level on its way down, each level
 * would ask all levels below. */
static bool begin_question(void)
{
	if (ASYNC_MODULE_G(trigger_is_asked)) {
		return false;
	}
	ASYNC_MODULE_G(trigger_is_asked) = true;
	if (!ASYNC_MODULE_G(trigger_answers_hold)) {
		ASYNC_MODULE_G(trigger_question)++;
		ASYNC_MODULE_G(trigger_answers_hold) = true;
	}
	return true;
}

static void end_question(bool began)
{
	if (began) {
		ASYNC_MODULE_G(trigger_is_asked) = false;
	}
}

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

/* The first source up to `until` (NULL: the last one) with an error that was not delivered yet; NULL: there is none. */
static async_source_t *next_error(const async_trigger_t *trigger, const async_source_t *until)
{
	async_trigger_t *base = trigger->base;
	const bool is_settled = base->unsettled == 0 && base->kind != ASYNC_TRIGGER_ANY;
	async_source_t *source = is_settled && base->checked ? base->checked : base->ready;

	for (; source && (until == NULL || source->order <= until->order); source = source->next_ready) {
		if (!source->delivered && async_source_has_failed(source)) {
			return source;
		}
		if (is_settled) {
			base->checked = source;
		}
	}
	return NULL;
}

/* Call the handler for each error that it has not got yet. It gets an error when the source fails, not at the end.
 * False after an exception. */
static bool handle_new_errors(async_trigger_t *trigger)
{
	async_source_t *source;

	/* The handler may suspend, so the list may change: begin again after each error. */
	while ((source = next_error(trigger, NULL)) != NULL) {
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

static bool trigger_is_over(const async_trigger_t *trigger);

/* May the source give another value after the one that was taken? Never a coroutine or a future, nor any other source
 * that has failed. */
static bool may_fire_again(const async_source_t *source)
{
	const async_trigger_t *nested = async_trigger_if(source->object);

	if (nested) {
		return !trigger_is_over(nested);
	}
	return !source->failed && !instanceof_function(source->object->ce, async_ce_completable);
}

/* Give the value of a source that is not in the list any more, or throw its error. Watch it again if need be. */
static void deliver(async_source_t *source, zval *result)
{
	ZEND_ASSERT(async_source_is_taken(source) && "a source is taken before it is delivered");
	if (source->failed) {
		throw_error(source);
	} else {
		ZVAL_COPY(result, &source->value);
	}
	if (may_fire_again(source)) {
		async_clear_value(&source->value);
		source->delivered = false;
		async_trigger_changed();
		async_source_watch(source);
	}
}

/* Can any() give nothing more? The functions of the await family do not throw then: they return NULL. */
static bool is_exhausted(const async_trigger_t *trigger)
{
	return trigger->base->ready == NULL && trigger->base->pending == 0 && trigger->errors != ASYNC_ERRORS_IGNORE
		&& !(trigger->options & ASYNC_TRIGGER_PARTIAL);
}

static ZEND_COLD void throw_exhausted(void)
{
	async_throw("Nothing is left to wait for: all sources of any() have been delivered");
}

static void take_next(async_trigger_t *trigger, zval *result)
{
	async_source_t *source = trigger->base->ready;

	if (source == NULL) {
		if (is_exhausted(trigger)) {
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

/* What the sources that are ready say by now. */
typedef struct {
	async_source_t *until;      /* the last source that counts; NULL: no source is ready */
	zend_long successes;        /* of the sources up to it … */
	zend_long failures;
	async_source_t *error;      /* … and for a SOME that throws, the first of them with an error to deliver; or NULL */
} outcome_t;

/* Sources count up to the one at which the needed number of successes is reached, in the order of completion, or else
 * all. Each source is asked once whether it has failed: a nested trigger asks its own sources, and so on, so that two
 * questions at each level would double the cost with each level. */
static outcome_t count_outcome(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	outcome_t outcome = { .until = base->last_ready };
	const bool began = begin_question();

	for (async_source_t *source = base->ready; source; source = source->next_ready) {
		if (async_source_has_failed(source)) {
			outcome.failures++;
			if (outcome.error == NULL && !source->delivered) {
				outcome.error = source;
			}
		} else if (++outcome.successes == trigger->needed && trigger->kind == ASYNC_TRIGGER_SOME) {
			outcome.until = source;
			break;
		}
	}
	end_question(began);
	return outcome;
}

static outcome_t outcome_of(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	outcome_t outcome;

	if (base->unsettled > 0) {
		return count_outcome(trigger);
	}
	outcome.until = base->reached ? base->reached : base->last_ready;
	outcome.successes = base->reached ? trigger->needed : base->successes;
	outcome.failures = base->reached ? base->failures_before : base->failures;
	outcome.error = trigger->kind == ASYNC_TRIGGER_SOME && trigger->errors == ASYNC_ERRORS_THROW
		? next_error(trigger, outcome.until) : NULL;
	return outcome;
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
static void tell(async_trigger_t *trigger, zval *result, const outcome_t *outcome)
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

static bool is_over(const async_trigger_t *trigger, zend_long successes)
{
	const async_trigger_t *base = trigger->base;

	return base->pending == 0 || (trigger->kind == ASYNC_TRIGGER_SOME
		&& (successes >= trigger->needed || successes + base->pending < trigger->needed));
}

/* Give the result of all() if it is there. Every source counts, so none is asked before it was taken whether it has
 * failed: with nested triggers, each level would ask all levels below. */
static void take_all(async_trigger_t *trigger, zval *result)
{
	async_trigger_t *base = trigger->base;
	outcome_t outcome;

	do {
		if (trigger->errors == ASYNC_ERRORS_IGNORE && !handle_new_errors(trigger)) {
			return;
		}
		if (base->pending > 0) {
			return;
		}
		if (async_trigger_all_taken(trigger, base->last_ready)) {
			outcome = outcome_of(trigger);
			tell(trigger, result, &outcome);
			return;
		}
	} while (async_trigger_take_until(trigger, base->last_ready));
}

/* Give the result of anyOf() if it is there. Whether a nested trigger fails is known only after that trigger was taken:
 * so after each round of taking, all sources are checked again. */
static void take_some(async_trigger_t *trigger, zval *result)
{
	outcome_t outcome;

	do {
		if (trigger->errors == ASYNC_ERRORS_IGNORE && !handle_new_errors(trigger)) {
			return;
		}
		outcome = outcome_of(trigger);
		if (outcome.error && trigger->errors == ASYNC_ERRORS_THROW) {
			/* Take this error only. The waiter may not await again, and the other errors would be lost. */
			if (async_source_take(outcome.error) && outcome.error->failed) {
				throw_error(outcome.error);
			}
			return;
		}
		if (!is_over(trigger, outcome.successes)) {
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
		if (is_exhausted(trigger)) {
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

bool async_trigger_is_ready(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	outcome_t outcome;

	if (UNEXPECTED(base->taker != NULL)) {
		return false;
	}
	if (trigger->kind == ASYNC_TRIGGER_ONE) {
		return async_source_ops(base->sources)->is_ready(base->sources->object);
	}
	if (base->pending == 0) {
		return true;
	}
	if (trigger->kind == ASYNC_TRIGGER_ANY && trigger->errors != ASYNC_ERRORS_CAPTURE) {
		return base->ready != NULL;
	}
	if (trigger->kind == ASYNC_TRIGGER_ALL) {
		return trigger->errors == ASYNC_ERRORS_IGNORE && next_error(trigger, NULL) != NULL;
	}
	outcome = outcome_of(trigger);
	if (trigger->kind == ASYNC_TRIGGER_ANY) {
		return outcome.successes > 0;
	}
	return is_over(trigger, outcome.successes)
		|| (trigger->errors == ASYNC_ERRORS_THROW && outcome.error != NULL)
		|| (trigger->errors == ASYNC_ERRORS_IGNORE && next_error(trigger, NULL) != NULL);
}

static bool find_failure(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	outcome_t outcome;

	if (trigger->kind == ASYNC_TRIGGER_ANY && is_exhausted(trigger)) {
		return true;
	}
	if (trigger->errors != ASYNC_ERRORS_THROW) {
		return false;
	}
	if (trigger->kind == ASYNC_TRIGGER_ANY) {
		return base->ready && async_source_has_failed(base->ready);
	}
	outcome = outcome_of(trigger);
	return trigger->kind == ASYNC_TRIGGER_ALL ? outcome.failures > 0
		: outcome.successes < trigger->needed || outcome.error != NULL;
}

bool async_trigger_has_failed(async_trigger_t *trigger)
{
	const bool began = begin_question();

	if (trigger->asked != ASYNC_MODULE_G(trigger_question)) {
		trigger->answer = find_failure(trigger);
		trigger->asked = ASYNC_MODULE_G(trigger_question);
	}
	end_question(began);
	return trigger->answer;
}

/* Will each further await give the same? Then a trigger that has this one as a source does not watch it again. */
static bool trigger_is_over(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	outcome_t outcome;

	switch (trigger->kind) {
		case ASYNC_TRIGGER_ONE:
			return !may_fire_again(base->sources);
		case ASYNC_TRIGGER_ANY:
			return base->pending == 0 && base->ready == NULL;
		case ASYNC_TRIGGER_ALL:
			return base->pending == 0;
		default:
			outcome = outcome_of(trigger);
			return is_over(trigger, outcome.successes)
				&& (trigger->errors != ASYNC_ERRORS_THROW || outcome.error == NULL);
	}
}

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

/*
 * What a trigger gives, from what its sources gave.
 */
#include "trigger.h"

#include "zend_exceptions.h"

#include "exceptions.h"

static const async_awaitable_ops_t *ops_of(const async_source_t *source)
{
	return async_awaitable_from_obj(source->object)->ops;
}

static bool is_taken(const async_source_t *source)
{
	return Z_TYPE(source->value) != IS_UNDEF;
}

static bool has_failed(const async_source_t *source)
{
	return is_taken(source) ? source->failed : ops_of(source)->has_failed(source->object);
}

/* It fires once, so that what it is now it will be. */
static bool is_final(const async_source_t *source)
{
	return instanceof_function(source->object->ce, async_ce_completable);
}

/* ---- taking ---- */

static void remove_ready(async_source_t *source)
{
	async_trigger_t *base = source->trigger;
	async_source_t **link = &base->ready;
	async_source_t *before = NULL;

	while (*link != source) {
		before = *link;
		link = &before->next_ready;
	}
	*link = source->next_ready;
	if (base->last_ready == source) {
		base->last_ready = before;
	}
}

/* Move the pending exception to *value. False for exit(), which passes. */
static bool catch_exception(zval *value)
{
	if (zend_is_unwind_exit(EG(exception))) {
		return false;
	}
	ZVAL_OBJ_COPY(value, EG(exception));
	zend_clear_exception();
	return true;
}

bool async_source_take(async_source_t *source)
{
	zval value;

	if (is_taken(source)) {
		return true;
	}
	if (ops_of(source)->is_ready(source->object)) {
		ZVAL_UNDEF(&value);
		ops_of(source)->take(source->object, &value);
		source->failed = EG(exception) != NULL;
		if (source->failed && !catch_exception(&value)) {
			return false;
		}
		if (Z_TYPE(value) != IS_UNDEF) {
			ZVAL_COPY_VALUE(&source->value, &value);
			return true;
		}
	}
	/* Somebody else took what made it ready. */
	remove_ready(source);
	async_source_watch(source);
	return false;
}

static void throw_error(async_source_t *source)
{
	source->delivered = true;
	Z_ADDREF(source->value);
	zend_throw_exception_internal(Z_OBJ(source->value));
}

/* Give an error to the handler of ignoreErrors(). False when that one threw. */
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

/* The handler hears of errors as they come. False when something was thrown. */
static bool handle_new_errors(async_trigger_t *trigger)
{
	async_source_t *source = trigger->base->ready;

	while (source) {
		if (source->delivered || !has_failed(source)) {
			source = source->next_ready;
			continue;
		}
		if (async_source_take(source)) {
			zval exception;

			source->delivered = true;
			ZVAL_COPY(&exception, &source->value);
			handle(trigger, &exception);
			zval_ptr_dtor(&exception);
		}
		if (EG(exception)) {
			return false;
		}
		/* It may have suspended: the list may be another. */
		source = trigger->base->ready;
	}
	return true;
}

/* ---- any ---- */

static void give_value(async_source_t *source, zval *result)
{
	if (is_final(source)) {
		ZVAL_COPY(result, &source->value);
		return;
	}
	/* It may fire again. */
	ZVAL_COPY_VALUE(result, &source->value);
	ZVAL_UNDEF(&source->value);
	async_source_watch(source);
}

static ZEND_COLD void throw_exhausted(void)
{
	async_throw("Nothing is left to wait for: all sources of any() have been delivered");
}

static void take_next(async_trigger_t *trigger, zval *result)
{
	async_source_t *source = trigger->base->ready;

	if (source == NULL) {
		if (trigger->base->pending == 0) {
			throw_exhausted();
		}
		return;
	}
	if (!async_source_take(source)) {
		return;
	}
	async_trigger_pop(trigger);
	if (source->failed) {
		throw_error(source);
	} else {
		give_value(source, result);
	}
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
		if (!source->failed) {
			give_value(source, result);
			return;
		}
		source->delivered = true;
		ZVAL_COPY(&exception, &source->value);
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

/* The last of the ready ones that count: where the needed number of successes is reached, or the last of all. */
static async_source_t *last_that_counts(const async_trigger_t *trigger, zend_long *successes, zend_long *failures)
{
	async_source_t *source = trigger->base->ready;

	*successes = *failures = 0;
	for (; source; source = source->next_ready) {
		if (has_failed(source)) {
			++*failures;
		} else if (++*successes == trigger->needed && trigger->kind == ASYNC_TRIGGER_SOME) {
			return source;
		}
	}
	return trigger->base->last_ready;
}

/* Results of those up to `until`: which those are is a matter of the completion, their order one of the options. */
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
		if (is_taken(source) && source->failed) {
			add_by_key(array, &source->key, &source->value);
		}
		if (source == until) {
			return;
		}
	}
}

static bool take_until(const async_trigger_t *trigger, const async_source_t *until)
{
	for (async_source_t *source = trigger->base->ready; source; source = source->next_ready) {
		if (!async_source_take(source)) {
			return false;
		}
		if (source == until) {
			break;
		}
	}
	return true;
}

static void pair(zval *result, zval *first, zval *errors)
{
	array_init_size(result, 2);
	add_next_index_zval(result, first);
	add_next_index_zval(result, errors);
}

/* ---- all, some ---- */

static async_source_t *first_error(const async_trigger_t *trigger, const async_source_t *until, bool undelivered)
{
	for (async_source_t *source = trigger->base->ready; source; source = source->next_ready) {
		if (source->failed && is_taken(source) && !(undelivered && source->delivered)) {
			return source;
		}
		if (source == until) {
			return NULL;
		}
	}
	return NULL;
}

/* Does the next undelivered error come before it is enough? */
static bool error_comes_first(const async_trigger_t *trigger, const async_source_t *until)
{
	for (const async_source_t *source = trigger->base->ready; source; source = source->next_ready) {
		if (!source->delivered && has_failed(source)) {
			return true;
		}
		if (source == until) {
			return false;
		}
	}
	return false;
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

static void take_array(async_trigger_t *trigger, zval *result)
{
	const bool some = trigger->kind == ASYNC_TRIGGER_SOME;
	async_source_t *until, *error;
	zend_long successes, failures;
	bool reached, over;

	if (trigger->errors == ASYNC_ERRORS_IGNORE && !handle_new_errors(trigger)) {
		return;
	}
	until = last_that_counts(trigger, &successes, &failures);
	reached = some ? successes >= trigger->needed : trigger->base->pending == 0;
	over = reached || successes + trigger->base->pending < trigger->needed || trigger->base->pending == 0;
	if (trigger->errors == ASYNC_ERRORS_THROW && some && error_comes_first(trigger, until)) {
		if (take_until(trigger, until) && (error = first_error(trigger, until, true)) != NULL) {
			throw_error(error);
		}
		return;
	}
	if (!over || !take_until(trigger, until)) {
		return;
	}
	if (some && !reached && (trigger->errors == ASYNC_ERRORS_THROW
		|| (trigger->needed > trigger->base->count && !(trigger->options & ASYNC_TRIGGER_PARTIAL)))) {
		throw_unreachable(trigger, successes + trigger->base->pending);
	} else if (trigger->errors == ASYNC_ERRORS_THROW && !some && (error = first_error(trigger, until, false)) != NULL) {
		throw_error(error);
	} else if (trigger->errors == ASYNC_ERRORS_IGNORE) {
		give_array(trigger, result, until, successes, successes > 0 || failures == 0);
	} else {
		give_array(trigger, result, until, successes, some ? reached : failures == 0);
	}
}

/* ---- one; captured any ---- */

static void take_one(async_trigger_t *trigger, zval *result)
{
	zend_object *object = trigger->base->sources->object;
	zval value, errors, exception;

	ZVAL_UNDEF(&value);
	async_awaitable_from_obj(object)->ops->take(object, &value);
	if (EG(exception) == NULL) {
		if (trigger->errors != ASYNC_ERRORS_CAPTURE || Z_TYPE(value) == IS_UNDEF) {
			ZVAL_COPY_VALUE(result, &value);
			return;
		}
		ZVAL_EMPTY_ARRAY(&errors);
		pair(result, &value, &errors);
		return;
	}
	if (trigger->errors == ASYNC_ERRORS_THROW || !catch_exception(&exception)) {
		return;
	}
	if (trigger->errors == ASYNC_ERRORS_CAPTURE) {
		ZVAL_NULL(&value);
		array_init(&errors);
		add_next_index_zval(&errors, &exception);
		pair(result, &value, &errors);
		return;
	}
	if (handle(trigger, &exception)) {
		ZVAL_NULL(result);
	}
	zval_ptr_dtor(&exception);
}

/* [first success or NULL, the errors before it] */
static void take_next_captured(async_trigger_t *trigger, zval *result)
{
	async_trigger_t *base = trigger->base;
	async_source_t *until = base->ready;
	zval value, errors;

	while (until && has_failed(until)) {
		until = until->next_ready;
	}
	if ((until == NULL && base->pending > 0) || !take_until(trigger, until)) {
		return;
	}
	errors_array(trigger, &errors, until);
	ZVAL_NULL(&value);
	while (base->ready) {
		async_source_t *source = async_trigger_pop(trigger);

		source->delivered = true;
		if (source == until) {
			give_value(source, &value);
			break;
		}
	}
	pair(result, &value, &errors);
}

/* ---- all kinds ---- */

bool async_trigger_is_ready(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	zend_long successes, failures;

	switch (trigger->kind) {
		case ASYNC_TRIGGER_ONE:
			return ops_of(base->sources)->is_ready(base->sources->object);
		case ASYNC_TRIGGER_ANY:
			if (base->pending == 0 || trigger->errors != ASYNC_ERRORS_CAPTURE) {
				return base->pending == 0 || base->ready;
			}
			last_that_counts(trigger, &successes, &failures);
			return successes > 0;
		default:
			break;
	}
	if (base->pending == 0) {
		return true;
	}
	if (trigger->errors == ASYNC_ERRORS_IGNORE && error_comes_first(trigger, base->last_ready)) {
		return true;
	}
	if (trigger->kind == ASYNC_TRIGGER_ALL) {
		return false;
	}
	const async_source_t *until = last_that_counts(trigger, &successes, &failures);
	return successes >= trigger->needed || successes + base->pending < trigger->needed
		|| (trigger->errors == ASYNC_ERRORS_THROW && error_comes_first(trigger, until));
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
		default:
			take_array(trigger, result);
	}
}

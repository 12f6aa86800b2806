/*
 * The outcome of a trigger by now: whether its result is there, whether it has failed, whether more can come.
 */
#include "await/trigger.h"
#include "await/trigger_outcome.h"

#include "scheduler/scheduler.h"

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

/* ---- the sources ---- */

async_source_t *async_trigger_next_error(const async_trigger_t *trigger, const async_source_t *until)
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

/* Sources count up to the one at which the needed number of successes is reached, in the order of completion, or else
 * all. Each source is asked once whether it has failed: a nested trigger asks its own sources, and so on, so that two
 * questions at each level would double the cost with each level. */
static async_outcome_t count_outcome(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	async_outcome_t outcome = { .until = base->last_ready };
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

async_outcome_t async_trigger_outcome(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	async_outcome_t outcome;

	if (base->unsettled > 0) {
		return count_outcome(trigger);
	}
	outcome.until = base->reached ? base->reached : base->last_ready;
	outcome.successes = base->reached ? trigger->needed : base->successes;
	outcome.failures = base->reached ? base->failures_before : base->failures;
	outcome.error = trigger->kind == ASYNC_TRIGGER_SOME && trigger->errors == ASYNC_ERRORS_THROW
		? async_trigger_next_error(trigger, outcome.until) : NULL;
	return outcome;
}

/* ---- the trigger ---- */

bool async_trigger_is_exhausted(const async_trigger_t *trigger)
{
	return trigger->base->ready == NULL && trigger->base->pending == 0 && trigger->errors != ASYNC_ERRORS_IGNORE
		&& !(trigger->options & ASYNC_TRIGGER_PARTIAL);
}

bool async_trigger_has_enough(const async_trigger_t *trigger, zend_long successes)
{
	const async_trigger_t *base = trigger->base;

	return base->pending == 0 || (trigger->kind == ASYNC_TRIGGER_SOME
		&& (successes >= trigger->needed || successes + base->pending < trigger->needed));
}

bool async_trigger_is_ready(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	async_outcome_t outcome;

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
		return trigger->errors == ASYNC_ERRORS_IGNORE && async_trigger_next_error(trigger, NULL) != NULL;
	}
	outcome = async_trigger_outcome(trigger);
	if (trigger->kind == ASYNC_TRIGGER_ANY) {
		return outcome.successes > 0;
	}
	return async_trigger_has_enough(trigger, outcome.successes)
		|| (trigger->errors == ASYNC_ERRORS_THROW && outcome.error != NULL)
		|| (trigger->errors == ASYNC_ERRORS_IGNORE && async_trigger_next_error(trigger, NULL) != NULL);
}

static bool find_failure(const async_trigger_t *trigger)
{
	const async_trigger_t *base = trigger->base;
	async_outcome_t outcome;

	if (trigger->kind == ASYNC_TRIGGER_ANY && async_trigger_is_exhausted(trigger)) {
		return true;
	}
	if (trigger->errors != ASYNC_ERRORS_THROW) {
		return false;
	}
	if (trigger->kind == ASYNC_TRIGGER_ANY) {
		return base->ready && async_source_has_failed(base->ready);
	}
	outcome = async_trigger_outcome(trigger);
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
	async_outcome_t outcome;

	switch (trigger->kind) {
		case ASYNC_TRIGGER_ONE:
			return !async_source_may_fire_again(base->sources);
		case ASYNC_TRIGGER_ANY:
			return base->pending == 0 && base->ready == NULL;
		case ASYNC_TRIGGER_ALL:
			return base->pending == 0;
		default:
			outcome = async_trigger_outcome(trigger);
			return async_trigger_has_enough(trigger, outcome.successes)
				&& (trigger->errors != ASYNC_ERRORS_THROW || outcome.error == NULL);
	}
}

bool async_source_may_fire_again(const async_source_t *source)
{
	const async_trigger_t *nested = async_trigger_if(source->object);

	if (nested) {
		return !trigger_is_over(nested);
	}
	return !source->failed && !instanceof_function(source->object->ce, async_ce_completable);
}

/*
 * Taking the outcomes of the sources of a trigger, exceptions included.
 */
#include "await/trigger_hold.h"

#include "scheduler/scheduler.h"

#include "zend_exceptions.h"

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
	async_trigger_changed();
	if (base->last_ready == source) {
		base->last_ready = before;
	}
	ZEND_ASSERT((base->ready == NULL) == (base->last_ready == NULL) && "an empty list has neither end");
}

/* May the coroutine get its cancellation from now on? Not when it was delivered already: a cancellation is delivered
 * once. */
static bool can_be_cancelled(const async_coroutine_t *self)
{
	return self && (ASYNC_G(phase) == ASYNC_PHASE_FORCED || (self->flags & ASYNC_COROUTINE_CANCEL_PENDING)
		|| !(self->flags & ASYNC_COROUTINE_CANCEL_REQUESTED));
}

/* Was a cancellation delivered since can_be_cancelled(`self`), inside of a handler that did not catch it? The handler
 * may have gone on in another coroutine, with a Fiber. */
static bool was_cancelled(const async_coroutine_t *self, bool could_be)
{
	const async_coroutine_t *now = ASYNC_G(current);

	return now && EG(exception) == now->cancellation && !(now->flags & ASYNC_COROUTINE_CANCEL_PENDING)
		&& (could_be || now != self);
}

bool async_trigger_take_from(zend_object *object, zval *value, bool *failed)
{
	const bool is_trigger = async_trigger_if(object) != NULL;
	async_coroutine_t *self = is_trigger ? async_self_hold() : NULL;
	const bool can_be = can_be_cancelled(self);
	bool ends;

	ZVAL_UNDEF(value);
	async_awaitable_from_obj(object)->ops->take(object, value);
	*failed = EG(exception) != NULL;
	ends = UNEXPECTED(*failed) && (async_is_exit(EG(exception)) || (is_trigger && was_cancelled(self, can_be)));
	async_self_release(self);
	if (UNEXPECTED(*failed) && !ends) {
		ZVAL_OBJ_COPY(value, EG(exception));
		zend_clear_exception();
	}
	return !ends;
}

/* Take from the awaitable of a source. A nested trigger may run a handler, which may suspend: no other coroutine takes
 * from this trigger meanwhile. */
static bool take_locked(async_source_t *source, zval *value)
{
	async_trigger_t *base = source->trigger;
	async_coroutine_t *taker;
	bool taken;

	if (async_trigger_if(source->object) == NULL) {
		taken = async_trigger_take_from(source->object, value, &source->failed);
		async_source_close_failure(source);
		return taken;
	}
	ZEND_ASSERT(base->taker == NULL && "one coroutine takes at a time");
	taker = base->taker = async_self_hold();
	taken = async_trigger_take_from(source->object, value, &source->failed);
	base->taker = NULL;
	async_self_release(taker);
	if (async_source_is_coroutine(source)) {
		async_source_close_failure(source);
	}
	async_wait_list_wake_all(&base->awaitable.waiters);
	return taken;
}

static void see_ready_errors(async_trigger_t *base, uint64_t question);

static void see_error(async_source_t *source, uint64_t question)
{
	async_trigger_t *nested = async_trigger_if(source->object);
	zval exception;
	bool failed;

	if (nested) {
		see_ready_errors(nested->base, question);
		return;
	}
	if (async_source_is_taken(source) || !async_source_ops(source)->is_ready(source->object)
		|| !async_source_ops(source)->has_failed(source->object)) {
		return;
	}
	if (async_trigger_take_from(source->object, &exception, &failed)) {
		zval_ptr_dtor(&exception);
	}
}

/* Once for each question: a trigger may be a source at several places. */
static void see_ready_errors(async_trigger_t *base, uint64_t question)
{
	if (base->seen == question) {
		return;
	}
	base->seen = question;
	for (async_source_t *source = base->ready; source; source = source->next_ready) {
		see_error(source, question);
	}
}

void async_trigger_see_errors(async_trigger_t *trigger)
{
	see_ready_errors(trigger->base, ++ASYNC_MODULE_G(trigger_question));
}

bool async_source_take(async_source_t *source)
{
	zval value;

	if (async_source_is_taken(source)) {
		return true;
	}
	if (async_source_ops(source)->is_ready(source->object)) {
		if (!take_locked(source, &value)) {
			return false;
		}
		if (Z_TYPE(value) != IS_UNDEF) {
			ZVAL_COPY_VALUE(&source->value, &value);
			async_trigger_changed();
			return true;
		}
	}
	/* Another waiter took the value that had made the source ready. */
	remove_ready(source);
	async_source_watch(source);
	return false;
}

bool async_trigger_take_until(const async_trigger_t *trigger, const async_source_t *until)
{
	for (int nested = 1; nested >= 0; nested--) {
		for (async_source_t *source = trigger->base->ready; source; source = source->next_ready) {
			if ((async_trigger_if(source->object) != NULL) == nested && !async_source_take(source)) {
				return false;
			}
			if (source == until) {
				break;
			}
		}
	}
	return true;
}

bool async_trigger_all_taken(const async_trigger_t *trigger, const async_source_t *until)
{
	for (const async_source_t *source = trigger->base->ready; source; source = source->next_ready) {
		if (!async_source_is_taken(source)) {
			return false;
		}
		if (source == until) {
			break;
		}
	}
	return true;
}

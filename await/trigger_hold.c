/*
 * Failures of a trigger's sources that are held while the trigger is awaited (scheduler/failure.h), and given back.
 */
#include "await/trigger_hold.h"

#include "scheduler/end.h"
#include "scheduler/failure.h"
#include "scheduler/scheduler.h"

void async_source_hold(const async_source_t *source)
{
	if (async_source_ops(source)->hold) {
		async_source_ops(source)->hold(source->object);
	}
}

void async_source_let_go(const async_source_t *source)
{
	if (async_source_ops(source)->release) {
		async_source_ops(source)->release(source->object);
	}
}

bool async_source_is_eager(const async_source_t *source)
{
	return source->trigger->kind == ASYNC_TRIGGER_ONE || async_trigger_if(source->object);
}

static void hold_failure(async_source_t *source)
{
	async_trigger_t *base = source->trigger;
	const async_coroutine_t *failed = async_coroutine_if(source->object);

	ZEND_ASSERT(source->is_open && !source->is_held && failed && "a failure is held once");
	if (async_ring_is_empty(&base->held)) {
		base->is_held_in_many = false;
	} else {
		const async_source_t *other = async_container_of(async_ring_first(&base->held), async_source_t, failure);
		base->is_held_in_many |= async_coroutine_if(other->object)->scope != failed->scope;
	}
	source->is_held = true;
	async_ring_insert_tail(&base->held, &source->failure);
	async_source_hold(source);
}

void async_source_note_failure(async_source_t *source)
{
	async_trigger_t *base = source->trigger;
	const async_coroutine_t *coroutine = async_coroutine_if(source->object);

	if (coroutine == NULL || !async_failure_is_open(coroutine)) {
		return;
	}
	source->is_open = true;
	if (base->awaiters > 0) {
		hold_failure(source);
	} else {
		async_ring_insert_tail(&base->unheld, &source->failure);
	}
}

void async_source_close_failure(async_source_t *source)
{
	if (source->is_open) {
		source->is_open = false;
		async_ring_remove(&source->failure);
		if (source->is_held) {
			source->is_held = false;
			async_source_let_go(source);
		}
	}
}

static bool fails_globally(const async_source_t *source)
{
	return async_coroutine_if(source->object)->scope->flags & ASYNC_SCOPE_GLOBAL;
}

/* Give all holds back, and note the failures for the next await. `now`: without one more round. */
static void unhold_all(async_trigger_t *base, bool now)
{
	while (!async_ring_is_empty(&base->held)) {
		async_source_t *source = async_container_of(base->held.prev, async_source_t, failure);

		/* A failure in a scope is routed before all else, so the first one comes last. */
		if (!now || fails_globally(source)) {
			source = async_container_of(async_ring_first(&base->held), async_source_t, failure);
		}
		async_ring_remove(&source->failure);
		source->is_held = false;
		async_ring_insert_tail(&base->unheld, &source->failure);
		if (now) {
			async_failure_release_now(async_coroutine_if(source->object));
		} else {
			async_failure_release(async_coroutine_if(source->object));
		}
	}
}

void async_trigger_drop_releaser(async_trigger_t *base)
{
	async_coroutine_t *releaser = base->releaser;

	if (releaser) {
		base->releaser = NULL;
		if (releaser->params) {
			ZVAL_NULL(&releaser->params[0]);
		}
		async_coroutine_release(releaser);
	}
}

/* Body of the releaser: all coroutines that were ready at the end of the await have run by now. */
static void release_late(async_coroutine_t *self)
{
	async_trigger_t *base;

	if (Z_TYPE(self->params[0]) != IS_PTR) {
		return;
	}
	base = Z_PTR(self->params[0]);
	if (base->awaiters == 0) {
		unhold_all(base, true);
	}
	async_trigger_drop_releaser(base);
}

void async_trigger_await_begin(async_trigger_t *trigger)
{
	async_trigger_t *base = trigger->base;

	if (base->awaiters++ > 0) {
		return;
	}
	for (async_source_t *source = base->eager; source; source = source->next_eager) {
		async_source_hold(source);
	}
	while (!async_ring_is_empty(&base->unheld)) {
		async_source_t *source = async_container_of(async_ring_first(&base->unheld), async_source_t, failure);
		async_ring_remove(&source->failure);
		source->is_open = async_failure_is_open(async_coroutine_if(source->object));
		if (source->is_open) {
			hold_failure(source);
		}
	}
}

/* Failures of one scope are given back by one service coroutine, unless the next await begins before it runs: so a loop
 * of awaits does not give back and take again all that is left each time. */
void async_trigger_await_end(async_trigger_t *trigger)
{
	async_trigger_t *base = trigger->base;

	ZEND_ASSERT(base->awaiters > 0 && "each end has its beginning");
	if (--base->awaiters > 0) {
		return;
	}
	for (async_source_t *source = base->eager; source; source = source->next_eager) {
		async_source_let_go(source);
	}
	if (EXPECTED(async_ring_is_empty(&base->held)) || base->releaser) {
		return;
	}
	if (base->is_held_in_many || async_is_unwinding()) {
		unhold_all(base, false);
	} else {
		const async_source_t *first = async_container_of(async_ring_first(&base->held), async_source_t, failure);

		base->releaser = async_coroutine_new_service(release_late, 1);
		ZVAL_PTR(&base->releaser->params[0], base);
		async_coroutine_addref(base->releaser);
		async_scheduler_enqueue(base->releaser, async_coroutine_if(first->object)->scope, false);
	}
}

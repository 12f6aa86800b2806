/*
 * Reaping: dropping references on coroutines that have ended where PHP code may run.
 */
#include "scheduler/reap.h"

#include "engine/values.h"

#include "scheduler/deferred_release.h"
#include "scheduler/end.h"
#include "scheduler/scheduler.h"

#include "zend_gc.h"

void async_scheduler_reap_later(async_coroutine_t *coroutine)
{
	coroutine->queue_next = ASYNC_G(unreaped);
	ASYNC_G(unreaped) = coroutine;
}

/* May PHP code run when the coroutine lets go of its context? */
static bool context_has_more(const zend_object *context)
{
	return (GC_FLAGS(context) & IS_OBJ_WEAKLY_REFERENCED) || !async_class_ops->is_context_empty(context);
}

static bool goes_with_it(const zend_object *object)
{
	return object && GC_REFCOUNT(object) == 1;
}

/* Is this the last reference, and may PHP code run when it is dropped? The values of a weak map go with their keys. */
static bool must_be_deferred(const async_coroutine_t *coroutine)
{
	return GC_REFCOUNT(&coroutine->std) == 1
		&& (goes_with_it(coroutine->exception) || goes_with_it(coroutine->cancellation)
			|| (coroutine->local_context && context_has_more(coroutine->local_context))
			|| (Z_REFCOUNTED(coroutine->result) && Z_TYPE(coroutine->result) != IS_STRING
				&& Z_REFCOUNT(coroutine->result) == 1)
			|| (GC_FLAGS(&coroutine->std) & IS_OBJ_WEAKLY_REFERENCED));
}

bool async_scheduler_defer_last(async_coroutine_t *coroutine)
{
	zval object;

	ZEND_ASSERT(async_coroutine_is_completed(coroutine) && "only what is left of it is released");
	if (EXPECTED(!must_be_deferred(coroutine)) || async_scheduler_is_over()) {
		return false;
	}
	ZVAL_OBJ(&object, &coroutine->std);
	async_deferred_add(&object);
	async_deferred_schedule();
	return true;
}

void async_scheduler_release_quietly(async_coroutine_t *coroutine)
{
	if (EXPECTED(GC_REFCOUNT(&coroutine->std) > 1)) {
		async_release_uncollected(&coroutine->std);
	} else if (async_coroutine_is_completed(coroutine) && EXPECTED(!async_scheduler_is_over())) {
		async_scheduler_reap_later(coroutine);
	} else {
		async_coroutine_release(coroutine);
	}
}

void async_scheduler_reap_all(void)
{
	/* The service coroutine that should have released the deferred values had no stack. */
	const bool must_release = UNEXPECTED(ASYNC_G(deferred) != NULL) && !ASYNC_G(deferred_is_scheduled);
	/* Releasing a reference that is not the last may start the garbage collector, whose destructors would run here. */
	const bool collects = gc_enable(false);
	async_coroutine_t *coroutine;

	while ((coroutine = ASYNC_G(unreaped)) != NULL) {
		ASYNC_G(unreaped) = coroutine->queue_next;
		if (UNEXPECTED(must_be_deferred(coroutine))) {
			zval object;
			ZVAL_OBJ(&object, &coroutine->std);
			async_deferred_add(&object);
		} else {
			async_coroutine_release(coroutine);
		}
	}
	gc_enable(collects);
	if (UNEXPECTED(must_release)) {
		async_deferred_release();
	} else {
		async_deferred_schedule();
	}
}

void async_self_unshield_and_throw(async_coroutine_t *self)
{
	if (self == NULL) {
		return;
	}
	async_coroutine_unprotect(self);
	if (self == ASYNC_G(current) && !EG(exception) && async_coroutine_is_cancellation_due(self)) {
		async_throw_cancellation();
	}
	async_self_release(self);
}

ASYNC_ALWAYS_RUNS void async_scheduler_reap_here(void)
{
	async_coroutine_t *coroutine;

	while (ASYNC_G(end) == ASYNC_END_NONE && (coroutine = ASYNC_G(unreaped)) != NULL) {
		ASYNC_G(unreaped) = coroutine->queue_next;
		async_coroutine_release(coroutine);
	}
	async_deferred_release();
}

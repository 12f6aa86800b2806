/*
 * Deferred release of values whose destructors may wait or throw.
 */
#include "scheduler/deferred_release.h"

#include "engine/values.h"
#include "scheduler/end.h"
#include "scheduler/scheduler.h"

struct async_deferred {
	async_deferred_t *next;
	async_body_t body;
};

static void append(const async_body_t *body)
{
	async_deferred_t *deferred = emalloc(sizeof(*deferred));

	ZEND_ASSERT((ASYNC_G(deferred) == NULL) == (ASYNC_G(deferred_tail) == NULL) && "both ends or neither");
	deferred->next = NULL;
	deferred->body = *body;
	if (ASYNC_G(deferred_tail)) {
		ASYNC_G(deferred_tail)->next = deferred;
	} else {
		ASYNC_G(deferred) = deferred;
	}
	ASYNC_G(deferred_tail) = deferred;
	if (UNEXPECTED(async_scheduler_is_over())) {
		/* The caller is plain synchronous PHP: destructors may run at once. */
		async_deferred_release();
	}
}

void async_deferred_add_body(async_coroutine_t *coroutine)
{
	async_body_t body;

	if (async_body_take(coroutine, &body)) {
		append(&body);
	}
}

void async_deferred_add(const zval *value)
{
	const async_body_t body = { .callable = *value };

	append(&body);
}

void async_deferred_drop(zend_object *object)
{
	zval last;

	if (GC_REFCOUNT(object) > 1) {
		async_release_uncollected(object);
		return;
	}
	ZVAL_OBJ(&last, object);
	async_deferred_add(&last);
	async_deferred_schedule();
}

void async_body_release(async_body_t *body)
{
	if (body->params) {
		for (uint32_t i = 0; i < body->param_count; i++) {
			zval_ptr_dtor(&body->params[i]);
		}
		efree(body->params);
	}
	async_clear_array(&body->named_params);
	zval_ptr_dtor(&body->callable);
}

ASYNC_ALWAYS_RUNS void async_deferred_release(void)
{
	async_deferred_t *deferred;

	while ((deferred = ASYNC_G(deferred)) != NULL) {
		ASYNC_G(deferred) = deferred->next;
		if (deferred->next == NULL) {
			ZEND_ASSERT(ASYNC_G(deferred_tail) == deferred && "only the last value has no next one");
			ASYNC_G(deferred_tail) = NULL;
		}
		async_body_release(&deferred->body);
		efree(deferred);
	}
}

static void release_later(async_coroutine_t *self)
{
	(void) self;
	ZEND_ASSERT(ASYNC_G(deferred_is_scheduled) && "there is one such coroutine at a time");
	ASYNC_G(deferred_is_scheduled) = false;
	async_deferred_release();
}

void async_deferred_schedule(void)
{
	/* Without a stack for one such coroutine there is none for the next one, either: no end of them would follow. */
	if (ASYNC_G(deferred) == NULL || ASYNC_G(deferred_is_scheduled) || UNEXPECTED(ASYNC_G(deferred_gave_up))
		|| async_is_unwinding()) {
		return;
	}
	ASYNC_G(deferred_is_scheduled) = true;
	async_scheduler_enqueue(async_coroutine_new_service(release_later, 0), &ASYNC_G(global_scope), false);
}

bool async_deferred_give_up(async_coroutine_t *releaser)
{
	if (releaser->entry != release_later) {
		return false;
	}
	ZEND_ASSERT(ASYNC_G(deferred_is_scheduled) && "there is one such coroutine at a time");
	ASYNC_G(deferred_is_scheduled) = false;
	ASYNC_G(deferred_gave_up) = true;
	async_coroutine_addref(releaser);
	async_scheduler_reap_later(releaser);
	return true;
}

ASYNC_ALWAYS_RUNS void async_deferred_forget(void)
{
	ASYNC_G(deferred) = ASYNC_G(deferred_tail) = NULL;
	ASYNC_G(deferred_is_scheduled) = false;
}

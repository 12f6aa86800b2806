#include "scheduler/deferred_release.h"

#include "scheduler/end.h"
#include "scheduler/scheduler.h"

struct async_remains {
	async_remains_t *next;
	zval *params;
	HashTable *named_params;
	zval value;
	uint32_t param_count;
};

static void append(async_remains_t *remains)
{
	remains->next = NULL;
	if (ASYNC_G(remains_tail)) {
		ASYNC_G(remains_tail)->next = remains;
	} else {
		ASYNC_G(remains) = remains;
	}
	ASYNC_G(remains_tail) = remains;
	if (UNEXPECTED(async_scheduler_is_over())) {
		/* Plain synchronous PHP: nothing is in the middle of anything. */
		async_remains_release();
	}
}

void async_remains_take_body(async_coroutine_t *coroutine)
{
	async_remains_t *remains;

	if (!coroutine->params && !coroutine->named_params && Z_TYPE(coroutine->callable) == IS_UNDEF) {
		return;
	}
	remains = emalloc(sizeof(*remains));
	remains->params = coroutine->params;
	remains->param_count = coroutine->param_count;
	remains->named_params = coroutine->named_params;
	ZVAL_COPY_VALUE(&remains->value, &coroutine->callable);
	coroutine->params = NULL;
	coroutine->param_count = 0;
	coroutine->named_params = NULL;
	ZVAL_UNDEF(&coroutine->callable);
	coroutine->fcc.function_handler = NULL;
	append(remains);
}

void async_remains_take(const zval *value)
{
	async_remains_t *remains = emalloc(sizeof(*remains));

	remains->params = NULL;
	remains->param_count = 0;
	remains->named_params = NULL;
	ZVAL_COPY_VALUE(&remains->value, value);
	append(remains);
}

static void release(async_remains_t *remains)
{
	for (uint32_t i = 0; i < remains->param_count; i++) {
		zval_ptr_dtor(&remains->params[i]);
	}
	if (remains->params) {
		efree(remains->params);
	}
	if (remains->named_params) {
		zend_array_release(remains->named_params);
	}
	zval_ptr_dtor(&remains->value);
	efree(remains);
}

void async_remains_release(void)
{
	async_remains_t *remains;

	while ((remains = ASYNC_G(remains)) != NULL) {
		ASYNC_G(remains) = remains->next;
		if (remains->next == NULL) {
			ASYNC_G(remains_tail) = NULL;
		}
		release(remains);
	}
}

static void release_later(async_coroutine_t *self)
{
	(void) self;
	ASYNC_G(remains_are_left) = false;
	async_remains_release();
}

void async_remains_leave(void)
{
	if (ASYNC_G(remains) == NULL || ASYNC_G(remains_are_left) || async_is_unwinding()) {
		return;
	}
	ASYNC_G(remains_are_left) = true;
	async_scheduler_enqueue(async_coroutine_new_service(release_later, 0), &ASYNC_G(global_scope), false);
}

bool async_remains_give_up(async_coroutine_t *releaser)
{
	if (releaser->entry != release_later) {
		return false;
	}
	ASYNC_G(remains_are_left) = false;
	async_coroutine_addref(releaser);
	async_scheduler_bury_later(releaser);
	return true;
}

void async_remains_forget(void)
{
	ASYNC_G(remains) = ASYNC_G(remains_tail) = NULL;
	ASYNC_G(remains_are_left) = false;
}

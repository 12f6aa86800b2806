/*
 * Output buffers that a coroutine has opened, moved off the engine's stack at a park and back afterwards.
 */
#include "engine/output.h"

#include "engine/flow.h"
#include "engine/put_aside.h"

/* A level of the base was closed, by any coroutine: a level that is opened in its place belongs to its opener. */
static void base_level_closed(void *level)
{
	uint32_t index = (uint32_t) (uintptr_t) level - 1;

	ZEND_ASSERT(level && "levels are numbered from 1");
	if (ASYNC_ENGINE_G(base_output_levels) > index) {
		ASYNC_ENGINE_G(base_output_levels) = index;
	}
}

void async_output_mark_base(void)
{
	php_output_handler **handlers = zend_stack_base(&OG(handlers));

	ASYNC_ENGINE_G(base_output_levels) = async_output_level_count();
	for (uint32_t i = 0; i < ASYNC_ENGINE_G(base_output_levels); i++) {
		/* The destructor of the context reports that the level is closed. Handlers of the engine and of users have no
		 * context. Other handlers (compression) have one: the close of such a level after the first async call is not
		 * noticed. */
		if (handlers[i]->opaq == NULL && handlers[i]->dtor == NULL) {
			php_output_handler_set_context(handlers[i], (void *) (uintptr_t) (i + 1), base_level_closed);
		}
	}
}

static php_output_handler *pop_level(void)
{
	php_output_handler **top = zend_stack_top(&OG(handlers));
	php_output_handler *handler = *top;
	php_output_handler **below;

	ZEND_ASSERT(async_output_level_count() > ASYNC_ENGINE_G(base_output_levels) && "the base is not taken off");
	zend_stack_del_top(&OG(handlers));
	below = zend_stack_top(&OG(handlers));
	OG(active) = below ? *below : NULL;
	return handler;
}

void async_output_detach(async_output_levels_t *levels)
{
	levels->count = 0;
	levels->handlers = NULL;
	if (!async_output_has_own_levels()) {
		return;
	}
	levels->count = async_output_level_count() - ASYNC_ENGINE_G(base_output_levels);
	levels->handlers = safe_emalloc(levels->count, sizeof(*levels->handlers), 0);
	for (uint32_t i = levels->count; i > 0; i--) {
		levels->handlers[i - 1] = pop_level();
	}
}

void async_output_attach(async_output_levels_t *levels)
{
	ZEND_ASSERT((levels->count > 0) == (levels->handlers != NULL) && "the array is NULL when there are no levels");
	for (uint32_t i = 0; i < levels->count; i++) {
		php_output_handler *handler = levels->handlers[i];
		zend_stack_push(&OG(handlers), &handler);
		handler->level = (int) async_output_level_count() - 1;
		OG(active) = handler;
	}
	if (levels->handlers) {
		efree(levels->handlers);
		levels->handlers = NULL;
	}
	levels->count = 0;
}

void async_output_detach_more(async_output_levels_t *levels)
{
	async_output_levels_t more;

	async_output_detach(&more);
	if (levels->count == 0) {
		*levels = more;
	} else if (more.count > 0) {
		levels->handlers =
			safe_erealloc(levels->handlers, levels->count + more.count, sizeof(*levels->handlers), 0);
		memcpy(levels->handlers + levels->count, more.handlers, more.count * sizeof(*more.handlers));
		levels->count += more.count;
		efree(more.handlers);
	}
}

void async_output_drop(async_output_levels_t *levels)
{
	for (uint32_t i = 0; i < levels->count; i++) {
		php_output_handler_free(&levels->handlers[i]);
	}
	if (levels->handlers) {
		efree(levels->handlers);
	}
	levels->count = 0;
	levels->handlers = NULL;
}

void async_output_end_above(uint32_t count)
{
	/* The engine calls no handler while an exception is in flight. */
	const async_put_aside_t kept = async_put_aside();

	while (async_output_level_count() > count) {
		/* As at the end of a request: also levels that users may not remove. */
		OG(active)->flags |= PHP_OUTPUT_HANDLER_REMOVABLE;
		php_output_end();
	}
	async_put_back(kept);
}

void async_output_end_own_levels(void)
{
	if (EXPECTED(!async_flow->is_unwinding())) {
		async_output_end_above(ASYNC_ENGINE_G(base_output_levels));
		return;
	}
	while (async_output_has_own_levels()) {
		php_output_handler *handler = pop_level();
		php_output_handler_free(&handler);
	}
}

/*
 * Output buffers per coroutine.
 *
 * Levels that were open at the first async call are the common base. The levels that a coroutine opened itself are
 * detached from the engine's stack while it is parked and pushed back, renumbered, when it goes on. A coroutine that
 * ends flushes its own levels down to the base.
 */
#ifndef ASYNC_ENGINE_OUTPUT_H
#define ASYNC_ENGINE_OUTPUT_H

#include "engine/globals.h"

#include "php_output.h"

typedef struct {
	uint32_t count;
	php_output_handler **handlers;  /* bottom first, emalloc'ed, NULL when count is 0 */
} async_output_levels_t;

static zend_always_inline uint32_t async_output_level_count(void)
{
	/* What zend_stack_count() answers, without a call on every switch. */
	return (uint32_t) OG(handlers).top;
}

static zend_always_inline bool async_output_has_own_levels(void)
{
	return async_output_level_count() > ASYNC_ENGINE_G(base_output_levels);
}

/* The first async call: the levels that are open now are the common base, until they are closed. */
void async_output_mark_base(void);

/* Neither suspends nor runs PHP code. */
void async_output_detach(async_output_levels_t *levels);
void async_output_attach(async_output_levels_t *levels);

/* Flush and close the current coroutine's own levels. Runs output handlers; they cannot suspend. While the request
 * is unwound (D15) the levels are dropped without calling anybody. */
void async_output_end_own_levels(void);

#endif

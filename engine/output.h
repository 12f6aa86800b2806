/*
 * Output buffers: the base that all coroutines share, and the levels of one coroutine.
 *
 * Levels that were open at the first async call are the base. The levels that a coroutine opened itself are taken off
 * the engine's stack while it is parked, and pushed back and renumbered when it goes on. A coroutine that ends flushes
 * its own levels down to the base.
 */
#ifndef ASYNC_ENGINE_OUTPUT_H
#define ASYNC_ENGINE_OUTPUT_H

#include "engine/globals.h"

#include "php_output.h"

typedef struct {
	uint32_t count;
	php_output_handler **handlers;  /* bottom first; owned, emalloc'ed, NULL when count is 0 */
} async_output_levels_t;

static zend_always_inline uint32_t async_output_level_count(void)
{
	/* As zend_stack_count(), without a function call on every switch. */
	return (uint32_t) OG(handlers).top;
}

static zend_always_inline bool async_output_has_own_levels(void)
{
	return async_output_level_count() > ASYNC_ENGINE_G(base_output_levels);
}

/* The first async call: the levels that are open now are the base until they are closed. */
void async_output_mark_base(void);

/* Take the current coroutine's own levels off the engine's stack; push them back.
 * owns: *levels owns them meanwhile; suspends: no; runs PHP: no */
void async_output_detach(async_output_levels_t *levels);
void async_output_attach(async_output_levels_t *levels);

/* Add the current coroutine's own levels to those that *levels has. */
void async_output_detach_more(async_output_levels_t *levels);

/* Flush and close the levels above the lowest `count` ones. An exception in flight stays so, and follows one that a
 * handler throws; exit() stays exit().
 * suspends: no; runs PHP: output handlers, which cannot park */
void async_output_end_above(uint32_t count);

/* Free them, and call no handler. */
void async_output_drop(async_output_levels_t *levels);

/* Flush and close the current coroutine's own levels. While the request is unwound (D15) the levels are dropped and no
 * handler is called.
 * suspends: no; runs PHP: output handlers, which cannot park */
void async_output_end_own_levels(void);

#endif

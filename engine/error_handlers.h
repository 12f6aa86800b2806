/*
 * User error handlers: the base that all coroutines see, and the handlers of one coroutine.
 *
 * The handlers that the main flow has set are the base. All coroutines see it, also those spawned before. Handlers that
 * a coroutine sets on top of the base belong to that coroutine: it takes them along at a park, and they are dropped at
 * its end. A coroutine that restores more handlers than it has set changes the base.
 *
 * Exception handlers are shared within an isolation: an exception reaches them in the main context only (D29).
 * Each isolation has a base of its own (engine/isolation/handlers.h).
 */
#ifndef ASYNC_ENGINE_ERROR_HANDLERS_H
#define ASYNC_ENGINE_ERROR_HANDLERS_H

#include "engine/globals.h"

typedef struct {
	zval handler;    /* UNDEF: there is none, or it is running */
	int mask;
} async_error_handler_level_t;

/* Handlers of one coroutine while it is parked. */
typedef struct {
	/* this coroutine is inside a handler of the base, which was put back into its slot for the other coroutines */
	bool reinstated;
	zval handler;
	zend_execute_data *raiser;
	const void *code;
	/* its own handlers, bottom first; owned, emalloc'ed, NULL when there are none */
	uint32_t count;
	async_error_handler_level_t *levels;
} async_error_handlers_t;

/* Has a switch anything to do: was a handler called, set or restored? */
static zend_always_inline bool async_error_handlers_are_dirty(void)
{
	return UNEXPECTED(ASYNC_ENGINE_G(error_raiser) != NULL)
		|| UNEXPECTED((uint32_t) EG(user_error_handlers).top != ASYNC_ENGINE_G(base_error_handlers));
}

/* Move the handlers of the current coroutine into *state and leave the base; move them back.
 * owns: *state owns them meanwhile; suspends: no; runs PHP: no */
void async_error_handlers_detach(async_error_handlers_t *state);
void async_error_handlers_attach(async_error_handlers_t *state);

/* The coroutine has ended: release its handlers. runs PHP: destructors of handlers */
void async_error_handlers_drop(async_error_handlers_t *state);

/* The error levels that the handler of the base asks for. */
int async_error_handlers_base_mask(void);

/* The handler that the current coroutine has, also while it runs. UNDEF: none. borrowed */
const zval *async_error_handlers_current(void);

extern const async_part_t async_error_handlers_part;

#endif

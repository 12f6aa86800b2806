/*
 * User error handlers per coroutine.
 *
 * What the main flow has set is the base, seen by all, also by coroutines that were spawned before. The handlers that
 * a coroutine sets on top of it (usually around one call, and restores) are its own: they are taken along at a park
 * and dropped at its end. One that restores more than it has set changes the base.
 *
 * Exception handlers stay shared: what reaches them is raised in the main context (D29).
 */
#ifndef ASYNC_ENGINE_ERROR_HANDLERS_H
#define ASYNC_ENGINE_ERROR_HANDLERS_H

#include "engine/globals.h"

typedef struct {
	zval handler;    /* UNDEF: none, or it runs */
	int mask;
} async_error_handler_level_t;

/* What one coroutine took along. */
typedef struct {
	/* the handler of the base that this coroutine runs, put back for the others meanwhile */
	bool reinstated;
	zval handler;
	zend_execute_data *raiser;
	const void *code;
	/* its own handlers, bottom first, emalloc'ed, NULL when there are none */
	uint32_t count;
	async_error_handler_level_t *levels;
} async_error_handlers_t;

/* Is anything to be done at a switch: a handler was called, or set or restored? */
static zend_always_inline bool async_error_handlers_are_dirty(void)
{
	return UNEXPECTED(ASYNC_ENGINE_G(error_raiser) != NULL)
		|| UNEXPECTED((uint32_t) EG(user_error_handlers).top != ASYNC_ENGINE_G(base_error_handlers));
}

/* Take the state along and leave the base; put it back. Neither suspends nor runs PHP code. */
void async_error_handlers_detach(async_error_handlers_t *state);
void async_error_handlers_attach(async_error_handlers_t *state);

/* The coroutine ended: drop what it took along. May run PHP code (destructors of handlers). */
void async_error_handlers_drop(async_error_handlers_t *state);

/* What the handler of the base wants to see. */
int async_error_handlers_base_mask(void);

void async_error_handlers_startup(void);
void async_error_handlers_request_end(void);

#endif

/*
 * Handlers of isolations: the stacks of error and exception handlers, and the shutdown functions.
 *
 * Error handlers that a coroutine has set are its own (engine/error_handlers.h) and are off the stack at a switch. What
 * is exchanged is the base below them.
 */
#ifndef ASYNC_ENGINE_ISOLATION_HANDLERS_H
#define ASYNC_ENGINE_ISOLATION_HANDLERS_H

#include "engine/globals.h"

#include "zend_stack.h"
#include "ext/standard/basic_functions.h"

/* While the isolation is parked. */
typedef struct {
	HashTable *shutdown_functions;
	bool is_any;                 /* false: there is no handler, and the fields below mean nothing */
	zval error_handler;
	int error_mask;
	zend_stack error_handlers;
	zend_stack error_masks;
	uint32_t base_error_handlers;
	zval exception_handler;
	zend_stack exception_handlers;
	bool is_armed;               /* main_handler.c: exception_handler is the stand-in for … */
	zval stood_for;              /* … this one */
} async_isolation_handlers_t;

/* A new isolation: copies of the handlers that the current coroutine sees, and no shutdown function.
 * owns: *handlers is the caller's; suspends: no; runs PHP: no */
void async_isolation_handlers_copy(async_isolation_handlers_t *handlers);

void async_isolation_handlers_exchange_slow(async_isolation_handlers_t *from, async_isolation_handlers_t *to);

/* Move the current handlers to *from and those of *to into their place. Allocates nothing. */
static zend_always_inline void async_isolation_handlers_exchange(
	async_isolation_handlers_t *from, async_isolation_handlers_t *to)
{
	from->shutdown_functions = BG(user_shutdown_function_names);
	BG(user_shutdown_function_names) = to->shutdown_functions;
	/* IS_UNDEF is 0. */
	from->is_any = (Z_TYPE(EG(user_error_handler)) | EG(user_error_handlers).top
		| Z_TYPE(EG(user_exception_handler)) | EG(user_exception_handlers).top) != 0;
	if (UNEXPECTED(from->is_any | to->is_any)) {
		async_isolation_handlers_exchange_slow(from, to);
	}
}

/* Run the shutdown functions of the current isolation, and those that they register, and remove them.
 * suspends, runs PHP: these functions; errors: an exception of theirs is in flight then, the rest has not run; a fatal
 * error of theirs goes on */
void async_isolation_shutdown_functions_run(void);

/* The same after a fatal error of the request: none can park, and a further fatal error ends them only. */
void async_isolation_shutdown_functions_run_after_fatal_error(void);

/* Release the handlers of the current isolation. runs PHP: destructors */
void async_isolation_handlers_end(void);

/* Release those of a parked one. runs PHP: destructors */
void async_isolation_handlers_forget(async_isolation_handlers_t *handlers);

#endif

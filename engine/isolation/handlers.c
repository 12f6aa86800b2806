/*
 * Handlers of isolations: copies of the stacks, their exchange and end, and running the shutdown functions.
 */
#include "engine/isolation/handlers.h"

#include "engine/error_handlers.h"

static void no_handlers(async_isolation_handlers_t *handlers)
{
	memset(handlers, 0, sizeof(*handlers));
	zend_stack_init(&handlers->error_handlers, sizeof(zval));
	zend_stack_init(&handlers->error_masks, sizeof(int));
	zend_stack_init(&handlers->exception_handlers, sizeof(zval));
	ZVAL_UNDEF(&handlers->error_handler);
	ZVAL_UNDEF(&handlers->exception_handler);
	ZVAL_UNDEF(&handlers->stood_for);
}

static void copy_handlers(zend_stack *to, const zend_stack *from)
{
	const zval *handlers = zend_stack_base(from);

	for (int i = 0; i < from->top; i++) {
		zval copy;
		ZVAL_COPY(&copy, &handlers[i]);
		zend_stack_push(to, &copy);
	}
}

void async_isolation_handlers_copy(async_isolation_handlers_t *handlers)
{
	const int *masks = zend_stack_base(&EG(user_error_handlers_error_reporting));
	const zval *exception_handler =
		ASYNC_ENGINE_G(exception_handler_armed) ? &ASYNC_ENGINE_G(exception_handler) : &EG(user_exception_handler);

	no_handlers(handlers);
	ZVAL_COPY(&handlers->error_handler, async_error_handlers_current());
	handlers->error_mask = EG(user_error_handler_error_reporting);
	copy_handlers(&handlers->error_handlers, &EG(user_error_handlers));
	for (int i = 0; i < EG(user_error_handlers_error_reporting).top; i++) {
		zend_stack_push(&handlers->error_masks, &masks[i]);
	}
	handlers->base_error_handlers = (uint32_t) handlers->error_handlers.top;
	ZVAL_COPY(&handlers->exception_handler, exception_handler);
	copy_handlers(&handlers->exception_handlers, &EG(user_exception_handlers));
	handlers->is_any = true;
}

/* ---- the exchange ---- */

static void take(async_isolation_handlers_t *handlers)
{
	ZVAL_COPY_VALUE(&handlers->error_handler, &EG(user_error_handler));
	handlers->error_mask = EG(user_error_handler_error_reporting);
	handlers->error_handlers = EG(user_error_handlers);
	handlers->error_masks = EG(user_error_handlers_error_reporting);
	handlers->base_error_handlers = ASYNC_ENGINE_G(base_error_handlers);
	ZVAL_COPY_VALUE(&handlers->exception_handler, &EG(user_exception_handler));
	handlers->exception_handlers = EG(user_exception_handlers);
	handlers->is_armed = ASYNC_ENGINE_G(exception_handler_armed);
	ZVAL_COPY_VALUE(&handlers->stood_for, &ASYNC_ENGINE_G(exception_handler));
}

static void put(const async_isolation_handlers_t *handlers)
{
	ZVAL_COPY_VALUE(&EG(user_error_handler), &handlers->error_handler);
	EG(user_error_handler_error_reporting) = handlers->error_mask;
	EG(user_error_handlers) = handlers->error_handlers;
	EG(user_error_handlers_error_reporting) = handlers->error_masks;
	ASYNC_ENGINE_G(base_error_handlers) = handlers->base_error_handlers;
	ZVAL_COPY_VALUE(&EG(user_exception_handler), &handlers->exception_handler);
	EG(user_exception_handlers) = handlers->exception_handlers;
	ASYNC_ENGINE_G(exception_handler_armed) = handlers->is_armed;
	ZVAL_COPY_VALUE(&ASYNC_ENGINE_G(exception_handler), &handlers->stood_for);
}

void async_isolation_handlers_exchange_slow(async_isolation_handlers_t *from, async_isolation_handlers_t *to)
{
	async_isolation_handlers_t none;

	if (!to->is_any) {
		no_handlers(&none);
		to = &none;
	}
	if (from->is_any) {
		take(from);
	} else {
		/* Nothing is in these stacks, but they may have memory. */
		zend_stack_destroy(&EG(user_error_handlers));
		zend_stack_destroy(&EG(user_error_handlers_error_reporting));
		zend_stack_destroy(&EG(user_exception_handlers));
	}
	put(to);
}

/* ---- shutdown functions ---- */

void async_isolation_shutdown_functions_run(void)
{
	const bool was_unclean = CG(unclean_shutdown);

	if (BG(user_shutdown_function_names) == NULL) {
		return;
	}
	php_call_shutdown_functions();
	if (UNEXPECTED(CG(unclean_shutdown) && !was_unclean)) {
		/* PHP ends the shutdown functions there. */
		zend_bailout();
	}
	php_free_shutdown_functions();
}

void async_isolation_shutdown_functions_run_after_fatal_error(void)
{
	if (BG(user_shutdown_function_names)) {
		php_call_shutdown_functions();
		php_free_shutdown_functions();
	}
}

/* ---- the end ---- */

static void release_handlers(zend_stack *stack)
{
	zval *handlers = zend_stack_base(stack);

	for (int i = stack->top; i-- > 0; ) {
		zval_ptr_dtor(&handlers[i]);
	}
	zend_stack_destroy(stack);
}

void async_isolation_handlers_forget(async_isolation_handlers_t *handlers)
{
	if (handlers->shutdown_functions) {
		zend_array_destroy(handlers->shutdown_functions);
	}
	if (!handlers->is_any) {
		return;
	}
	zval_ptr_dtor(&handlers->error_handler);
	release_handlers(&handlers->error_handlers);
	zend_stack_destroy(&handlers->error_masks);
	zval_ptr_dtor(&handlers->exception_handler);
	release_handlers(&handlers->exception_handlers);
	zval_ptr_dtor(&handlers->stood_for);
}

void async_isolation_handlers_end(void)
{
	async_isolation_handlers_t ended;
	async_isolation_handlers_t none;

	no_handlers(&none);
	async_isolation_handlers_exchange(&ended, &none);
	async_isolation_handlers_forget(&ended);
}

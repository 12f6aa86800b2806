/*
 * The stand-in for the user's exception handler while a cancellation may leave the main script.
 */
#include "engine/main_handler.h"

#include "engine/flow.h"
#include "engine/globals.h"
#include "engine/handlers.h"

#include "zend_closures.h"
#include "zend_exceptions.h"

#include "exceptions.h"

static zif_handler original_set_handler;
static zif_handler original_restore_handler;

/* Does what the engine does when an exception leaves the main script, except that cancellations are silent. */
static ZEND_NAMED_FUNCTION(stand_in)
{
	zval *exception = ZEND_CALL_ARG(execute_data, 1);

	if (async_exception_is_silent(Z_OBJ_P(exception))) {
		return;
	}
	ASYNC_ENGINE_G(main_failed) = true;
	if (Z_TYPE(ASYNC_ENGINE_G(exception_handler)) != IS_UNDEF) {
		/* The engine calls the handler without our frame in its backtrace, and an exception of the handler is fatal: do
		 * the same. */
		EG(current_execute_data) = execute_data->prev_execute_data;
		call_user_function(CG(function_table), NULL, &ASYNC_ENGINE_G(exception_handler), return_value, 1, exception);
		EG(current_execute_data) = execute_data;
		return;
	}
	Z_ADDREF_P(exception);
	zend_exception_error(Z_OBJ_P(exception), E_ERROR);
}

static zend_internal_function stand_in_function = {
	.type = ZEND_INTERNAL_FUNCTION,
	.handler = stand_in,
};

static void arm(void)
{
	ZEND_ASSERT(!ASYNC_ENGINE_G(exception_handler_armed) && "the stand-in is put there once");
	ASYNC_ENGINE_G(exception_handler_armed) = true;
	ZVAL_COPY_VALUE(&ASYNC_ENGINE_G(exception_handler), &EG(user_exception_handler));
	zend_create_fake_closure(&EG(user_exception_handler), (zend_function *) &stand_in_function, NULL, NULL, NULL);
}

ASYNC_ALWAYS_RUNS void async_main_handler_disarm(void)
{
	if (!ASYNC_ENGINE_G(exception_handler_armed)) {
		return;
	}
	ASYNC_ENGINE_G(exception_handler_armed) = false;
	zval_ptr_dtor(&EG(user_exception_handler));
	ZVAL_COPY_VALUE(&EG(user_exception_handler), &ASYNC_ENGINE_G(exception_handler));
	ZVAL_UNDEF(&ASYNC_ENGINE_G(exception_handler));
}

static zend_object *on_throw(zend_object *exception)
{
	if (exception && !ASYNC_ENGINE_G(exception_handler_armed)
		&& async_flow->is_main_script() && !async_flow->is_unwinding()
		&& (instanceof_function(exception->ce, async_ce_cancellation)
			|| (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF && async_flow->is_coroutine()))) {
		arm();
	}
	return exception;
}

static ZEND_NAMED_FUNCTION(set_handler)
{
	async_main_handler_disarm();
	original_set_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static ZEND_NAMED_FUNCTION(restore_handler)
{
	async_main_handler_disarm();
	original_restore_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const async_handler_swap_t swaps[] = {
	{ NULL, "set_exception_handler", set_handler, &original_set_handler },
	{ NULL, "restore_exception_handler", restore_handler, &original_restore_handler },
};

static ASYNC_ALWAYS_RUNS void start(void)
{
	/* Here, because all threads of the process share the function. */
	stand_in_function.function_name = ZSTR_CHAR('e');
	async_handlers_swap(swaps, sizeof(swaps) / sizeof(swaps[0]));
}

static ASYNC_ALWAYS_RUNS void start_request(void)
{
	ASYNC_ENGINE_G(main_failed) = false;
}

const async_part_t async_main_handler_part = {
	.startup = start,
	.request_start = start_request,
	.on_throw = on_throw,
};

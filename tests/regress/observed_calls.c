/*
 * An extension that observes as tracers do: it calls usleep_has_ended() of the program after each usleep(), and counts
 * the Fiber contexts that have begun and not ended. -DNAME=… gives it the name of a tracer.
 */
#include "php.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"
#include "zend_observer.h"

#ifndef NAME
# define NAME observed_calls
#endif

static int contexts;
static bool request_is_over;

/* As tracers do that have hooks in PHP: an exception of the hook is dropped, that of the function goes on.
 * exit() ends the program. */
static void call_hook(zend_execute_data *frame, zval *result)
{
	zend_object *exception = EG(exception);
	const zend_op *opline = EG(opline_before_exception);
	zend_fcall_info call = { .size = sizeof(call), .param_count = 1 };
	zval argument, ignored;

	(void) frame;
	(void) result;
	if (!zend_hash_str_exists(CG(function_table), "usleep_has_ended", strlen("usleep_has_ended"))) {
		return;
	}
	EG(exception) = NULL;
	ZVAL_STRING(&call.function_name, "usleep_has_ended");
	ZVAL_NULL(&argument);
	if (exception) {
		ZVAL_STR_COPY(&argument, exception->ce->name);
	}
	ZVAL_UNDEF(&ignored);
	call.retval = &ignored;
	call.params = &argument;
	zend_call_function(&call, NULL);
	zval_ptr_dtor(&ignored);
	zval_ptr_dtor(&argument);
	zval_ptr_dtor(&call.function_name);
	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		if (exception) {
			OBJ_RELEASE(exception);
		}
		return;
	}
	if (EG(exception)) {
		php_printf("dropped: %s\n", ZSTR_VAL(EG(exception)->ce->name));
		zend_clear_exception();
	}
	EG(exception) = exception;
	EG(opline_before_exception) = opline;
}

static zend_observer_fcall_handlers choose(zend_execute_data *frame)
{
	if (frame->func->type == ZEND_INTERNAL_FUNCTION
		&& zend_string_equals_literal(frame->func->common.function_name, "usleep")) {
		return (zend_observer_fcall_handlers) { NULL, call_hook };
	}
	return (zend_observer_fcall_handlers) { NULL, NULL };
}

static void on_init(zend_fiber_context *context)
{
	(void) context;
	contexts++;
}

static void on_destroy(zend_fiber_context *context)
{
	(void) context;
	contexts--;
	if (request_is_over) {
		fprintf(stderr, "A context ends after the request\n");
	}
}

static int start(INIT_FUNC_ARGS)
{
	(void) type;
	(void) module_number;
	zend_observer_fcall_register(choose);
	zend_observer_fiber_init_register(on_init);
	zend_observer_fiber_destroy_register(on_destroy);
	return SUCCESS;
}

static int end_request(SHUTDOWN_FUNC_ARGS)
{
	(void) type;
	(void) module_number;
	request_is_over = true;
	php_printf("contexts: %d\n", contexts);
	return SUCCESS;
}

static zend_module_entry module = { STANDARD_MODULE_HEADER, ZEND_TOSTR(NAME), NULL, start, NULL, NULL, end_request,
	NULL, "1", STANDARD_MODULE_PROPERTIES };

ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &module;
}

/*
 * Warnings, and error handlers of the user that throw where no code could catch it.
 */
#include "scheduler/warning.h"

#include "scheduler/fiber_context.h"

#include "engine/put_aside.h"

#include "zend_exceptions.h"
#include "zend_interfaces.h"

#include "exceptions.h"

static bool is_user_code_running(void)
{
	return async_user_frame() != NULL;
}

static void show(zend_string *file, uint32_t line, zend_string *text)
{
	const zend_execute_data *frame = file ? NULL : async_user_frame();

	if (frame && frame->opline->opcode == ZEND_HANDLE_EXCEPTION) {
		/* The engine would name line 0. */
		zend_error_at(E_WARNING, frame->func->op_array.filename, async_frame_line(frame), "%s", ZSTR_VAL(text));
	} else if (file && ZSTR_LEN(file) > 0) {
		zend_error_at(E_WARNING, file, line, "%s", ZSTR_VAL(text));
	} else {
		zend_error(E_WARNING, "%s", ZSTR_VAL(text));
	}
}

/* Raise it where no code can catch what the handler throws. */
static void raise_alone(zend_string *file, uint32_t line, zend_string *text)
{
	zend_execute_data *here = EG(current_execute_data);
	zend_execute_data bottom;
	int mask;

	if (here == NULL) {
		/* Without a frame the engine takes an exception for fatal. */
		async_fiber_context_bottom_frame(&bottom);
		EG(current_execute_data) = &bottom;
	}
	show(file, line, text);
	if (EG(exception) && !zend_is_unwind_exit(EG(exception))) {
		zend_clear_exception();
		mask = EG(user_error_handler_error_reporting);
		EG(user_error_handler_error_reporting) = 0;
		show(file, line, text);
		EG(user_error_handler_error_reporting) = mask;
	}
	EG(current_execute_data) = here;
}

/* The handler must run without a pending exception. */
static void warn(zend_string *file, uint32_t line, zend_string *text)
{
	async_put_aside_t kept;

	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		return;
	}
	kept = async_put_aside();
	if (is_user_code_running()) {
		show(file, line, text);
	} else {
		raise_alone(file, line, text);
	}
	async_put_back(kept);
}

static void warn_in_words(zend_string *file, uint32_t line, const char *format, va_list args)
{
	zend_string *text = zend_vstrpprintf(0, format, args);

	warn(file, line, text);
	zend_string_release(text);
}

ZEND_COLD void async_warn_at(zend_string *file, uint32_t line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	warn_in_words(file, line, format, args);
	va_end(args);
}

ZEND_COLD void async_warn_here(zend_string *file, uint32_t line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	warn_in_words(is_user_code_running() ? NULL : file, line, format, args);
	va_end(args);
}

/* The exception in words, with its trace; NULL: __toString() has failed. */
static zend_string *words_of(zend_object *exception)
{
	zval text;

	ZVAL_UNDEF(&text);
	zend_call_known_instance_method_with_0_params(exception->ce->__tostring, exception, &text);
	if (EG(exception) || Z_TYPE(text) != IS_STRING) {
		if (EG(exception) && !zend_is_unwind_exit(EG(exception))) {
			zend_clear_exception();
		}
		zval_ptr_dtor(&text);
		return NULL;
	}
	return Z_STR(text);
}

ZEND_COLD void async_warn_uncaught(zend_object *exception)
{
	zend_string *file, *words, *text;
	zend_long line;

	ZEND_ASSERT(EG(exception) == NULL && "__toString() cannot run beside an exception");
	if (exception->ce == zend_ce_parse_error || exception->ce == zend_ce_compile_error) {
		/* These are no warnings, and stock PHP does not show them to handlers either. */
		zend_exception_error(exception, E_WARNING);
		return;
	}
	words = words_of(exception);
	file = async_exception_place(exception, &line);
	text = zend_strpprintf(0, "Uncaught %s\n  thrown", words ? ZSTR_VAL(words) : ZSTR_VAL(exception->ce->name));
	if (EG(exception) == NULL) {
		warn(file, (uint32_t) line, text);
	}
	zend_string_release(text);
	zend_string_release(file);
	if (words) {
		zend_string_release(words);
	}
	OBJ_RELEASE(exception);
}

/*
 * What error_get_last() answers: the last error, and from PHP 8.5 on the stack trace of a fatal one.
 */
#ifndef ASYNC_ENGINE_LAST_ERROR_H
#define ASYNC_ENGINE_LAST_ERROR_H

#include "engine/globals.h"

typedef struct {
	int type;
	zend_string *message;   /* NULL: there is none */
	zend_string *file;
	int lineno;
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	zval trace;             /* IS_UNDEF: there is none. It can be there without a message: the error is being handled */
#endif
} async_last_error_t;

/* Is there a last error, or the trace of one? 0: no. One word without a branch, for the switch. */
static zend_always_inline uintptr_t async_last_error_bits(void)
{
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	/* IS_UNDEF is 0 */
	return (uintptr_t) PG(last_error_message) | (uintptr_t) Z_TYPE(EG(last_fatal_error_backtrace));
#else
	return (uintptr_t) PG(last_error_message);
#endif
}

/* Move the last error into *kept, and leave none.
 * owns: *kept owns it until it is put back or released; suspends: no; runs PHP: no */
static zend_always_inline void async_last_error_take(async_last_error_t *kept)
{
	kept->type = PG(last_error_type);
	kept->message = PG(last_error_message);
	kept->file = PG(last_error_file);
	kept->lineno = PG(last_error_lineno);
	PG(last_error_type) = PG(last_error_lineno) = 0;
	PG(last_error_message) = PG(last_error_file) = NULL;
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	ZVAL_COPY_VALUE(&kept->trace, &EG(last_fatal_error_backtrace));
	ZVAL_UNDEF(&EG(last_fatal_error_backtrace));
#endif
}

/* Move it back, where there is none now. */
static zend_always_inline void async_last_error_put_back(const async_last_error_t *kept)
{
	PG(last_error_type) = kept->type;
	PG(last_error_message) = kept->message;
	PG(last_error_file) = kept->file;
	PG(last_error_lineno) = kept->lineno;
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	ZVAL_COPY_VALUE(&EG(last_fatal_error_backtrace), &kept->trace);
#endif
}

/* suspends: no; runs PHP: destructors of what only a trace refers to */
static zend_always_inline void async_last_error_release(async_last_error_t *kept)
{
	if (kept->message) {
		zend_string_release(kept->message);
	}
	if (kept->file) {
		zend_string_release(kept->file);
	}
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	zval_ptr_dtor(&kept->trace);
#endif
}

/* The main flow is going to leave its frames by exit(), because a coroutine has ended the request by a fatal error: the
 * engine drops the trace of the error with that exception. Keep it for shutdown functions; give it back to them.
 * suspends: no; runs PHP: no */
static zend_always_inline void async_fatal_error_trace_keep(void)
{
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	zval_ptr_dtor(&ASYNC_ENGINE_G(fatal_error_trace));
	ZVAL_COPY_VALUE(&ASYNC_ENGINE_G(fatal_error_trace), &EG(last_fatal_error_backtrace));
	ZVAL_UNDEF(&EG(last_fatal_error_backtrace));
#endif
}

static zend_always_inline void async_fatal_error_trace_put_back(void)
{
#if ASYNC_COMPAT_HAS_FATAL_ERROR_TRACE
	if (Z_TYPE(ASYNC_ENGINE_G(fatal_error_trace)) != IS_UNDEF) {
		zval_ptr_dtor(&EG(last_fatal_error_backtrace));
		ZVAL_COPY_VALUE(&EG(last_fatal_error_backtrace), &ASYNC_ENGINE_G(fatal_error_trace));
		ZVAL_UNDEF(&ASYNC_ENGINE_G(fatal_error_trace));
	}
#endif
}

#endif

/*
 * Warnings of the scheduler and of the layers above it.
 *
 * A user's error handler may throw. When PHP code of the user runs, the exception belongs to that code. Otherwise (in a
 * service coroutine, in the drain, while the engine frees the objects of the request) no code could catch it, and it
 * would end the application. Then the exception is dropped, and the warning is displayed and logged as if there was no
 * handler.
 */
#ifndef ASYNC_SCHEDULER_WARNING_H
#define ASYNC_SCHEDULER_WARNING_H

#include "php.h"

/* Raise an E_WARNING.
 * file:     the place that is shown, borrowed; NULL or empty: that of the code that runs
 * suspends: in the user's error handler; runs PHP: that handler
 * errors:   an exception of the handler is in EG(exception) when PHP code of the user runs. One that was pending before
 *           becomes its previous one */
ZEND_COLD void async_warn_at(zend_string *file, uint32_t line, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);

/* The same with the place of the user's code that runs; with the given place when none runs. */
ZEND_COLD void async_warn_here(zend_string *file, uint32_t line, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);

/* Raise the E_WARNING "Uncaught ..." for an exception that gives way to another one. The text is that of the engine;
 * the engine itself would not call the user's error handler.
 * owns: takes over the reference; else as above; runs PHP: also __toString() of the exception */
ZEND_COLD void async_warn_uncaught(zend_object *exception);

#endif

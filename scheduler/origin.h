/*
 * Origins of exceptions (D36): which coroutines an exception has left, and where it was awaited.
 *
 * The exceptions themselves stay untouched: a table leads from the object to its origin, and an entry goes with its
 * object. Only the text of a fatal error uses it.
 */
#ifndef ASYNC_SCHEDULER_ORIGIN_H
#define ASYNC_SCHEDULER_ORIGIN_H

#include "scheduler/globals.h"

#include "zend_smart_str.h"

/* Notices awaited exceptions when they are thrown. */
extern const async_part_t async_origin_part;

/* The coroutine ends with this exception. suspends: no; runs PHP: no */
void async_origin_note_failure(const async_coroutine_t *coroutine, zend_object *exception);

/* The lines for an uncaught exception, from the coroutine that threw it to `at`, where it was not caught: "  in
 * coroutine #2 spawned at FILE:LINE, awaited at FILE:LINE", and the spawners of the last one. Without a newline at the
 * end.
 * owns: the caller owns the string; NULL: it was not awaited on the way to `at` */
zend_string *async_origin_text(const zend_object *exception, const async_coroutine_t *at);

/* "coroutine #3 spawned at FILE:LINE": the coroutine that the exception left first; NULL: none is known.
 * owns: the caller owns the string */
zend_string *async_origin_thrower(const zend_object *exception);

/* The exception in the table whose __toString() the engine has just put into this message; NULL: none. Borrowed. */
zend_object *async_origin_find_uncaught(const zend_string *message);

#endif

/*
 * The engine's hook for exceptions that are being thrown (zend_throw_exception_hook): who is asked, and in which order.
 */
#ifndef ASYNC_ENGINE_THROW_HOOK_H
#define ASYNC_ENGINE_THROW_HOOK_H

#include "php.h"

/* Somebody who is asked when an exception is thrown, EG(exception) is it already; NULL: when it is thrown again.
 * returns:  the exception that it is now: the same, or the one that the listener has put in its place
 * suspends: no; runs PHP: no */
typedef zend_object *(*async_throw_listener_t)(zend_object *exception);

/* In MINIT. The latest is asked first; all of them before those who have the hook besides us. */
void async_throw_hook_add(async_throw_listener_t listener);

/* Others take the hook when a request starts, and do not call who had it (xdebug): at the start of the scheduler it is
 * taken back, in front of them. */
void async_throw_hook_take(void);

/* In MSHUTDOWN. */
void async_throw_hook_restore(void);

#endif

/*
 * The engine's hook for thrown exceptions (zend_throw_exception_hook): its listeners and their order.
 */
#ifndef ASYNC_ENGINE_THROW_HOOK_H
#define ASYNC_ENGINE_THROW_HOOK_H

#include "php.h"

/* A listener is called when an exception is thrown; EG(exception) is set already.
 * exception: NULL when an exception is thrown again
 * returns:   the exception in flight now: the same one, or the one that the listener has put in its place
 * suspends: no; runs PHP: no */
typedef zend_object *(*async_throw_listener_t)(zend_object *exception);

/* In MINIT. The listener that was added last is called first; all of them before hooks of other extensions. */
void async_throw_hook_add(async_throw_listener_t listener);

/* An extension may set the hook at the start of each request without calling the hook of before (xdebug). So the start
 * of the scheduler sets ours again, in front of it. */
void async_throw_hook_take(void);

/* In MSHUTDOWN. */
void async_throw_hook_restore(void);

#endif
